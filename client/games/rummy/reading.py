"""Reads the Rummy table in sentences of one fact, for the line client.

Cards have the names that are typed, such as ``5H`` for the five of hearts.
"""

from client.games import text as shared
from client.games.base import BoardReading, Names
from client.games.drawing import Marks
from client.games.rummy import text as phrases
from client.games.rummy.board import points_laid
from client.games.rummy.text import card_name, card_names, sort_by_rank, sort_by_suit
from messages.base import Seat
from messages.rummy.table import RummyView

ORDERS = {"suit": sort_by_suit, "rank": sort_by_rank}
"""The function that sorts the hand in each order; the first one is the default."""


def read_board(view: RummyView, names: Names) -> list[str]:
    """Return the round, the turn, the piles, the melds and the number of cards of each player."""
    players = [_read_player(view, names, seat) for seat in range(len(view.players))]
    facts = [
        f"Round {view.round}, to {view.target} points.",
        shared.turn_sentence(view, names),
        f"The stock has {shared.card_count(view.stock)}.",
        _read_discards(view),
        *(_read_meld(view, names, number) for number in range(1, len(view.melds) + 1)),
        "" if view.melds else "There are no melds.",
        *players,
    ]
    return [fact for fact in facts if fact]


def _read_discards(view: RummyView) -> str:
    """Return the discards with their places, the top card first."""
    cards = ", ".join(f"{n} {card_name(card)}" for n, card in enumerate(view.discard, start=1))
    return f"Discards from the top: {cards}." if cards else "There are no discards."


def _read_meld(view: RummyView, names: Names, number: int) -> str:
    """Return the cards of a meld and the players who laid them; the reader is ``you``."""
    meld = view.melds[number - 1]
    owners = [
        "you" if seat == view.seat else shared.seat_name(names, seat)
        for seat in dict.fromkeys(meld.owners)
    ]
    return f"Meld {number} of {' and '.join(owners)}: {card_names(meld.cards)}."


def _read_player(view: RummyView, names: Names, seat: Seat) -> str:
    """Return a sentence with the number of cards of a player, or that the player has left."""
    player = view.players[seat]
    if player.gone:
        return shared.gone_sentence(names, seat)
    return f"{shared.player_has(view, names, seat)} {shared.card_count(player.cards)}."


def read_own(view: RummyView, names: Names, marks: Marks) -> list[str]:
    """Return the own cards in the order of the marks, and a card that must be put down.

    An unknown order is that by suit. There are no sentences for a spectator.
    """
    if view.seat is None:
        return []
    if not view.hand:
        return [shared.EMPTY_HAND]
    order = marks.order if marks.order in ORDERS else next(iter(ORDERS))
    cards = card_names(ORDERS[order](view.hand))
    owed = [phrases.OWED_SENTENCE.format(card=card_name(view.owed))] if view.owed else []
    return [f"Your {shared.card_count(len(view.hand))} by {order}: {cards}.", *owed]


def read_scores(view: RummyView, names: Names) -> list[str]:
    """Return a sentence for each player: the total, and the points laid in this round.

    Players who left are omitted.
    """
    return [
        f"{shared.player_has(view, names, seat)} {shared.amount(player.score, 'point')}, "
        f"and {points_laid(view, seat)} laid in this round."
        for seat, player in enumerate(view.players)
        if not player.gone
    ]


READING = BoardReading(board=read_board, own=read_own, scores=read_scores)
