"""How a dialect obeys requests that need the server, one after the other.

A request is a generator. It yields what is to be said to the server, all at once, and goes on with
the answers when they have come and everything that belongs to them was heard. That may take a
while, because what happens is written down first; the requests after it wait, and nothing more is
read.
"""

from collections import deque
from collections.abc import Generator, Sequence
from typing import TypeAlias

from messages import Message
from messages.registry import AnyClientMessage
from server.delivery.hub import Hub
from server.dialects.listener import Wire
from server.effects import PeerId, Send

Steps: TypeAlias = Generator[Sequence[AnyClientMessage], list[Message], None]


class Stepping:
    """One connection: requests from the wire, messages from the hub. Subclass it."""

    peer: PeerId

    def __init__(self, hub: Hub, wire: Wire) -> None:
        self._hub = hub
        self._wire = wire
        self._inbox: deque[str | None] = deque()
        self._steps: Steps | None = None
        self._awaited = 0
        self._answers: list[Message] = []
        self._working = False

    @property
    def busy(self) -> bool:
        """Whether a request is under way."""
        return self._steps is not None

    @property
    def parted(self) -> bool:
        """Whether the guest has left; nothing more is obeyed then."""
        raise NotImplementedError

    def obey(self, request: str | None) -> Steps:
        """A request came; None is one that cannot be read."""
        raise NotImplementedError

    def hear(self, message: Message) -> None:
        """The server said something that is not an answer."""
        raise NotImplementedError

    def is_news(self, answer: Message) -> bool:
        """Whether an answer is heard like everything else, beside answering a request."""
        return False

    def settled(self) -> None:
        """All that one event caused was heard, and no request is under way."""

    def take(self, requests: Sequence[str | None]) -> None:
        """These came over the wire."""
        self._inbox += requests
        self._work()

    # The hub.

    def answer(self, message: Message) -> None:
        """Keep the answer for the request that is being obeyed."""
        if self._awaited:
            self._answers.append(message)
        if self.is_news(message):
            self.hear(message)

    def push(self, send: Send) -> None:
        """Messages that are not answers."""
        for message in send.messages:
            self.hear(message)

    def end_event(self) -> None:
        """All that one event caused was put."""
        self._work()
        if not self.busy and not self.parted:
            self.settled()

    def close(self) -> None:
        """The server said goodbye."""
        self._wire.close()

    # Request after request.

    def _work(self) -> None:
        if self._working:
            return
        self._working = True
        while not (self.parted or self._wire.closing):
            if self._steps is None and self._inbox:
                self._steps = self.obey(self._inbox.popleft())
            elif self._steps is None or len(self._answers) < self._awaited:
                break
            self._go_on(self._steps)
        self._working = False
        self._wire.hold(self.busy)

    def _go_on(self, steps: Steps) -> None:
        """The next step: something to say to the server, or the end of this request."""
        answers, self._answers = self._answers, []
        try:
            messages = steps.send(answers) if self._awaited else next(steps)
        except StopIteration:
            self._steps, self._awaited = None, 0
            return
        self._awaited = len(messages)
        for message in messages:
            self._hub.receive(self.peer, message)
