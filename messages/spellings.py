"""Other spellings of client messages: aliases of their names, and enumerations in any letter case.

The strict decoder comes first; this module reads only what it refused. Each class with words of
enumerations, and each alias, has a relaxed class with the same fields, in which such words are any
text. A relaxed record becomes a message once its words are replaced by those of the enumeration.
Sizes and unknown fields are checked while decoding, as in the strict decoder.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from msgspec import Struct, convert, defstruct, field, structs, to_builtins

from messages.base import Message, Word
from messages.registry import ALIASES, CLIENT_MESSAGES, AnyClientMessage

Words = Mapping[str, str]
"""The words of an enumeration by their form without upper case."""


class _Respelling(NamedTuple):
    """The relaxed class of a message class, and the words to replace in its records."""

    relaxed: type[Struct]
    record: type[Message]
    words: Mapping[str, Words]
    """The words of each field that has an enumeration, by the encoded name of the field."""


def from_relaxed(relaxed: Struct) -> AnyClientMessage:
    """Return the message of a record of RELAXED. Raises ValidationError for an unknown word."""
    return _to_message(_RESPELLINGS[type(relaxed).__name__], relaxed)


def convert_respelled(plain: Mapping[str, Any], record: type[Message]) -> AnyClientMessage:
    """Convert fields by encoded name, without a type, to this class. Raises ValidationError."""
    respelling = _RESPELLINGS.get(record.__name__)
    if respelling is None:
        return convert(plain, record)  # type: ignore[return-value]
    return _to_message(respelling, convert(plain, respelling.relaxed))


def _to_message(respelling: _Respelling, relaxed: Struct) -> AnyClientMessage:
    """Return the message of a relaxed record. Raises ValidationError for an unknown word."""
    plain: dict[str, Any] = to_builtins(relaxed)
    del plain["type"]
    for name, words in respelling.words.items():
        plain[name] = _respell(plain[name], words)
    return convert(plain, respelling.record)  # type: ignore[return-value]


def _respell(value: Any, words: Words) -> Any:
    """Return the value with each known word, in any letter case, as the enumeration spells it."""
    match value:
        case str():
            return words.get(value.casefold(), value)
        case list() | tuple():
            return [_respell(part, words) for part in value]
        case dict():
            return {_respell(key, words): _respell(part, words) for key, part in value.items()}
    return value


# How the relaxed classes are made.


def _respelling(name: str, record: type[Message]) -> _Respelling:
    """Make the relaxed class with this name and type for the fields of a message class."""
    fields: list[Any] = []
    words: dict[str, Words] = {}
    for f in structs.fields(record):
        found = _enumeration_words(f.type)
        if found:
            words[f.encode_name] = {word.casefold(): word for word in found}
        default: Any = field(  # type: ignore[call-overload]
            name=f.encode_name, default=f.default, default_factory=f.default_factory
        )
        fields.append((f.name, _relaxed(f.type), default))
    relaxed = defstruct(
        name, fields, tag_field="type", tag=name, forbid_unknown_fields=True, kw_only=True
    )
    return _Respelling(relaxed, record, words)


def _enumeration_words(hint: Any) -> tuple[str, ...]:
    """Return the words of all enumerations in a type; a Literal with numbers is none."""
    args = get_args(hint)
    if get_origin(hint) is Literal:
        return args if all(isinstance(word, str) for word in args) else ()
    return tuple(word for part in args for word in _enumeration_words(part))


def _relaxed(hint: Any) -> Any:
    """Return the type with every enumeration of words replaced by text."""
    origin, args = get_origin(hint), get_args(hint)
    if not _enumeration_words(hint):
        return hint
    if origin is Literal:
        return Word
    if origin is Annotated:
        return Annotated[(_relaxed(args[0]), *args[1:])]
    parts = tuple(_relaxed(part) for part in args)
    return reduce(or_, parts) if origin in (Union, UnionType) else origin[parts]


def _has_enumeration(record: type[Message]) -> bool:
    """Return whether a field of the record has words of an enumeration as values."""
    return any(_enumeration_words(f.type) for f in structs.fields(record))


_RESPELLINGS = {
    name: _respelling(name, record)
    for name, record in (CLIENT_MESSAGES | ALIASES).items()
    if name in ALIASES or _has_enumeration(record)
}
RESPELLABLE = frozenset(_RESPELLINGS)
"""Types of messages that have an alias or words of enumerations."""
RELAXED: Any = reduce(or_, [respelling.relaxed for respelling in _RESPELLINGS.values()])
"""The union of the relaxed classes, for decoders."""
