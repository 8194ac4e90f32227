"""Codex Naturalis states written as short texts.

A card in an area is ``R01 front 1 1``; a hand is ``R02 G01``.
"""

from typing import Any

from msgspec.structs import replace

from games.base import Step
from games.codex import CODEX
from games.codex.state import State
from games.rng import Rng
from messages.codex.actions import CodexAction, PlaceCodexCard
from messages.codex.area import CodexArea, CodexSide, is_affordable, is_open, with_card
from messages.codex.cards import CODEX_CARDS, CODEX_SYMBOLS, KINGDOMS
from messages.codex.table import CodexRules

A, B, C, D = range(4)
SIDES: dict[str, CodexSide] = {"front": "FRONT", "back": "BACK"}


def area(*cards: str) -> CodexArea:
    """Return an area with cards placed in this order, as the rules allow, starter first."""
    starter, side = cards[0].split()
    laid = with_card(CodexArea(), starter, SIDES[side], 0, 0)
    for text in cards[1:]:
        card, side, x, y = text.split()
        assert is_open(laid, int(x), int(y)), text
        assert side == "back" or is_affordable(laid, CODEX_CARDS[card]), text
        laid = with_card(laid, card, SIDES[side], int(x), int(y))
    return laid


PLAIN = area("S03 back")
"""The middle card only."""


def scattered(*cells: str) -> CodexArea:
    """Return an area for pattern counting only: ``red 1 1`` is any red card at this position."""
    colors = dict(zip(("red", "green", "blue", "purple"), range(4), strict=True))
    laid = CodexArea()
    unused = {
        kingdom: [c for c in CODEX_CARDS if CODEX_CARDS[c].kingdom == kingdom]
        for kingdom in range(len(KINGDOMS))
    }
    for number, cell in enumerate(cells):
        color, x, y = cell.split()
        card = "S01" if color == "starter" else unused[colors[color]].pop()
        side: CodexSide = "BACK" if number % 2 else "FRONT"
        laid = with_card(laid, card, side, int(x), int(y))
    return laid


def seen(laid: CodexArea) -> dict[str, int]:
    """Return the numbers of visible symbols, without those that are 0."""
    counts = zip(CODEX_SYMBOLS, laid.symbols, strict=True)
    return {symbol.lower(): number for symbol, number in counts if number}


def spots(laid: CodexArea) -> set[tuple[int, int]]:
    return {(spot.x, spot.y) for spot in laid.spots}


def showing(**symbols: int) -> CodexArea:
    """Return an area with these numbers of visible symbols."""
    return CodexArea(symbols=tuple(symbols.get(name.lower(), 0) for name in CODEX_SYMBOLS))


def table(*areas: CodexArea, hands: tuple[str, ...] = (), **fields: Any) -> State:
    """Return A's turn in the first round, with the decks of a new game; one area per player."""
    players = len(areas)
    rules = fields.pop("rules", {})
    state = CODEX.start(players, CodexRules(**rules), Rng(b"table")).state
    given = tuple(tuple(hand.split()) for hand in hands) or state.hands
    ready: dict[str, Any] = {
        "areas": areas,
        "hands": given,
        "colors": ("RED", "BLUE", "GREEN", "YELLOW")[:players],
        "secrets": tuple(offer[0] for offer in state.offers),
        "first": A,
        "turn": A,
        "phase": "PLACE",
        "round": 1,
    }
    return replace(state, **{**ready, **fields})


def place(text: str) -> PlaceCodexCard:
    """Return ``R01 front 1 1`` as an action."""
    card, side, x, y = text.split()
    return PlaceCodexCard(card, SIDES[side], int(x), int(y))


def act(state: State, seat: int, action: CodexAction) -> State:
    return CODEX.apply(state, seat, action).state


def first_placement(state: State, seat: int) -> Step[State]:
    """Place any card, back up, at the first open spot."""
    spot = state.areas[seat].spots[0]
    return CODEX.apply(state, seat, PlaceCodexCard(state.hands[seat][0], "BACK", spot.x, spot.y))


def kinds(step: Step[State]) -> list[str]:
    """Return the names of the changes of a step."""
    return [type(change).__name__.removeprefix("Codex") for change in step.changes]
