"""Scores and highlights of a match of UNO."""

from collections import Counter
from collections.abc import Sequence

from client.games.highlights import Standing, by_seat, maybe_lead, with_rounds
from client.games.text import Who, amount, mid_sentence
from client.games.uno import text
from messages.base import Change
from messages.uno import table
from messages.uno.table import UnoView

MIN_POINTS = 40
MIN_DRAWN = 6
MIN_MISSED = 1


def standings(view: UnoView) -> tuple[Standing, ...]:
    """Return the total of each player."""
    return by_seat(player.score for player in view.players)


def highlights(view: UnoView, who: Who, changes: Sequence[Change]) -> list[str]:
    """Return sentences about the best round, challenges, penalties and forgotten calls of UNO.

    A fact that is missing or below its minimum is left out.
    """
    sentences = [
        _best_round(changes, who),
        _challenge(changes, who),
        _penalties(changes, who),
        _missed(changes, who),
    ]
    return [sentence for sentence in sentences if sentence]


def _best_round(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the most points won in a round, and the player.

    Empty if nobody won at least MIN_POINTS.
    """
    rounds = with_rounds(changes, table.UnoRoundStarted)
    ended = [(number, c) for number, c in rounds if isinstance(c, table.UnoRoundEnded)]
    if not ended:
        return ""
    number, best = max(ended, key=lambda end: end[1].points)
    if best.points < MIN_POINTS:
        return ""
    return text.BEST_ROUND.format(
        round=number, who=mid_sentence(who(best.winner)), points=best.points
    )


def _challenge(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the last successful challenge of a +4; empty without one."""
    rounds = with_rounds(changes, table.UnoRoundStarted)
    caught = [(n, c) for n, c in rounds if isinstance(c, table.UnoChallenged) and c.guilty]
    if not caught:
        return ""
    number, change = caught[-1]
    winner, accused = mid_sentence(who(change.seat)), mid_sentence(who(change.accused))
    return text.CAUGHT.format(round=number, who=winner, accused=accused)


def _penalties(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the player who drew the most penalty cards, and their number.

    Empty below MIN_DRAWN, and for a tie.
    """
    drawn: Counter[int] = Counter()
    for change in changes:
        if isinstance(change, table.UnoCardsDrawn) and change.reason == "PENALTY":
            drawn[change.seat] += change.count
    lead = maybe_lead(drawn, MIN_DRAWN)
    return text.PENALTIES.format(who=who(lead.seat), count=lead.number) if lead else ""


def _missed(changes: Sequence[Change], who: Who) -> str:
    """Return a sentence with the player who forgot to say UNO most often.

    Empty if nobody did, and for a tie.
    """
    missed = Counter(
        change.seat
        for change in changes
        if isinstance(change, table.UnoCardsDrawn) and change.reason == "MISSED_UNO"
    )
    lead = maybe_lead(missed, MIN_MISSED)
    if lead is None:
        return ""
    times = amount(lead.number, "time")
    return text.FORGOT_UNO.format(who=who(lead.seat), times=times)
