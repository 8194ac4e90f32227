"""Generates the reference part of docs/protocol.md from the message classes and the phase table.

``python -m server.operations.protocol_page`` writes it between the two markers of the page; a test
checks that the page is up to date.
"""

from pathlib import Path
from types import NoneType
from typing import Any, get_args

import msgspec
from msgspec import inspect

from games.registry import GAMES
from messages import registry
from messages.base import Change, ClientMessage, GameMessages, View, members
from messages.lobby import OnlinePlayer, RoomInfo
from server.phases import TABLE
from server.sessions import UNNAMED_PHASE, SessionState

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
BEGIN, END = "<!-- reference: begin -->", "<!-- reference: end -->"

MIRROR = "Mirror:"
"""The word in the docstring of a change with which its mirror rule begins."""

ENUMERATIONS: dict[tuple[str, ...], str] = {
    words: name for game in registry.BUILT_IN for name, words in game.enumerations.items()
}
UNION_NAMES = {Change: "a change", View: "a view", ClientMessage: "an action"}
"""Name of a union of the records of all games, by their base class."""
ENUMERATION_NAMES = {tuple(sorted(map(str, words))): name for words, name in ENUMERATIONS.items()}


def reference_text() -> str:
    """Return the reference part of the page, without the messages of game packs.

    The parts are: client messages, server messages, the changes of each game, view records,
    enumerations, listings.
    """
    parts = ["### Client to server", "", "| message | phase | fields | meaning |", _separator(4)]
    for cls in registry.built_in(registry.CLIENT_MESSAGES.values()):
        parts.append(
            f"| `{cls.__name__}` | {_phases_text(cls)} | {_fields_text(cls)} | {_doc_text(cls)} |"
        )
    parts += [
        "",
        *_table(
            "Server to client", "message", registry.built_in(registry.SERVER_MESSAGES.values())
        ),
    ]
    for game in registry.BUILT_IN:
        parts += _changes_section(game)
    parts += _table(
        "Views (`GameView.view`, by `game`) and their records", "record", _view_records()
    )
    parts += ["### Enumerations", "", "| name | one of |", _separator(2)]
    parts += [f"| {name} | {', '.join(words)} |" for words, name in ENUMERATIONS.items()]
    for game in registry.BUILT_IN:
        for title, text in game.listings.items():
            parts += ["", f"### {title}", "", "```", text.rstrip(), "```"]
    return "\n".join(parts).rstrip()


def _changes_section(game: GameMessages) -> list[str]:
    """Return the lines of the changes of a game: fields, meaning and mirror rule of each."""
    lines = [f"### Changes of {GAMES[game.name].title}", ""]
    for cls in game.changes:
        meaning, rule = split_doc(cls)
        lines += [f"* **`{cls.__name__}`** ({_fields_text(cls)}). {meaning}", f"  * {rule}"]
    return [*lines, ""]


def split_doc(cls: type) -> tuple[str, str]:
    """Return the meaning of a change and its mirror rule, which begins with "Mirror:".

    Both are parts of the docstring; the rule is empty if there is none.
    """
    meaning, mark, rule = _doc_text(cls).partition(MIRROR)
    return meaning.strip(), mark + rule


def _phases_text(message: type[Any]) -> str:
    """Return the names of the phases in which a message is accepted, or "any".

    "any but" the phase without a nickname is said if the message is accepted in all others.
    """
    phases = [state.phase for state in get_args(SessionState) if message in TABLE[state]]
    if len(phases) < len(get_args(SessionState)):
        return ", ".join(phases) or UNNAMED_PHASE
    return "any" if message in TABLE[NoneType] else f"any but {UNNAMED_PHASE}"


def _table(title: str, column: str, classes: list[Any]) -> list[str]:
    """Return the lines of a table with a title: a row per class, with fields and meaning.

    ``column`` is the heading of the first column.
    """
    rows = [f"| {_name_text(c)} | {_fields_text(c)} | {_doc_text(c)} |" for c in classes]
    return [f"### {title}", "", f"| {column} | fields | meaning |", _separator(3), *rows, ""]


