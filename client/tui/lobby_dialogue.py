"""The dialogue before a match in the line client: nickname, list of rooms, set-up, wizard.

``LobbyDialogue`` writes the questions and answers those for which it knows the answer. The
functions parse typed lines.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from client.games.parsing import CommandError, parse_number, pick
from client.games.text import A_COMMAND
from client.model import Model
from client.tui.new_tables import NewTable, from_match, from_setup, parse_new
from client.tui.room_commands import parse_room_line
from client.tui.room_pages import RoomPages
from client.tui.text import screen, typing
from client.tui.text.messages import room_line
from messages import ClientMessage, Message, SelectModeAndPlayers, lobby, play

DEFAULT_SETUP = SelectModeAndPlayers(number_of_players=2)
PHASE_MESSAGES = (
    *(lobby.RequestNickname, lobby.ChooseMatch, lobby.RoomUpdate, lobby.PlayersInfo),
    play.Error,
)
"""Messages after which the next line can be typed: a phase was entered, or a request refused."""
LOBBY_COMMANDS = ("list", "more", "back", "join", "watch", "new", "again")


class LobbyDialogue:
    """Asks the questions before a match and returns the answers to send.

    ``nickname`` is sent without asking the user. ``setup`` is the default of ``new``; with
    ``auto_create`` a room with this set-up is created without asking.
    """

    def __init__(
        self,
        model: Model,
        write: Callable[[str], None],
        nickname: str,
        setup: SelectModeAndPlayers,
        *,
        auto_create: bool,
    ) -> None:
        self._model = model
        self._write = write
        self._nickname = nickname
        self._default = DEFAULT_SETUP if auto_create else setup
        """The set-up that ``new`` starts from."""
        self.last_table = self._previous_table = from_setup(self._default)
        """The table that ``again`` opens, and the one to restore if it is refused."""
        self._pending_table = from_setup(setup) if auto_create else None
        """Opened as soon as the server asks for a set-up."""
        self._pending_bots: tuple[ClientMessage, ...] = ()
        """Requests for computer players that are sent once the table is open."""
        self._has_opened_table = False
        """True if this client has opened the table at which it sits."""
        self.is_between_phases = False
        """True from a nickname or the request for a new table until the lobby or table is entered.

        The server answers such a request before it sends the messages of the next phase.
        """
        self.refused_nickname = self.refusal = ""
        """The last nickname that was refused, and the reason; empty if none was."""
        self._chosen_nickname = self._to_be_changed = ""
        self.own_bots = 0
        """The number of computer players that this client has requested for its room."""
        self.first_line = ""
        """A line that is executed as soon as the lobby is entered, such as ``join 7``."""
        self.address = ""
        """The address of the server for invitations; empty if friends cannot reach it."""
        self.web_address = ""
        """The address of the page for browsers, for invitations; empty without one."""
        self.is_local = False
        """True on a server in this process, where all other seats are for computer players."""
        self.opens_standing = False
        """True if every new table is standing; then this client has to start its matches."""
        self.pages = RoomPages()
        self._written_wizards: tuple[str, ...] = ()
        """The free wizards as they were written last."""

    @property
    def last_setup(self) -> SelectModeAndPlayers:
        """The set-up of the last table, without its computer players."""
        return self.last_table.setup

    @property
    def default_table(self) -> NewTable:
        """The table that ``new`` without other words opens, for the game of the last one."""
        return parse_new([self.last_setup.game], self._default, is_local=self.is_local)

    def on_message(self, message: Message) -> list[ClientMessage]:
        """Write the question that a message asks; return the answer instead if it is known already.

        A refused nickname, set-up or wizard is asked for again; a refused set-up also restores the
        one before. Changed lists of free wizards are written again, because their numbers changed.
        Other messages are ignored. The model must have received the message before.
        """
        self.pages.on_message(message)
        if isinstance(message, PHASE_MESSAGES):
            self.is_between_phases = False
        match message:
            case lobby.RequestNickname():
                return self._answer_nickname()
            case play.Error() if self._model.phase == "nickname":
                self.refused_nickname = self._to_be_changed = self._chosen_nickname
                self.refusal = message.message
                self._write(screen.CHOOSE_NICKNAME)
            case play.Error() if self._model.phase == "setup":
                self.last_table, self._pending_bots = self._previous_table, ()
                self._write(screen.CHOOSE_SETUP)
            case lobby.ChooseMatch():
                self.own_bots, self._has_opened_table = 0, False
                return self._answer_room_list()
            case lobby.RequestSetUp():
                return self._answer_setup()
            case lobby.SelectWizard():
                self._write_wizards()
            case play.Error() if self._model.phase == "room" and self._model.wizards:
                self._write_wizards()
            case lobby.RoomUpdate():
                return self._on_room_update()
            case lobby.PlayersInfo() if not self._has_opened_table:
                self._remember_table(message)
        return []

    def _on_room_update(self) -> list[ClientMessage]:
        """Return the pending requests for computer players, once; write changed wizards."""
        if self._model.wizards != self._written_wizards:
            self._write_wizards()
        bots, self._pending_bots = self._pending_bots, ()
        return list(bots)

    def _remember_table(self, players: lobby.PlayersInfo) -> None:
        """Let ``again`` open a table like that of a match at which this client has a seat."""
        if self._model.nickname in players.player_nicknames:
            self.last_table = from_match(players)

    def on_line(self, line: str) -> list[ClientMessage]:
        """Return the messages for a line typed in the lobby, or as an answer to RequestSetUp.

        In the lobby a number joins that room, and 0 creates one. A set-up is kept until the server
        asks for it; until then the message only creates a room. Raises CommandError.
        """
        words = line.split()
        numbers_join = self._model.phase == "match"
        if numbers_join and words[0].isdigit():
            words = ["join", words[0]] if words[0] != "0" else ["new"]
        command = pick(words[0], {command: command for command in LOBBY_COMMANDS}, A_COMMAND)
        if command not in ("new", "again"):
            return [self._parse_choice(command, words[1:])]
        table = self.last_table
        if command == "new":
            table = parse_new(words[1:], self._default, is_local=self.is_local)
        if self._model.phase == "setup":
            return self._send_setup(table)
        self._pending_table = table
        return self._request_table()

    def _parse_choice(self, command: str, words: Sequence[str]) -> ClientMessage:
        """Return the message that requests a page of rooms, or joins or watches a room.

        Raises CommandError.
        """
        match command:
            case "more":
                return self.pages.next(self._model.next_page)
            case "back":
                return self.pages.previous()
            case "join":
                return parse_room_choice(words, lobby.SelectMatch, typing.JOIN_USAGE)
            case "watch":
                return parse_room_choice(words, lobby.WatchMatch, typing.WATCH_USAGE)
        return self.pages.first(words)

    def _answer_nickname(self) -> list[ClientMessage]:
        """Return the nickname given at the start, only once, later that of the session.

        Without either, ask for a nickname and return an empty list.
        """
        nickname, self._nickname = self._nickname or self._model.nickname, ""
        if nickname:
            return self.choose_nickname(nickname)
        self._write(screen.CHOOSE_NICKNAME)
        return []

    def take_refused_nickname(self) -> str:
        """Return a nickname that was refused since the last call; empty if none was."""
        refused, self._to_be_changed = self._to_be_changed, ""
        return refused

    def choose_nickname(self, nickname: str) -> list[ClientMessage]:
        """Return the choice of a nickname, cut to 64 characters, and remember that it was sent."""
        self.is_between_phases = True
        self._chosen_nickname = nickname[:64]
        return [lobby.ChooseNickname(self._chosen_nickname)]

    def _answer_room_list(self) -> list[ClientMessage]:
        """Create a room if one is pending, or execute the first line; otherwise list the rooms.

        After a match only what can be typed and the rooms to watch are listed.
        """
        if self._pending_table is not None:
            return self._request_table()
        if self.first_line:
            return self._execute_first_line()
        model = self._model
        if model.result is not None:
            self._write(screen.AFTER_MATCH)
        elif model.rooms:
            lines = map(room_line, model.rooms)
            self._write_all([screen.OPEN_TABLES, *lines, screen.TABLE_CHOICES])
        else:
            self._write(screen.NO_TABLES)
        if model.playing:
            self._write_all([screen.TABLES_TO_WATCH, *map(room_line, model.playing)])
        if pages := screen.page_line(model, has_previous_page=self.pages.has_previous):
            self._write(pages)
        return []

    def _execute_first_line(self) -> list[ClientMessage]:
        """Execute the line that was given before the lobby; an error in it is written."""
        line, self.first_line = self.first_line, ""
        try:
            return self.on_line(line)
        except CommandError as error:
            self._write(str(error))
            return []

    def _request_table(self) -> list[ClientMessage]:
        """Return the request for a new table, whose set-up the server will ask for."""
        self.is_between_phases = True
        return [lobby.SelectMatch(0)]

    def _answer_setup(self) -> list[ClientMessage]:
        """Return the pending set-up, which is sent only once; without one, ask for the settings."""
        if self._pending_table is None:
            self._write(screen.CHOOSE_SETUP)
            return []
        table, self._pending_table = self._pending_table, None
        return self._send_setup(table)

    def _send_setup(self, table: NewTable) -> list[ClientMessage]:
        """Return the set-up to send and remember the table as the last one.

        The one before is kept, to be restored if the server refuses the new one. Computer players
        of other strategies are requested later, by ``_on_room_update``. With ``opens_standing`` the
        table is opened as a standing one.
        """
        self._previous_table, self.last_table = self.last_table, table
        setup, self._pending_bots = table.messages()
        if self.opens_standing:
            setup = structs.replace(setup, standing=True)
        self.own_bots, self._has_opened_table = len(table.levels), True
        return [setup]

    def on_room_line(self, line: str) -> list[ClientMessage]:
        """Return the messages for a line typed in an open room. Raises CommandError.

        Requested computer players are counted in ``own_bots``.
        """
        replies = parse_room_line(line, self._model)
        self.own_bots += sum(isinstance(reply, lobby.AddComputerPlayer) for reply in replies)
        return replies

    def _write_wizards(self) -> None:
        """Write the question for a wizard and the free wizards with their numbers, from 1.

        Nothing is written if there is no wizard to choose.
        """
        self._written_wizards = self._model.wizards
        if not self._model.wizards:
            return
        wizards = enumerate(self._model.wizards, start=1)
        self._write_all([screen.CHOOSE_WIZARD, *(f"  {n}  {name.lower()}" for n, name in wizards)])

    def _write_all(self, lines: Iterable[str]) -> None:
        """Write the lines."""
        for line in lines:
            self._write(line)


def parse_room_choice(
    words: Sequence[str], message: type[lobby.SelectMatch | lobby.WatchMatch], usage: str
) -> ClientMessage:
    """Return a message of the class ``message`` for the number or code of a room.

    A code becomes upper case and is cut to 64 characters. Raises CommandError for an invalid
    number, and with ``usage`` if there is not exactly one word.
    """
    if len(words) != 1:
        raise CommandError(usage)
    if words[0].isdigit():
        return message(parse_number(words[0], "table"))
    return message(0, code=words[0].upper()[:64])
