"""The remote methods of the Pyro5 route: one for each client message, plus open, poll and close.

The table is derived from the registry of messages. A method is called with the session's key, then
the message's fields in their declared order or by their snake_case names; ``id`` by name only.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, NoReturn

from msgspec import Meta, Struct, convert, defstruct, field, structs
from msgspec.msgpack import Decoder
from msgspec.structs import astuple

from messages.base import Message
from messages.errors import ErrorCode, ProtocolError
from messages.registry import CLIENT_MESSAGES, AnyClientMessage
from messages.text import clean
from server.transports.pyro.wire import UNREADABLE, Call, read_arguments

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
    arguments: Decoder[Struct]
    """The short way for the usual call: the key and fields by position, read at once."""


def snake_case(name: str) -> str:
    """``ChooseNickname`` -> ``choose_nickname``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def read_message(method: Method, call: Call) -> tuple[object, AnyClientMessage | ProtocolError]:
    """The session's key, and the message a call stands for or what is wrong with it.

    Raises CallFailed where nothing can be read at all.
    """
    if not call.kwargs:
        try:
            values = astuple(method.arguments.decode(call.args))
            return values[0], method.record(*values[1:])  # type: ignore[return-value]
        except UNREADABLE:
            pass  # what is wrong is found out with more care
    args, kwargs = read_arguments(call), call.kwargs or {}
    if not args:
        args, kwargs = [kwargs.get("key")], {n: v for n, v in kwargs.items() if n != "key"}
    try:
        return args[0], _read(method, args[1:], kwargs)
    except ProtocolError as error:
        return args[0], error


def _read(method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]) -> AnyClientMessage:
    plain = _bind(method, args, kwargs)
    try:
        return convert(plain, method.record)  # type: ignore[return-value]
    except UNREADABLE as error:
        _refuse(method, str(error), kwargs)


def read_poll(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Poll:
    """The arguments of ``poll``. Raises ProtocolError."""
    try:
        return convert(_bind(_POLL, args, kwargs), Poll)
    except UNREADABLE as error:
        _refuse(_POLL, str(error), kwargs)


def _bind(method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    if len(args) > len(method.positional):
        _refuse(method, "There are too many arguments", kwargs)
    plain = dict(zip(method.positional, args, strict=False))
    for name, value in kwargs.items():
        read_by = method.keywords.get(name)
        if read_by is None:
            _refuse(method, f"There is no argument `{name}`", kwargs)
        if read_by in plain:
            _refuse(method, f"`{name}` is given twice", kwargs)
        if name != "id" or value is not None:
            plain[read_by] = value
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
    names = tuple(keywords[name] for name in positional)
    return Method(usage, message, names, keywords, _arguments(message))


def _arguments(record: type[Struct]) -> Decoder[Struct]:
    """Reads a list whose items are the session's key and the positional fields of the record."""
    fields: list[Any] = [("key", str)]
    for f in structs.fields(record):
        if f.name in record.__match_args__:
            default: Any = field(default=f.default, default_factory=f.default_factory)  # type: ignore[call-overload]
            fields.append((f.name, f.type, default))
    arguments = defstruct("Arguments", fields, array_like=True, forbid_unknown_fields=True)
    return Decoder(arguments)


_POLL_FIELDS = Poll.__struct_fields__
_POLL = Method(
    "poll(key, cursor, wait)", Poll, _POLL_FIELDS, {n: n for n in _POLL_FIELDS}, Decoder(Poll)
)

METHODS: Mapping[str, Method] = {
    snake_case(message.__name__): _method(message) for message in CLIENT_MESSAGES.values()
}
EXPOSED: frozenset[str] = frozenset([*METHODS, OPEN, POLL, CLOSE])
METADATA: dict[str, list[str]] = {"methods": sorted(EXPOSED), "oneway": [], "attrs": []}
"""What a proxy is told about the object."""
