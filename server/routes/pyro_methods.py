"""The remote methods of the Pyro5 route: one for each client message, plus open, poll and close.

The table is derived from the registry of messages. A method is called with the session's key, then
the message's fields in their declared order or by their snake_case names; ``id`` by name only.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, NoReturn

from msgspec import Meta, MsgspecError, Struct, convert

from messages.base import Message
from messages.errors import ErrorCode, ProtocolError
from messages.registry import CLIENT_MESSAGES, AnyClientMessage
from messages.text import clean

OBJECT = "tavolata"
"""The one object there is."""

OPEN, POLL, CLOSE = "open", "poll", "close"


class Poll(Struct, frozen=True):
    """The arguments of ``poll``."""

    key: str
    cursor: Annotated[int, Meta(ge=0, le=2**53)] = 0
    wait: float = 0.0


class Method(NamedTuple):
    """How the arguments of a call become the fields of a record."""

    usage: str
    record: type[Struct]
    positional: tuple[str, ...]
    """Field names as the record is read from plain data, the session's key left out."""
    keywords: Mapping[str, str]
    """Every field: its snake_case name and the name it is read by."""


def snake_case(name: str) -> str:
    """``ChooseNickname`` -> ``choose_nickname``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def read_message(
    method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> AnyClientMessage:
    """The message a call stands for; its first argument is the key. Raises ProtocolError."""
    if kwargs or len(args) > len(method.positional) + 1:
        rest = kwargs if args else {name: kwargs[name] for name in kwargs if name != "key"}
        plain = _bind(method, args[1:], rest)
    else:
        plain = dict(zip(method.positional, args[1:], strict=False))
    try:
        message: AnyClientMessage = convert(plain, method.record)  # type: ignore[assignment]
    except (MsgspecError, RecursionError, ValueError, OverflowError) as error:
        _refuse(method, str(error), kwargs)
    return message


def read_poll(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Poll:
    """The arguments of ``poll``. Raises ProtocolError."""
    try:
        return convert(_bind(_POLL, args, kwargs), Poll)
    except (MsgspecError, RecursionError, ValueError, OverflowError) as error:
        _refuse(_POLL, str(error), kwargs)


def _bind(method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    if len(args) > len(method.positional):
        _refuse(method, "There are too many arguments", kwargs)
    plain = dict(zip(method.positional, args, strict=False))
    for name, value in kwargs.items():
        field = method.keywords.get(name)
        if field is None:
            _refuse(method, f"There is no argument `{name}`", kwargs)
        if field in plain:
            _refuse(method, f"`{name}` is given twice", kwargs)
        if name != "id" or value is not None:
            plain[field] = value
    return plain


def _refuse(method: Method, why: str, kwargs: Mapping[str, Any]) -> NoReturn:
    number = kwargs.get("id")
    reply_to = number if type(number) is int and 1 <= number <= 2**53 else None
    text = f"{clean(why, 300)}. Call it as {method.usage}."
    raise ProtocolError(ErrorCode.MALFORMEDMESSAGE, text, reply_to) from None


def _method(message: type[Message]) -> Method:
    positional: tuple[str, ...] = message.__match_args__
    keywords = dict(zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True))
    rest = [name for name in keywords if name not in positional]
    by_name = ", ".join(f"{name}=…" for name in rest)
    usage = f"{snake_case(message.__name__)}({', '.join(['key', *positional])}, {by_name})"
    return Method(usage, message, tuple(keywords[name] for name in positional), keywords)


_POLL_FIELDS = Poll.__struct_fields__
_POLL = Method("poll(key, cursor, wait)", Poll, _POLL_FIELDS, {n: n for n in _POLL_FIELDS})

METHODS: Mapping[str, Method] = {
    snake_case(message.__name__): _method(message) for message in CLIENT_MESSAGES.values()
}
EXPOSED: frozenset[str] = frozenset([*METHODS, OPEN, POLL, CLOSE])
METADATA: dict[str, list[str]] = {"methods": sorted(EXPOSED), "oneway": [], "attrs": []}
"""What a proxy is told about the object."""
