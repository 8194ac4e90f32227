"""Reads the UNO table in sentences of one fact, for the line client."""

from client.games import text as shared
from client.games.base import BoardReading, Names
from client.games.drawing import Marks
from client.games.uno.text import card_name
from messages.base import Seat
from messages.uno.table import UnoView


def read_board(view: UnoView, names: Names) -> list[str]:
    """Return the round, the turn, the piles, the order of play and the cards that each player has.

    Of hands only the number of cards is read.
    """
    players = [_read_player(view, names, seat) for seat in range(len(view.players))]
    turn = shared.turn_sentence(view, names)
    facts = [_read_round(view), turn, _read_top(view), *_read_piles(view)]
    return [fact for fact in (*facts, _read_direction(view, names), *players) if fact]


def _read_round(view: UnoView) -> str:
    """Return the round and the target, and the mode unless it is normal."""
    mode = "" if view.mode == "normal" else f", mode {view.mode}"
    return f"Round {view.round}, to {view.target_score} points{mode}."


def _read_top(view: UnoView) -> str:
    """Return the top card, and the colour if its name does not say it."""
    top = card_name(view.top)
    color = view.color.lower() if view.color else ""
    named = f", the colour is {color}" if color and not top.startswith(color) else ""
    return f"The top card is {top}{named}."


def _read_piles(view: UnoView) -> list[str]:
    """Return the cards to be drawn, if any, and the sizes of the piles."""
    due = [f"{shared.card_count(view.pending)} must be drawn or answered."] if view.pending else []
    piles = (
        f"The draw pile has {shared.card_count(view.draw_pile)}.",
        f"The discard pile has {shared.card_count(view.discard_pile)}.",
    )
    return [*due, *piles]


def _read_direction(view: UnoView, names: Names) -> str:
    """Return the order of the players in the direction of play; empty if two or fewer are left."""
    seats = [seat for seat, player in enumerate(view.players) if not player.gone]
    if len(seats) < 3:
        return ""
    order = seats if view.clockwise else seats[::-1]
    listed = ", ".join(
        "you" if seat == view.seat else shared.seat_name(names, seat) for seat in order
    )
    return f"The order of play: {listed}."


def _read_player(view: UnoView, names: Names, seat: Seat) -> str:
    """Return the number of cards of a player, and whether UNO was said or forgotten.

    Of a player who left it only says so.
    """
    player = view.players[seat]
    if player.gone:
        return shared.gone_sentence(names, seat)
    uno = " and said UNO" if player.said_uno and player.cards == 1 else ""
    missed = " and has not said UNO yet" if view.uno_window == seat else ""
    cards = shared.card_count(player.cards)
    return f"{shared.player_has(view, names, seat)} {cards}{uno}{missed}."


def read_own(view: UnoView, names: Names, marks: Marks) -> list[str]:
    """Return the top card and the own cards with the numbers that play them.

    An empty hand is one sentence. There are no sentences for a spectator.
    """
    if view.seat is None:
        return []
    if not view.hand:
        return [shared.EMPTY_HAND]
    cards = ", ".join(f"{n} {card_name(card)}" for n, card in enumerate(view.hand, start=1))
    return [_read_top(view), f"Your cards: {cards}."]


def read_scores(view: UnoView, names: Names) -> list[str]:
    """Return a sentence with the points of each player; players who left are omitted."""
    return [
        f"{shared.player_has(view, names, seat)} {shared.amount(player.score, 'point')}."
        for seat, player in enumerate(view.players)
        if not player.gone
    ]


READING = BoardReading(board=read_board, own=read_own, scores=read_scores)
