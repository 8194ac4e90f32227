"""The dialogue before a match in the line client: nickname, list of rooms, set-up, wizard.

``LobbyDialogue`` writes the questions and answers those for which it knows the answer. The
functions parse typed lines.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from client.games.parsing import CommandError, parse_number, pick
from client.games.registry import PLAYABLE
from client.games.text import A_COMMAND
from client.model import Model
from client.tui.room_pages import RoomPages
from client.tui.text import screen, typing
from client.tui.text.messages import room_line
from messages import ClientMessage, Message, SelectModeAndPlayers, lobby, play

DEFAULT_SETUP = SelectModeAndPlayers(number_of_players=2, bots=1)
LOBBY_COMMANDS = ("list", "more", "back", "join", "watch", "new", "again")
KICK = "kick"
"""Command of the host that is followed by the name of a player."""
HOST_COMMANDS = ("add", "seats", KICK, "start")
"""Commands that only the host of an open room may use."""
PARTNER = "partner"
"""Command of every player in an open room of a game with teams."""
NUMBER_SETTINGS = ("bots", "clock")
"""Settings of a room that are followed by a number."""


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
        self.last_setup = self._previous_setup = DEFAULT_SETUP if auto_create else setup
        """The set-up that ``new`` starts from, and the one to restore if it is refused."""
        self._pending_setup = setup if auto_create else None
        """Sent as soon as the server asks for a set-up."""
        self.pages = RoomPages()
        self._written_wizards: tuple[str, ...] = ()
        """The free wizards as they were written last."""

    def on_message(self, message: Message) -> list[ClientMessage]:
        """Write the question that a message asks; return the answer instead if it is known already.

        A refused nickname, set-up or wizard is asked for again; a refused set-up also restores the
        one before. Changed lists of free wizards are written again, because their numbers changed.
        Other messages are ignored. The model must have received the message before.
        """
        self.pages.on_message(message)
        match message:
            case lobby.RequestNickname():
                return self._answer_nickname()
            case play.Error() if self._model.phase == "nickname":
                self._write(screen.CHOOSE_NICKNAME)
            case play.Error() if self._model.phase == "setup":
                self.last_setup = self._previous_setup
                self._write(screen.CHOOSE_SETUP)
            case lobby.ChooseMatch():
                return self._answer_room_list()
            case lobby.RequestSetUp():
                return self._answer_setup()
            case lobby.SelectWizard():
                self._write_wizards()
            case play.Error() if self._model.phase == "room" and self._model.wizards:
                self._write_wizards()
            case lobby.RoomUpdate() if self._model.wizards != self._written_wizards:
                self._write_wizards()
        return []

    def on_line(self, line: str) -> list[ClientMessage]:
        """Return the message for a line typed in the lobby, or as an answer to RequestSetUp.

        In the lobby a set-up is kept until the server asks for it; the message only creates a room.
        Raises CommandError.
        """
        words = line.split()
        numbers_join = self._model.phase == "match"
        if numbers_join and words[0].isdigit():
            words = ["join", words[0]] if words[0] != "0" else ["new"]
        command = pick(words[0], {command: command for command in LOBBY_COMMANDS}, A_COMMAND)
        if command not in ("new", "again"):
            return [self._parse_choice(command, words[1:])]
        parsed = self.last_setup if command == "again" else parse_new(words[1:], self.last_setup)
        if self._model.phase == "setup":
            return self._send_setup(parsed)
        self._pending_setup = parsed
        return [lobby.SelectMatch(0)]

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
            return [lobby.ChooseNickname(nickname)]
        self._write(screen.CHOOSE_NICKNAME)
        return []

    def _answer_room_list(self) -> list[ClientMessage]:
        """Create a room if a set-up is pending; otherwise list the rooms and what can be typed.

        After a match only what can be typed and the rooms to watch are listed.
        """
        if self._pending_setup is not None:
            return [lobby.SelectMatch(0)]
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

    def _answer_setup(self) -> list[ClientMessage]:
        """Return the pending set-up, which is sent only once; without one, ask for the settings."""
        if self._pending_setup is None:
            self._write(screen.CHOOSE_SETUP)
            return []
        setup, self._pending_setup = self._pending_setup, None
        return self._send_setup(setup)

    def _send_setup(self, setup: SelectModeAndPlayers) -> list[ClientMessage]:
        """Return the set-up to send and remember it as the last one.

        The one before is kept, to be restored if the server refuses the new one.
        """
        self._previous_setup, self.last_setup = self.last_setup, setup
        return [setup]

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
        for line in lines:
            self._write(line)


def parse_new(words: Sequence[str], default: SelectModeAndPlayers) -> SelectModeAndPlayers:
    """Return the default with the changes that the words after ``new`` request.

    A number sets the number of players and ``key=value`` an option; other words are settings.
    Raises CommandError.
    """
    setup = default
    rest = list(words)
    while rest:
        word = rest.pop(0).lower()
        if word.isdigit():
            setup = structs.replace(
                setup, number_of_players=parse_number(word, "number of players")
            )
        elif "=" in word:
            setup = structs.replace(setup, options={**setup.options, **parse_option(word)})
        else:
            setup = _with_fields(setup, _parse_setting(word, rest))
    return setup


def _with_fields(setup: SelectModeAndPlayers, fields: dict[str, object]) -> SelectModeAndPlayers:
    """Replace fields; another game also clears the options, because each game has its own."""
    is_other_game = fields.get("game", setup.game) != setup.game
    return structs.replace(setup, **({"options": {}} if is_other_game else {}), **fields)


def parse_option(word: str) -> dict[str, bool | int | str]:
    """Parse ``key=value`` into a dictionary with a boolean, a number or a string.

    Raises CommandError if the key or the sign is missing, or for a number with too many digits.
    """
    key, sign, value = word.partition("=")
    if not (key and sign):
        raise CommandError(typing.OPTION_USAGE.format(word=word))
    if value in ("true", "false"):
        return {key: value == "true"}
    return {key: parse_number(value, "number") if value.isdigit() else value}


def _parse_setting(word: str, rest: list[str]) -> dict[str, object]:
    """Return the fields of a set-up that a word or its prefix sets. Raises CommandError.

    After ``bots`` and ``clock`` the number is removed from ``rest``.
    """
    settings: dict[str, dict[str, object]] = {
        "expert": {"mode": True},
        "base": {"mode": False},
        "private": {"private": True},
        "public": {"private": False},
        "standing": {"standing": True},
        "unwatched": {"watchers": False},
        "watched": {"watchers": True},
    }
    settings.update({game: {"game": game} for game in PLAYABLE})
    settings.update({name: {name: None} for name in NUMBER_SETTINGS})
    fields = pick(word, settings, "setting")
    return {
        name: _parse_setting_number(name, rest) if name in NUMBER_SETTINGS else value
        for name, value in fields.items()
    }


def _parse_setting_number(name: str, rest: list[str]) -> int:
    """Remove the first word of ``rest`` and return it as a number. Raises CommandError."""
    if not rest:
        raise CommandError(typing.NUMBER_USAGE.format(word=name))
    return parse_number(rest.pop(0), f"number for {name}")


def parse_room_choice(
    words: Sequence[str], message: type[lobby.SelectMatch | lobby.WatchMatch], usage: str
) -> ClientMessage:
    """Return a message of the class ``message`` for the number or code of a room.

    Raises CommandError with ``usage`` if there is not exactly one word.
    """
    if len(words) != 1:
        raise CommandError(usage)
    if words[0].isdigit():
        return message(parse_number(words[0], "table"))
    return message(0, code=words[0].upper()[:64])


def parse_room_line(line: str, free_wizards: Sequence[str]) -> ClientMessage:
    """Return the message for a line, not empty, typed in an open room.

    It is a command of the host, the choice of a partner, or a free wizard by name or by number from
    1, with or without the word ``wizard``. Raises CommandError for any other line.
    """
    words = line.lower().split()
    if words[0] == PARTNER:
        return lobby.ChoosePartner(_parse_name(line, typing.PARTNER_USAGE))
    if words[0] == KICK:
        return lobby.KickPlayer(_parse_name(line, typing.KICK_USAGE))
    if words[0] == "add" and len(words) <= 2:
        return lobby.AddComputerPlayer(words[1][:64] if len(words) == 2 else "")
    if words[0] == "seats" and len(words) == 2:
        return lobby.ChangeSeats(parse_number(words[1], "number of seats"))
    if words == ["start"]:
        return lobby.StartMatch()
    if words[0] == "wizard":
        words = words[1:]
    if len(words) != 1 or not free_wizards:
        raise CommandError(typing.WIZARD_USAGE if free_wizards else typing.WAIT)
    choices = {wizard.lower(): wizard for wizard in free_wizards}
    choices.update({str(n): wizard for n, wizard in enumerate(free_wizards, start=1)})
    return lobby.ChooseWizard(pick(words[0], choices, typing.A_WIZARD))


def _parse_name(line: str, usage: str) -> str:
    """Return the text after the first word, cut to 64 characters.

    Raises CommandError with ``usage`` if there is none.
    """
    _, _, name = line.strip().partition(" ")
    if not name.strip():
        raise CommandError(usage)
    return name.strip()[:64]
