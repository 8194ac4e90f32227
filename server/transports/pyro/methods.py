"""The remote methods of the Pyro5 transport: one per client message, plus open, poll and close.

The table is derived from the registry of messages; an alias of a message is a method as well. A
method is called with the session's key, then the message's fields in their declared order or by
their snake_case names; ``id`` by name only.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, NoReturn

from msgspec import Meta, Struct, convert, defstruct, field, structs
from msgspec.msgpack import Decoder
from msgspec.structs import astuple

from messages.base import Message
from messages.errors import ErrorCode, ProtocolError
from messages.registry import ALIASES, CLIENT_MESSAGES, AnyClientMessage
from messages.spellings import convert_respelled
from messages.text import clean
from server.transports.pyro.wire import UNREADABLE, Call, read_arguments

OBJECT = "tavolata"
"""Name of the only remote object."""

OPEN, POLL, CLOSE = "open", "poll", "close"


class Poll(Struct, frozen=True):
    """The arguments of ``poll``."""

    key: str
    cursor: Annotated[int, Meta(ge=0, le=2**53)] = 0
    wait: float = 0.0


class Method(NamedTuple):
    """Describes how the arguments of a call become the fields of a record."""

    usage: str
    record: type[Struct]
    positional: tuple[str, ...]
    """Encoded names of the positional fields, without the session's key."""
    keywords: Mapping[str, str]
    """Encoded name of every field, by its snake_case name."""
    arguments: Decoder[Struct]
    """Decodes the key and all fields by position in one step; most calls take this path."""


def snake_case(name: str) -> str:
    """Convert a name: ``ChooseNickname`` -> ``choose_nickname``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def read_message(method: Method, call: Call) -> tuple[object, AnyClientMessage | ProtocolError]:
    """Return the session's key, and the message of a call or the error in it.

    The key is the first argument or the keyword ``key``; it is not checked, and None if missing.
    Raises CallFailed if the arguments are not msgpack.
    """
    if not call.kwargs:
        try:
            values = astuple(method.arguments.decode(call.args))
            return values[0], method.record(*values[1:])  # type: ignore[return-value]
        except UNREADABLE:
            pass  # the slow path below finds the error
    args, kwargs = read_arguments(call), call.kwargs or {}
    if not args:
        args, kwargs = [kwargs.get("key")], {n: v for n, v in kwargs.items() if n != "key"}
    try:
        return args[0], _convert_arguments(method, args[1:], kwargs)
    except ProtocolError as error:
        return args[0], error


def _convert_arguments(
    method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> AnyClientMessage:
    """Convert arguments without the key into a message. Raises ProtocolError with the usage."""
    plain = _bind(method, args, kwargs)
    try:
        return convert_respelled(plain, method.record)  # type: ignore[arg-type]
    except UNREADABLE as error:
        _refuse(method, str(error), kwargs)


def read_poll(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Poll:
    """Return the arguments of ``poll``. Raises ProtocolError with the usage."""
    try:
        return convert(_bind(_POLL, args, kwargs), Poll)
    except UNREADABLE as error:
        _refuse(_POLL, str(error), kwargs)


def _bind(method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments by encoded name; ``id=None`` counts as absent.

    Raises ProtocolError for too many, unknown or repeated arguments; missing ones are not noticed.
    """
    if len(args) > len(method.positional):
        _refuse(method, "There are too many arguments", kwargs)
    plain = dict(zip(method.positional, args, strict=False))
    for name, value in kwargs.items():
        encoded_name = method.keywords.get(name)
        if encoded_name is None:
            _refuse(method, f"There is no argument `{name}`", kwargs)
        if encoded_name in plain:
            _refuse(method, f"`{name}` is given twice", kwargs)
        if name != "id" or value is not None:
            plain[encoded_name] = value
    return plain


def _refuse(method: Method, reason: str, kwargs: Mapping[str, Any]) -> NoReturn:
    """Raise a ProtocolError with the reason and the usage of the method.

    The error carries the message id of ``kwargs`` if it is valid.
    """
    number = kwargs.get("id")
    reply_to = number if type(number) is int and 1 <= number <= 2**53 else None
    text = f"{clean(reason, 300)}. Call it as {method.usage}."
    raise ProtocolError(ErrorCode.MALFORMEDMESSAGE, text, reply_to) from None


def _method_for(message: type[Message]) -> Method:
    """Describe the remote method of a message class: usage, argument names, decoder."""
    positional: tuple[str, ...] = message.__match_args__
    keywords = dict(zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True))
    rest = [name for name in keywords if name not in positional]
    by_name = ", ".join(f"{name}=…" for name in rest)
    usage = f"{snake_case(message.__name__)}({', '.join(['key', *positional])}, {by_name})"
    names = tuple(keywords[name] for name in positional)
    return Method(usage, message, names, keywords, _positional_decoder(message))


def _positional_decoder(record: type[Struct]) -> Decoder[Struct]:
    """Return a decoder of lists that hold the session's key and the positional fields.

    Fields with a default may be missing at the end of the list.
    """
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
    snake_case(name): _method_for(message) for name, message in (CLIENT_MESSAGES | ALIASES).items()
}
EXPOSED: frozenset[str] = frozenset([*METHODS, OPEN, POLL, CLOSE])
METADATA: dict[str, list[str]] = {"methods": sorted(EXPOSED), "oneway": [], "attrs": []}
"""The description of the object that a proxy receives."""
