"""The turn clock of one match: who has to decide until when. Time is a number passed in."""

from collections.abc import Iterable

from messages import Seat


class TurnClock:
    """Every decision has ``seconds``; when half of them are left the seat is reminded once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until: dict[Seat, float] = {}
        self._reminded: set[Seat] = set()

    def update(self, waiting: Iterable[Seat], fresh: Iterable[Seat], now: float) -> None:
        """The table now waits for these seats; the fresh ones have a new decision to make."""
        new = frozenset(fresh)
        before = self._until
        self._until = {
            seat: before[seat] if seat in before and seat not in new else now + self.seconds
            for seat in waiting
        }
        self._reminded = {s for s in self._reminded if s in self._until and s not in new}

    def due_reminders(self, now: float) -> list[tuple[Seat, int]]:
        """Seats to be reminded now, with the seconds they have left; each is told once."""
        due = [
            (seat, round(until - now))
            for seat, until in self._until.items()
            if seat not in self._reminded and 0 < until - now <= self.seconds / 2
        ]
        self._reminded.update(seat for seat, _ in due)
        return due

    def expired_seats(self, now: float) -> list[Seat]:
        """Seats whose time is over."""
        return [seat for seat, until in self._until.items() if until <= now]
