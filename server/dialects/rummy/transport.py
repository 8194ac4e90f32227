"""Rummy's old dialect as a route: status messages with headers, bodies and acknowledgements.

A draft standard for friends hosting for friends (Rummy 9 to 11), in two profiles at one table.
Players cannot come back after a lost connection, so they leave at once (10.8).
"""

from collections import deque

from msgspec.structs import replace

from messages import Error, ErrorCode, Message, StartMatch
from server.delivery.hub import Hub
from server.dialects.base import LEGACY_CLIENT
from server.dialects.rummy.commands import begin, connect, turn
from server.dialects.rummy.events import hear, tell_news
from server.dialects.rummy.peer import RummyGuest, RummyHouse, RummySettings, Steps
from server.dialects.rummy.profiles import Body
from server.dialects.rummy.wire import Frame, Frames, TooLong, maybe_alias, write
from server.dialects.transport import LegacyConnection, Listener
from server.effects import Send
from server.limits import Limits

CLIENT = replace(LEGACY_CLIENT, nickname_rule=maybe_alias)
BAD_MESSAGES = 3
"""Messages in a row that make no sense, after which somebody outside is not heard any more."""
MOST_WAITING = 64
"""Messages of one guest that wait; an honest one has two."""


class RummyConversation:
    """One connection: bytes from the wire, messages from the hub.

    OK and ERR are taken at once. Everything else waits in line while the server is asked; a turn of
    the later profile also waits until all have acknowledged, because its client repeats what is
    refused for ever.
    """

    def __init__(self, house: RummyHouse, wire: LegacyConnection, address: str) -> None:
        self._house = house
        self._wire = wire
        self._address = address
        self._frames = Frames()
        self._inbox: deque[Frame] = deque()
        self._steps: Steps | None = None
        self._awaited = 0
        self._answers: list[Message] = []
        self._working = False
        self._unwelcome = False
        self.guest = RummyGuest(house, self._write, self._work)
        self.guest.peer = house.hub.connect(self, address, client=CLIENT)
        house.hub.notify_event_end(self.guest.peer, self)

    def _write(self, kind: str, body: Body, later: bool) -> None:
        self._wire.write(write(kind, body, later=later))

    # The wire.

    @property
    def pending(self) -> bool:
        """Whether a message was begun and has not ended."""
        return self._frames.pending

    def feed(self, data: bytes) -> bool:
        """Take the messages that are whole now."""
        try:
            frames = self._frames.feed(data)
        except TooLong:
            self.guest.part()
            frames = []
        for frame in frames:
            self._take(frame)
        self._work()
        return bool(frames)

    def lost(self) -> None:
        """The connection is gone."""
        self.guest.part()
        self._house.hub.disconnect(self.guest.peer)

    def _take(self, frame: Frame | None) -> None:
        guest = self.guest
        guest.heard()
        sensible = frame is not None and (guest.alias != "" or frame.type == "CONNECT")
        guest.bad = 0 if sensible else guest.bad + 1
        if frame is None or not sensible:
            if not guest.alias and guest.bad >= BAD_MESSAGES:
                guest.part()
        elif frame.type == "OK":
            self._acknowledge(guest.profile.acknowledges(frame.word))
        elif frame.type == "ERR":
            guest.post.asked_again(frame.word.removeprefix("resend").strip().upper(), self._now)
        elif len(self._inbox) < MOST_WAITING:
            self._inbox.append(frame)

    def _acknowledge(self, kind: str) -> None:
        """The guest has it. After END that is all; after a BEGIN or MOVE others may go on."""
        guest = self.guest
        if not guest.post.acknowledged(kind, self._now):
            return
        if kind == "END":
            guest.part()
        for other in self._house.at(guest.room):
            other.wake()

    @property
    def _now(self) -> float:
        return self._house.now()

    # The hub.

    def answer(self, message: Message) -> None:
        """Keep the answer for the message that is being obeyed."""
        if self._awaited:
            self._answers.append(message)

    def push(self, send: Send) -> None:
        """Messages that are not answers."""
        for message in send.messages:
            self._unwelcome |= not self.guest.alias and _is_ban(message)
            hear(self.guest, message)

    def end_event(self) -> None:
        """All that one event caused was heard: answer the guest's own turn, tell it, go on."""
        self._work(fresh=False)
        if not self._is_answered:
            self._tell()
        self._work()

    def close(self) -> None:
        """The server said goodbye; the guest still hears how the match ended, a banned one why."""
        if self._unwelcome:
            return
        self.guest.post.say_all()
        self._wire.close()

    def _start_if_enough(self) -> None:
        """The match begins by itself at so many players (9.3)."""
        guest, room = self.guest, self.guest.room
        if room is None or room.match or guest.story.over or room.host is not guest.session:
            return
        leaving = [other for other in self._house.at(room) if other.story.over]
        here = len(room.present) - len(leaving)
        if here >= self._house.settings.autostart and self._steps is None:
            self._house.hub.receive(guest.peer, StartMatch())

    # Message after message.

    @property
    def _is_answered(self) -> bool:
        """Whether the message that is being obeyed can go on."""
        return self._steps is not None and len(self._answers) >= self._awaited

    @property
    def _is_free(self) -> bool:
        """Whether the next message can be obeyed."""
        return self._steps is None and bool(self._inbox) and not self._must_wait(self._inbox[0])

    def _work(self, *, fresh: bool = True) -> None:
        """Obey as far as answers are there, a ``fresh`` message too; after the end no more."""
        if self._working:
            return
        self._working = True
        while not (self.guest.parted or self._wire.closing):
            if fresh and self._is_free:
                self._steps = self._obey(self._inbox.popleft())
            elif not self._is_answered:
                break
            self._go_on()
        self._working = False
        if self._unwelcome and self.guest.parted:
            self._wire.close()

    def _tell(self) -> None:
        tell_news(self.guest)
        self._start_if_enough()

    def _must_wait(self, frame: Frame) -> bool:
        """Whether a turn of the later profile has to wait for others, or for its own turn."""
        guest = self.guest
        if frame.type != "TURN" or not guest.profile.later:
            return False
        drawing = frame.word in ("t", "p") and not guest.on_turn and not guest.story.over
        return drawing or self._house.is_waiting(guest.room)

    def _obey(self, frame: Frame) -> Steps:
        guest = self.guest
        if frame.type == "CONNECT" and not guest.alias:
            return connect(guest, frame, self._address)
        if frame.type == "BEGIN" and guest.alias:
            return begin(guest)
        if frame.type == "TURN" and guest.alias:
            return turn(guest, frame)
        return _disregard()

    def _go_on(self) -> None:
        """The next step: something to say to the server, or the end of this message."""
        assert self._steps is not None
        answers, self._answers = self._answers, []
        try:
            messages = self._steps.send(answers) if self._awaited else next(self._steps)
        except StopIteration:
            self._steps, self._awaited = None, 0
            self._tell()
            return
        self._awaited = len(messages)
        for message in messages:
            self._house.hub.receive(self.guest.peer, message)


def _is_ban(message: Message) -> bool:
    """What a banned stranger hears, and nobody who is sent away because the house is full."""
    return isinstance(message, Error) and message.error is ErrorCode.NOTALLOWED


def _disregard() -> Steps:
    yield from ()


class RummyRoute(Listener):
    """The listening side and what its guests share."""

    def __init__(
        self, hub: Hub, limits: Limits, host: str, settings: RummySettings | None = None
    ) -> None:
        super().__init__(hub, limits, host)
        self.house = RummyHouse(hub, settings or RummySettings(), lambda: self.now())

    def converse(self, wire: LegacyConnection, address: str) -> RummyConversation:
        """A new guest, who has to say CONNECT first."""
        conversation = RummyConversation(self.house, wire, address)
        settings = self.house.settings
        if settings.require_player_port and wire.port != settings.player_port:
            conversation.guest.part()
        return conversation

    def sweep(self, now: float) -> None:
        """Once a second: what was not acknowledged, pings, and those who wait for others."""
        super().sweep(now)
        for guest in list(self.house.guests):
            guest.tick(now)
