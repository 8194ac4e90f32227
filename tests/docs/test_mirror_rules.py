"""Test that the mirror rules on the protocol page name the fields that the mirrors change."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from client.games.registry import apply_change
from games.base import Step
from games.registry import GAMES
from messages.base import Change, View
from messages.registry import BUILT_IN
from server.operations.protocol_page import split_doc
from tests.games.variants import VARIANTS, Variant, start_variant
from tests.games.weighted_choice import choose_by_kind

PATH = re.compile(r"`view\.([\w.*\[\]-]+)`")
INDEX = re.compile(r"\[[^\]]*\]")
CHANGES = [(game, change) for game in BUILT_IN for change in game.changes]
WITHOUT_EFFECT = "Mirror: nothing changes"
LEAVE, TIMEOUT = 0.001, 0.02
"""The probabilities, before each action, that a player leaves or times out."""

every_change = pytest.mark.parametrize(
    ("game", "change"), CHANGES, ids=[change.__name__ for _, change in CHANGES]
)


def _rule_paths(change: type[Change]) -> set[str]:
    """Return the paths of view fields in a mirror rule, without indices: ``players.cards``."""
    return {INDEX.sub("", path) for path in PATH.findall(split_doc(change)[1])}


@every_change
def test_change_has_a_mirror_rule_and_a_meaning_before_it(game: Any, change: type[Change]) -> None:
    meaning, rule = split_doc(change)
    assert meaning.endswith(".")
    assert rule.startswith("Mirror: ")
    assert rule.endswith(".")
    assert _rule_paths(change) or rule.startswith(WITHOUT_EFFECT)


@every_change
def test_mirror_rule_names_only_fields_of_the_view(game: Any, change: type[Change]) -> None:
    assert _rule_paths(change) <= set(_field_paths(msgspec.inspect.type_info(game.view)))


def _field_paths(info: Any, prefix: str = "") -> Iterator[str]:
    """Yield the paths of all fields of a view, also those of the records in it."""
    for part in getattr(info, "types", ()):
        yield from _field_paths(part, prefix)
    for name in ("item_type", "value_type"):
        if hasattr(info, name):
            yield from _field_paths(getattr(info, name), prefix)
    for field in getattr(info, "fields", ()):
        path = f"{prefix}{field.encode_name}"
        yield path
        yield from _field_paths(field.type, f"{path}.")


@pytest.mark.parametrize("name", [game.name for game in BUILT_IN])
def test_mirror_rules_name_every_field_that_changes_in_random_games(name: str) -> None:
    missing = {
        (change.__name__, path)
        for variant in VARIANTS
        if variant.name == name
        for change, path in _changed_paths(variant)
        if not any(path == named or path.startswith(f"{named}.") for named in _rule_paths(change))
    }
    assert missing == set()


@cache
def _changed_paths(variant: Variant) -> frozenset[tuple[type[Change], str]]:
    """Play a random game and return which fields each kind of change modified in any view."""
    game = GAMES[variant.name]
    found: set[tuple[type[Change], str]] = set()
    for state, step in _random_steps(variant):
        for seat in (*range(variant.players), None):
            view = game.view(state, seat)
            for change in step.changes:
                seen = game.redact(change, seat)
                if seen is not None:
                    after = apply_change(view, seen)
                    found |= {(type(change), path) for path in _differences(view, after)}
                    view = after
    return frozenset(found)


def _random_steps(variant: Variant) -> Iterator[tuple[Any, Step[Any]]]:
    """Yield each state of a random game with its step; some players time out, and some leave."""
    game, random = GAMES[variant.name], Random(1)
    state = start_variant(variant, seed=1).state
    while active := sorted(game.active(state)):
        draw = random.random()
        if draw < LEAVE:
            step = game.leave(state, random.randrange(variant.players))
        elif draw < LEAVE + TIMEOUT:
            step = game.timeout(state, random.choice(sorted(game.waiting(state))))
        else:
            seat = random.choice(active)
            step = game.apply(state, seat, choose_by_kind(game.legal(state, seat), random))
        yield state, step
        state = step.state


def _differences(before: View, after: View) -> set[str]:
    """Return the paths of the fields in which two views differ."""
    return set(_compare(msgspec.to_builtins(before), msgspec.to_builtins(after), ""))


def _compare(before: Any, after: Any, path: str) -> Iterator[str]:
    """Yield the deepest paths of differences; lists of different length differ as a whole."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key in before:
            yield from _compare(before[key], after[key], f"{path}.{key}" if path else key)
    elif isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            yield from _compare(one, other, path)
    else:
        yield path
