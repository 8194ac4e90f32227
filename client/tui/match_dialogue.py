"""The dialogue of a match in the line client: the board, the prompt, numbered choices and hints.

``MatchDialogue`` writes the questions of a match, as ``LobbyDialogue`` does before it.
"""

from collections.abc import Callable, Sequence

from msgspec import UNSET

from client.games.base import BoardReading, GameCommands, Offer
from client.games.drawing import Marks
from client.games.parsing import CommandError, pick
from client.games.registry import ui_of
from client.model import PROMPTS, Model
from client.tui import display
from client.tui.choices import Choice, Words, list_choices
from client.tui.text import screen, typing
from client.tui.text.messages import prompt_text
from messages import ClientMessage, Message, ServerMessage, lobby, play
from messages.registry import Action, GameView, LegalActions


class MatchDialogue:
    """Writes what a player of a match must know, and returns the actions that are typed."""

    def __init__(self, model: Model, write: Callable[[str], None]) -> None:
        self._model = model
        self._write = write
        self._offer = Offer({}, ())
        self._steps: dict[int, Choice] = {}
        """The numbered beginnings of commands, if the offer has no numbers."""
        self._offered_prompt: ServerMessage | None = None
        """The prompt whose choices were shown, until it is answered.

        Unlike the model's actions it survives what other players do meanwhile.
        """
        self._show_actions = self._show_offer
        """Shows the next LegalActions; afterwards it is ``_show_offer`` again."""
        self.shown_part = Marks()
        """The part of a large board that ``board NAME`` and ``scroll`` selected."""
        self.hinted: Action | None = None
        """The action of the last hint."""
        self.order = ""
        """The order of the own hand that the user has chosen; empty for that of the game."""
        self._written_facts: set[str] = set()
        """The sentences about the own things that were written last."""
        self._is_introduced = False
        """True once the board and the commands of a match were written."""

    def on_message(self, message: Message) -> list[ClientMessage]:
        """Write the board, the prompt or the choices; return ListActions for a new prompt.

        A new prompt also resets the shown part of the board, and the own things that have changed
        are written with it. After a refusal the pending prompt is open again. Other messages are
        ignored. The model must have received the message before.
        """
        match message:
            case lobby.PlayersInfo():
                self._is_introduced = False
                self._written_facts = set()
            case play.YourTurn() | play.FinalScores() if self._reading is None:
                self._write_board()
            case play.YourTurn() if not self._is_introduced:
                self._write_board()
            case GameView() if message.reply_to is not UNSET:
                self._write_board()
            case play.Error():
                self._offered_prompt = self._model.prompt
            case LegalActions():
                self._offered_prompt = self._model.prompt
                self._show_actions()
                self._show_actions = self._show_offer
            case _ if self._model.view is not None and isinstance(message, PROMPTS):
                assert self._model.prompt is not None
                self.shown_part = Marks()
                self._write_changed_facts()
                self._write(prompt_text(self._model.prompt))
                return [play.ListActions()]
        return []

    @property
    def _reading(self) -> BoardReading | None:
        """The functions that read the board in sentences; None without a view or such functions."""
        return ui_of(self._model.view).reading if self._model.view is not None else None

    def repeat_prompt(self) -> None:
        """Write the pending prompt and its choices; do nothing without a prompt."""
        if self._model.prompt is not None:
            self._write(prompt_text(self._model.prompt))
            self._show_offer()

    @property
    def has_open_prompt(self) -> bool:
        """True if legal actions are known, or the pending prompt was offered but not answered."""
        offered = self._model.prompt is not None and self._offered_prompt is self._model.prompt
        return offered or bool(self._model.actions)

    def close_prompt(self) -> None:
        """Record that the pending prompt was answered; the prompt of the model stays.

        Numbers are then accepted only while legal actions are known.
        """
        self._offered_prompt = None

    def parse_line(self, line: str) -> list[ClientMessage]:
        """Return the action for a command of the game, or for the number of an offered choice.

        The number of an incomplete command lists its continuations, and the result is empty. Raises
        CommandError for any other line, and for a number while no prompt is open.
        """
        if line.isascii() and line.isdigit():
            return self._choose_number(int(line[:9]))
        return [self._commands().parse(line, self._model.view)]

    def _choose_number(self, number: int) -> list[ClientMessage]:
        """Return the action with a number, or write the next step of it. Raises CommandError."""
        if not self.has_open_prompt:
            raise CommandError(screen.status_line(self._model))
        action, step = self._offer.numbers.get(number), self._steps.get(number)
        if action is None and step is not None and step.is_complete:
            action = self._actions_by_command().get(" ".join(step.words))
        if action is not None:
            return [action]
        if step is None or step.is_complete:
            raise CommandError(screen.NUMBER_NOT_OFFERED)
        self._show_steps(step.words)
        return []

    # Commands.

    @property
    def can_sort(self) -> bool:
        """True if the own hand of this game can be shown in several orders."""
        return len(self._orders) > 1

    @property
    def _orders(self) -> Sequence[str]:
        """The orders of the own hand; empty without a view or a drawing."""
        drawing = ui_of(self._model.view).drawing if self._model.view is not None else None
        return drawing.orders if drawing is not None else ()

    def sort_hand(self, word: str = "") -> None:
        """Change the order of the own hand, without a word to the next one; write what has changed.

        The order may be shortened. Raises CommandError for an unknown order.
        """
        orders = self._orders
        if word:
            self.order = pick(word, {order: order for order in orders}, typing.AN_ORDER)
        else:
            now = orders.index(self.order) if self.order in orders else 0
            self.order = orders[(now + 1) % len(orders)]
        self._write_changed_facts()

    def read_own(self) -> list[str]:
        """Return sentences about the own cards and pieces. Raises CommandError if there are
        none.
        """
        facts = self._own_facts()
        if not facts:
            raise CommandError(screen.NOTHING_TO_SHOW)
        return facts

    def show_board(self, name: str) -> None:
        """Write the board, or with a name or its prefix the part of that player.

        Raises CommandError without a view or for an unknown name.
        """
        if self._model.view is None:
            raise CommandError(screen.NOTHING_TO_SHOW)
        self.shown_part = Marks(seat=display.find_seat(self._model, name))
        if name:
            self._write_part()
        else:
            self._write_board()

    def scroll(self, direction: str) -> None:
        """Scroll in a direction and write the visible part.

        Raises CommandError if there is no view, no such direction or nothing to scroll.
        """
        self.shown_part = display.scroll(self._model, self.shown_part, direction)
        self._write_part()

    def request_all_actions(self) -> list[ClientMessage]:
        """Return the request for the legal actions, which are all written when they arrive.

        Raises CommandError outside a match.
        """
        return self._request_actions(self._show_all_actions)

    def request_hint(self) -> list[ClientMessage]:
        """Return the request for the legal actions; a hint is written when they arrive.

        Raises CommandError outside a match.
        """
        return self._request_actions(self._show_hint)

    def _request_actions(self, show: Callable[[], None]) -> list[ClientMessage]:
        """Return the request for the legal actions; ``show`` is called when they have arrived.

        Raises CommandError outside a match.
        """
        if self._model.phase != "playing":
            raise CommandError(screen.NO_PROMPT)
        self._show_actions = show
        return [play.ListActions()]

    # Text.

    def _show_offer(self) -> None:
        """Number the legal actions and write these choices; do nothing if there are none.

        If there are too many for numbers, the first words of their commands are numbered. The first
        time in a match the most important commands follow.
        """
        if self._model.view is None or not self._model.actions:
            return
        self._offer = self._commands().offer(self._model.view, self._model.actions)
        self._steps = {}
        self._write_all(self._offer.lines)
        if not self._offer.numbers:
            self._show_steps(())
        if not self._is_introduced:
            self._is_introduced = True
            self._write(screen.MATCH_COMMANDS)

    def _show_steps(self, path: Words) -> None:
        """Write the numbered continuations of a command; after the first step 0 goes back."""
        choices = list_choices(self._actions_by_command(), path)
        self._steps = dict(enumerate(choices, start=1))
        self._write_all([f"  {n}  {choice.label}" for n, choice in self._steps.items()])
        if path:
            self._steps[0] = Choice((), is_complete=False)
            self._write(screen.STEP_BACK)

    def _actions_by_command(self) -> dict[str, Action]:
        """Return the legal actions by their commands."""
        commands = self._commands()
        return {commands.text(action): action for action in self._model.actions}

    def _show_all_actions(self) -> None:
        """Write the commands of the legal actions, or that there is nothing to decide."""
        self._write_all(display.list_actions(self._model))

    def _show_hint(self) -> None:
        """Write the command that a computer player would type, or that there is nothing to decide.

        The action is stored, so that a screen can select it.
        """
        self.hinted = display.find_hint(self._model)
        self._write(display.render_hint(self._model, self.hinted))

    def _write_board(self) -> None:
        """Write an empty line and the board, in sentences if the game has them.

        The own things follow. Do nothing without a view.
        """
        view, names, reading = self._model.view, self._model.names, self._reading
        if view is None:
            return
        board = display.render(view, names) if reading is None else reading.board(view, names)
        facts = self._own_facts()
        self._written_facts = set(facts)
        self._write_all(["", *board, *(fact for fact in facts if fact not in board)])

    def _own_facts(self) -> list[str]:
        """Return sentences about the own cards and pieces; empty if the game has none."""
        reading = self._reading
        if reading is None:
            return []
        return reading.own(self._model.view, self._model.names, Marks(order=self.order))

    def _write_changed_facts(self) -> None:
        """Write the sentences about the own things that differ from those written before."""
        facts = self._own_facts()
        self._write_all([fact for fact in facts if fact not in self._written_facts])
        self._written_facts = set(facts)

    def _write_part(self) -> None:
        """Write the selected part of the board."""
        view = self._model.view
        assert view is not None
        self._write_all(display.render_part(view, self._model.names, self.shown_part))

    def _commands(self) -> GameCommands:
        """Return the commands of the game. Raises CommandError without a view."""
        if self._model.view is None:
            raise CommandError(screen.NOTHING_TO_SHOW)
        return ui_of(self._model.view).commands(self._model.view, self._model.names)

    def _write_all(self, lines: Sequence[str]) -> None:
        """Write the lines."""
        for line in lines:
            self._write(line)
