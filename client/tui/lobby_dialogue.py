"""The dialogue before a match, line by line: nickname, list of matches, set-up, wizard.

``LobbyDialogue`` writes the questions and answers those it can; the functions parse typed lines.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from client.games.parsing import CommandError, parse_number, pick
from client.games.registry import PLAYABLE
from client.games.text import A_COMMAND
from client.model import Model
from client.tui.text import screen, typing
from client.tui.text.messages import room_line
from messages import ClientMessage, Message, SelectModeAndPlayers, lobby, play

USUAL = SelectModeAndPlayers(number_of_players=2, bots=1)
VERBS = ("list", "join", "watch", "new", "again")
"""What can be done before there is a table."""
HOST_COMMANDS = ("add", "seats", "start")
"""What its host can do at an open table."""
COUNTED = ("bots", "clock")
"""Settings of a match that are followed by a number."""


class LobbyDialogue:
    """``nickname`` answers the first question by itself; ``at_once`` makes the wished match."""

    def __init__(
        self,
        model: Model,
        write: Callable[[str], None],
        nickname: str,
        wish: SelectModeAndPlayers,
        *,
        at_once: bool,
    ) -> None:
        self._model = model
        self._write = write
        self._nickname = nickname
        self.last = self._before = USUAL if at_once else wish
        """The set-up that ``new`` starts from, and the one before it, should it be refused."""
        self._wish = wish if at_once else None

    def heard(self, message: Message) -> list[ClientMessage]:
        """Show what the model has just taken note of; the client's own answers are returned."""
        match message:
            case lobby.RequestNickname():
                return self._introduce()
            case play.Error() if self._model.phase == "nickname":
                self._write(screen.CHOOSE_NICKNAME)
            case play.Error() if self._model.phase == "setup":
                self.last = self._before
                self._write(screen.SET_UP)
            case lobby.ChooseMatch():
                return self._at_the_list()
            case lobby.RequestSetUp():
                return self._set_up()
            case lobby.SelectWizard():
                self._show_wizards()
        return []

    def typed(self, line: str) -> list[ClientMessage]:
        """What a line means in the lobby, or in answer to the question for a set-up."""
        said = parse(line, self.last, numbers=self._model.phase == "match")
        if not isinstance(said, SelectModeAndPlayers):
            return [said]
        if self._model.phase == "setup":
            return self._ask_for(said)
        self._wish = said
        return [lobby.SelectMatch(0)]

    def _introduce(self) -> list[ClientMessage]:
        nickname, self._nickname = self._nickname or self._model.nickname, ""
        if nickname:
            return [lobby.ChooseNickname(nickname)]
        self._write(screen.CHOOSE_NICKNAME)
        return []

    def _at_the_list(self) -> list[ClientMessage]:
        if self._wish is not None:
            return [lobby.SelectMatch(0)]
        model = self._model
        if model.result is not None:
            self._write(screen.WHAT_NEXT)
        elif model.rooms:
            lines = map(room_line, model.rooms)
            self._write_all([screen.OPEN_MATCHES, *lines, screen.MATCH_CHOICES])
        else:
            self._write(screen.NO_MATCHES)
        if model.playing:
            self._write_all([screen.TO_WATCH, *map(room_line, model.playing)])
        return []

    def _set_up(self) -> list[ClientMessage]:
        if self._wish is None:
            self._write(screen.SET_UP)
            return []
        wanted, self._wish = self._wish, None
        return self._ask_for(wanted)

    def _ask_for(self, wanted: SelectModeAndPlayers) -> list[ClientMessage]:
        self._before, self.last = self.last, wanted
        return [wanted]

    def _show_wizards(self) -> None:
        wizards = enumerate(self._model.wizards, start=1)
        self._write_all([screen.CHOOSE_WIZARD, *(f"  {n}  {name.lower()}" for n, name in wizards)])

    def _write_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(line)


def parse(line: str, default: SelectModeAndPlayers, *, numbers: bool) -> ClientMessage:
    """What a line in the lobby asks for; with ``numbers`` one joins a match by its number alone."""
    words = line.split()
    if numbers and words[0].isdigit():
        words = ["join", words[0]] if words[0] != "0" else ["new"]
    match pick(words[0], {verb: verb for verb in VERBS}, A_COMMAND):
        case "list":
            return lobby.RequestRefresh()
        case "join":
            return parse_match(words[1:], lobby.SelectMatch, typing.JOIN_USAGE)
        case "watch":
            return parse_match(words[1:], lobby.WatchMatch, typing.WATCH_USAGE)
        case "again":
            return default
    return parse_new(words[1:], default)


def parse_new(words: Sequence[str], default: SelectModeAndPlayers) -> SelectModeAndPlayers:
    """The set-up that the words after ``new`` ask for."""
    wanted = default
    rest = list(words)
    while rest:
        word = rest.pop(0).lower()
        if word.isdigit():
            wanted = structs.replace(
                wanted, number_of_players=parse_number(word, "number of players")
            )
        elif "=" in word:
            wanted = structs.replace(wanted, options={**wanted.options, **parse_option(word)})
        else:
            wanted = _changed(wanted, _setting(word, rest))
    return wanted


def _changed(wanted: SelectModeAndPlayers, setting: dict[str, object]) -> SelectModeAndPlayers:
    """Another game has other options."""
    another = setting.get("game", wanted.game) != wanted.game
    return structs.replace(wanted, **({"options": {}} if another else {}), **setting)


def parse_option(word: str) -> dict[str, bool | int | str]:
    """An option of the game itself: ``key=value``."""
    key, sign, value = word.partition("=")
    if not (key and sign):
        raise CommandError(typing.NO_OPTION.format(word=word))
    if value in ("true", "false"):
        return {key: value == "true"}
    return {key: parse_number(value, "number") if value.isdigit() else value}


def _setting(word: str, rest: list[str]) -> dict[str, object]:
    """What the word sets; after ``bots`` and ``clock`` its number is taken from the rest."""
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
    settings.update({counted: {counted: None} for counted in COUNTED})
    setting = pick(word, settings, "setting")
    return {name: _count(name, rest) if name in COUNTED else setting[name] for name in setting}


def _count(name: str, rest: list[str]) -> int:
    if not rest:
        raise CommandError(typing.HOW_MANY.format(word=name))
    return parse_number(rest.pop(0), f"number for {name}")


def parse_match(
    words: Sequence[str], message: type[lobby.SelectMatch | lobby.WatchMatch], usage: str
) -> ClientMessage:
    """The message for the match whose number or code follows ``join`` or ``watch``."""
    if len(words) != 1:
        raise CommandError(usage)
    if words[0].isdigit():
        return message(parse_number(words[0], "match"))
    return message(0, code=words[0].upper()[:64])


def parse_room(line: str, free: Sequence[str]) -> ClientMessage:
    """At an open table: a wizard by name or by its place in the list, or what a host may do."""
    words = line.lower().split()
    if words[0] == "add" and len(words) <= 2:
        return lobby.AddComputerPlayer(words[1][:64] if len(words) == 2 else "")
    if words[0] == "seats" and len(words) == 2:
        return lobby.ChangeSeats(parse_number(words[1], "number of seats"))
    if words == ["start"]:
        return lobby.StartMatch()
    if words[0] == "wizard":
        words = words[1:]
    if len(words) != 1 or not free:
        raise CommandError(typing.WIZARD_USAGE if free else typing.WAIT)
    choices = {wizard.lower(): wizard for wizard in free}
    choices.update({str(n): wizard for n, wizard in enumerate(free, start=1)})
    return lobby.ChooseWizard(pick(words[0], choices, typing.A_WIZARD))
