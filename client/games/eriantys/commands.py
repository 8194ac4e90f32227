"""Eriantys as typed commands, in both directions: ``parse(text(action)) == action``.

assistant 5 · move red island 3 · move red school · mother 2 · cloud 1 · end
use knight · use herald 3 · use thief red · use monk red 3
use jester take red blue give green yellow
"""

from collections.abc import Callable, Sequence

from client.games import text as shared
from client.games.eriantys import text_typing as phrases
from client.games.parsing import CommandError, number, pick
from messages.eriantys.actions import (
    CHARACTERS,
    COLORS,
    Character,
    ChooseCloud,
    Color,
    EndTurn,
    EriantysAction,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.eriantys.table import EriantysView

_COLOR_WORDS: dict[str, Color] = {color.lower(): color for color in COLORS}
_ISLAND_CARDS = ("HERALD", "GRANDMA")
_COLOR_CARDS = ("MUSHROOM_HUNTER", "PRINCESS", "THIEF")
_SWAP_CARDS = ("JESTER", "MINSTREL")


def parse(line: str, view: EriantysView | None = None) -> EriantysAction:
    """The action a line means; the view only helps to understand short names."""
    words = line.lower().split()
    if not words:
        raise CommandError(shared.NO_COMMAND)
    verb = pick(words[0], _VERBS, shared.A_COMMAND)
    return verb(words[1:], view)


def _assistant(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 1, phrases.ASSISTANT_USAGE)
    return PlayAssistantCard(number(words[0], "assistant"))


def _move(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    usage = phrases.MOVE_USAGE
    if len(words) not in (2, 3):
        raise CommandError(shared.LIKE_THIS.format(usage=usage))
    color = _color(words[0])
    if len(words) == 2 and words[1].isdigit():
        return MoveStudent("ISLAND", color, number(words[1], "island"))
    if pick(words[1], {"island": True, "school": False, "dining": False}, "place"):
        _expect(words, 3, usage)
        return MoveStudent("ISLAND", color, number(words[2], "island"))
    _expect(words, 2, usage)
    return MoveStudent("SCHOOL", color)


def _mother(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 1, phrases.MOTHER_USAGE)
    return MoveMotherNature(number(words[0], "number of steps"))


def _cloud(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 1, phrases.CLOUD_USAGE)
    return ChooseCloud(number(words[0], "cloud"))


def _end(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 0, "end")
    return EndTurn()


def _use(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    if not words:
        raise CommandError(phrases.USE_USAGE)
    return _with_character(pick(words[0], _cards(view), "character here"), words[1:])


def _cards(view: EriantysView | None) -> dict[str, Character]:
    names = tuple(card.name for card in view.characters) if view else CHARACTERS
    if not names:
        raise CommandError(phrases.NO_CHARACTERS)
    return {name.lower(): name for name in names}


def _with_character(name: Character, words: Sequence[str]) -> EriantysAction:
    if name == "MONK":
        rest = _without_island(words)
        _expect(rest, 2, phrases.MONK_USAGE)
        return UseCharacterCard(
            name, color=_color(rest[0]), island_position=number(rest[1], "island")
        )
    if name in _ISLAND_CARDS:
        rest = _without_island(words)
        _expect(rest, 1, phrases.ISLAND_USAGE.format(name=name.lower()))
        return UseCharacterCard(name, island_position=number(rest[0], "island"))
    if name in _COLOR_CARDS:
        _expect(words, 1, phrases.COLOR_USAGE.format(name=name.lower()))
        return UseCharacterCard(name, color=_color(words[0]))
    if name in _SWAP_CARDS:
        taken, given = _swap(name, words)
        return UseCharacterCard(name, taken=taken, given=given)
    _expect(words, 0, f"use {name.lower()}")
    return UseCharacterCard(name)


def _swap(name: Character, words: Sequence[str]) -> tuple[tuple[Color, ...], tuple[Color, ...]]:
    lists: dict[str, list[Color]] = {"take": [], "give": []}
    current: list[Color] | None = None
    for word in words:
        if word in lists:
            current = lists[word]
        elif current is not None:
            current.append(_color(word))
    taken, given = lists.values()
    if current is None or len(taken) != len(given) or not taken:
        usage = phrases.SWAP_USAGE.format(name=name.lower(), place=phrases.SWAP_PLACES[name])
        raise CommandError(shared.LIKE_THIS.format(usage=usage))
    return tuple(taken), tuple(given)


def _without_island(words: Sequence[str]) -> list[str]:
    """``island`` may be said or left out."""
    return [word for word in words if not (len(word) > 1 and "island".startswith(word))]


def _color(word: str) -> Color:
    return pick(word, _COLOR_WORDS, "colour")


def _expect(words: Sequence[str], count: int, usage: str) -> None:
    if len(words) != count:
        raise CommandError(shared.LIKE_THIS.format(usage=usage))


_VERBS: dict[str, Callable[[Sequence[str], EriantysView | None], EriantysAction]] = {
    "assistant": _assistant,
    "move": _move,
    "mother": _mother,
    "cloud": _cloud,
    "use": _use,
    "end": _end,
}


def text(action: EriantysAction) -> str:
    """The command that means this action."""
    match action:
        case PlayAssistantCard():
            return f"assistant {action.card_value}"
        case MoveStudent(move_to="SCHOOL"):
            return f"move {action.color.lower()} school"
        case MoveStudent():
            return f"move {action.color.lower()} island {action.island_position}"
        case MoveMotherNature():
            return f"mother {action.steps}"
        case ChooseCloud():
            return f"cloud {action.cloud}"
        case UseCharacterCard():
            return " ".join(["use", action.asset.lower(), *_arguments(action)])
        case EndTurn():
            return "end"


def _arguments(action: UseCharacterCard) -> list[str]:
    words = []
    if action.color is not None:
        words.append(action.color.lower())
    if action.island_position is not None:
        words.append(str(action.island_position))
    if action.taken or action.given:
        words += ["take", *(color.lower() for color in action.taken)]
        words += ["give", *(color.lower() for color in action.given)]
    return words
