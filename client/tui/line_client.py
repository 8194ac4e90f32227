"""The line client without input and output: messages and typed lines in, messages to send out.

``on_message`` processes a message of the server, ``on_line`` a typed line. Both write text through
the ``write`` callback and return the messages to send.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from time import monotonic

from msgspec import UNSET, structs

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.base import GameCommands, Offer
from client.games.drawing import Marks
from client.games.levels import EASY
from client.games.parsing import CommandError
from client.games.registry import ui, ui_of
from client.model import PROMPTS, Model
from client.tui import display
from client.tui.choices import list_completions
from client.tui.lobby_dialogue import DEFAULT_SETUP, LobbyDialogue
from client.tui.queries import Queries, Query
from client.tui.room_commands import ROOM_COMMANDS, starts_by_itself
from client.tui.text import screen, typing
from client.tui.text import tutorial as tutorial_text
from client.tui.text.messages import describe, prompt_text
from client.tui.tutorial import Tutorial
from messages import ClientMessage, Message, ServerMessage, lobby, play
from messages.base import members
from messages.registry import Action, GameView, LegalActions

Replies = list[ClientMessage]
"""Messages to send, with their ids."""
Announce = Callable[[Message | ConnectionEvent, list[str]], None]
"""Called with a message and the lines that describe it."""
ACTIONS = members(Action)


def random_first_id() -> int:
    """Return an id that no earlier client of a session has probably used, below those of retries.

    A connection that repeats messages uses ids from 2**41 on.
    """
    return 1 + random.getrandbits(40)


class LineClient:
    """A client that shows everything as lines of text, beginning with a welcome.

    ``nickname`` is sent without asking the user. ``setup`` is the default of ``new``; with
    ``auto_create`` a room with this set-up is created without asking. ``announce`` is called once
    for each message; by default it writes the lines. ``clock`` returns the time in seconds.
    Message ids begin with ``first_id``: a client that continues a session of an earlier process
    needs ids that the session has not used, because the server does not handle an id twice.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        nickname: str = "",
        setup: lobby.SelectModeAndPlayers | None = None,
        *,
        auto_create: bool = False,
        announce: Announce | None = None,
        clock: Callable[[], float] = monotonic,
        first_id: int = 1,
    ) -> None:
        self.model = Model()
        self.queries = Queries(self.model, clock)
        self.is_finished = False
        self._write = write
        self._announce = announce or (lambda message, lines: self._write_all(lines))
        self.lobby = LobbyDialogue(
            self.model, write, nickname, setup or DEFAULT_SETUP, auto_create=auto_create
        )
        self.tutorial: Tutorial | None = None
        """The notes of a guided match; None in other matches."""
        self._written_note: list[str] = []
        self._offer = Offer({}, ())
        self._offered_prompt: ServerMessage | None = None
        """The prompt whose choices were shown, until it is answered.

        Unlike the model's actions it survives what other players do meanwhile.
        """
        self._show_actions = self._show_offer
        """Shows the next LegalActions; afterwards it is ``_show_offer`` again."""
        self.shown_part = Marks()
        """The part of a large board that ``board NAME`` and ``scroll`` selected."""
        self._ids = count(first_id)
        self._unanswered_ids: set[int] = set()
        self._automatic_ids: set[int] = set()
        """The ids of unanswered requests for legal actions that the user did not make."""
        self.asks_before_leaving = True
        """True if leaving a match must be confirmed; False for lines from a pipe."""
        self._unconfirmed = self._confirmed = ""
        """The command that the last line asked to confirm, and the one that this line confirms."""
        self.hinted: Action | None = None
        """The action of the last hint."""
        write(screen.WELCOME)

    def on_message(self, message: Message | ConnectionEvent) -> Replies:
        """Show a message or connection event; return what the client answers without the user.

        A message also updates the model, and the id that it replies to is no longer unanswered. The
        refusal of a request that the user did not make is ignored: the match may just have ended.
        """
        if isinstance(message, ConnectionEvent):
            self.queries.on_message(message)
            self._announce(message, EVENTS[message].splitlines())
            return []
        if isinstance(message, ServerMessage) and message.reply_to is not UNSET:
            self._unanswered_ids.discard(message.reply_to)
            if isinstance(message, play.Error) and message.reply_to in self._automatic_ids:
                return []
        self.model.receive(message)
        self.queries.on_message(message)
        self._announce(message, self._describe(message))
        replies = self.lobby.on_message(message) + self._on_match_message(message)
        self._update_note()
        return self._as_automatic(self._with_ids(replies))

    def request_actions(self) -> Replies:
        """Return a request for the legal actions that the user has not typed."""
        return self._as_automatic(self._with_ids([play.ListActions()]))

    def _as_automatic(self, replies: Replies) -> Replies:
        """Record requests for legal actions as not made by the user, and return all messages."""
        asked = {r.id for r in replies if isinstance(r, play.ListActions) and r.id is not UNSET}
        self._automatic_ids = (self._automatic_ids & self._unanswered_ids) | asked
        return replies

    def _update_note(self) -> None:
        """Write the note of the tutorial if it is another one than before."""
        if self.tutorial is None:
            return
        self.tutorial.update(self.model)
        note = self.tutorial.lines()
        if note and note != self._written_note:
            self._write_all(note)
        self._written_note = note

    def start_tutorial(self, game: str) -> None:
        """Open a table for the guided match of a game in the lobby, and show the notes of it."""
        self.tutorial = Tutorial(ui(game).tutorial)
        self.lobby.first_line = f"new {game} 2 bots 1 {EASY}"

    def skip_tutorial(self) -> bool:
        """End the tutorial; return False if there is none or it has ended already."""
        if self.tutorial is None or self.tutorial.is_finished:
            return False
        self.tutorial.skip()
        self._write(tutorial_text.SKIPPED)
        return True

    def _next_note(self, rest: str) -> Replies:
        """Close the note that was read and write the next one."""
        if self.tutorial is not None:
            self.tutorial.next(self.model)
        self._update_note()
        return []

    def _skip(self, rest: str) -> Replies:
        """End the tutorial."""
        self.skip_tutorial()
        return []

    def _describe(self, message: Message) -> list[str]:
        """Return the lines that describe a message; if its text fails, one line that says so.

        The texts of games are called with whatever the server sends.
        """
        try:
            return describe(self.model, message)
        except Exception:
            return [screen.no_text(type(message).__name__)]

    def _on_match_message(self, message: Message) -> Replies:
        """Write the board, the prompt or the choices; return ListActions for a new prompt.

        A new prompt also resets the shown part of the board. After a refusal the pending prompt is
        open again. Other messages are ignored.
        """
        match message:
            case play.YourTurn() | play.FinalScores():
                self._write_board()
            case GameView() if message.reply_to is not UNSET:
                self._write_board()
            case play.Error():
                self._offered_prompt = self.model.prompt
            case LegalActions():
                self._offered_prompt = self.model.prompt
                self._show_actions()
                self._show_actions = self._show_offer
            case _ if self.model.view is not None and isinstance(message, PROMPTS):
                assert self.model.prompt is not None
                self.shown_part = Marks()
                self._write(prompt_text(self.model.prompt))
                return [play.ListActions()]
        return []

    def accepts(self, line: str) -> bool:
        """Return whether the line makes sense now; a line from a pipe is held back until it does.

        No line is accepted while connecting, while an answer is pending and before the next phase
        has begun. In a match a line needs an open prompt. In a room other lines than its commands
        wait only if the match starts without another person. Common commands need nothing.
        """
        if self._unanswered_ids or self.lobby.is_between_phases:
            return False
        if self.model.phase == "connecting":
            return False
        words = line.lower().split()
        if not words or words[0] in self._common_commands:
            return True
        if self.model.phase == "room":
            is_expected = bool(self.model.wizards) or words[0] in ROOM_COMMANDS
            return is_expected or not starts_by_itself(self.model, self.lobby.own_bots)
        return self.model.phase != "playing" or self._has_open_prompt

    @property
    def _has_open_prompt(self) -> bool:
        """True if legal actions are known, or the pending prompt was offered but not answered."""
        offered = self.model.prompt is not None and self._offered_prompt is self.model.prompt
        return offered or bool(self.model.actions)

    def on_line(self, line: str) -> Replies:
        """Execute a typed command and return the messages to send, with ids.

        The text of a CommandError is written; then the result is empty. Leaving a running match is
        executed only if the line is repeated.
        """
        self._confirmed, self._unconfirmed = self._unconfirmed, ""
        try:
            return self._with_ids(self._execute(line.strip()))
        except CommandError as error:
            self._write(str(error))
            return []

    def send(self, message: ClientMessage) -> Replies:
        """Return a list of the message with its id, for front ends in which messages are not typed.

        The message is recorded as unanswered; an action closes the prompt.
        """
        return self._with_ids([message])

    def _execute(self, line: str) -> Replies:
        """Execute a command of every phase or of this one; an empty line writes the status.

        Returns the messages to send. Raises CommandError.
        """
        word, _, rest = line.partition(" ")
        common_command = self._common_commands.get(word.lower())
        if common_command is not None:
            return common_command(rest.strip())
        if not line:
            self._write(screen.status_line(self.model))
            return []
        return self._execute_in_phase(line)

    def _execute_in_phase(self, line: str) -> Replies:
        """Return the message for a line: a nickname, or a command of the lobby, room or game.

        Raises CommandError if the line is no command, and for every line while connecting.
        """
        match self.model.phase:
            case "nickname":
                return self.lobby.choose_nickname(line)
            case "match" | "setup":
                return self.lobby.on_line(line)
            case "room":
                return self.lobby.on_room_line(line)
            case "playing":
                return [self._parse_action(line)]
        raise CommandError(screen.unknown_command(line))

    def _parse_action(self, line: str) -> Action:
        """Return the action for a command of the game, or for the number of an offered choice.

        Raises CommandError for any other line, and for a number while no prompt is open.
        """
        if line.isascii() and line.isdigit():
            action = self._offer.numbers.get(int(line[:9]))
            if not self._has_open_prompt:
                raise CommandError(screen.status_line(self.model))
            if action is None:
                raise CommandError(screen.NUMBER_NOT_OFFERED)
            return action
        return self._commands().parse(line, self.model.view)

    # Commands of every phase. They cannot be shortened, so that nobody leaves by a typing error.

    @property
    def _common_commands(self) -> dict[str, Callable[[str], Replies]]:
        """The function for each command of every phase; its argument is the rest of the line."""
        queries = self.queries.commands
        is_guided = self.tutorial is not None and not self.tutorial.is_finished
        return {
            **({"next": self._next_note, "skip": self._skip} if is_guided else {}),
            **{word: partial(self._write_answer, query) for word, query in queries.items()},
            "board": self._show_board,
            "scroll": self._scroll,
            "actions": lambda rest: self._request_actions(self._show_all_actions),
            "hint": lambda rest: self._request_actions(self._show_hint),
            "chat": lambda rest: self._chat("", rest),
            "whisper": self._whisper,
            "report": self._report,
            "refresh": self._refresh,
            "show": self._show,
            "online": self._request_online,
            "leave": self._leave,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _write_answer(self, query: Query, rest: str) -> Replies:
        """Write the answer to a command that sends nothing. Raises CommandError."""
        return self._write_all(query(rest))

    def _show(self, rest: str) -> Replies:
        """Write what the word names; ``online`` is requested from the server.

        Raises CommandError.
        """
        if rest.lower() == "online":
            return self._request_online("")
        return self._write_answer(self.queries.commands["show"], rest)

    def _show_board(self, rest: str) -> Replies:
        """Write the board, or with a name the part of that player.

        Raises CommandError without a view or for an unknown name.
        """
        if self.model.view is None:
            raise CommandError(screen.NOTHING_TO_SHOW)
        self.shown_part = Marks(seat=display.find_seat(self.model, rest))
        if rest:
            return self._write_part()
        self._write_board()
        return []

    def _scroll(self, rest: str) -> Replies:
        """Scroll in the direction ``rest`` and write the visible part.

        Raises CommandError if there is no view, no such direction or nothing to scroll.
        """
        self.shown_part = display.scroll(self.model, self.shown_part, rest)
        return self._write_part()

    def _write_part(self) -> Replies:
        """Write the selected part of the board."""
        view = self.model.view
        assert view is not None
        return self._write_all(display.render_part(view, self.model.names, self.shown_part))

    def _request_actions(self, show: Callable[[], None]) -> Replies:
        """Request the legal actions; ``show`` is called when they have arrived.

        Raises CommandError outside a match.
        """
        if self.model.phase != "playing":
            raise CommandError(screen.NO_PROMPT)
        self._show_actions = show
        return [play.ListActions()]

    def _chat(self, recipient: str, text: str) -> Replies:
        """Return a chat message, cut to 300 characters. Raises CommandError without text.

        An empty recipient means everybody in the room, or in the lobby.
        """
        if not text:
            raise CommandError(typing.CHAT_USAGE)
        return [play.SendChat(text[:300], to=recipient)]

    def _whisper(self, rest: str) -> Replies:
        """Return a chat message to the person whose name is the first word.

        Raises CommandError without text.
        """
        name, _, text = rest.partition(" ")
        return self._chat(name[:64], text.strip())

    def _report(self, rest: str) -> Replies:
        """Return a report about the player whose name is the first word, with a reason, if any.

        Raises CommandError without a name, and before a nickname is chosen.
        """
        if self.model.phase in ("connecting", "nickname"):
            raise CommandError(screen.CHOOSE_NICKNAME)
        name, _, reason = rest.partition(" ")
        if not name:
            raise CommandError(typing.REPORT_USAGE)
        return [play.ReportPlayer(name[:64], reason.strip()[:300])]

    def _request_online(self, rest: str) -> Replies:
        """Request who is on the server, in the order of their names, after the name ``rest``.

        Raises CommandError before a nickname is chosen.
        """
        if self.model.phase in ("connecting", "nickname"):
            raise CommandError(screen.CHOOSE_NICKNAME)
        return [lobby.ListPlayers(rest[:64])]

    def _refresh(self, rest: str) -> Replies:
        """Request the shown page of rooms in the lobby, the view in a match, otherwise nothing."""
        if self.model.phase == "match":
            return [self.lobby.pages.request]
        return [play.RequestView()] if self.model.phase == "playing" else []

    def _leave(self, rest: str) -> Replies:
        """Return LeaveMatch. Raises CommandError except in a room, a match or a set-up."""
        if self.model.phase not in ("room", "playing", "setup"):
            raise CommandError(screen.NOT_SEATED)
        self._require_confirmation("leave")
        return [play.LeaveMatch()]

    def _quit(self, rest: str) -> Replies:
        """Finish the client and return Quit; in a running match only the second time."""
        self._require_confirmation("quit")
        return self._finish()

    def _finish(self) -> Replies:
        """Finish the client, write that it has left and return Quit."""
        self.is_finished = True
        self._write(screen.LEFT_SERVER)
        return [play.Quit()]

    def quit(self) -> Replies:
        """Finish the client without a confirmation; return Quit with its id."""
        return self._with_ids(self._finish())

    def _require_confirmation(self, command: str) -> None:
        """Raise CommandError, which says what leaving means, unless the line before was the same.

        Nothing is asked outside a running match, of spectators, and on a pipe.
        """
        is_playing = self.model.phase == "playing" and self.model.view is not None
        if not (is_playing and self.asks_before_leaving) or self.model.is_spectator:
            return
        if self.model.result is None and self._confirmed != command:
            self._unconfirmed = command
            raise CommandError(screen.confirm_leaving(command))

    @property
    def is_confirming(self) -> bool:
        """True if the last line must be repeated to leave the match."""
        return bool(self._unconfirmed)

    def list_completions(self, line: str) -> list[str]:
        """Return the words that can replace the last, unfinished word of the line, sorted."""
        return list_completions(self.model, line, self._common_commands)

    def _show_offer(self) -> None:
        """Number the legal actions and write these choices; do nothing if there are none."""
        if self.model.view is None or not self.model.actions:
            return
        self._offer = self._commands().offer(self.model.view, self.model.actions)
        self._write_all(self._offer.lines)

    def _show_all_actions(self) -> None:
        """Write the commands of the legal actions, or that there is nothing to decide."""
        self._write_all(display.list_actions(self.model))

    def _show_hint(self) -> None:
        """Write the command that a computer player would type, or that there is nothing to decide.

        The action is stored, so that a screen can select it.
        """
        self.hinted = display.find_hint(self.model)
        self._write(display.render_hint(self.model, self.hinted))

    def _write_board(self) -> None:
        """Write an empty line and the board; do nothing without a view."""
        if self.model.view is not None:
            self._write_all(["", *display.render(self.model.view, self.model.names)])

    def _commands(self) -> GameCommands:
        """Return the commands of the game. Raises CommandError without a view."""
        if self.model.view is None:
            raise CommandError(screen.NOTHING_TO_SHOW)
        return ui_of(self.model.view).commands(self.model.view, self.model.names)

    def _write_all(self, lines: Sequence[str]) -> Replies:
        """Write the lines and return an empty list, the result of a command that sends nothing."""
        for line in lines:
            self._write(line)
        return []

    def _with_ids(self, replies: Replies) -> Replies:
        """Return copies of the messages with new ids, which are recorded as unanswered.

        If one of the messages is an action, it closes the prompt.
        """
        if any(isinstance(reply, ACTIONS) for reply in replies):
            self._offered_prompt = None
            if self.tutorial is not None:
                self.tutorial.answer(self.model)
        numbered = [structs.replace(reply, id=next(self._ids)) for reply in replies]
        self._unanswered_ids.update(reply.id for reply in numbered if reply.id is not UNSET)
        return numbered
