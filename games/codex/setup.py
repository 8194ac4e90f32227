"""Codex Naturalis: the deal and the three decisions of the set-up (Codex 2)."""

from msgspec.structs import replace

from games.base import Step, replace_at
from games.codex.state import State
from games.rng import Rng
from messages.base import Change, Seat
from messages.codex.actions import CODEX_COLORS, CodexColor
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
