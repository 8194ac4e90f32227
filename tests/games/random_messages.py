"""Random messages: any value that the type of a field allows."""

from random import Random
from typing import Any

from msgspec import Struct, inspect

NUMBERS = (-(2**31), -1, 0, 1, 2, 3, 5, 8, 11, 12, 100, 2**31 - 1)
TEXTS = ("", "x", "NOBODY", "💥", "a" * 64)


def random_message(kind: type[Struct], random: Random, texts: tuple[str, ...] = ()) -> Any:
    """Return a message of the class with random contents; ``texts`` are added to TEXTS."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = {
        field.name: _value(field.type, random, texts) for field in info.fields if field.name != "id"
    }
    return kind(**fields)


def _value(kind: inspect.Type, random: Random, texts: tuple[str, ...]) -> Any:
    match kind:
        case inspect.IntType():
            return random.choice(NUMBERS)
        case inspect.StrType():
            return random.choice(TEXTS + texts)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.UnionType(types=types):
            return _value(random.choice(types), random, texts)
        case inspect.VarTupleType(item_type=item, max_length=max_length):
            size = random.randint(0, min(max_length or 4, 4))
            return tuple(_value(item, random, texts) for _ in range(size))
        case inspect.StructType(cls=cls):
            return random_message(cls, random, texts)
        case _:
            raise NotImplementedError(f"no random value for {kind}")
