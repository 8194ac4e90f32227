"""UNO states built card by card, and changes as short lines.

Seats are called a, b, c, d … in these tests. There are always 108 cards: those that a state does
not name are at the bottom of the draw pile, or where ``rest`` says.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.base import Step
from games.rng import Rng
from games.uno.cards import CARD_BY_TEXT, COLOR_OF, DECK, NO_COLOR
from games.uno.state import Options, State, ring
from messages.base import Change, Seat
from messages.uno.actions import PlayUnoCard, UnoColor
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoGameEnded,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoSaid,
    UnoSeatGone,
    UnoStepStarted,
    UnoTurnLost,
)

A, B, C, D = range(4)
NAMES = "abcdefghij"
PROMPTS = {"PLAY": "BGI", "RETAIN": "DPC", "COLOR": "AC", "SWAP": "AC7", "CHALLENGE": "ACH"}


def kinds(text: str) -> bytes:
    """Return cards from a text such as ``RED 7, WILD WILD``."""
    return bytes(CARD_BY_TEXT[card.strip()][0] for card in text.split(",") if card.strip())


def table(
    *hands: str,
    top: str = "RED 1",
    draw: str = "",
    under: str = "",
    rest: str | Seat = "draw",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """Return a state with a on turn; ``draw`` in drawing order, ``under`` below the top card."""
    kind, color = CARD_BY_TEXT[top]
    held = [kinds(hand) for hand in hands]
    left = bytearray(DECK)
    for card in (*b"".join(held), *kinds(draw), *kinds(under), kind):
        left.remove(card)
    pile, discard = kinds(draw)[::-1], kinds(under) + bytes((kind,))
    if rest == "draw":
        pile = bytes(left) + pile
    elif rest == "discard":
        discard = bytes(left) + discard
    else:
        assert isinstance(rest, int)
        held[rest] += bytes(left)
    state = State(
        options=Options(**(options or {})),
        rng=Rng(b"tests"),
        seated=tuple(range(len(hands))),
        ring=ring(tuple(range(len(hands))), len(hands)),
        scores=(0,) * len(hands),
        hands=tuple(bytes(sorted(hand)) for hand in held),
        draw=pile,
        discard=discard,
        color=COLOR_OF[kind] if color == NO_COLOR else color,
        turn=A,
        round=1,
        dealer=len(hands) - 1,
    )
    return replace(state, **fields)


def play(card: str, color: UnoColor | None = None, swap: Seat | None = None) -> PlayUnoCard:
    return PlayUnoCard(card=card, color=color, swap=swap)


def lines(step: Step[State]) -> list[str]:
    """Return the changes as lines of the legacy dialect (UNO 11.3), the decision at the end."""
    return [line for change in step.changes for line in _lines(change)]


def _lines(change: Change) -> Iterable[str]:
    match change:
        case UnoRoundStarted():
            return ["RST"]
        case UnoCardPlayed(seat, card):
            return [f"BCP|{NAMES[seat]}|{card}"]
        case UnoColorNamed(_, color):
            return [f"BCC|{color}"]
        case UnoDirectionChanged(clockwise):
            return [f"BRS|{str(clockwise).lower()}"]
        case UnoCardsDrawn(seat, count):
            return [f"BDC|{NAMES[seat]}"] * count
        case UnoTurnLost(seat):
            return [f"BTS|{NAMES[seat]}"]
        case UnoSaid(seat):
            return [f"BUNO|{NAMES[seat]}"]
        case UnoSeatGone(seat):
            return [f"BLG|{NAMES[seat]}"]
        case UnoRoundEnded(winner):
            return [f"RE|{NAMES[winner]}"]
        case UnoGameEnded(winners):
            return [f"GE|{NAMES[winners[0]]}"]
        case UnoStepStarted(seat, decision):
            return [f"{PROMPTS[decision]} {NAMES[seat]}"]
        case _:
            return []
