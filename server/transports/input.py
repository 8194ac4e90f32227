"""InputConnection: handles one message when it arrives, and further ones in turn with others.

Messages that wait stay undecoded. Nothing is read while messages wait, or while the client does
not read its answers, so that the input that a connection keeps is bounded by one read.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Generic, Protocol, TypeVar

from server.transports.base import Transport
from server.transports.connection import Connection

M = TypeVar("M")


class MessageDecoder(Protocol):
    """Splits a byte stream into messages."""

    @property
    def pending(self) -> object:
        """True in a boolean context if the start of a message was read but not its end."""


class InputConnection(Connection, Generic[M]):
    """A connection whose messages wait for their turn; ``M`` is the type of an undecoded one.

    ``data_received`` of a subclass handles the first message and passes the others to ``hold``.
    """

    __slots__ = ("_decoder", "_first_held", "_held", "_is_waiting", "ignores_input")

    def __init__(self, transport: Transport[Any], decoder: MessageDecoder) -> None:
        super().__init__(transport)
        self.ignores_input = False
        """Whether input is ignored, although the last messages may still wait for the journal."""
        self._decoder = decoder
        self._first_held: M | None = None
        self._held: Iterator[M] | None = None
        """Received messages after ``_first_held`` that are not handled; None if none wait."""
        self._is_waiting = False
        """Whether the connection is in the backlog of its transport."""

    def handle(self, message: M) -> bool:
        """Handle a message; return False, and change nothing, if it has to wait."""
        raise NotImplementedError

    def on_input_error(self, error: Exception) -> None:
        """Handle an exception of ``input_errors`` that a message or its decoder has raised."""
        raise NotImplementedError

    input_errors: tuple[type[Exception], ...] = ()
    """Exceptions that end the input."""

    @property
    def is_input_blocked(self) -> bool:
        """Whether messages wait or the client does not read; False if input is ignored."""
        return (self._held is not None or self._is_congested) and not self.ignores_input

    def hold(self, first: M | None, rest: Iterator[M]) -> None:
        """Keep messages until it is their turn; ``first`` comes before ``rest``, if it is given.

        Messages that are held already come before both. Reading stops until all are handled.
        """
        if self._held is None:
            self._first_held, self._held = first, rest
        else:
            self._held = chain(self._held, rest)
        self.update_reading()
        self.continue_input()

    def continue_input(self) -> None:
        """Join the backlog for the next turn, if messages are held and the client reads answers.

        Does nothing if the connection is in the backlog already or closing.
        """
        if self._held is not None and not (self._is_waiting or self._is_congested or self.closing):
            self._is_waiting = True
            self.transport.backlog.add(self)

    def on_writable(self) -> None:
        """Continue with the messages that are held, because the client has read its answers."""
        self.continue_input()

    def handle_next(self) -> bool:
        """Handle the next held message; return whether another one may follow in the next turn.

        Otherwise none is left, the client does not read, or the message has to wait for answers;
        ``continue_input`` then waits for a new turn.
        """
        self._is_waiting = (
            not (self._is_congested or self.closing or self._held is None)
            and self._handle_held()
            and not self._is_congested
        )
        return self._is_waiting

    def _handle_held(self) -> bool:
        """Handle the next held message; return whether more can be handled now.

        Without one, or after an error that ends the input, the rest is dropped and reading resumes.
        """
        message = self._first_held
        try:
            if message is None and (message := next(self._held or iter(()), None)) is None:
                self._end_held()
                return False
            self._first_held = message
            if not self.handle(message):
                return False
            self._first_held = None
        except self.input_errors as error:
            self.on_input_error(error)
        if self.closing or self.ignores_input:
            self.drop_held()
        return self._held is not None

    def _end_held(self) -> None:
        """Resume reading, and set the deadline of a message that has begun, if there is one."""
        self.drop_held()
        self.update_deadline(completed=True, pending=bool(self._decoder.pending))

    def drop_held(self) -> None:
        """Discard the messages that are held and resume reading."""
        self._held = self._first_held = None
        self.update_reading()

    def ignore_input(self) -> None:
        """Ignore all further input and start the message deadline.

        The deadline ends the connection if the journal delays its close for too long.
        """
        self.ignores_input = True
        self.drop_held()
        self._start_message_deadline()
