"""Ending many connections at once without making everybody else wait."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

FEW = 4
"""Connections that end in one turn of the loop: a fraction of a millisecond for those between."""


Soon = Callable[[Callable[[], None]], object]
"""Calls in the next turn of the loop."""


class Cuttable(Protocol):
    """A connection; ending it twice does no harm."""

    def is_late(self, now: float) -> bool:
        """Whether it should have said something by now and has not."""

    def abort(self) -> None:
        """End at once."""


def cut_late(connections: Iterable[Cuttable], now: float, soon: Soon) -> None:
    """End those that are late, few by few."""
    _cut([connection for connection in connections if connection.is_late(now)], soon)


def _cut(late: list[Cuttable], soon: Soon) -> None:
    for connection in late[:FEW]:
        connection.abort()
    if len(late) > FEW:
        soon(partial(_cut, late[FEW:], soon))
