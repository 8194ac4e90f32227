"""When a message must be whole: the first soon after the connection, the others once begun."""

from math import inf

from server.limits import Limits


class Deadline:
    """One per connection; dripping bytes does not move it."""

    __slots__ = ("_begun", "_limits", "due")

    def __init__(self, limits: Limits, now: float) -> None:
        self.due = now + limits.hello_seconds
        self._limits = limits
        self._begun = False

    def heard(self, now: float, *, whole: bool, pending: bool) -> None:
        """Bytes came: whether they ended a message, and whether one is begun now."""
        if pending and (whole or not self._begun):
            self._begun = True
            self.due = now + self._limits.message_seconds
        elif whole and not pending:
            self._begun = False
            self.due = inf
