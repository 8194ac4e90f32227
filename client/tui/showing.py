"""What people may look at whenever they like: the rules, and parts of the game."""

from client.games.base import DIRECTIONS, Viewport
from client.games.parsing import pick
from client.games.text import A_PLAYER
from client.model import Model
from client.tui import boards
from client.tui.boards.objects import objects_of
from client.tui.commands import CommandError
from client.tui.commands.games import PLAYABLE
from client.tui.phrases.rules import RULES
from client.tui.text import typing


def rules(model: Model, word: str) -> list[str]:
    """The rules of the game named, or of the one that is played."""
    tag = "" if model.view is None else str(model.view.__struct_config__.tag)
    games = {game: game for game in PLAYABLE}
    if not word and not tag:
        raise CommandError(typing.WHICH_RULES.format(game=PLAYABLE[0]))
    game = pick(word, games, "game") if word else tag
    return list(RULES.get(game, (typing.NO_RULES.format(game=game),)))


def part(model: Model, word: str) -> list[str]:
    """A part of the game, at any time, whoever has the turn."""
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    objects = objects_of(model.view)
    if not word:
        return [typing.CAN_SHOW.format(parts=", ".join(objects))]
    show = pick(word, objects, typing.A_PART)
    return show(model.view, model.names) or [typing.NOTHING]


def look(model: Model, viewport: Viewport, name: str) -> list[str]:
    """What lies before one player; nobody named: before oneself."""
    people = {name.lower(): seat for seat, name in enumerate(model.names)}
    viewport.seat = pick(name, people, A_PLAYER) if name else None
    return _looked(model, viewport)


def scroll(model: Model, viewport: Viewport, word: str) -> list[str]:
    """Another part of a board that is larger than the screen."""
    if model.view is None:
        raise CommandError(typing.NO_MATCH)
    way = pick(word, {way: way for way in DIRECTIONS}, typing.A_WAY)
    if not boards.scroll(model.view, viewport, way):
        raise CommandError(typing.ALL_SHOWN)
    return _looked(model, viewport)


def _looked(model: Model, viewport: Viewport) -> list[str]:
    """Nothing has to be written where the board is drawn again."""
    if model.view is None or boards.is_drawn(model.view, viewport):
        return []
    return boards.look(model.view, model.names, viewport)
