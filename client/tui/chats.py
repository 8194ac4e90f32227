"""The chats of a session: the last lines to the lobby, to the table and with each person.

After a reconnection the server sends lines again that the client has received before. They are not
added a second time.
"""

from collections import Counter, deque

from client.connections import ConnectionEvent
from client.games.parsing import pick
from client.model import Model
from client.tui.text import typing
from client.tui.text.messages import message_text
from messages import Message, lobby, play
from messages.registry import GameView, UpdateMessage
from messages.text import clean

MAX_LINES = 50
"""Maximum number of lines kept of each chat."""
MAX_CHATS = 20
"""Maximum number of chats kept."""
ENDS_REPETITION = (
    lobby.ChooseMatch,
    lobby.RoomUpdate,
    GameView,
    UpdateMessage,
    play.YourTurn,
    play.IsTurnOfPlayer,
)
"""Messages that follow the repeated chat lines after a reconnection."""


class ChatHistory:
    """The last lines of each chat, as the client shows them."""

    def __init__(self) -> None:
        self._chats: dict[str, deque[str]] = {}
        """The lines by the name of the chat: lobby, table, or the other person."""
        self._table = 0
        """The number of the table whose chat is kept; 0 before the first one."""
        self._repeated: Counter[tuple[str, str]] = Counter()
        """Lines with their chat that the server may send again."""

    def on_message(self, model: Model, message: Message | ConnectionEvent) -> None:
        """Add a chat line to its chat; forget the chat of the table at another table.

        Lines that the server repeats after a reconnection are skipped. The model must have received
        the message before. Other messages are ignored.
        """
        if isinstance(message, ENDS_REPETITION):
            self._repeated.clear()
        match message:
            case ConnectionEvent.RESTORED:
                self._repeated = Counter(
                    (name, line) for name, lines in self._chats.items() for line in lines
                )
            case lobby.RoomUpdate():
                self._enter_table(message.room.match)
            case play.ChatMessage():
                self._add(_chat_name(model, message), message_text(message))

    def _enter_table(self, number: int) -> None:
        """Remember the table; if it is another one, forget the chat of the table before."""
        if number != self._table:
            self._table = number
            self._chats.pop(typing.TABLE_CHAT, None)

    def _add(self, name: str, line: str) -> None:
        """Add a line, unless the server repeats it after a reconnection.

        Each skipped repetition uses up one count. If there are too many chats, drop the oldest.
        """
        if self._repeated[name, line]:
            self._repeated[name, line] -= 1
            return
        if name not in self._chats and len(self._chats) >= MAX_CHATS:
            del self._chats[next(iter(self._chats))]
        self._chats.setdefault(name, deque(maxlen=MAX_LINES)).append(line)

    def show(self, word: str) -> list[str]:
        """Return the lines of the chat with this name; without a word, each chat's last line.

        The name may be shortened. If there are no chats, return a line that says so, even with
        a word. Raises CommandError if there is no such chat among others.
        """
        if word and self._chats:
            names = {name.lower(): name for name in self._chats}
            return list(self._chats[pick(word, names, typing.A_CHAT)])
        if not self._chats:
            return [typing.NO_CHATS]
        return [typing.CHATS, *(f"  {name:<20} {lines[-1]}" for name, lines in self._chats.items())]


def _chat_name(model: Model, message: play.ChatMessage) -> str:
    """Return the name of the chat of a message: the other person, the table or the lobby."""
    if message.to:
        return clean(message.to if message.sender == model.nickname else message.sender, 20)
    return typing.TABLE_CHAT if model.phase in ("room", "playing") else typing.LOBBY_CHAT
