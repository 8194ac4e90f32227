"""Game packs: games that other distributions provide.

A pack is a package with one module per layer: ``<package>.messages`` defines ``MESSAGES``,
``<package>.rules`` defines ``GAME`` and ``<package>.ui`` defines ``UI``. The registries of messages
and of rules import their part of every pack while they are built, so unions and decoders stay
constants; the registry of the client imports its part on first use.

An entry point of the group ``tavolata.games`` names the package; the environment variable
``TAVOLATA_GAME_PACKS`` names further ones, separated by commas. The option ``--game-pack`` adds to
that variable before any registry is imported.
"""

import os
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

import msgspec

from messages import lobby, play
from messages.base import Change, ClientMessage, GameMessages, Message, ServerMessage, View

GROUP = "tavolata.games"
ENVIRONMENT = "TAVOLATA_GAME_PACKS"

_PACKAGE = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)*", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"[a-z][a-z0-9_-]{0,31}", re.ASCII)
_CLASS = re.compile(r"[A-Z][A-Za-z0-9]*", re.ASCII)
"""Names of this form have distinct snake_case names, which are the methods over Pyro5."""

_RESERVED_NAMES = {
    *(name for module in (lobby, play) for name in vars(module) if _CLASS.fullmatch(name)),
    *("UpdateMessage", "GameView", "LegalActions"),
    *("Open", "Poll", "Close", "Do"),
}
"""Names that no message of a game may have: shared messages and methods of the Pyro5 object."""

T = TypeVar("T")


class PackError(Exception):
    """A game pack cannot be used; ``str()`` is one sentence with the reason."""


class Pack(NamedTuple):
    """The name of a package, and the origin of that name."""

    package: str
    origin: str

    def load(self, module: str, name: str, kind: type[T]) -> T:
        """Import the record ``name`` from a module of the package. Raises PackError."""
        path = f"{self.package}.{module}"
        try:
            found = getattr(import_module(path), name, None)
        except ModuleNotFoundError as error:
            if not f"{path}.".startswith(f"{error.name}."):
                self.refuse(f"{path} cannot be imported: {error}")
            self.refuse(f"there is no module {error.name}")
        except Exception as error:
            self.refuse(f"{path} cannot be imported: {type(error).__name__}: {error}")
        if not isinstance(found, kind):
            self.refuse(f"{path} does not define {name} as a {kind.__name__}")
        return found

    def refuse(self, reason: str) -> NoReturn:
        """Raise PackError with a sentence that names the pack."""
        raise PackError(f"The game pack {self.package} ({self.origin}) cannot be used: {reason}.")


def find_packs() -> tuple[Pack, ...]:
    """Return the packs of all installed distributions, then those of the environment variable."""
    packs = _installed_packs() if any(map(_may_have_packs, sys.path)) else {}
    for package in filter(None, map(str.strip, os.environ.get(ENVIRONMENT, "").split(","))):
        packs.setdefault(package, Pack(package, "named by --game-pack or " + ENVIRONMENT))
    return tuple(packs.values())


def _may_have_packs(path: str) -> bool:
    """Return whether distributions in a folder of the import path may have entry points of packs.

    Searching the files is much faster than importlib.metadata, and most installations have no
    packs. Return True for an archive, which only that module reads, and for an unreadable file.
    """
    folder = Path(path)
    if not folder.is_dir():
        return folder.exists()
    try:
        files = folder.glob("*-info/entry_points.txt")  # of x.dist-info and x.egg-info
        return any(GROUP.encode() in file.read_bytes() for file in files)
    except OSError:
        return True


def _installed_packs() -> dict[str, Pack]:
    """Return the packs of all installed distributions by package, sorted by entry point."""
    from importlib.metadata import entry_points

    packs: dict[str, Pack] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        dist = point.dist
        origin = f"distribution {dist.name} {dist.version}" if dist else f"entry point {point.name}"
        packs.setdefault(point.value, Pack(point.value, origin))
    return packs


