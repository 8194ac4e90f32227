"""Boards, parts of a game and its rules for a player to look at."""

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

    Of a board that is larger the part in the viewport is rendered.
    """
    game = ui_of(view)
    if game.board_scrolled:
        shown = replace(viewport or Viewport(), width=width, height=height)
        return game.board_scrolled.render_to_fit(view, names, shown)
    if game.board_wide:
        return game.board_wide(view, names, width, height)
    return render(view, names, color=True)


def is_redrawn(view: View, viewport: Viewport) -> bool:
    """Return True if a screen shows a new position of the viewport by itself."""
    return viewport.height > 0 and ui_of(view).board_scrolled is not None


def scroll(view: View, viewport: Viewport, direction: str) -> bool:
    """Move the viewport; return False for a board that is shown as a whole."""
    board = ui_of(view).board_scrolled
    if board is not None:
        board.scroll(view, viewport, DIRECTIONS[direction])
    return board is not None


def show_help(model: Model) -> list[str]:
    """Return what can be typed now."""
    if model.phase == "playing" and model.view is not None:
        first = ui_of(model.view).commands(model.view, model.names).help
    else:
        first = typing.ROOM_HELP if model.phase == "room" else typing.HELP
    return [*first, *screen.COMMON_HELP]


def show_legend(model: Model) -> Sequence[str]:
    """Return what the signs on the board mean; nothing without a match."""
    if model.phase != "playing" or model.view is None:
        return ()
    return ui_of(model.view).commands(model.view, model.names).legend


def show_rules(model: Model, word: str) -> list[str]:
    """Return the rules of the game named, or of the game that is played."""
    if not word and model.view is None:
        raise CommandError(typing.WHICH_RULES.format(game=PLAYABLE[0]))
    if word or model.view is None:
        game = ui(pick(word, {game: game for game in PLAYABLE}, "game"))
    else:
        game = ui_of(model.view)
    return list(game.text.rules_summary) or [typing.NO_RULES.format(game=game.name)]


def show_part(model: Model, word: str) -> list[str]:
    """Return a part of the game, whoever has the turn."""
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    parts = {**ui_of(model.view).parts, "board": render}
    if not word:
        return [typing.CAN_SHOW.format(parts=", ".join(parts))]
    show = pick(word, parts, typing.A_PART)
    return show(model.view, model.names) or [typing.NOTHING]


def show_player(model: Model, viewport: Viewport, name: str) -> list[str]:
    """Turn the viewport to the cards of one player; without a name to one's own."""
    people = {name.lower(): seat for seat, name in enumerate(model.names)}
    viewport.seat = pick(name, people, A_PLAYER) if name else None
    return _render_viewport(model, viewport)


def show_direction(model: Model, viewport: Viewport, word: str) -> list[str]:
    """Scroll a board that is larger than the screen."""
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    direction = pick(word, {name: name for name in DIRECTIONS}, typing.A_WAY)
    if not scroll(model.view, viewport, direction):
        raise CommandError(typing.ALL_SHOWN)
    return _render_viewport(model, viewport)


def _render_viewport(model: Model, viewport: Viewport) -> list[str]:
    """Return lines only if no screen redraws the board."""
    if model.view is None or is_redrawn(model.view, viewport):
        return []
    board = ui_of(model.view).board_scrolled
    if board is None:
        return render(model.view, model.names)
    return board.render_player_area(model.view, model.names, viewport)
