"""Scores and highlights of a match of Rummy 500."""

from collections.abc import Sequence

from client.games.highlights import Standing, by_seat, with_rounds
from client.games.rummy import text
from client.games.text import Who, mid_sentence
from messages.base import Change
from messages.rummy import table
from messages.rummy.table import RummyView

MIN_POINTS = 40
MIN_TAKEN = 4
MIN_MELD = 5


def standings(view: RummyView) -> tuple[Standing, ...]:
    """Return the total of each player."""
    return by_seat(player.score for player in view.players)


def highlights(view: RummyView, who: Who, changes: Sequence[Change]) -> list[str]:
    """Return sentences about the best and the worst round, a large take and a long meld.

    A fact that is missing or below its minimum is left out.
    """
    sentences = [*_rounds(changes, who), _taken(changes, who), _meld(changes, who)]
    return [sentence for sentence in sentences if sentence]


def _rounds(changes: Sequence[Change], who: Who) -> list[str]:
    """Return a sentence with the best round of a player, and one with the worst.

    The best must have at least MIN_POINTS, the worst must be below zero.
    """
    scored = [
        (points, mid_sentence(who(seat)), number)
        for number, change in with_rounds(changes, table.RummyRoundStarted)
        if isinstance(change, table.RummyRoundEnded)
        for seat, points in enumerate(change.points)
    ]
    points, name, number = max(scored, key=lambda s: s[0], default=(0, "", 0))
    best = text.BEST_ROUND.format(round=number, who=name, points=points)
    lowest, loser, lost_in = min(scored, key=lambda s: s[0], default=(0, "", 0))
    worst = text.WORST_ROUND.format(round=lost_in, who=loser, points=-lowest)
    return [best] * (points >= MIN_POINTS) + [worst] * (lowest < 0)


def _taken(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the most cards taken from the pile at once, and the player.

    Empty if nobody took at least MIN_TAKEN.
    """
    taken = [change for change in changes if isinstance(change, table.RummyDiscardTaken)]
    most = max(taken, key=lambda change: len(change.cards), default=None)
    if most is None or len(most.cards) < MIN_TAKEN:
        return ""
    return text.LARGE_TAKE.format(who=who(most.seat), count=len(most.cards))


def _meld(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the longest meld laid in one play, its player and its cards.

    Empty if no meld had at least MIN_MELD cards.
    """
    laid = [change for change in changes if isinstance(change, table.RummyMeldLaid)]
    longest = max(laid, key=lambda change: len(change.cards), default=None)
    if longest is None or len(longest.cards) < MIN_MELD:
        return ""
    return text.LONG_MELD.format(who=who(longest.seat), cards=text.card_names(longest.cards))