def load_messages(
    built_in: tuple[GameMessages, ...], packs: Iterable[Pack]
) -> tuple[tuple[GameMessages, ...], dict[str, Pack]]:
    """Return the messages of all games, and each pack by the name of its game.

    Raises PackError if a pack cannot be imported or does not fit beside the games before it.
    """
    games, by_name = list(built_in), dict[str, Pack]()
    for pack in packs:
        if not _PACKAGE.fullmatch(pack.package):
            pack.refuse("this is not the name of a package")
        game = pack.load("messages", "MESSAGES", GameMessages)
        _check_types(pack, game)
        _check_names(pack, game, games)
        games.append(game)
        by_name[game.name] = pack
    return tuple(games), by_name


def _check_types(pack: Pack, game: GameMessages) -> None:
    """Refuse groups that are not tuples of subclasses of the right base class."""
    groups: dict[str, tuple[Any, type[msgspec.Struct]]] = {
        "actions": (game.actions, ClientMessage),
        "prompts": (game.prompts, ServerMessage),
        "setup": (game.setup, ServerMessage),
        "changes": (game.changes, Change),
        "view": ((game.view,), View),
    }
    for name, (classes, base) in groups.items():
        if not isinstance(classes, tuple):
            pack.refuse(f"{name} is not a tuple of message classes")
        for cls in classes:
            if not (isinstance(cls, type) and issubclass(cls, base)):
                pack.refuse(f"{cls!r} in {name} is not a subclass of {base.__name__}")
            _check_encoding(pack, cls, base)
    if not (game.actions and game.changes):
        pack.refuse("a game needs at least one action and one change")


def _check_encoding(pack: Pack, cls: type[msgspec.Struct], base: type[msgspec.Struct]) -> None:
    """Refuse a class that is encoded differently from its base, or cannot be decoded."""
    config, expected = cls.__struct_config__, base.__struct_config__
    if config.array_like or config.tag_field != expected.tag_field:
        pack.refuse(f"{cls.__name__} is not encoded like a {base.__name__}")
    if base is ClientMessage and "key" in cls.__struct_fields__:
        pack.refuse(f"{cls.__name__} has a field `key`, which is the session over Pyro5")
    try:
        msgspec.msgpack.Decoder(cls)
    except Exception as error:
        pack.refuse(f"{cls.__name__} cannot be decoded: {error}")


def _check_names(pack: Pack, game: GameMessages, games: list[GameMessages]) -> None:
    """Refuse names of the game, its messages and changes that are malformed or already taken."""
    if not (isinstance(game.name, str) and _GAME.fullmatch(game.name)):
        pack.refuse(f"{game.name!r} is not a lower-case name of a game")
    if any(other.name == game.name for other in games):
        pack.refuse(f"there is already a game named {game.name}")
    if (tag := game.view.__struct_config__.tag) != game.name:
        pack.refuse(f"its view has the tag {tag!r} instead of the game's name {game.name!r}")
    messages = {cls.__name__ for other in games for cls in _messages(other)} | _RESERVED_NAMES
    changes = {cls.__name__ for other in games for cls in other.changes}
    messages |= {alias for other in games for alias in other.aliases}
    for classes, taken in ((_messages(game), messages), (game.changes, changes)):
        for cls in classes:
            name = cls.__name__
            if cls.__struct_config__.tag != name or not _CLASS.fullmatch(name):
                pack.refuse(f"{name} must be a CamelCase name and its own tag")
            if name in taken:
                pack.refuse(f"the name {name} is already taken")
            taken.add(name)
    _check_aliases(pack, game, messages)


def _check_aliases(pack: Pack, game: GameMessages, taken: set[str]) -> None:
    """Refuse aliases that are malformed, already taken, or not for an action of the game."""
    for alias, cls in game.aliases.items():
        if not (isinstance(alias, str) and _CLASS.fullmatch(alias)):
            pack.refuse(f"the alias {alias!r} must be a CamelCase name")
        if alias in taken:
            pack.refuse(f"the name {alias} is already taken")
        if cls not in game.actions:
            pack.refuse(f"the alias {alias} is not for an action of the game")


def _messages(game: GameMessages) -> tuple[type[Message], ...]:
    """Return the message classes of a game: actions, prompts and messages of the set-up."""
    return (*game.actions, *game.prompts, *game.setup)
