"""Types for handling the requests of legacy clients: refusals, answers, and the connection.

A coroutine that handles a request awaits nothing but ``Answers``; the peer resumes it.
"""

from collections.abc import Coroutine, Generator, Sequence
from typing import Protocol, TypeAlias, TypeVar

from messages import Message

T = TypeVar("T")
ReadT = TypeVar("ReadT", covariant=True)


class Refused(Exception):
    """Raised to refuse a request; ``reason`` is the text or code that the dialect sends."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


def require(value: T | None, reason: str) -> T:
    """Return the value; raise Refused with the reason if the value is None."""
    if value is None:
        raise Refused(reason)
    return value


class Answers:
    """Collects the answers to messages that were sent together; awaiting it returns them all."""

    def __init__(self, expected: int) -> None:
        self._expected = expected
        self._messages: list[Message] = []

    @property
    def is_complete(self) -> bool:
        """Return whether all answers have arrived."""
        return len(self._messages) == self._expected

    def add(self, message: Message) -> None:
        """Add the next answer."""
        self._messages.append(message)

    def __await__(self) -> Generator["Answers", None, list[Message]]:
        """Wait until all answers have arrived; return the answers in order.

        It yields itself to the peer, which resumes the coroutine; asyncio cannot await it.
        """
        while not self.is_complete:
            yield self
        return self._messages


RequestCoroutine: TypeAlias = Coroutine[Answers, None, None]
"""A coroutine that handles a request; it awaits nothing but ``Answers``."""


class Wire(Protocol):
    """The interface of a connection that a peer uses."""

    address: str
    port: int
    """Address and port of the client."""
    closing: bool
    """True if nothing more can be sent."""

    @property
    def is_congested(self) -> bool:
        """True if the client does not read what was sent; then no request is started."""

    def write(self, data: bytes) -> None:
        """Queue bytes, which are sent at the end of this turn of the event loop."""

    def pause_reading(self, paused: bool) -> None:
        """Stop reading from the client if ``paused`` is True, otherwise resume."""

    def request_turn(self) -> None:
        """Call ``run_ready`` of the peer in the next turn of this client, once it reads."""

    def close(self) -> None:
        """Send the queued bytes, then close the connection."""


class Reader(Protocol[ReadT]):
    """Splits a byte stream into requests."""

    @property
    def has_partial_message(self) -> bool:
        """Return whether the start of a request was read but not its end."""

    def feed(self, data: bytes) -> Sequence[ReadT]:
        """Add bytes; return the requests that they complete."""
