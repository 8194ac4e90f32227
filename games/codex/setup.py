"""Codex Naturalis: the options, the deal and the three decisions of the set-up (Codex 2, 12)."""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec.structs import replace

from games.base import Step, replace_at
from games.codex.state import State
from games.options import SWITCH, Values, check
from games.rng import Rng
from messages.base import Change, Seat
from messages.codex.actions import (
    CODEX_COLORS,
    CodexColor,
    CodexDecksTrigger,
    CodexTieBreak,
)
from messages.codex.area import CodexArea, CodexSide, with_card
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES
from messages.codex.table import (
    CodexColorChosen,
    CodexObjectiveChosen,
    CodexRules,
    CodexStarterPlaced,
)

RESOURCE = tuple(card.id for card in CODEX_CARDS.values() if card.kind == "RESOURCE")
GOLD = tuple(card.id for card in CODEX_CARDS.values() if card.kind == "GOLD")
STARTERS = tuple(card.id for card in CODEX_CARDS.values() if card.kind == "STARTER")

KNOWN: dict[str, Values] = {
    "track_cap": SWITCH,
    "refill_from_other_deck": SWITCH,
    "draw_in_additional_turn": SWITCH,
    "pattern_reuse_across_objectives": SWITCH,
    "tie_break": get_args(CodexTieBreak),
    "decks_empty_trigger": get_args(CodexDecksTrigger),
    "suspension_seconds": range(1, 86_401),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> CodexRules:
    """Mode true, which is expert, means that a card counts for one pattern only, if not chosen."""
    check("Codex Naturalis", KNOWN, chosen)
    return CodexRules(**{"pattern_reuse_across_objectives": not mode, **chosen})


def patience(rules: CodexRules) -> float:
    """How long somebody who is alone at the table waits before winning."""
    return float(rules.suspension_seconds)


def start(players: int, rules: CodexRules, chance: Rng) -> Step[State]:
    """Everything is dealt; everybody decides about the starter, the colour and the objective."""
    resource, chance = chance.shuffled(RESOURCE)
    gold, chance = chance.shuffled(GOLD)
    starters, chance = chance.shuffled(STARTERS)
    objectives, chance = chance.shuffled(tuple(CODEX_OBJECTIVES))
    first, chance = chance.below(players)
    slots = (resource.pop(), resource.pop(), gold.pop(), gold.pop())
    seats = range(players)
    state = State(
        rules=rules,
        chance=chance,
        starters=tuple([starters.pop() for _ in seats]),
        hands=tuple([(resource.pop(), resource.pop(), gold.pop()) for _ in seats]),
        common=(objectives.pop(), objectives.pop()),
        offers=tuple([(objectives.pop(), objectives.pop()) for _ in seats]),
        areas=(CodexArea(),) * players,
        colors=("",) * players,
        secrets=("",) * players,
        scores=(0,) * players,
        slots=slots,
        resource=tuple(resource),
        gold=tuple(gold),
        aside=(*starters, *objectives),
        first=first,
    )
    return Step(state, (), tuple(seats))


def free_colors(state: State) -> tuple[CodexColor, ...]:
    """The colours nobody has taken."""
    return tuple([color for color in CODEX_COLORS if color not in state.colors])


def lay_starter(state: State, seat: Seat, side: CodexSide, news: list[Change]) -> State:
    """The starter goes to the middle of the area; a starter never scores."""
    news.append(CodexStarterPlaced(seat, side))
    area = with_card(state.areas[seat], state.starters[seat], side, 0, 0)
    return replace(state, areas=replace_at(state.areas, seat, area))


def take_color(state: State, seat: Seat, color: CodexColor, news: list[Change]) -> State:
    news.append(CodexColorChosen(seat, color))
    return replace(state, colors=replace_at(state.colors, seat, color))


def keep_objective(state: State, seat: Seat, objective: str, news: list[Change]) -> State:
    news.append(CodexObjectiveChosen(seat, objective))
    return replace(state, secrets=replace_at(state.secrets, seat, objective))
