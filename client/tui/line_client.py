"""The line-by-line client without its input and output: messages and typed lines in, messages out.

``heard`` takes what the server says, ``typed`` what a person types; both write lines for people and
return what to send. The same object serves a terminal, a pipe and the tests.
"""

from collections.abc import Callable, Sequence
from itertools import count

from msgspec import UNSET, structs

from client.bots.general import GreedyBot
from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.base import GameCommands, Offer, Viewport
from client.games.layout import format_columns
from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.model import PROMPTS, Model
from client.tui import display
from client.tui.choices import completions
from client.tui.lobby_dialogue import HOST_COMMANDS, USUAL, LobbyDialogue, parse_room
from client.tui.text import screen, typing
from client.tui.text.messages import ask, describe
from messages import ClientMessage, Message, ServerMessage, lobby, play
from messages.base import members
from messages.registry import Action, GameView, LegalActions

Replies = list[ClientMessage]
Announce = Callable[[Message | ConnectionEvent, list[str]], None]
ACTIONS = members(Action)


class LineClient:
    """``nickname`` answers the first question by itself; ``at_once`` makes the wished match.

    With ``color`` boards that have a coloured form are shown in it. ``announce`` is called once for
    each message, with the lines that describe it; by default they are written.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        nickname: str = "",
        wish: lobby.SelectModeAndPlayers | None = None,
        *,
        at_once: bool = False,
        color: bool = False,
        announce: Announce | None = None,
    ) -> None:
        self.model = Model()
        self.finished = False
        self._write = write
        self._announce = announce or (lambda message, lines: self._write_all(lines))
        self.color = color
        self.lobby = LobbyDialogue(self.model, write, nickname, wish or USUAL, at_once=at_once)
        self._offer = Offer({}, ())
        self._shown: ServerMessage | None = None
        """The question whose choices were shown, until it is answered. Others may act meanwhile."""
        self._show = self._show_offer
        self.viewport = Viewport()
        self._ids = count(1)
        self._waiting: set[int] = set()
        write(screen.WELCOME)

    def heard(self, message: Message | ConnectionEvent) -> Replies:
        """Show what it means to a person; the client's own answers are returned."""
        if isinstance(message, ConnectionEvent):
            self._announce(message, EVENTS[message].splitlines())
            return []
        if isinstance(message, ServerMessage) and message.reply_to is not UNSET:
            self._waiting.discard(message.reply_to)
        self.model.receive(message)
        self._announce(message, describe(self.model, message))
        return self._sent(self.lobby.heard(message) + self._in_match(message))

    def _in_match(self, message: Message) -> Replies:
        match message:
            case play.YourTurn() | play.FinalScores():
                self._board()
            case GameView() if message.reply_to is not UNSET:
                self._board()
            case play.Error():
                self._shown = self.model.prompt
            case LegalActions():
                self._shown = self.model.prompt
                self._show()
                self._show = self._show_offer
            case _ if self.model.view is not None and isinstance(message, PROMPTS):
                assert self.model.prompt is not None
                self.viewport.reset()
                self._write(ask(self.model.prompt))
                return [play.ListActions()]
        return []

    def takes(self, line: str) -> bool:
        """Whether this line would be understood now: for input that does not wait by itself."""
        if self._waiting or self.model.phase == "connecting":
            return False
        words = line.lower().split()
        if not words or words[0] in self._common:
            return True
        if self.model.phase == "room":
            return bool(self.model.wizards) or words[0] in HOST_COMMANDS
        return self.model.phase != "playing" or self._is_asked

    @property
    def _is_asked(self) -> bool:
        open_still = self.model.prompt is not None and self._shown is self.model.prompt
        return open_still or bool(self.model.actions)

    def typed(self, line: str) -> Replies:
        """Do what the line says, or explain why not."""
        try:
            return self._sent(self._command(line.strip()))
        except CommandError as error:
            self._write(str(error))
            return []

    def say(self, message: ClientMessage) -> Replies:
        """Exactly this message: for a front end in which things are chosen and not typed."""
        return self._sent([message])

    def _command(self, line: str) -> Replies:
        word, _, rest = line.partition(" ")
        common = self._common.get(word.lower())
        if common is not None:
            return common(rest.strip())
        if not line:
            self._write(screen.status(self.model))
            return []
        return self._by_phase(line)

    def _by_phase(self, line: str) -> Replies:
        match self.model.phase:
            case "nickname":
                return [lobby.ChooseNickname(line[:64])]
            case "match" | "setup":
                return self.lobby.typed(line)
            case "room":
                return [parse_room(line, self.model.wizards)]
            case "playing":
                return self._game_command(line)
        raise CommandError(screen.unknown_answer(line))

    def _game_command(self, line: str) -> Replies:
        if line.isascii() and line.isdigit():
            action = self._offer.numbers.get(int(line[:9]))
            if not self._is_asked:
                raise CommandError(screen.status(self.model))
            if action is None:
                raise CommandError(screen.NO_NUMBER)
            return [action]
        return [self._commands().parse(line, self.model.view)]

    # Commands that are always there; they are not shortened, so that nobody leaves by a slip.

    @property
    def _common(self) -> dict[str, Callable[[str], Replies]]:
        return {
            "help": self._help,
            "?": self._help,
            "board": self._show_board,
            "scroll": self._scroll,
            "actions": lambda rest: self._ask_actions(self._show_everything),
            "hint": lambda rest: self._ask_actions(self._show_hint),
            "chat": lambda rest: self._chat("", rest),
            "whisper": self._whisper,
            "refresh": self._refresh,
            "rules": lambda rest: self._told(display.show_rules(self.model, rest)),
            "show": lambda rest: self._told(display.show_part(self.model, rest)),
            "stats": lambda rest: self._told(display.show_part(self.model, "stats")),
            "online": self._online,
            "leave": self._leave,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _help(self, rest: str) -> Replies:
        return self._told([*display.show_help(self.model), *display.show_legend(self.model)])

    def _show_board(self, rest: str) -> Replies:
        if self.model.view is None:
            raise CommandError(screen.NOTHING_TO_SHOW)
        self.viewport.reset()
        if rest or display.is_redrawn(self.model.view, self.viewport):
            return self._told(display.show_player(self.model, self.viewport, rest))
        self._board()
        return []

    def _scroll(self, rest: str) -> Replies:
        return self._told(display.show_direction(self.model, self.viewport, rest))

    def _ask_actions(self, show: Callable[[], None]) -> Replies:
        if self.model.phase != "playing":
            raise CommandError(screen.NOTHING_ASKED)
        self._show = show
        return [play.ListActions()]

    def _chat(self, to: str, text: str) -> Replies:
        if not text:
            raise CommandError(typing.SAY_WHAT)
        return [play.SendChat(text[:300], to=to)]

    def _whisper(self, rest: str) -> Replies:
        name, _, text = rest.partition(" ")
        return self._chat(name[:64], text.strip())

    def _online(self, rest: str) -> Replies:
        if self.model.phase in ("connecting", "nickname"):
            raise CommandError(screen.CHOOSE_NICKNAME)
        return [lobby.ListPlayers()]

    def _told(self, lines: Sequence[str]) -> Replies:
        self._write_all(lines)
        return []

    def _refresh(self, rest: str) -> Replies:
        if self.model.phase == "match":
            return [lobby.RequestRefresh()]
        return [play.RequestView()] if self.model.phase == "playing" else []

    def _leave(self, rest: str) -> Replies:
        if self.model.phase not in ("room", "playing", "setup"):
            raise CommandError(screen.NOT_SEATED)
        return [play.LeaveMatch()]

    def _quit(self, rest: str) -> Replies:
        self.finished = True
        self._write(screen.GOODBYE)
        return [play.Quit()]

    def completions(self, line: str) -> list[str]:
        """Words that may come next."""
        return completions(self.model, line, self._common)

    def _show_offer(self) -> None:
        if self.model.view is None or not self.model.actions:
            return
        self._offer = self._commands().offer(self.model.view, self.model.actions)
        self._write_all(self._offer.lines)

    def _show_everything(self) -> None:
        text = self._commands().text
        lines = format_columns([text(action) for action in self.model.actions])
        self._write_all(lines or [screen.NOTHING_ASKED])

    def _show_hint(self) -> None:
        if self.model.view is None or not self.model.actions:
            self._write(screen.NOTHING_ASKED)
            return
        choice = GreedyBot(0).choose(self.model.view, self.model.actions)
        command = None if choice is None else self._commands().text(choice)
        self._write(screen.suggestion(command))

    def _board(self) -> None:
        if self.model.view is not None:
            board = display.render(self.model.view, self.model.names, color=self.color)
            self._write_all(["", *board])

    def _commands(self) -> GameCommands:
        if self.model.view is None:
            raise CommandError(screen.NOTHING_TO_SHOW)
        return ui_of(self.model.view).commands(self.model.view, self.model.names)

    def _write_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._write(line)

    def _sent(self, replies: Replies) -> Replies:
        if any(isinstance(reply, ACTIONS) for reply in replies):
            self._shown = None
        numbered = [structs.replace(reply, id=next(self._ids)) for reply in replies]
        self._waiting.update(reply.id for reply in numbered if reply.id is not UNSET)
        return numbered
