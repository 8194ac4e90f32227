"""The remote methods of the Pyro5 transport: one per client message, plus open, poll, close and do.

The table is derived from the registry of messages; an alias of a message is a method as well. A
method is called with the session's key, then the message's fields in their declared order or by
their snake_case names; ``id`` by name only. ``do`` is called with the key and an action as a map.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, NoReturn

from msgspec import Meta, Struct, convert, defstruct, field, structs
from msgspec.msgpack import Decoder
from msgspec.structs import astuple

from messages.base import Message, members
from messages.errors import ErrorCode, ProtocolError
from messages.registry import ALIASES, CLIENT_MESSAGES, Action, AnyClientMessage
from messages.spellings import convert_respelled
from messages.text import clean
from server.transports.pyro.wire import UNREADABLE, Call, read_arguments

OBJECT = "tavolata"
"""Name of the only remote object."""

OPEN, POLL, CLOSE, DO = "open", "poll", "close", "do"


class Poll(Struct, frozen=True):
    """The arguments of ``poll``."""

    key: str
    cursor: Annotated[int, Meta(ge=0, le=2**53)] = 0
    wait: float = 0.0


class Do(Struct, frozen=True):
    """The arguments of ``do`` after the key."""

    action: dict[str, Any]
    id: int | None = None


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
    key, args, kwargs = _split_key(call)
    try:
        return key, _convert_arguments(method, args, kwargs)
    except ProtocolError as error:
        return key, error


def read_action(call: Call) -> tuple[object, AnyClientMessage | ProtocolError]:
    """Return the session's key, and the action in a call of ``do`` or the error in it.

    The action is a map as in LegalActions. Raises CallFailed if the arguments are not msgpack.
    """
    key, args, kwargs = _split_key(call)
    try:
        return key, _convert_action(args, kwargs)
    except ProtocolError as error:
        return key, error


def _split_key(call: Call) -> tuple[object, Sequence[Any], Mapping[str, Any]]:
    """Return the session's key in a call, None if it is missing, and the other arguments.

    The key is the first positional argument or, if there are none, the argument ``key``. Raises
    CallFailed if the arguments are not msgpack.
    """
    args, kwargs = read_arguments(call), call.kwargs or {}
    if args:
        return args[0], args[1:], kwargs
    return kwargs.get("key"), (), {n: v for n, v in kwargs.items() if n != "key"}


def _convert_action(args: Sequence[Any], kwargs: Mapping[str, Any]) -> AnyClientMessage:
    """Convert the arguments of ``do`` into an action.

    The id may be an argument or a key of the action, not both. Raises ProtocolError with the usage.
    """
    plain = _bind_arguments(_DO, args, kwargs)
    action = plain.pop("action", None)
    if not isinstance(action, dict):
        _refuse(_DO, "The action is a map with its `type`", kwargs)
    number = plain or {"id": action.get("id")}
    if plain and "id" in action:
        _refuse(_DO, "`id` is given twice", number)
    fields = {name: value for name, value in action.items() if name != "type"} | plain
    kind = action.get("type")
    record = _ACTIONS.get(kind) if isinstance(kind, str) else None
    if record is None:
        _refuse(_DO, "No action has this type", number)
    try:
        return convert_respelled(fields, record)
    except UNREADABLE as error:
        _refuse(_DO, str(error), number)


def _convert_arguments(
    method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> AnyClientMessage:
    """Convert arguments without the key into a message. Raises ProtocolError with the usage."""
    plain = _bind_arguments(method, args, kwargs)
    try:
        return convert_respelled(plain, method.record)  # type: ignore[arg-type]
    except UNREADABLE as error:
        _refuse(method, str(error), kwargs)


def read_poll(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Poll:
    """Return the arguments of ``poll``. Raises ProtocolError with the usage."""
    try:
        return convert(_bind_arguments(_POLL, args, kwargs), Poll)
    except UNREADABLE as error:
        _refuse(_POLL, str(error), kwargs)


def _bind_arguments(
    method: Method, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
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

    The reason is cleaned and cut. The error carries the message id of ``kwargs`` if it is valid.
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

_DO = Method(
    f"{DO}(key, action, id=…)", Do, ("action",), {n: n for n in Do.__struct_fields__}, Decoder(Do)
)
_ACTIONS: Mapping[str, type[Message]] = {
    name: record
    for name, record in (CLIENT_MESSAGES | ALIASES).items()
    if record in members(Action)
}
"""The actions of all games by name and alias."""

METHODS: Mapping[str, Method] = {
    snake_case(name): _method_for(message) for name, message in (CLIENT_MESSAGES | ALIASES).items()
}
EXPOSED: frozenset[str] = frozenset([*METHODS, OPEN, POLL, CLOSE, DO])
METADATA: dict[str, list[str]] = {"methods": sorted(EXPOSED), "oneway": [], "attrs": []}
"""The description of the object that a proxy receives."""
