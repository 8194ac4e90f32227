"""The turn clock of one match: the deadline of each decision. Time is a number passed in."""

from collections.abc import Iterable

from messages import Seat


class TurnClock:
    """Allows ``seconds`` for each decision; a seat is reminded once when half of them are left."""

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

    def take_due_reminders(self, now: float) -> list[tuple[Seat, int]]:
        """Return the seats with half of their time left or less, with the seconds left.

        They are recorded as reminded: each is returned once per decision, and never after its
        deadline.
        """
        due = [
            (seat, round(deadline - now))
            for seat, deadline in self._deadlines.items()
            if seat not in self._reminded and 0 < deadline - now <= self.seconds / 2
        ]
        self._reminded.update(seat for seat, _ in due)
        return due

    def expired_seats(self, now: float) -> list[Seat]:
        """Return the seats whose deadline has passed; the deadlines stay until ``update``."""
        return [seat for seat, deadline in self._deadlines.items() if deadline <= now]
