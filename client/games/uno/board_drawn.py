"""The UNO table with its cards drawn, where there are lines enough for that.

The card to play on stands beside the players, the own hand below with the numbers that play it. A
card is painted in its colour and says it, too.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from client.games import text as phrases
from client.games.uno import board
from client.games.uno.text_cards import card_name
from messages.uno.table import UnoView

CARD = 11
"""Columns of a card."""
PAINT = {"RED": "91", "YELLOW": "93", "GREEN": "92", "BLUE": "94"}
WILD = "97"


def render(view: UnoView, names: Sequence[str], width: int, height: int) -> list[str]:
    """The whole table; without drawings where they do not fit."""
    color = view.color or ""
    named = color.lower() if card_name(view.top).startswith("wild") else ""
    top = _card(view.top, named, color)
    pairs = zip_longest(top, board.players(view, names), fillvalue="")
    table = [f"{left or ' ' * CARD}  {right}".rstrip() for left, right in pairs]
    lines = [board.headline(view), board.pile(view), *table, *_hand(view, width)]
    return lines if len(lines) <= height else board.render(view, names)


def _hand(view: UnoView, width: int) -> list[str]:
    if view.seat is None or not view.hand:
        return board.hand(view)
    cards = [
        _card(card, str(number), card.partition(" ")[0]) for number, card in enumerate(view.hand, 1)
    ]
    return [phrases.YOUR_HAND, *_rows(cards, width // CARD)]


def _rows(cards: Sequence[list[str]], count: int) -> Iterator[str]:
    for start in range(0, len(cards), count):
        yield from map("".join, zip(*cards[start : start + count], strict=True))


def _card(card: str, corner: str, color: str) -> list[str]:
    first, _, second = card_name(card).partition(" ")
    room = CARD - 3
    inside = [f"│ {text[:room]:<{room}}│" for text in (corner, first, second)]
    lines = [f"╭{'─' * (CARD - 2)}╮", *inside, f"╰{'─' * (CARD - 2)}╯"]
    return [f"\x1b[{PAINT.get(color, WILD)}m{line}\x1b[0m" for line in lines]
