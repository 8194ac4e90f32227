"""Text that a player can ask for: the board, parts of it, help and rules. Pure functions."""

from collections.abc import Iterable, Sequence

from client.bots.hints import suggest_action
from client.games.base import DIRECTIONS
from client.games.drawing import Marks, Point
from client.games.layout import format_columns
from client.games.parsing import CommandError, pick
from client.games.prose import split_lines, to_plain_text
from client.games.registry import PLAYABLE, ui, ui_of
from client.games.text import A_PLAYER, YOU, seat_name
from client.model import Model
from client.tui.text import screen, typing
from client.tui.text.messages import describe_change
from messages import View
from messages.base import Change, Seat
from messages.registry import Action
from messages.text import clean

SHOWN_COMMANDS = ("rules", "open", "timer")
"""Commands that can also follow ``show``."""


def render(view: View, names: Sequence[str]) -> list[str]:
    """Render the board as text in 80 columns."""
    return ui_of(view).board(view, names)


def render_help(model: Model) -> list[str]:
    """Return the commands of the current phase and those of every phase, with explanations."""
    return [*render_phase_help(model), *screen.COMMON_HELP]


def render_phase_help(model: Model) -> Sequence[str]:
    """Return the commands of the current phase, with explanations.

    Before the lobby they are the commands of the lobby. In a room wizards are mentioned only if the
    player has to choose one.
    """
    if model.phase == "playing" and model.view is not None:
        return ui_of(model.view).commands(model.view, model.names).help
    if model.phase == "room":
        return (*(typing.WIZARD_HELP if model.wizards else ()), *typing.ROOM_HELP)
    return typing.LOBBY_HELP


def render_legend(model: Model) -> Sequence[str]:
    """Return the explanation of the signs on the board; empty outside a match."""
    if model.phase != "playing" or model.view is None:
        return ()
    return ui_of(model.view).commands(model.view, model.names).legend


def show_rules(model: Model, word: str) -> list[str]:
    """Return the rules of the game ``word`` or, if it is empty, of the table or the last match.

    The name may be shortened. A game without rules has one line that says so. Raises
    CommandError if ``word`` is no game, or if it is empty before the first table.
    """
    if word:
        game = ui(pick(word, {game: game for game in PLAYABLE}, "game"))
    elif model.phase == "room" and model.room is not None:
        game = ui(model.room.game)
    elif model.view is not None:
        game = ui_of(model.view)
    else:
        raise CommandError(typing.WHICH_RULES.format(game=PLAYABLE[0]))
    return list(game.text.rules_summary) or [typing.NO_RULES.format(game=clean(game.name))]


def show_part(model: Model, word: str) -> list[str]:
    """Return the part of the game named ``word``, such as the goals; without a word, all names.

    The name may be shortened. A part without content has one line that says so. Raises
    CommandError if there is no view or no such part.
    """
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    parts = {**ui_of(model.view).parts, "board": render}
    if not word:
        return [typing.CAN_SHOW.format(parts=", ".join((*parts, *SHOWN_COMMANDS, "online")))]
    show = pick(word, parts, typing.A_PART)
    return show(model.view, model.names) or [typing.EMPTY_PART]


def read_scores(model: Model) -> list[str]:
    """Return the points of all players in sentences, or as the game compares the players.

    Raises CommandError without a view.
    """
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    reading = ui_of(model.view).reading
    if reading is None:
        return show_part(model, "stats")
    return reading.scores(model.view, model.names)


def read_changes(model: Model, changes: Iterable[Change]) -> list[str]:
    """Return the sentences of changes; the user is called "You"."""

    def who(seat: int) -> str:
        return YOU if seat == model.seat else seat_name(model.names, seat)

    sentences = (describe_change(change, who) for change in changes)
    return [to_plain_text(line) for sentence in sentences for line in split_lines(sentence)]


def list_actions(model: Model) -> list[str]:
    """Return the commands of the legal actions in columns, or that there is nothing to decide."""
    if model.view is None or not model.actions:
        return [screen.NO_PROMPT]
    commands = ui_of(model.view).commands(model.view, model.names)
    return format_columns([commands.text(action) for action in model.actions])


def find_hint(model: Model) -> Action | None:
    """Return the action that the greedy bot would choose; None if there is nothing to decide.

    None also means that the bot would do nothing now.
    """
    return None if model.view is None else suggest_action(model.view, model.actions)


def render_hint(model: Model, hint: Action | None) -> str:
    """Return the command of a hint; without a hint, why there is none."""
    if model.view is None or not model.actions:
        return screen.NO_PROMPT
    commands = ui_of(model.view).commands(model.view, model.names)
    return screen.hint_text(None if hint is None else commands.text(hint))


def find_seat(model: Model, name: str) -> Seat | None:
    """Return the seat of the player with this name; None, which is the reader, for an empty name.

    The name may be shortened. Raises CommandError for an unknown name.
    """
    people = {name.lower(): seat for seat, name in enumerate(model.names)}
    return pick(name, people, A_PLAYER) if name else None


def find_direction(word: str) -> Point:
    """Return the step of ``left``, ``right``, ``up`` or ``down``, or of a prefix of them.

    Raises CommandError for other words.
    """
    return pick(word, DIRECTIONS, typing.A_DIRECTION)


def scroll(model: Model, marks: Marks, word: str) -> Marks:
    """Return the marks with the center moved in the direction ``word``.

    Raises CommandError if there is no view, no such direction or nothing to scroll.
    """
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    step, drawing = find_direction(word), ui_of(model.view).drawing
    if drawing is None or drawing.scroll is None:
        raise CommandError(typing.ALL_SHOWN)
    return marks._replace(center=drawing.scroll(model.view, marks, step))


def render_part(view: View, names: Sequence[str], marks: Marks) -> list[str]:
    """Render the part of a large board that the marks select; of other games the whole board."""
    part = ui_of(view).board_part
    return part(view, names, marks) if part is not None else render(view, names)
