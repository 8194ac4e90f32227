"""Random actions for a position: listed actions with changed fields, and actions made of its words.

Numbers and words are taken from the view and the listed actions, so that many of them name things
that exist.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, inspect

from games.base import AnyGame
from messages.base import Seat

NUMBERS = tuple(range(-1, 14))
SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 5)
"""Sizes of new tuples."""


class Pool(NamedTuple):
    """The values that random actions of one position contain; ``actions`` are those to change."""

    words: tuple[str, ...]
    actions: tuple[Struct, ...]


def position_pool(game: AnyGame, state: Any, seat: Seat, earlier: Iterable[Struct]) -> Pool:
    """Return the pool of a position; ``earlier`` are actions of other seats and positions."""
    actions = (*game.legal(state, seat), *earlier)
    values = [msgspec.to_builtins(value) for value in (game.view(state, seat), *actions)]
    return Pool(tuple(dict.fromkeys(_words(values))), actions)


def _words(value: object) -> Iterator[str]:
    """Yield all texts in plain data that are not empty."""
    if isinstance(value, str):
        yield from [value] if value else []
    elif isinstance(value, dict):
        yield from _words(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words(item)


def random_actions(game: AnyGame, pool: Pool, number: int, random: Random) -> Iterator[Any]:
    """Yield actions: some of random values only, the others listed ones with one or two changes."""
    for _ in range(number):
        if not pool.actions or random.random() < 0.2:
            yield _new(random.choice(game.actions), pool, random)
            continue
        action = random.choice(pool.actions)
        for _ in range(random.choice((1, 1, 2))):
            action = _changed(action, pool, random)
        yield action


@cache
def _fields(kind: type[Struct]) -> list[inspect.Field]:
    """Return the fields of an action, without its id."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return [field for field in info.fields if field.name != "id"]


def _new(kind: type[Struct], pool: Pool, random: Random) -> Any:
    """Return an action of this class with random values; about half of its defaults stay."""
    fields = [field for field in _fields(kind) if field.required or random.random() < 0.5]
    return kind(**{field.name: _value(field.type, pool, random) for field in fields})


def _changed(action: Struct, pool: Pool, random: Random) -> Struct:
    """Return the action with one field changed."""
    fields = _fields(type(action))
    if not fields:
        return action
    field = random.choice(fields)
    value = getattr(action, field.name)
    if isinstance(value, tuple) and value and random.random() < 0.8:
        changed: object = _changed_tuple(value, field.type, pool, random)
    else:
        changed = _value(field.type, pool, random)
    return msgspec.structs.replace(action, **{field.name: changed})


def _changed_tuple(
    value: tuple[Any, ...], kind: inspect.Type, pool: Pool, random: Random
) -> tuple[Any, ...]:
    """Return the items in another order, without one of them, or with one more."""
    items = list(value)
    match random.randrange(3):
        case 0:
            random.shuffle(items)
        case 1:
            items.pop(random.randrange(len(items)))
        case _:
            assert isinstance(kind, inspect.VarTupleType)
            items.insert(random.randint(0, len(items)), _value(kind.item_type, pool, random))
    return tuple(items)


def _random_word(pool: Pool, random: Random) -> str:
    """Return a text of the position, or the start of one with the end of another."""
    word = random.choice(pool.words)
    if " " not in word or random.random() < 0.5:
        return word
    return f"{word.split()[0]} {random.choice(pool.words).split()[-1]}"


def _value(kind: inspect.Type, pool: Pool, random: Random) -> Any:
    """Return a random value of this type."""
    match kind:
        case inspect.IntType():
            return random.choice(NUMBERS)
        case inspect.StrType():
            return _random_word(pool, random)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.UnionType(types=types):
            return _value(random.choice(types), pool, random)
        case inspect.VarTupleType(item_type=item):
            return tuple(_value(item, pool, random) for _ in range(random.choice(SIZES)))
        case inspect.StructType(cls=cls):
            known = [action for action in pool.actions if type(action) is cls]
            return random.choice(known) if known else _new(cls, pool, random)
        case _:
            raise NotImplementedError(f"no random value for {kind}")
