"""The client's model: server messages in, client state and pending prompt out.

Every front end and every bot has one ``Model`` and passes it each message that it receives. No I/O,
and no text for users.
"""

from typing import Literal

from msgspec import UNSET

from client.games.registry import apply_change
from messages import Message, ServerMessage, lobby, play
from messages.base import members
from messages.registry import Action, AnyView, GameMessage, GameView, LegalActions, UpdateMessage

Phase = Literal["connecting", "nickname", "match", "setup", "room", "playing"]

PROMPTS = members(GameMessage)
"""Messages of games. Those that follow the first view are prompts for this seat."""


class Model:
    """The state of one client. Only ``receive`` changes its attributes.

    ``view`` is the mirror of the match: ``receive`` applies each change to it once. ``prompt`` is
    pending until the next turn or the end of the match, ``actions`` until the next change.
    """

    def __init__(self) -> None:
        self.phase: Phase = "connecting"
        self.nickname = ""
        self.rooms: tuple[lobby.RoomInfo, ...] = ()
        self.playing: tuple[lobby.RoomInfo, ...] = ()
        """Rooms whose match has started and may be watched."""
        self.next_page = ""
        """The cursor of the next page of rooms; empty on the last page."""
        self.total_rooms = self.total_playing = 0
        """The numbers of rooms to join and to watch on all pages."""
        self.room: lobby.RoomInfo | None = None
        self.code = ""
        """The code of the room if it is private."""
        self.wizards: tuple[str, ...] = ()
        self.error: play.Error | None = None
        self._clear_match()

    def _clear_match(self) -> None:
        """Reset everything about a match; define the attributes on the first call."""
        self.players_info: lobby.PlayersInfo | None = None
        self.view: AnyView | None = None
        self.seq = 0
        """The number of the last change that the view contains."""
        self.turn = ""
        """The nickname of the player who has the turn."""
        self.prompt: ServerMessage | None = None
        self.actions: tuple[Action, ...] = ()
        self.status: dict[str, str] = {}
        self.result: play.FinalScores | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The nicknames of the players, in the order of their seats."""
        return self.players_info.player_nicknames if self.players_info else ()

    @property
    def seat(self) -> int | None:
        """The seat of this client; None before a match and for a spectator."""
        return self.names.index(self.nickname) if self.nickname in self.names else None

    @property
    def is_spectator(self) -> bool:
        """True if this client watches a match without a seat."""
        return self.view is not None and self.view.seat is None

    @property
    def is_my_turn(self) -> bool:
        """True if this client has a nickname and the turn."""
        return bool(self.nickname) and self.turn == self.nickname

    def receive(self, message: Message) -> None:
        """Update the state with a message from the server; other messages change nothing."""
        if not self._receive_in_match(message):
            self._receive_in_lobby(message)

    def _receive_in_lobby(self, message: Message) -> None:
        """Update phase, rooms, nickname or error with a message that is not about a match.

        ChooseMatch clears the room, and PlayersInfo starts a match. Other messages change nothing.
        """
        match message:
            case lobby.RequestNickname():
                self.phase = "nickname"
            case lobby.SessionOpened():
                self.nickname = message.nickname
            case lobby.ChooseMatch():
                self.phase, self.rooms = "match", message.rooms
                self.playing, self.next_page = message.playing, message.next
                self.total_rooms, self.total_playing = message.total, message.total_playing
                self._clear_room()
            case lobby.RequestSetUp():
                self.phase = "setup"
            case lobby.RoomUpdate():
                self.phase, self.room, self.code = "room", message.room, message.code
                self._update_wizards(message.room)
            case lobby.SelectWizard():
                self.phase, self.wizards = "room", message.available_wizards
            case lobby.PlayersInfo():
                self._start_match(message)
            case play.Error():
                self.error = message

    def _update_wizards(self, room: lobby.RoomInfo) -> None:
        """Update the wizards to choose from; none once this player has chosen or before a prompt.

        A server that does not list the free wizards leaves them as they are.
        """
        if self.nickname in room.wizards:
            self.wizards = ()
        elif self.wizards and room.free_wizards:
            self.wizards = room.free_wizards

    def _receive_in_match(self, message: Message) -> bool:
        """Handle a message about a match; return False for any other message.

        Messages of games count as prompts only when there is a view.
        """
        match message:
            case UpdateMessage():
                self._apply_change(message)
            case LegalActions():
                self.actions = message.actions
            case GameView():
                self.phase, self.view = "playing", message.view
                self.seq = self.seq if message.seq is UNSET else message.seq
            case play.YourTurn():
                self._set_turn(self.nickname)
            case play.IsTurnOfPlayer():
                self._set_turn(message.player_nickname)
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

    def _apply_change(self, message: UpdateMessage) -> None:
        """Apply a change to the view and forget the legal actions.

        Ignored without a view, or if the view contains the change already (after a resume).
        """
        if self.view is None or (message.seq is not UNSET and message.seq <= self.seq):
            return
        self.view = apply_change(self.view, message.change)
        self.actions = ()
        if message.seq is not UNSET:
            self.seq = message.seq

    def _set_turn(self, nickname: str) -> None:
        """Give the turn to a player; the pending prompt and actions are no longer valid."""
        self.turn, self.prompt, self.actions = nickname, None, ()

    def _start_match(self, players_info: lobby.PlayersInfo) -> None:
        """Clear the last match, store the players and enter the phase ``playing``."""
        self._clear_match()
        self.players_info, self.phase, self.wizards = players_info, "playing", ()

    def _clear_room(self) -> None:
        """Clear room, code, wizards, prompt, actions and turn; the caller sets the phase.

        The last view and result are kept, because they are still shown.
        """
        self.room, self.code, self.wizards = None, "", ()
        self.prompt, self.actions, self.turn = None, (), ""
