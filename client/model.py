"""Server messages in, client state and pending prompt out. No I/O, no text for people.

Every front end and every bot keeps one ``Model`` and hands it each message it receives.
"""

from typing import Literal

from msgspec import UNSET

from client.games.registry import follow
from messages import Message, ServerMessage, lobby, play
from messages.base import members
from messages.registry import Action, AnyView, GameMessage, GameView, LegalActions, UpdateMessage

Phase = Literal["connecting", "nickname", "match", "setup", "room", "playing"]

PROMPTS = members(GameMessage)
"""Messages of games; after the first view they are prompts for this seat."""


class Model:
    """Read the attributes; ``receive`` is the only way to change them."""

    def __init__(self) -> None:
        self.phase: Phase = "connecting"
        self.nickname = ""
        self.rooms: tuple[lobby.RoomInfo, ...] = ()
        self.playing: tuple[lobby.RoomInfo, ...] = ()
        self.room: lobby.RoomInfo | None = None
        self.code = ""
        self.wizards: tuple[str, ...] = ()
        self.error: play.Error | None = None
        self._new_match()

    def _new_match(self) -> None:
        self.players_info: lobby.PlayersInfo | None = None
        self.view: AnyView | None = None
        self.seq = 0
        self.turn = ""
        self.prompt: ServerMessage | None = None
        self.actions: tuple[Action, ...] = ()
        self.status: dict[str, str] = {}
        self.result: play.FinalScores | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The nicknames at the table; the place in it is the seat."""
        return self.players_info.player_nicknames if self.players_info else ()

    @property
    def seat(self) -> int | None:
        """The own seat, once there is one."""
        return self.names.index(self.nickname) if self.nickname in self.names else None

    @property
    def is_spectator(self) -> bool:
        """Return True for a spectator."""
        return self.view is not None and self.view.seat is None

    @property
    def is_my_turn(self) -> bool:
        """Return True if this seat has the turn."""
        return bool(self.nickname) and self.turn == self.nickname

    def receive(self, message: Message) -> None:
        """Update the state with a message from the server."""
        if not self._in_match(message):
            self._before_match(message)

    def _before_match(self, message: Message) -> None:
        match message:
            case lobby.RequestNickname():
                self.phase = "nickname"
            case lobby.SessionOpened():
                self.nickname = message.nickname
            case lobby.ChooseMatch():
                self.phase, self.rooms = "match", message.rooms
                self.playing = message.playing
                self._stand_up()
            case lobby.RequestSetUp():
                self.phase = "setup"
            case lobby.RoomUpdate():
                self.phase, self.room, self.code = "room", message.room, message.code
                self.wizards = () if self.nickname in message.room.wizards else self.wizards
            case lobby.SelectWizard():
                self.phase, self.wizards = "room", message.available_wizards
            case lobby.PlayersInfo():
                self._sit_down(message)
            case play.Error():
                self.error = message

    def _in_match(self, message: Message) -> bool:
        match message:
            case UpdateMessage():
                self._update(message)
            case LegalActions():
                self.actions = message.actions
            case GameView():
                self.phase, self.view = "playing", message.view
                self.seq = self.seq if message.seq is UNSET else message.seq
            case play.YourTurn():
                self._turn_comes(self.nickname)
            case play.IsTurnOfPlayer():
                self._turn_comes(message.player_nickname)
            case play.FinalScores():
                self.result, self.prompt, self.actions, self.turn = message, None, (), ""
            case play.PlayerStatus():
                self.status[message.nickname] = message.status
            case _ if self.view is not None and isinstance(message, PROMPTS):
                assert isinstance(message, ServerMessage)
                self.prompt, self.actions = message, ()
            case _:
                return False
        return True

    def _update(self, message: UpdateMessage) -> None:
        """Changes the view already contains (after a resume) are not followed twice."""
        if self.view is None or (message.seq is not UNSET and message.seq <= self.seq):
            return
        self.view = follow(self.view, message.change)
        self.actions = ()
        if message.seq is not UNSET:
            self.seq = message.seq

    def _turn_comes(self, nickname: str) -> None:
        self.turn, self.prompt, self.actions = nickname, None, ()

    def _sit_down(self, table: lobby.PlayersInfo) -> None:
        self._new_match()
        self.players_info, self.phase, self.wizards = table, "playing", ()

    def _stand_up(self) -> None:
        """Back at the list; the last table and its result stay to be looked at."""
        self.room, self.code, self.wizards = None, "", ()
        self.prompt, self.actions, self.turn = None, (), ""
