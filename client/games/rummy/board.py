"""Render the Rummy table as text: pure functions from a view to lines of at most 80 columns.

The players come first, with totals and last rounds, then the melds with their numbers. The discard
pile follows with the positions of its cards (1 is the top), then the own hand by suit and by rank.
"""

from collections.abc import Sequence

from client.games import text as shared
from client.games.layout import wrap_items
from client.games.rummy import text as phrases
from client.games.rummy.text import card_name, card_names, card_points, sort_by_rank, sort_by_suit
from messages.rummy.table import RummyMeldView, RummyPlayerView, RummyView

NAME_WIDTH = 27
"""Columns of a player label."""
OWNER_WIDTH = 8
"""Columns of a name beside a meld."""
SHOWN_ROUNDS = 4
"""Number of last rounds that are shown beside each total."""


def render(view: RummyView, names: Sequence[str]) -> list[str]:
    """Render the whole table."""
    return [
        render_headline(view),
        *render_players(view, names),
        *render_melds(view, names),
        *render_pile(view),
        *render_hand(view),
    ]


def render_players(view: RummyView, names: Sequence[str]) -> list[str]:
    """Return a line per player: cards, points laid in this round, total and last rounds.

    The line of a player who left only says so.
    """
    return [_render_player(view, seat, player, names) for seat, player in enumerate(view.players)]


def render_headline(view: RummyView) -> str:
    """Return round, target and stock in one line.

    The ace rule (unless ``both``), an owed card and the end of the game follow.
    """
    parts = [f"Round {view.round}", f"to {view.target} points", f"stock {view.stock}"]
    if view.ace_runs != "both":
        parts.append(f"aces are {view.ace_runs}")
    if view.owed is not None:
        parts.append(phrases.OWED.format(card=card_name(view.owed)))
    if view.decision == "OVER":
        parts.append(shared.OVER)
    return " | ".join(parts)


def _render_player(
    view: RummyView, seat: int, player: RummyPlayerView, names: Sequence[str]
) -> str:
    """Return label, hand size, points laid, score and last rounds, or that the player left."""
    left = shared.player_label(view, names, seat)
    if player.gone:
        return f"{left:<{NAME_WIDTH}} has left"
    rounds = "".join(f"{points[seat]:>+5}" for points in view.rounds[-SHOWN_ROUNDS:])
    laid = f"laid {points_laid(view, seat):>3}"
    cards = f"{shared.card_count(player.cards):>8}"
    return f"{left:<{NAME_WIDTH}} {cards}  {laid} {player.score:>5} pts {rounds}".rstrip()


def points_laid(view: RummyView, seat: int) -> int:
    """Return the points that a seat has laid in this round, also on melds of others."""
    return sum(
        card_points(card)
        for meld in view.melds
        for card, owner in zip(meld.cards, meld.owners, strict=False)
        if owner == seat
    )


def render_melds(view: RummyView, names: Sequence[str]) -> list[str]:
    """Return all melds side by side, wrapped into lines, or a note if there are none.

    Each meld has its number and the names of the players who laid its cards.
    """
    if not view.melds:
        return ["No melds yet."]
    return wrap_items(f"#{n} {_render_meld(meld, names)}" for n, meld in enumerate(view.melds, 1))


def _render_meld(meld: RummyMeldView, names: Sequence[str]) -> str:
    """Return the cards of a meld and, in brackets, the short name of each player who laid some."""
    owners = dict.fromkeys(meld.owners)
    people = "+".join(shared.seat_name(names, seat, OWNER_WIDTH) for seat in owners)
    return f"{card_names(meld.cards)} ({people})"


def render_pile(view: RummyView) -> list[str]:
    """Return a title, then the discards from the top side by side with numbers; a note if none.

    A number takes that card and all above it.
    """
    cards = [f"{number}:{card_name(card)}" for number, card in enumerate(view.discard, 1)]
    return [phrases.PILE, *wrap_items(cards)] if cards else ["No discards."]


def render_hand(view: RummyView) -> list[str]:
    """Return the own cards twice, by suit and by rank, or that the hand is empty.

    There are no lines for a spectator.
    """
    if view.seat is None:
        return []
    if not view.hand:
        return [shared.EMPTY_HAND]
    suits = wrap_items(map(card_name, sort_by_suit(view.hand)))
    return [phrases.HAND_TITLE, *suits, *wrap_items(map(card_name, sort_by_rank(view.hand)))]
