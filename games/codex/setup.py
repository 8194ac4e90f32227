"""Codex Naturalis: the options of a match (Codex 12) and the deal (Codex 2)."""

from collections.abc import Mapping
from typing import Any, get_args

from games.base import Step
from games.codex.state import State
from games.options import SWITCH, Values, check, normalized
from games.rng import Rng
from messages.codex.actions import CODEX_COLORS, CodexColor, CodexDecksTrigger, CodexTieBreak
from messages.codex.area import CodexArea
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES
from messages.codex.table import CodexRules

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
    """Return the options; expert mode means by default that a card counts for one pattern only."""
    chosen = normalized(KNOWN, chosen)
    check("Codex Naturalis", KNOWN, chosen)
    return CodexRules(**{"pattern_reuse_across_objectives": not mode, **chosen})


def sole_player_timeout(rules: CodexRules) -> float:
    """Return the seconds that the only connected player waits before winning."""
    return float(rules.suspension_seconds)


def start(players: int, rules: CodexRules, rng: Rng) -> Step[State]:
    """Deal everything; every seat then decides about starter, colour and objective."""
    resource, rng = rng.shuffled(RESOURCE)
    gold, rng = rng.shuffled(GOLD)
    starters, rng = rng.shuffled(STARTERS)
    objectives, rng = rng.shuffled(tuple(CODEX_OBJECTIVES))
    first, rng = rng.below(players)
    slots = (resource.pop(), resource.pop(), gold.pop(), gold.pop())
    seats = range(players)
    state = State(
        rules=rules,
        rng=rng,
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
    """Return the colours that nobody has chosen."""
    return tuple([color for color in CODEX_COLORS if color not in state.colors])
