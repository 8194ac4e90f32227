"""The line client without input and output: messages and typed lines in, messages to send out.

``on_message`` processes a message of the server, ``on_line`` a typed line. Both write text through
the ``write`` callback and return the messages to send.
"""

from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.levels import EASY
from client.games.parsing import CommandError
from client.games.prose import Prose, split_lines, to_plain_text
from client.games.registry import ui
from client.model import Model
from client.tui.choices import list_completions
from client.tui.lobby_dialogue import DEFAULT_SETUP, LobbyDialogue
from client.tui.match_dialogue import MatchDialogue
from client.tui.message_ids import MessageIds, Replies
from client.tui.people_commands import parse_chat, parse_online, parse_report, parse_whisper
from client.tui.queries import Queries, Query
from client.tui.room_commands import ROOM_COMMANDS, starts_by_itself
from client.tui.text import screen
from client.tui.text import tutorial as tutorial_text
from client.tui.text.messages import describe
from client.tui.tutorial import Tutorial
from messages import ClientMessage, Message, lobby, play
from messages.base import members
from messages.registry import Action

Announce = Callable[[Message | ConnectionEvent, list[Prose]], None]
"""Called with a message and the lines that describe it."""
ACTIONS = members(Action)


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
        self._announce = announce or (
            lambda message, lines: self._write_all(map(to_plain_text, lines))
        )
        self.lobby = LobbyDialogue(
            self.model, write, nickname, setup or DEFAULT_SETUP, auto_create=auto_create
        )
        self.tutorial: Tutorial | None = None
        """The notes of a guided match; None in other matches."""
        self._written_note: list[str] = []
        self.match = MatchDialogue(self.model, write)
        self._ids = MessageIds(first_id)
        self.asks_before_leaving = True
        """True if leaving a match must be confirmed; False for lines from a pipe."""
        self._unconfirmed = self._confirmed = ""
        """The command that the last line asked to confirm, and the one that this line confirms."""
        write(screen.WELCOME)

    def on_message(self, message: Message | ConnectionEvent) -> Replies:
        """Show a message or connection event; return what the client answers without the user.

        A message also updates the model, and the id that it replies to is no longer unanswered. The
        refusal of a request that the user did not make is ignored: the match may just have ended.
        """
        if isinstance(message, ConnectionEvent):
            self.queries.on_message(message)
            self._announce(message, split_lines(EVENTS[message]))
            return []
        if not self._ids.receive(message):
            return []
        self.model.receive(message)
        self.queries.on_message(message)
        self._announce(message, self._describe(message))
        replies = self.lobby.on_message(message) + self.match.on_message(message)
        self._update_note()
        return self._ids.mark_automatic(self._with_ids(replies))

    def announce_line_mode(self) -> None:
        """Write that the client writes lines now, then the pending question with its choices.

        Without a question in a match it writes the status line: for whom the match waits or,
        outside a match, the next input.
        """
        self._write(screen.IN_LINES)
        if self.model.phase == "playing" and self.model.prompt is not None:
            self.match.repeat_prompt()
        else:
            self._write(screen.status_line(self.model))

    def request_actions(self) -> Replies:
        """Return a request for the legal actions that the user has not typed."""
        return self._ids.mark_automatic(self._with_ids([play.ListActions()]))

    def _update_note(self) -> None:
        """Update the tutorial, if there is one, and write its note if it has changed."""
        if self.tutorial is None:
            return
        self.tutorial.update(self.model)
        note = self.tutorial.lines()
        if note and note != self._written_note:
            self._write_all(note)
        self._written_note = note

    def start_tutorial(self, game: str) -> None:
        """Show the notes of a guided match; its table is opened as soon as the lobby is entered."""
        self.tutorial = Tutorial(ui(game).tutorial)
        self.lobby.first_line = f"new {game} 2 bots 1 {EASY}"

    def skip_tutorial(self) -> bool:
        """End the tutorial and write that; return False if there is none or it has ended."""
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
        """End the tutorial as ``skip_tutorial`` does."""
        self.skip_tutorial()
        return []

    def _describe(self, message: Message) -> list[Prose]:
        """Return the lines that describe a message; if its text fails, one line that says so.

        The texts of games are called with whatever the server sends.
        """
        try:
            return describe(self.model, message)
        except Exception:
            return [(screen.no_text(type(message).__name__),)]

    def accepts(self, line: str) -> bool:
        """Return whether the line makes sense now; a line from a pipe is held back until it does.

        No line is accepted while connecting, while an answer is pending and before the next phase
        has begun. In a match a line needs an open prompt. In a room other lines than its commands
        wait only if the match starts without another person and no wizard must be chosen. Common
        commands and an empty line need nothing but a connection.
        """
        if self._ids.is_answer_pending or self.lobby.is_between_phases:
            return False
        if self.model.phase == "connecting":
            return False
        words = line.lower().split()
        if not words or words[0] in self._common_commands:
            return True
        if self.model.phase == "room":
            is_expected = bool(self.model.wizards) or words[0] in ROOM_COMMANDS
            return is_expected or not starts_by_itself(self.model, self.lobby.own_bots)
        return self.model.phase != "playing" or self.match.has_open_prompt

    def on_line(self, line: str) -> Replies:
        """Execute a typed command and return the messages to send, with ids.

        An empty line writes the status. The text of a CommandError is written; then the result is
        empty. Leaving a running match is executed only if the line is repeated.
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
                return self.match.parse_line(line)
        raise CommandError(screen.unknown_command(line))

    # Commands of every phase. They cannot be shortened, so that nobody leaves by a typing error.

    @property
    def _common_commands(self) -> dict[str, Callable[[str], Replies]]:
        """The function for each command of every phase; its argument is the rest of the line."""
        queries = self.queries.commands
        is_guided = self.tutorial is not None and not self.tutorial.is_finished
        return {
            **({"next": self._next_note, "skip": self._skip} if is_guided else {}),
            **{word: partial(self._write_answer, query) for word, query in queries.items()},
            **({"sort": self._sort} if self.match.can_sort else {}),
            "board": self._show_board,
            "me": lambda rest: self._write_all(self.match.read_own()),
            "scroll": self._scroll,
            "actions": lambda rest: self.match.request_all_actions(),
            "hint": lambda rest: self.match.request_hint(),
            "chat": parse_chat,
            "whisper": parse_whisper,
            "report": partial(parse_report, self.model),
            "refresh": self._refresh,
            "show": self._show,
            "online": partial(parse_online, self.model),
            "leave": self._leave,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _write_answer(self, query: Query, rest: str) -> Replies:
        """Write the answer to a command that sends nothing. Raises CommandError."""
        return self._write_all(query(rest))

    def _show(self, rest: str) -> Replies:
        """Write the answer of ``Queries`` to ``show``; request ``online`` from the server instead.

        Raises CommandError.
        """
        if rest.lower() == "online":
            return parse_online(self.model, "")
        return self._write_answer(self.queries.commands["show"], rest)

    def _show_board(self, rest: str) -> Replies:
        """Write the board, or with a name the part of that player. Raises CommandError."""
        self.match.show_board(rest)
        return []

    def _sort(self, rest: str) -> Replies:
        """Change the order of the own hand and write it. Raises CommandError."""
        self.match.sort_hand(rest)
        return []

    def _scroll(self, rest: str) -> Replies:
        """Scroll in a direction and write the visible part. Raises CommandError."""
        self.match.scroll(rest)
        return []

    def _refresh(self, rest: str) -> Replies:
        """Request the shown page of rooms in the lobby, the view in a match, otherwise nothing."""
        if self.model.phase == "match":
            return [self.lobby.pages.request]
        return [play.RequestView()] if self.model.phase == "playing" else []

    def _leave(self, rest: str) -> Replies:
        """Return LeaveMatch. Raises CommandError except in a room, a match or a set-up.

        A player in a running match must type the line twice: the first raises CommandError.
        Spectators and lines from a pipe need no confirmation.
        """
        if self.model.phase not in ("room", "playing", "setup"):
            raise CommandError(screen.NOT_SEATED)
        self._require_confirmation("leave")
        return [play.LeaveMatch()]

    def _quit(self, rest: str) -> Replies:
        """Finish the client, write that it has left and return Quit.

        A player in a running match must type the line twice: the first raises CommandError.
        Spectators and lines from a pipe need no confirmation.
        """
        self._require_confirmation("quit")
        return self._finish()

    def _finish(self) -> Replies:
        """Finish the client, write that it has left and return Quit."""
        self.is_finished = True
        self._write(screen.LEFT_SERVER)
        return [play.Quit()]

    def quit(self) -> Replies:
        """Finish the client without a confirmation; write that it has left and return Quit.

        The message has an id and is recorded as unanswered.
        """
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

    def _write_all(self, lines: Iterable[str]) -> Replies:
        """Write the lines and return an empty list, the result of a command that sends nothing."""
        for line in lines:
            self._write(line)
        return []

    def _with_ids(self, replies: Replies) -> Replies:
        """Return copies of the messages with new ids, which are recorded as unanswered.

        If one of the messages is an action, it closes the prompt and ends the tutorial's step.
        """
        if any(isinstance(reply, ACTIONS) for reply in replies):
            self.match.close_prompt()
            if self.tutorial is not None:
                self.tutorial.answer(self.model)
        return self._ids.number(replies)
