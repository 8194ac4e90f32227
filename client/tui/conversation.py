"""A conversation with a server as the full-screen client has it: no screen, no network, no clock.

It is the line-by-line client with eyes: what that one would write down is here a log, a chat, a
menu and a clock to look at. Messages and typed lines go in, messages to send come out.
"""

from collections import deque

from client.connections import ConnectionEvent
from client.tui.choices import Words
from client.tui.line_client import LineClient, Replies
from messages import ClientMessage, Message, lobby, play
from messages.base import members
from messages.registry import Action, LegalActions
from messages.text import visible

ACTIONS = members(Action)
LOG_LINES = 200
ANSWERED_LATER = ("actions", "hint")
"""Commands whose answer is written when the server has listed the actions."""


class Conversation:
    """Read the attributes; ``news`` is what deserves a notice, and whoever shows it empties it."""

    def __init__(
        self,
        nickname: str = "",
        wish: lobby.SelectModeAndPlayers | None = None,
        *,
        at_once: bool = False,
    ) -> None:
        self._listening = False
        self._asked = False
        self._answered = False
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.chat: deque[str] = deque(maxlen=LOG_LINES)
        self.news: list[str] = []
        self.unread = 0
        self.chat_open = False
        self.trail: list[Words] = []
        """The steps of a choice that is not finished."""
        self.looked = True
        """Whether the result of the last match has been looked at."""
        self.away = False
        """Whether the connection is lost, and not back yet."""
        self.over = False
        """Whether the server has ended for good."""
        self.deadline: float | None = None
        self.client = LineClient(
            self._write, nickname, wish, at_once=at_once, announce=self._announce
        )
        self.model = self.client.model
        self.log.clear()

    def _write(self, line: str) -> None:
        """What the client itself says; it may quote a name, or what was typed."""
        if not self._listening:
            self.log.append(visible(line))

    # What the server says.

    def heard(self, message: Message | ConnectionEvent, now: float) -> Replies:
        """Take note; the client's own answers are returned."""
        before, offered = self.model.prompt, bool(self.model.actions)
        self._listening = not (self._asked and isinstance(message, LegalActions))
        replies = self.client.heard(message)
        self._listening = False
        new_turn = isinstance(message, play.YourTurn | play.IsTurnOfPlayer)
        if new_turn or self.model.prompt is not before:
            self.trail.clear()
            self._answered = False
            self._set_clock(now)
        elif offered and not self.model.actions and self.model.prompt and not self._answered:
            replies += self.client.say(play.ListActions())  # somebody else did something meanwhile
        if isinstance(message, play.TurnReminder):
            self.deadline = now + message.seconds_left
        return replies

    def _announce(self, message: Message | ConnectionEvent, lines: list[str]) -> None:
        """Add the description of a message to the log, and to what else it belongs to."""
        self.log.extend(lines)
        match message:
            case play.ChatMessage():
                self.chat.extend(lines)
                own = message.sender == self.model.nickname
                self.unread += 0 if own or self.chat_open else 1
            case play.Error():
                self._answered = False
                self.news.extend(lines)
            case ConnectionEvent.ENDED:
                self.over = True
            case ConnectionEvent():
                self.news.extend(lines)
                self.away = message is ConnectionEvent.LOST
            case LegalActions():
                self._asked = False
            case lobby.PlayersInfo():
                self.looked = False
            case lobby.ChooseMatch() if self.model.result is None:
                self.looked = True

    def _set_clock(self, now: float) -> None:
        seconds = self.model.room.clock if self.model.room else 0
        self.deadline = now + seconds if seconds and self.model.turn else None

    def seconds_left(self, now: float) -> int | None:
        """For the decision that is waited for; None where nobody is in a hurry."""
        if self.deadline is None or self.model.phase != "playing":
            return None
        return max(0, round(self.deadline - now))

    # What the person does.

    @property
    def path(self) -> Words:
        """The words chosen so far."""
        return self.trail[-1] if self.trail else ()

    def typed(self, line: str) -> Replies:
        """Do what the line says; a slash before it does no harm."""
        line = self._chat_to_one(line.strip().removeprefix("/"))
        self._asked = line.lower() in ANSWERED_LATER
        self.trail.clear()
        replies = self.client.typed(line)
        self._answered |= isinstance(replies[0], ACTIONS) if replies else False
        return replies

    def _chat_to_one(self, line: str) -> str:
        """``chat NAME text`` is for that person, where somebody here has the name."""
        words = line.split(maxsplit=2)
        people = self.model.names or (self.model.room.players if self.model.room else ())
        if (
            len(words) == 3
            and words[0].lower() == "chat"
            and words[1].lower() in map(str.lower, people)
        ):
            return f"whisper {words[1]} {words[2]}"
        return line

    def send(self, message: ClientMessage) -> Replies:
        """Say exactly this."""
        self.trail.clear()
        self._answered |= isinstance(message, ACTIONS)
        return self.client.say(message)

    def back(self) -> bool:
        """One step back in a choice that is not finished; False where there is none."""
        return bool(self.trail) and bool(self.trail.pop())

    @property
    def in_lobby(self) -> bool:
        """Whether the list of matches is what the person looks at."""
        return self.model.phase == "match" and self.looked and not self.over

    def show_chat(self, shown: bool) -> None:
        """Whether the chat is looked at; then nothing in it is unread."""
        self.chat_open = shown
        self.unread = 0 if shown else self.unread
