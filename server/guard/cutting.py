"""Ending many connections at once without making everybody else wait."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

FEW = 4
"""Connections that end in one turn of the loop: a fraction of a millisecond for those between."""


class Cuttable(Protocol):
    """A connection that is late; ending it twice does no harm."""

    def abort(self) -> None:
        """End at once."""


def cut(late: list[Cuttable], soon: Callable[[Callable[[], None]], object]) -> None:
    """End these connections, few by few; ``soon`` calls in the next turn of the loop."""
    for connection in late[:FEW]:
        connection.abort()
    if len(late) > FEW:
        soon(partial(cut, late[FEW:], soon))
