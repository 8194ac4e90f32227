"""The full-screen client without screen, network and clock: messages and lines in, messages out.

It wraps the line client. Text that the line client would print becomes a log, a chat and notices;
the rest of the state is shown as a menu, a title and a countdown.
"""

from collections.abc import Callable
from math import inf

from client.connections import ConnectionEvent
from client.games.drawing import Drawing, Point
from client.games.prose import Prose, to_plain_text
from client.games.registry import ui_of
from client.tui.choices import Words
from client.tui.display import find_seat
from client.tui.game_calls import GameCalls
from client.tui.line_client import LineClient
from client.tui.log import Log
from client.tui.match_record import MatchRecord
from client.tui.message_ids import Replies
from client.tui.selection import Step, list_candidates, narrow, words_of
from client.tui.table_start import TableStart
from client.tui.text import screen
from messages import ClientMessage, Message, lobby, play
from messages.base import Change, Seat, members
from messages.registry import Action, LegalActions, UpdateMessage

ACTIONS = members(Action)
MAX_LOG_LINES = 200
NEED_LEGAL_ACTIONS = ("actions", "hint")
"""Commands that are answered in the log when the server's LegalActions arrive."""


class Conversation:
    """One session with a server, from connecting to quitting.

    ``notices`` are lines to show briefly on top of the board; the screen clears them when shown.
    ``make_client`` is a class of line clients, for one with more commands.
    """

    def __init__(
        self,
        nickname: str = "",
        setup: lobby.SelectModeAndPlayers | None = None,
        *,
        auto_create: bool = False,
        make_client: Callable[..., LineClient] = LineClient,
    ) -> None:
        self._is_muted = False
        self._actions_requested = False
        self._action_sent = False
        self.log = Log(MAX_LOG_LINES)
        self.calls = GameCalls(self.log)
        self.chat = Log(MAX_LOG_LINES)
        self.notices: list[str] = []
        self.unread = 0
        self.chat_open = False
        self.partial_choice: list[Step] = []
        """The steps of an incomplete choice, made in the menu or on the board."""
        self.record = MatchRecord()
        self.table_start = TableStart()
        self.summaries: list[Drawing] = []
        """The scores of rounds that have ended; the screen clears them when shown."""
        self.shown_seat: Seat | None = None
        """The player whose part of the board is shown; None for the reader."""
        self.center: Point | None = None
        """The part of a large board to which the user has scrolled; None for the default."""
        self.board_shown = False
        """True if the result page shows the last board instead of the scores."""
        self.result_seen = True
        """False from the start of a match until the user leaves its result page."""
        self.is_disconnected = False
        """True while the client tries to reconnect."""
        self.has_server_ended = False
        """True once the server has stopped for good."""
        self._line_output: Callable[[str], None] | None = None
        """Writes the lines of the client in line mode; None while a screen shows the state."""
        self._now = 0.0
        """The time of the last input."""
        self.client = make_client(
            self._write,
            nickname,
            setup,
            auto_create=auto_create,
            announce=self._announce,
            clock=lambda: self._now,
        )
        self.model = self.client.model
        self.history = self.client.queries.history
        self.log.clear()

    def _write(self, line: str) -> None:
        """Add a line of the client to the log; do nothing while muted.

        The client is muted while it processes messages of the server, which the screen shows in
        another way. Only choices and hints that the user has requested are written. In line mode
        nothing is muted and the line is also written to the terminal.
        """
        if self._line_output is not None:
            self._line_output(line)
        elif self._is_muted:
            return
        self.log.append(line)

    def continue_in_lines(self, write: Callable[[str], None]) -> None:
        """Write everything as lines from now on, beginning with the pending question.

        An incomplete choice is cancelled.
        """
        self.partial_choice.clear()
        self._line_output = write
        self.client.announce_line_mode()

    @property
    def is_in_lines(self) -> bool:
        """True once the conversation continues in line mode."""
        return self._line_output is not None

    # Input from the server.

    def on_message(self, message: Message | ConnectionEvent, now: float) -> Replies:
        """Process a message or connection event; return the messages to send in response.

        A message that cannot be processed is reported in the log; if it is a change of a match, the
        view is requested again.
        """
        self._now = now
        try:
            return self._on_message(message)
        except Exception:
            self.log.append(screen.no_text(type(message).__name__))
            is_update = isinstance(message, UpdateMessage)
            return self.client.send(play.RequestView()) if is_update else []
        finally:
            self._is_muted = False

    def _on_message(self, message: Message | ConnectionEvent) -> Replies:
        """Process a message or connection event; return the messages to send in response.

        The client writes only legal actions that the user has requested. A new turn or prompt
        cancels an incomplete choice. Legal actions that another player's action made outdated are
        requested again, after a refusal if an own action was unanswered.
        """
        before, had_actions = self.model.prompt, bool(self.model.actions) or self._action_sent
        self._is_muted = not (self._actions_requested and isinstance(message, LegalActions))
        replies = self.client.on_message(message)
        self._is_muted = False
        self.calls.attempt(lambda: self.record.on_message(self.model, message, self._now), None)
        if not isinstance(message, ConnectionEvent):
            self._record(message)
            replies += self._start_complete_table(message)
        new_turn = isinstance(message, play.YourTurn | play.IsTurnOfPlayer)
        if new_turn or self.model.prompt is not before:
            self._start_prompt()
        elif had_actions and not self.model.actions and self.model.prompt and not self._action_sent:
            replies += self.client.request_actions()
        if isinstance(message, LegalActions):
            self.calls.attempt(self._drop_invalid_steps, None)
        return replies

    def _start_complete_table(self, message: Message) -> Replies:
        """Return the message that starts the table of the host if it is due after a message.

        In line mode there is no countdown.
        """
        due = self.table_start.on_message(self.model, message, self._now)
        replies = [numbered for start in due for numbered in self.client.send(start)]
        return replies or (self.start_due_table(inf) if self.is_in_lines else [])

    def start_due_table(self, now: float) -> Replies:
        """Return the message that starts the table of the host when its countdown has ended."""
        due = self.table_start.take_due(self.model, now)
        return [numbered for start in due for numbered in self.client.send(start)]

    def _drop_invalid_steps(self) -> None:
        """Undo the last steps of an incomplete choice until it agrees with a legal action again."""
        view = self.model.view
        if view is None or not self.partial_choice:
            return
        game, actions = ui_of(view), self.model.actions
        commands = game.commands(view, self.model.names)
        candidates = list_candidates(view, commands, game.drawing, actions)
        while self.partial_choice and not narrow(candidates, self.partial_choice):
            self.partial_choice.pop()

    def _start_prompt(self) -> None:
        """Cancel an incomplete choice, show the default part of the board, allow a new action."""
        self.partial_choice.clear()
        self.shown_seat = self.center = None
        self._action_sent = False

    def _record(self, message: Message) -> None:
        """Add the scores of a round that a message ends.

        A new match also cancels an incomplete choice and clears the record of failed drawings.
        """
        if isinstance(message, lobby.PlayersInfo):
            self.calls.start_match()
            self._start_prompt()
        if isinstance(message, UpdateMessage):
            nothing: Drawing = []
            summary = self.calls.attempt(lambda: self._summarize(message.change), nothing)
            self.summaries += [summary] if summary else []

    def _summarize(self, change: Change) -> Drawing:
        """Return the scores of a round if the change ends one, otherwise an empty drawing."""
        view = self.model.view
        drawing = ui_of(view).drawing if view is not None else None
        if drawing is None or drawing.summary is None:
            return []
        return drawing.summary(view, self.model.names, change)

    def _announce(self, message: Message | ConnectionEvent, lines: list[Prose]) -> None:
        """Add the lines that describe a message to the log, and to the chat or the notices.

        Chat of others is counted as unread while the chat is closed. Errors and connection events,
        except the end of the server, become notices. Some messages also update the attributes that
        the page depends on.
        """
        self.log.extend(lines)
        if self._line_output is not None:
            for line in lines:
                self._line_output(to_plain_text(line))
        match message:
            case play.ChatMessage():
                self.chat.extend(lines)
                own = message.sender == self.model.nickname
                self.unread += 0 if own or self.chat_open else 1
            case play.Error():
                self._action_sent = False
                self.notices.extend(map(to_plain_text, lines))
            case ConnectionEvent.ENDED:
                self.has_server_ended = True
            case ConnectionEvent():
                self.notices.extend(map(to_plain_text, lines))
                self.is_disconnected = message is ConnectionEvent.LOST
            case LegalActions():
                self._actions_requested = False
            case lobby.PlayersInfo():
                self.result_seen = self.board_shown = False
            case lobby.ChooseMatch() if self.model.result is None:
                self.result_seen = True

    def seconds_left(self, now: float) -> int | None:
        """Return the seconds left for the decision; None without a limit or outside a match."""
        return self.client.queries.countdown.seconds_left(self.model, now)

    # Input from the user.

    @property
    def chosen_words(self) -> Words:
        """The words of a command that are chosen so far, if more must be chosen; else empty."""
        return words_of(self.partial_choice)

    @property
    def is_action_pending(self) -> bool:
        """True from sending an action until the next turn, prompt or refusal."""
        return self._action_sent

    def on_line(self, line: str, now: float) -> Replies:
        """Execute a typed line, with or without a leading slash; return the messages to send.

        ``chat NAME text`` becomes a whisper to a player with this name. An incomplete choice is
        cancelled, except by commands that need the legal actions. Errors are added to the log. A
        question whether to leave the match becomes a notice, too.
        """
        self._now = now
        line = self._chat_to_whisper(line.strip().removeprefix("/"))
        self._actions_requested = line.lower() in NEED_LEGAL_ACTIONS
        if not self._actions_requested:
            self.partial_choice.clear()
        try:
            replies = self.client.on_line(line)
        except Exception:
            self.log.append(screen.unknown_command(line))
            return []
        if self.client.is_confirming:
            self.notices.append(self.log.texts[-1])
        self._action_sent |= isinstance(replies[0], ACTIONS) if replies else False
        return replies

    def show_player(self, name: str) -> None:
        """Show the part of the board of a player, not scrolled; an empty name means the reader.

        The name may be shortened. Raises CommandError for an unknown name.
        """
        self.shown_seat = find_seat(self.model, name)
        self.center = None

    def sort_hand(self) -> bool:
        """Change the order of the own hand to the next one; the caller redraws the board.

        Returns False if there is no other order, or no view.
        """
        if not self.client.match.can_sort:
            return False
        self._is_muted = True
        self.client.match.sort_hand()
        self._is_muted = False
        return True

    def _chat_to_whisper(self, line: str) -> str:
        """Turn ``chat NAME text`` into a whisper if a player of the match or room has this name.

        Any other line is returned unchanged.
        """
        words = line.split(maxsplit=2)
        people = self.model.names or (self.model.room.players if self.model.room else ())
        if (
            len(words) == 3
            and words[0].lower() == "chat"
            and words[1].lower() in map(str.lower, people)
        ):
            return f"whisper {words[1]} {words[2]}"
        return line

    def send(self, message: ClientMessage) -> Replies:
        """Return a list of the message with its id, for a choice made in the menu.

        An incomplete choice is cancelled. If the message is an action, record that one was sent.
        """
        self.partial_choice.clear()
        self._action_sent |= isinstance(message, ACTIONS)
        return self.client.send(message)

    def refresh_rooms(self) -> Replies:
        """Return the message that requests the shown page of rooms again."""
        return self.client.send(self.client.lobby.pages.request)

    def step_back(self) -> bool:
        """Undo the last step of an incomplete choice, or stop the start of the own table.

        Without either end the tutorial; return False if there is none.
        """
        if not self.partial_choice:
            return self.table_start.stop(self.model) or self.client.skip_tutorial()
        return bool(self.partial_choice.pop())

    @property
    def shows_room_list(self) -> bool:
        """Return whether the page shows the list of rooms.

        It does in the lobby, unless the result of a match is still shown or the server has ended.
        """
        return self.model.phase == "match" and self.result_seen and not self.has_server_ended

    def show_chat(self, shown: bool) -> None:
        """Show the chat (True) or the log (False); showing the chat marks everything as read."""
        self.chat_open = shown
        self.unread = 0 if shown else self.unread
