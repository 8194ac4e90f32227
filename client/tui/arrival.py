"""The way to a table, line by line: a name, the list of matches, a set-up, a wizard."""

from collections.abc import Callable, Iterable

from client.model import Model
from client.tui.commands import lobby
from client.tui.text import screen
from client.tui.text.messages import room_line
from messages import (
    ChooseMatch,
    ChooseNickname,
    ClientMessage,
    Error,
    Message,
    RequestNickname,
    RequestSetUp,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
)

USUAL = SelectModeAndPlayers(number_of_players=2, bots=1)


class Arrival:
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
            case RequestNickname():
                return self._introduce()
            case Error() if self._model.phase == "nickname":
                self._write(screen.CHOOSE_NICKNAME)
            case Error() if self._model.phase == "setup":
                self.last = self._before
                self._write(screen.SET_UP)
            case ChooseMatch():
                return self._at_the_list()
            case RequestSetUp():
                return self._set_up()
            case SelectWizard():
                self._show_wizards()
        return []

    def typed(self, line: str) -> list[ClientMessage]:
        """What a line means in the lobby, or in answer to the question for a set-up."""
        said = lobby.parse(line, self.last, numbers=self._model.phase == "match")
        if not isinstance(said, SelectModeAndPlayers):
            return [said]
        if self._model.phase == "setup":
            return self._ask_for(said)
        self._wish = said
        return [SelectMatch(0)]

    def _introduce(self) -> list[ClientMessage]:
        nickname, self._nickname = self._nickname or self._model.nickname, ""
        if nickname:
            return [ChooseNickname(nickname)]
        self._write(screen.CHOOSE_NICKNAME)
        return []

    def _at_the_list(self) -> list[ClientMessage]:
        if self._wish is not None:
            return [SelectMatch(0)]
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
