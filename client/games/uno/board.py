"""The UNO table as text of at most 80 columns: pure functions from a view to lines.

First the pile, then the players in the order of the seats, then the own hand with numbers. Play
goes down the list, or up it after a reverse.
"""

from collections.abc import Sequence

from client.games import text as phrases
from client.games.layout import rows
from client.games.text import card_count
from client.games.uno.text_cards import card_name
from messages.text import clean
from messages.uno.table import UnoPlayerView, UnoView

NAME = 26
"""Columns of a name with its mark."""


def render(view: UnoView, names: Sequence[str]) -> list[str]:
    """The whole table."""
    return [headline(view), pile(view), *players(view, names), *hand(view)]


def headline(view: UnoView) -> str:
    """Where the match stands, in one line."""
    parts = [f"Round {view.round}", f"{view.mode}, to {view.target_score} points"]
    if view.decision == "OVER":
        parts.append(phrases.OVER)
    elif len(view.players) > 2:
        parts.append(f"play goes {'down' if view.clockwise else 'up'} the list")
    return " | ".join(parts)


def pile(view: UnoView) -> str:
    """What to play on."""
    top = card_name(view.top)
    color = (
        f" ({view.color.lower()})" if view.color and not top.startswith(view.color.lower()) else ""
    )
    parts = [f"Top card: {top}{color}"]
    if view.pending:
        parts.append(f"{card_count(view.pending)} to draw")
    parts.append(f"draw pile {view.draw_pile}, discards {view.discard_pile}")
    return " | ".join(parts)


def players(view: UnoView, names: Sequence[str]) -> list[str]:
    """How many cards and points everybody has."""
    return [
        _player(view, seat, player, names[seat] if seat < len(names) else f"seat {seat}")
        for seat, player in enumerate(view.players)
    ]


def _player(view: UnoView, seat: int, player: UnoPlayerView, name: str) -> str:
    turn = ">" if view.turn == seat else " "
    you = " (you)" if view.seat == seat else ""
    left = f"{turn}{clean(name, 20)}{you}"
    if player.gone:
        return f"{left:<{NAME}} has left"
    said = "  UNO" if player.said_uno and player.cards == 1 else ""
    return f"{left:<{NAME}} {card_count(player.cards):>9}  {player.score:>5} points{said}"


def hand(view: UnoView) -> list[str]:
    """The own cards with the numbers that play them; nothing for a spectator."""
    if view.seat is None:
        return []
    cards = [f"{number} {card_name(card)}" for number, card in enumerate(view.hand, start=1)]
    return [phrases.YOUR_HAND, *rows(cards)] if cards else [phrases.EMPTY_HAND]
