"""Text that a player can ask for: the board, parts of it, help and rules. Pure functions."""

from collections.abc import Sequence
from dataclasses import replace

from client.bots.general import GreedyBot
from client.games.base import DIRECTIONS, Viewport
from client.games.layout import format_columns
from client.games.parsing import CommandError, pick
from client.games.registry import PLAYABLE, ui, ui_of
from client.games.text import A_PLAYER
from client.model import Model
from client.tui.text import screen, typing
from messages import View
from messages.registry import Action
from messages.text import clean

SHOWN_COMMANDS = ("rules", "open", "timer")
"""Commands that can also follow ``show``."""


def render(view: View, names: Sequence[str], *, color: bool = False) -> list[str]:
    """Render the board in 80 columns; with ``color`` the coloured board, if the game has one."""
    game = ui_of(view)
    return ((color and game.board_colored) or game.board)(view, names)


def render_to_fit(
    view: View, names: Sequence[str], width: int, height: int, viewport: Viewport | None = None
) -> list[str]:
    """Render the board for ``width`` columns and ``height`` lines with the game's own renderer.

    A scrolled board is cut to the viewport; a wide board may need more lines. A game with neither
    has its coloured board rendered in 80 columns, whatever the size.
    """
    game = ui_of(view)
    if game.board_scrolled:
        resized = replace(viewport or Viewport(), width=width, height=height)
        return game.board_scrolled.render_to_fit(view, names, resized)
    if game.board_wide:
        return game.board_wide(view, names, width, height)
    return render(view, names, color=True)


def is_redrawn(view: View, viewport: Viewport) -> bool:
    """Return whether the viewport is of a full screen and the game has a scrolled board.

    Then the screen redraws the board when the viewport moves, and no text needs to be written.
    """
    return viewport.height > 0 and ui_of(view).board_scrolled is not None


def scroll(view: View, viewport: Viewport, direction: str) -> bool:
    """Move the viewport in the direction ``left``, ``right``, ``up`` or ``down`` and return True.

    If the game has no scrolled board, do nothing and return False.
    """
    board = ui_of(view).board_scrolled
    if board is not None:
        board.scroll(view, viewport, DIRECTIONS[direction])
    return board is not None


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

    A game without rules has one line that says so. Raises CommandError if ``word`` is no game, or
    if it is empty before the first table.
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

    A part without content has one line that says so. Raises CommandError if there is no view or no
    such part.
    """
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    parts = {**ui_of(model.view).parts, "board": render}
    if not word:
        return [typing.CAN_SHOW.format(parts=", ".join((*parts, *SHOWN_COMMANDS, "online")))]
    show = pick(word, parts, typing.A_PART)
    return show(model.view, model.names) or [typing.EMPTY_PART]


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
    if model.view is None or not model.actions:
        return None
    return GreedyBot(0).choose(model.view, model.actions)


def render_hint(model: Model, hint: Action | None) -> str:
    """Return the command of a hint; without a hint, why there is none."""
    if model.view is None or not model.actions:
        return screen.NO_PROMPT
    commands = ui_of(model.view).commands(model.view, model.names)
    return screen.hint_text(None if hint is None else commands.text(hint))


def show_player(model: Model, viewport: Viewport, name: str) -> list[str]:
    """Select the player whose area the viewport shows, and return the text of this area.

    An empty name selects the own area. The text is empty if a screen redraws the board, and the
    whole board if it is not a scrolled one. Raises CommandError for an unknown name.
    """
    people = {name.lower(): seat for seat, name in enumerate(model.names)}
    viewport.seat = pick(name, people, A_PLAYER) if name else None
    return _render_viewport(model, viewport)


def show_scrolled(model: Model, viewport: Viewport, word: str) -> list[str]:
    """Scroll the board in the direction ``word`` and return the text of the visible part.

    The text is empty if a screen redraws the board. Raises CommandError if there is no view, no
    such direction or nothing to scroll.
    """
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    direction = pick(word, {name: name for name in DIRECTIONS}, typing.A_DIRECTION)
    if not scroll(model.view, viewport, direction):
        raise CommandError(typing.ALL_SHOWN)
    return _render_viewport(model, viewport)


def _render_viewport(model: Model, viewport: Viewport) -> list[str]:
    """Return the part of the board in the viewport; the whole board if it is not a scrolled one.

    The result is empty if there is no view, or if a screen redraws the board.
    """
    if model.view is None or is_redrawn(model.view, viewport):
        return []
    board = ui_of(model.view).board_scrolled
    if board is None:
        return render(model.view, model.names)
    return board.render_player_area(model.view, model.names, viewport)