def _name_text(cls: type[Any]) -> str:
    """Return the name of a class; for a view, also the value of its key ``game``."""
    name = f"`{cls.__name__}`"
    return f"{name}, `game` {cls.__struct_config__.tag}" if issubclass(cls, View) else name


def _view_records() -> list[type]:
    """Return the views, the records of the lobby lists, and all records inside them, once each."""
    found: list[type] = []
    queue: list[type] = [*registry.built_in(members(registry.AnyView)), RoomInfo, OnlinePlayer]
    while queue:
        cls = queue.pop(0)
        if cls not in found:
            found.append(cls)
            info: Any = inspect.type_info(cls)
            queue += [inner for field in info.fields for inner in _record_classes(field.type)]
    return found


def _record_classes(info: Any) -> list[type]:
    """Return the record classes in a type: itself, its items or values, members of a union."""
    if isinstance(info, inspect.StructType):
        return [info.cls]
    inner = [getattr(info, name, None) for name in ("item_type", "value_type")]
    union = list(getattr(info, "types", ()))
    return [cls for part in [*inner, *union] if part is not None for cls in _record_classes(part)]


def _fields_text(cls: type) -> str:
    """Describe the fields of a record; leave out ``id``, ``reply_to`` and ``seq``.

    A record without other fields is described as "none".
    """
    info: Any = inspect.type_info(cls)
    texts = [_field_text(f) for f in info.fields if f.name not in {"id", "reply_to", "seq"}]
    return ", ".join(texts) or "none"


def _field_text(field: Any) -> str:
    """Describe a field: its encoded name, its type and, if it is optional, its default.

    A field that is left out unless it is set has no default.
    """
    text = f"`{field.encode_name}` {_type_text(field.type)}"
    if field.required:
        return text
    default = field.default
    if default is msgspec.NODEFAULT:
        if field.default_factory is msgspec.NODEFAULT:
            return f"{text} or absent"
        default = field.default_factory()
    return f"{text} = {_default_text(default)}"


def _default_text(value: Any) -> str:
    """Return a default value as the page writes it: nil, true, a quoted text, [] for no items."""
    names: dict[Any, str] = {None: "nil", True: "true", False: "false"}
    if isinstance(value, bool) or value is None:
        return names[value]
    if isinstance(value, tuple):
        return str(list(value))
    return f'"{value}"' if isinstance(value, str) else str(value)


def _type_text(info: Any) -> str:
    """Describe a type as it is encoded, with its limits. Raises TypeError for an unknown type."""
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
            return ENUMERATION_NAMES.get(words) or " / ".join(word or '""' for word in words)
        case inspect.EnumType():
            return "error code"
        case inspect.DictType():
            return f"map of {_type_text(info.key_type)} to {_type_text(info.value_type)}"
        case inspect.VarTupleType():
            limit = f" ≤ {info.max_length}" if info.max_length else ""
            return f"list{limit} of ({_type_text(info.item_type)})"
        case inspect.StructType():
            return f"`{info.cls.__name__}`"
        case inspect.UnionType():
            return _union_text(info)
    raise TypeError(f"no description for {info}")


def _union_text(info: Any) -> str:
    """Describe a union: by the name of its base class if it has more than 3 records.

    Otherwise its members are listed.
    """
    records = [part.cls for part in info.types if isinstance(part, inspect.StructType)]
    if len(records) > 3:
        name = next(word for base, word in UNION_NAMES.items() if issubclass(records[0], base))
        is_optional = any(isinstance(part, inspect.NoneType) for part in info.types)
        return f"{name} or nil" if is_optional else name
    return " or ".join(_type_text(part) for part in info.types)


def _doc_text(cls: type) -> str:
    """Return the docstring of a class on one line, with single backquotes."""
    return " ".join((cls.__doc__ or "").replace("``", "`").split())


def _separator(columns: int) -> str:
    """Return the line of a Markdown table between its heading and its rows."""
    return "|" + "---|" * columns


def updated_page(page: str) -> str:
    """Return the page with its reference part, between the two markers, generated anew."""
    head, rest = page.split(BEGIN)
    tail = rest.split(END)[1]
    return f"{head}{BEGIN}\n\n{reference_text()}\n\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(updated_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
