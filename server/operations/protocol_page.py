"""The reference part of docs/protocol.md, made from the message classes and the table of phases.

``python -m server.operations.protocol_page`` writes it between the two marks of the page; a test
compares.
"""

from collections.abc import Iterable
from pathlib import Path
from types import NoneType
from typing import Any, get_args

import msgspec
from msgspec import inspect

from messages import registry
from messages.base import Change, ClientMessage, View, members
from messages.lobby import OnlinePlayer, RoomInfo
from server.phases import TABLE
from server.sessions import UNNAMED_PHASE, SessionState

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
BEGIN, END = "<!-- reference: begin -->", "<!-- reference: end -->"

WORDS: dict[tuple[str, ...], str] = {
    words: name for game in registry.BUILT_IN for name, words in game.enumerations.items()
}
PARTS = {Change: "a change", View: "a view", ClientMessage: "an action"}
"""What a union of all games' records is called."""
WORDS_BY_SET = {tuple(sorted(map(str, words))): name for words, name in WORDS.items()}

OF_PACKS = {
    cls
    for game in registry.GAMES[len(registry.BUILT_IN) :]
    for cls in (*game.actions, *game.prompts, *game.setup, *game.changes, game.view)
}
"""Classes that are not ours and so not on the page."""


def reference() -> str:
    """Tables of client messages, server messages, changes, view records and enumerations."""
    parts = ["### Client to server", "", "| message | phase | fields | meaning |", _rule(4)]
    for cls in _ours(registry.CLIENT_MESSAGES.values()):
        parts.append(f"| `{cls.__name__}` | {_phases(cls)} | {_fields(cls)} | {_doc(cls)} |")
    parts += ["", *_table("Server to client", "message", _ours(registry.SERVER_MESSAGES.values()))]
    parts += _table(
        "Changes (`UpdateMessage.change`, by `kind`)", "kind", _ours(members(registry.BoardChange))
    )
    parts += _table("Views (`GameView.view`, by `game`) and their records", "record", _records())
    parts += ["### Words", "", "| name | one of |", _rule(2)]
    parts += [f"| {name} | {', '.join(words)} |" for words, name in WORDS.items()]
    return "\n".join(parts).rstrip()


def _phases(message: type[Any]) -> str:
    """Name the phases in which a message is accepted."""
    phases = [state.phase for state in get_args(SessionState) if message in TABLE[state]]
    if len(phases) < len(get_args(SessionState)):
        return ", ".join(phases) or UNNAMED_PHASE
    return "any" if message in TABLE[NoneType] else f"any but {UNNAMED_PHASE}"


def _ours(classes: Iterable[type[Any]]) -> list[type[Any]]:
    return [cls for cls in classes if cls not in OF_PACKS]


def _table(title: str, what: str, classes: list[Any]) -> list[str]:
    rows = [f"| `{c.__name__}` | {_fields(c)} | {_doc(c)} |" for c in classes]
    return [f"### {title}", "", f"| {what} | fields | meaning |", _rule(3), *rows, ""]


def _records() -> list[type]:
    """The views, the list of matches and of people, then every record they are made of."""
    found: list[type] = []
    waiting: list[type] = [*_ours(members(registry.AnyView)), RoomInfo, OnlinePlayer]
    while waiting:
        cls = waiting.pop(0)
        if cls not in found:
            found.append(cls)
            info: Any = inspect.type_info(cls)
            waiting += [inner for field in info.fields for inner in _structs(field.type)]
    return found


def _structs(info: Any) -> list[type]:
    if isinstance(info, inspect.StructType):
        return [info.cls]
    inner = [getattr(info, name, None) for name in ("item_type", "value_type")]
    union = list(getattr(info, "types", ()))
    return [cls for part in [*inner, *union] if part is not None for cls in _structs(part)]


def _fields(cls: type) -> str:
    info: Any = inspect.type_info(cls)
    shown = [_field(f) for f in info.fields if f.name not in {"id", "reply_to", "seq"}]
    return ", ".join(shown) or "none"


def _field(field: Any) -> str:
    text = f"`{field.encode_name}` {_type(field.type)}"
    if field.required:
        return text
    default = field.default
    if default is msgspec.NODEFAULT:
        default = field.default_factory()
    return f"{text} = {_plain(default)}"


def _plain(value: Any) -> str:
    names: dict[Any, str] = {None: "nil", True: "true", False: "false"}
    if isinstance(value, bool) or value is None:
        return names[value]
    return f'"{value}"' if isinstance(value, str) else str(value).replace("()", "[]")


def _type(info: Any) -> str:
    """A type as a reader of the wire would say it, with its limits."""
    match info:
        case inspect.StrType():
            return f"text ≤ {info.max_length}" if info.max_length else "text"
        case inspect.IntType():
            return "int"
        case inspect.BoolType():
            return "bool"
        case inspect.NoneType():
            return "nil"
        case inspect.LiteralType():
            words = tuple(sorted(str(value) for value in info.values))
            return WORDS_BY_SET.get(words) or " / ".join(word or '""' for word in words)
        case inspect.EnumType():
            return "error code"
        case inspect.DictType():
            return f"map of {_type(info.key_type)} to {_type(info.value_type)}"
        case inspect.VarTupleType():
            limit = f" ≤ {info.max_length}" if info.max_length else ""
            return f"list{limit} of ({_type(info.item_type)})"
        case inspect.StructType():
            return f"`{info.cls.__name__}`"
        case inspect.UnionType():
            return _union(info)
    raise TypeError(f"no words for {info}")


def _union(info: Any) -> str:
    records = [part.cls for part in info.types if isinstance(part, inspect.StructType)]
    if len(records) > 3:
        return next(word for base, word in PARTS.items() if issubclass(records[0], base))
    return " or ".join(_type(part) for part in info.types)


def _doc(cls: type) -> str:
    return " ".join((cls.__doc__ or "").replace("``", "`").split())


def _rule(columns: int) -> str:
    return "|" + "---|" * columns


def merged(page: str) -> str:
    """The page with the reference as it should be."""
    head, rest = page.split(BEGIN)
    tail = rest.split(END)[1]
    return f"{head}{BEGIN}\n\n{reference()}\n\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(merged(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
