"""Seeded games as text: every action with the number of legal ones, and its changes.

A change of the rules shows as a readable difference. ``python -m tests.playthroughs`` writes the
texts in this folder again; review the differences before a commit.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct

from games.base import AnyGame
from games.registry import GAMES
from games.rng import Rng
from tests.games.settings import Playthrough
from tests.games.variants import FOLDERS, SETTINGS, VARIANTS, Variant, settings_of, start_variant
from tests.games.weighted_choice import group_by_kind

T = TypeVar("T")

FOLDER = Path(__file__).parent
SEEDS = {False: 2021, True: 247}
"""Seeds by mode; the number of players is added, so that every variant is another game."""


def _playthrough(variant: Variant) -> Playthrough:
    folder = FOLDERS.get(variant.name, variant.name)
    file = f"{folder}/{variant.players}-{variant.mode_name}.txt"
    return Playthrough(file, partial(_transcript, variant))


def _transcript(variant: Variant) -> str:
    return "\n".join(_lines(GAMES[variant.name], variant)) + "\n"


def _lines(game: AnyGame, variant: Variant) -> Iterator[str]:
    seed = SEEDS[variant.mode] + variant.players
    state = start_variant(variant, seed).state
    yield f"{game.title}, {variant.players} players, mode {variant.mode}, seed {seed}"
    yield ""
    yield from _view(game, state)
    # Unlike Python's generator, ours makes the same choices in every version.
    choices = Rng(b"choices of the players")
    while active := sorted(game.active(state)):
        seat, choices = _one_of(active, choices)
        actions = game.legal(state, seat)
        kind, choices = _one_of(group_by_kind(actions), choices)
        action, choices = _one_of(kind, choices)
        yield f"seat {seat}, 1 of {len(actions)}: {_text(action)}"
        step = game.apply(state, seat, action)
        yield from (f"    {_text(change)}" for change in step.changes)
        yield from (f"    turn of seat {turn}" for turn in step.turns)
        state = step.state
    yield ""
    yield from _view(game, state)
    yield _text(game.result(state))


def _one_of(items: list[T], choices: Rng) -> tuple[T, Rng]:
    number, choices = choices.below(len(items))
    return items[number], choices


def _view(game: AnyGame, state: Struct) -> Iterator[str]:
    """Yield the spectator's view, one line for each field and for each item of a list."""
    view = game.view(state, None)
    for field in msgspec.structs.fields(view):
        value = getattr(view, field.name)
        if isinstance(value, tuple) and value and isinstance(value[0], Struct | dict):
            yield from (f"{field.name} {at}: {_text(item)}" for at, item in enumerate(value))
        else:
            yield f"{field.name}: {_text(value)}"
    yield ""


def _text(value: object) -> str:
    if isinstance(value, Struct):
        shown = [
            f"{field.name}={_text(getattr(value, field.name))}"
            for field in msgspec.structs.fields(value)
            if getattr(value, field.name) not in (field.default, UNSET)
        ]
        return " ".join([type(value).__name__, *shown])
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {_text(part)}" for key, part in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(_text(part) for part in value) + ")"
    return str(value)


PLAYTHROUGHS = [
    *[_playthrough(t) for t in VARIANTS if t.mode in settings_of(t.name).modes],
    *[playthrough for tests in SETTINGS.values() for playthrough in tests.playthroughs],
]
