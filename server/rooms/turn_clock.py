"""The turn clock of one match: the deadline of each decision. Time is a number passed in."""

from collections.abc import Callable, Iterable

from messages import Seat


def _no_choice(seat: Seat) -> int:
    """Return 0: the seat has chosen no time for its reminder."""
    return 0


class TurnClock:
    """Allows ``seconds`` for each decision; a seat is reminded once before they are over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._deadlines: dict[Seat, float] = {}
        self._reminded: set[Seat] = set()

    def update(self, waiting: Iterable[Seat], restarted: Iterable[Seat], now: float) -> None:
        """Set the seats the match waits for; all others have no deadline any more.

        New seats and ``restarted`` ones get their full time from now, the rest keep their deadline.
        """
        new = frozenset(restarted)
        before = self._deadlines
        self._deadlines = {
            seat: before[seat] if seat in before and seat not in new else now + self.seconds
            for seat in waiting
        }
        self._reminded = {s for s in self._reminded if s in self._deadlines and s not in new}

    def take_due_reminders(
        self, now: float, remind_at: Callable[[Seat], int] = _no_choice
    ) -> list[tuple[Seat, int]]:
        """Return the seats whose reminder is due, with the seconds left, rounded.

        ``remind_at`` returns the seconds left at which a seat is reminded; if it is 0 or not below
        the time limit, half of the limit. The seats are recorded as reminded: each is returned once
        per decision, and never after its deadline.
        """
        due = [
            (seat, round(deadline - now))
            for seat, deadline in self._deadlines.items()
            if seat not in self._reminded
            and 0 < deadline - now <= self._reminder_seconds(remind_at(seat))
        ]
        self._reminded.update(seat for seat, _ in due)
        return due

    def _reminder_seconds(self, chosen: int) -> float:
        """Return how many seconds before the deadline a seat is reminded.

        This is ``chosen``, or half of the time limit if ``chosen`` is 0 or not below the limit.
        """
        return chosen if 0 < chosen < self.seconds else self.seconds / 2

    def expired_seats(self, now: float) -> list[Seat]:
        """Return the seats whose deadline has passed; the deadlines stay until ``update``."""
        return [seat for seat, deadline in self._deadlines.items() if deadline <= now]
