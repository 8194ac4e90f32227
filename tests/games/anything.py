"""Random messages: any value that the type of a field allows."""

from random import Random
from typing import Any

from msgspec import Struct, inspect

NUMBERS = (-(2**31), -1, 0, 1, 2, 3, 5, 8, 11, 12, 100, 2**31 - 1)
WORDS = ("", "x", "NOBODY", "💥", "a" * 64)


def anything(kind: type[Struct], random: Random, words: tuple[str, ...] = ()) -> Any:
    """Return a message of the class with random contents; ``words`` are additional texts to use."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = {
        field.name: _value(field.type, random, words) for field in info.fields if field.name != "id"
    }
    return kind(**fields)


def _value(kind: inspect.Type, random: Random, words: tuple[str, ...]) -> Any:
    match kind:
        case inspect.IntType():
            return random.choice(NUMBERS)
        case inspect.StrType():
            return random.choice(WORDS + words)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.UnionType(types=types):
            return _value(random.choice(types), random, words)
        case inspect.VarTupleType(item_type=item, max_length=most):
            size = random.randint(0, min(most or 4, 4))
            return tuple(_value(item, random, words) for _ in range(size))
        case inspect.StructType(cls=cls):
            return anything(cls, random, words)
        case _:
            raise NotImplementedError(f"teach this file to make up a {kind}")
