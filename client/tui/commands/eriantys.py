"""Eriantys as typed commands, in both directions: ``parse(text(action)) == action``.

assistant 5 · move red island 3 · move red school · mother 2 · cloud 1 · end
use knight · use herald 3 · use thief red · use monk red 3
use jester take red blue give green yellow
"""

from collections.abc import Callable, Sequence

from client.tui.commands.words import CommandError, number, pick
from messages import (
    CHARACTERS,
    COLORS,
    Character,
    ChooseCloud,
    Color,
    EndTurn,
    EriantysAction,
    EriantysView,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)

HELP = (
    "assistant 5               play the assistant of this value",
    "move red school           move a student from your entrance to your dining room",
    "move red island 3         move a student from your entrance to an island",
    "mother 2                  move mother nature this many islands on",
    "cloud 1                   take the students of a cloud",
    "use knight                use a character (expert mode); some need more:",
    "  use herald 3 · use thief red · use monk red 3",
    "  use jester take red blue give green yellow",
    "end                       end a turn in which no cloud can be taken",
)

LEGEND = (
    "Islands and clouds have the numbers on the board.",
    "On the board * is mother nature, x a no-entry tile, and infl w:b the influence",
    "of white and black. Y B G R P are yellow, blue, green, red and pink students.",
)

_COLOR_WORDS: dict[str, Color] = {color.lower(): color for color in COLORS}
_ISLAND_CARDS = ("HERALD", "GRANDMA")
_COLOR_CARDS = ("MUSHROOM_HUNTER", "PRINCESS", "THIEF")
_SWAP_CARDS = ("JESTER", "MINSTREL")


def parse(line: str, view: EriantysView | None = None) -> EriantysAction:
    """The action a line means; the view only helps to understand short names."""
    words = line.lower().split()
    if not words:
        raise CommandError("Type a command, or help.")
    verb = pick(words[0], _VERBS, "command (help lists them)")
    return verb(words[1:], view)


def _assistant(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 1, "assistant 5, with the value of the card")
    return PlayAssistantCard(number(words[0], "assistant"))


def _move(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    usage = "move red school, or move red island 3"
    if len(words) not in (2, 3):
        raise CommandError(f"Like this: {usage}.")
    color = _color(words[0])
    if len(words) == 2 and words[1].isdigit():
        return MoveStudent("ISLAND", color, number(words[1], "island"))
    if pick(words[1], {"island": True, "school": False, "dining": False}, "place"):
        _expect(words, 3, usage)
        return MoveStudent("ISLAND", color, number(words[2], "island"))
    _expect(words, 2, usage)
    return MoveStudent("SCHOOL", color)


def _mother(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 1, "mother 2, with the number of steps")
    return MoveMotherNature(number(words[0], "number of steps"))


def _cloud(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 1, "cloud 1, with the number of the cloud")
    return ChooseCloud(number(words[0], "cloud"))


def _end(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    _expect(words, 0, "end")
    return EndTurn()


def _use(words: Sequence[str], view: EriantysView | None) -> EriantysAction:
    if not words:
        raise CommandError("Use which character? Like this: use knight.")
    return _with_character(pick(words[0], _cards(view), "character here"), words[1:])


def _cards(view: EriantysView | None) -> dict[str, Character]:
    names = tuple(card.name for card in view.characters) if view else CHARACTERS
    if not names:
        raise CommandError("There are no characters in this match: it is not in expert mode.")
    return {name.lower(): name for name in names}


def _with_character(name: Character, words: Sequence[str]) -> EriantysAction:
    if name == "MONK":
        rest = _without_island(words)
        _expect(rest, 2, "use monk red 3, with a student of the card and an island")
        return UseCharacterCard(
            name, color=_color(rest[0]), island_position=number(rest[1], "island")
        )
    if name in _ISLAND_CARDS:
        rest = _without_island(words)
        _expect(rest, 1, f"use {name.lower()} 3, with an island")
        return UseCharacterCard(name, island_position=number(rest[0], "island"))
    if name in _COLOR_CARDS:
        _expect(words, 1, f"use {name.lower()} red, with a colour")
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
        place = "card" if name == "JESTER" else "dining room"
        raise CommandError(
            f"Like this: use {name.lower()} take red blue give green yellow, "
            f"as many from the {place} as from your entrance."
        )
    return tuple(taken), tuple(given)


def _without_island(words: Sequence[str]) -> list[str]:
    """``island`` may be said or left out."""
    return [word for word in words if not (len(word) > 1 and "island".startswith(word))]


def _color(word: str) -> Color:
    return pick(word, _COLOR_WORDS, "colour")


def _expect(words: Sequence[str], count: int, usage: str) -> None:
    if len(words) != count:
        raise CommandError(f"Like this: {usage}.")


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
