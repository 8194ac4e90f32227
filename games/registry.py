"""All games by name: one line in ``BUILT_IN`` for each, then the games of packs."""

from dataclasses import fields
from typing import get_args

import msgspec

from games.base import AnyGame, Game
from games.codex import CODEX
from games.eriantys import ERIANTYS
from games.rummy import RUMMY
from games.shelfie import SHELFIE
from games.uno import UNO
from messages.lobby import Absent
from messages.packs import Pack
from messages.registry import GAMES as MESSAGES
from messages.registry import PACKS

BUILT_IN: tuple[AnyGame, ...] = (ERIANTYS, UNO, CODEX, SHELFIE, RUMMY)
SEATS = range(1, 17)
"""Numbers of seats that a match can have, because a seat on the wire is a number from 0 to 15."""
ABSENCE_POLICIES = tuple(filter(None, get_args(Absent)))
_DATA = {"name", "title", "seats", "actions", "state_type", "wizards", "absence_policy"}
_DATA |= {"rules_version", "compatible_versions"}
"""The fields of a Game that are not functions."""


def load_game(name: str, pack: Pack) -> AnyGame:
    """Import the rules of a pack; raise PackError if they do not belong to its messages."""
    game: AnyGame = pack.load("rules", "GAME", Game)
    if game.name != name:
        pack.refuse(f"its rules are named {game.name!r}, its messages {name!r}")
    if {messages.name: {*messages.actions} for messages in MESSAGES}[name] != {*game.actions}:
        pack.refuse("its rules and its messages do not list the same actions")
    if not (isinstance(game.seats, range) and game.seats and {*game.seats} <= {*SEATS}):
        pack.refuse(f"its seats are {game.seats!r} instead of a range within 1 to {SEATS[-1]}")
    if game.absence_policy not in ABSENCE_POLICIES:
        pack.refuse(f"{game.absence_policy!r} is not one of {', '.join(ABSENCE_POLICIES)}")
    _check_versions(pack, game)
    for field in fields(game):
        if field.name not in _DATA and not callable(getattr(game, field.name)):
            pack.refuse(f"{field.name} of its rules is not a function")
    _check_state_type(pack, game.state_type)
    return game


def _check_versions(pack: Pack, game: AnyGame) -> None:
    """Refuse versions of the rules that are not positive numbers."""
    if not isinstance(game.compatible_versions, frozenset):
        pack.refuse(f"its compatible versions are {game.compatible_versions!r}, not a frozenset")
    for version in (game.rules_version, *game.compatible_versions):
        if type(version) is not int or version < 1:
            pack.refuse(f"{version!r} is no version of rules; use a number from 1")


def _check_state_type(pack: Pack, state_type: object) -> None:
    """Refuse a state type that is not a Struct or has fields that cannot be decoded."""
    if not (isinstance(state_type, type) and issubclass(state_type, msgspec.Struct)):
        pack.refuse(f"its state type is {state_type!r} instead of a subclass of Struct")
    try:
        msgspec.msgpack.Decoder(state_type)
    except Exception as error:
        pack.refuse(f"its state cannot be decoded: {error}")


GAMES: dict[str, AnyGame] = {game.name: game for game in BUILT_IN} | {
    name: load_game(name, pack) for name, pack in PACKS.items()
}
