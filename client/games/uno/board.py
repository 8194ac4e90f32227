"""Render the UNO table as text: pure functions from a view to lines of at most 80 columns.

The pile comes first, then the players in the order of the seats, then the own hand with numbers.
Play goes down the list of players, or up after a reverse.
"""

from collections.abc import Sequence

from client.games import text as shared
from client.games.layout import wrap_items
from client.games.uno.text import card_name
from messages.uno.table import UnoPlayerView, UnoView

NAME_WIDTH = 26
"""Columns of a player label."""


def render(view: UnoView, names: Sequence[str]) -> list[str]:
    """Render the whole table."""
    return [
        render_headline(view),
        render_pile(view),
        *render_players(view, names),
        *render_hand(view),
    ]


def render_headline(view: UnoView) -> str:
    """Return round, mode and target score, then the direction or the end.

    With two players no direction is shown.
    """
    parts = [f"Round {view.round}", f"{view.mode}, to {view.target_score} points"]
    if view.decision == "OVER":
        parts.append(shared.OVER)
    elif len(view.players) > 2:
        parts.append(f"play goes {'down' if view.clockwise else 'up'} the list")
    return " | ".join(parts)


def render_pile(view: UnoView) -> str:
    """Return the top card, the cards to draw and the sizes of the piles in one line.

    The current colour is added if it is not that of the top card's name.
    """
    top = card_name(view.top)
    color = (
        f" ({view.color.lower()})" if view.color and not top.startswith(view.color.lower()) else ""
    )
    parts = [f"Top card: {top}{color}"]
    if view.pending:
        parts.append(f"{shared.card_count(view.pending)} to draw")
    parts.append(f"draw pile {view.draw_pile}, discards {view.discard_pile}")
    return " | ".join(parts)


def render_players(view: UnoView, names: Sequence[str]) -> list[str]:
    """Return a line for each player with hand size, points and whether UNO was said.

    The line of a player who left only says so.
    """
    return [
        _render_player(player, shared.player_label(view, names, seat))
        for seat, player in enumerate(view.players)
    ]


def _render_player(player: UnoPlayerView, label: str) -> str:
    """Return label, hand size, points and ``UNO`` if said with one card, or that they have left."""
    if player.gone:
        return f"{label:<{NAME_WIDTH}} has left"
    uno = "  UNO" if player.said_uno and player.cards == 1 else ""
    return (
        f"{label:<{NAME_WIDTH}} {shared.card_count(player.cards):>9}  {player.score:>5} points{uno}"
    )


def render_hand(view: UnoView) -> list[str]:
    """Return a title, then the own cards side by side with the numbers that play them.

    An empty hand is one line. There are no lines for a spectator.
    """
    if view.seat is None:
        return []
    cards = [f"{number} {card_name(card)}" for number, card in enumerate(view.hand, start=1)]
    return [shared.YOUR_HAND, *wrap_items(cards)] if cards else [shared.EMPTY_HAND]
