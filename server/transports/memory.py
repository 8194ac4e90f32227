"""The memory transport: computer players in this process, connected without encoding messages.

The first messages are processed immediately; later ones in loop iterations of their own, so that
computer players do not delay other connections. With a ``Delay``, each message of a match with
people is processed some time after it arrived, so that people can follow.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from messages import Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.effects import PeerId, Send
from server.sessions import OUR_CLIENT, ClientKind

OnMessage = Callable[[Message], Iterable[AnyClientMessage]]
"""Receives a message of the server and returns the replies."""
CallSoon = Callable[[Callable[[], None]], object]
"""Schedules a callback, like ``loop.call_soon``."""


class Delay(NamedTuple):
    """Delays the messages of a computer player."""

    call_later: Callable[[float, Callable[[], None]], object]
    """Schedules a callback after some seconds, like ``loop.call_later``."""
    seconds: Callable[[PeerId], float]
    """Returns the delay of a message that arrives now; 0 if it is not delayed."""


NO_DELAY = Delay(lambda seconds, callback: None, lambda peer: 0.0)


class MemoryPeer:
    """The connection of one computer player; it connects to the hub when it is created."""

    transport_name = "memory"

    def __init__(
        self,
        hub: Hub,
        on_message: OnMessage,
        call_soon: CallSoon,
        client: ClientKind = OUR_CLIENT,
        delay: Delay = NO_DELAY,
    ) -> None:
        self._hub = hub
        self._on_message = on_message
        self._call_soon = call_soon
        self._delay = delay
        self._inbox: deque[Message] = deque()
        self._received = self._processed = 0
        """Numbers of messages that have arrived and that have been processed."""
        self._is_batch_scheduled = False
        """True if ``_process_batch`` will be called soon."""
        self._closed = False
        self._processes_immediately = True
        self._peer = hub.connect(self, "memory", client)
        self._process_all()

    def answer(self, message: Message) -> None:
        """Add the answer of the server to the inbox, to be processed now or later."""
        self._enqueue_received((message,))

    def push(self, send: Send) -> None:
        """Add pushed messages of the server to the inbox, to be processed now or later."""
        self._enqueue_received(send.messages)

    def _enqueue_received(self, messages: Sequence[Message]) -> None:
        """Add messages to the inbox and schedule their processing, after the delay if there is one.

        Without a delay, all that wait are processed together. Nothing is scheduled while
        ``_process_all`` runs, because it processes them immediately.
        """
        self._inbox += messages
        self._received += len(messages)
        if self._processes_immediately:
            return
        if seconds := self._delay.seconds(self._peer):
            self._delay.call_later(seconds, partial(self._process_until, self._received))
        elif not self._is_batch_scheduled:
            self._is_batch_scheduled = True
            self._call_soon(self._process_batch)

    def _process_all(self) -> None:
        """Process the inbox until it is empty, so that the computer player joins without delay.

        From then on, messages are processed in loop iterations of their own.
        """
        while self._inbox:
            self._process_until(self._received)
        self._processes_immediately = False

    def close(self) -> None:
        """Ignore further replies of the player; disconnect from the hub in a later iteration.

        The player still receives the messages that wait in the inbox.
        """
        self._closed = True
        self._call_soon(lambda: self._hub.disconnect(self._peer))

    def _process_batch(self) -> None:
        """Process the messages in the inbox; those that arrive meanwhile wait for another batch."""
        self._is_batch_scheduled = False
        self._process_until(self._received)

    def _process_until(self, number: int) -> None:
        """Pass messages to the player and its replies to the hub, until ``number`` are processed.

        Does nothing if they have been processed before.
        """
        while self._processed < number:
            self._processed += 1
            for reply in self._on_message(self._inbox.popleft()):
                if not self._closed:
                    self._hub.receive(self._peer, reply)
