"""Text that a player can ask for: the board, parts of it, help and rules. Pure functions."""

from collections.abc import Sequence
from dataclasses import replace

from client.games.base import DIRECTIONS, Viewport
from client.games.parsing import CommandError, pick
from client.games.registry import PLAYABLE, ui, ui_of
from client.games.text import A_PLAYER
from client.model import Model
from client.tui.text import screen, typing
from messages import View


def render(view: View, names: Sequence[str], *, color: bool = False) -> list[str]:
    """Render the board in 80 columns."""
    game = ui_of(view)
    return ((color and game.board_colored) or game.board)(view, names)


def render_to_fit(
    view: View, names: Sequence[str], width: int, height: int, viewport: Viewport | None = None
) -> list[str]:
    """Render the board with colours for this many columns and, if possible, this many lines.

    Of a board that may be larger than the screen only the part in the viewport is rendered.
    """
    game = ui_of(view)
    if game.board_scrolled:
        resized = replace(viewport or Viewport(), width=width, height=height)
        return game.board_scrolled.render_to_fit(view, names, resized)
    if game.board_wide:
        return game.board_wide(view, names, width, height)
    return render(view, names, color=True)


def is_redrawn(view: View, viewport: Viewport) -> bool:
    """Return whether a screen redraws the board by itself when the viewport moves."""
    return viewport.height > 0 and ui_of(view).board_scrolled is not None


def scroll(view: View, viewport: Viewport, direction: str) -> bool:
    """Move the viewport; return False if the board is always shown as a whole."""
    board = ui_of(view).board_scrolled
    if board is not None:
        board.scroll(view, viewport, DIRECTIONS[direction])
    return board is not None


def show_help(model: Model) -> list[str]:
    """Return the list of commands that can be typed now, with explanations."""
    if model.phase == "playing" and model.view is not None:
        phase_help: Sequence[str] = ui_of(model.view).commands(model.view, model.names).help
    else:
        phase_help = typing.ROOM_HELP if model.phase == "room" else typing.LOBBY_HELP
    return [*phase_help, *screen.COMMON_HELP]


def show_legend(model: Model) -> Sequence[str]:
    """Return the explanation of the signs on the board; empty without a match."""
    if model.phase != "playing" or model.view is None:
        return ()
    return ui_of(model.view).commands(model.view, model.names).legend


def show_rules(model: Model, word: str) -> list[str]:
    """Return the rules of the named game, or of the current match.

    Raises CommandError if no game has this name, or if none is named outside a match.
    """
    if not word and model.view is None:
        raise CommandError(typing.WHICH_RULES.format(game=PLAYABLE[0]))
    if word or model.view is None:
        game = ui(pick(word, {game: game for game in PLAYABLE}, "game"))
    else:
        game = ui_of(model.view)
    return list(game.text.rules_summary) or [typing.NO_RULES.format(game=game.name)]


def show_part(model: Model, word: str) -> list[str]:
    """Return the named part of the game, such as the goals; without a name, the list of parts.

    Raises CommandError if there is no match or no such part.
    """
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    parts = {**ui_of(model.view).parts, "board": render}
    if not word:
        return [typing.CAN_SHOW.format(parts=", ".join(parts))]
    show = pick(word, parts, typing.A_PART)
    return show(model.view, model.names) or [typing.EMPTY_PART]


def show_player(model: Model, viewport: Viewport, name: str) -> list[str]:
    """Move the viewport to the area of a player, without a name to the own area; return its text.

    The text is empty if a screen redraws the board. Raises CommandError for an unknown name.
    """
    people = {name.lower(): seat for seat, name in enumerate(model.names)}
    viewport.seat = pick(name, people, A_PLAYER) if name else None
    return _render_viewport(model, viewport)


def show_scrolled(model: Model, viewport: Viewport, word: str) -> list[str]:
    """Scroll the board and return its text, which is empty if a screen redraws the board.

    Raises CommandError if there is no match, no such direction or nothing to scroll.
    """
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    direction = pick(word, {name: name for name in DIRECTIONS}, typing.A_DIRECTION)
    if not scroll(model.view, viewport, direction):
        raise CommandError(typing.ALL_SHOWN)
    return _render_viewport(model, viewport)


def _render_viewport(model: Model, viewport: Viewport) -> list[str]:
    """Return the part of the board in the viewport; empty if a screen redraws the board."""
    if model.view is None or is_redrawn(model.view, viewport):
        return []
    board = ui_of(model.view).board_scrolled
    if board is None:
        return render(model.view, model.names)
    return board.render_player_area(model.view, model.names, viewport)
