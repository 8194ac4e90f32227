"""Codex Naturalis as typed commands, in both directions: ``parse(text(action), view) == action``.

starter front · color red · objective o05 · place 2 front 4 · place r01 back at 1 -1 · draw 3
"""

from collections.abc import Callable, Sequence

from client.games import text as shared
from client.games.codex import text_typing as phrases
from client.games.parsing import CommandError, number, pick
from messages.codex.actions import (
    CODEX_COLORS,
    CODEX_SOURCES,
    ChooseCodexColor,
    ChooseCodexObjective,
    CodexAction,
    CodexColor,
    CodexSource,
    DrawCodexCard,
    PlaceCodexCard,
    PlaceCodexStarter,
)
from messages.codex.area import CodexSide
from messages.codex.table import CodexView

_SIDES: dict[str, CodexSide] = {"front": "FRONT", "back": "BACK"}
_COLORS: dict[str, CodexColor] = {color.lower(): color for color in CODEX_COLORS}
_SOURCES: dict[str, CodexSource] = {"resource": "RESOURCE", "gold": "GOLD"}
_SOURCES.update({str(n): source for n, source in enumerate(CODEX_SOURCES, start=1)})

Parser = Callable[[list[str], CodexView | None], CodexAction]


def parse(line: str, view: CodexView | None = None) -> CodexAction:
    """The action a line means; the view helps to understand numbers of cards and spots."""
    words = line.lower().split()
    if not words:
        raise CommandError(shared.NO_COMMAND)
    return pick(words[0], _VERBS, shared.A_COMMAND)(words[1:], view)


def _starter(words: list[str], view: CodexView | None) -> CodexAction:
    return PlaceCodexStarter(pick(_one(words, phrases.STARTER_USAGE), _SIDES, "side"))


def _color(words: list[str], view: CodexView | None) -> CodexAction:
    return ChooseCodexColor(pick(_one(words, phrases.COLOR_USAGE), _COLORS, "colour"))


def _objective(words: list[str], view: CodexView | None) -> CodexAction:
    word = _one(words, phrases.OBJECTIVE_USAGE).upper()
    if view is not None and word.isdigit() and 1 <= int(word[:9]) <= len(view.offer):
        word = view.offer[int(word) - 1]
    return ChooseCodexObjective(word[:64])


def _draw(words: list[str], view: CodexView | None) -> CodexAction:
    return DrawCodexCard(pick(_one(words, phrases.DRAW_USAGE), _SOURCES, phrases.A_SOURCE))


def _one(words: Sequence[str], usage: str) -> str:
    if len(words) != 1:
        raise CommandError(shared.LIKE_THIS.format(usage=usage))
    return words[0]


# --- placing ------------------------------------------------------------------------------------


def _place(words: list[str], view: CodexView | None) -> CodexAction:
    if len(words) not in (3, 5):
        raise CommandError(phrases.PLACE_USAGE)
    card, side = _card(words[0], view), pick(words[1], _SIDES, "side")
    if len(words) == 5 and words[2] == "at":
        return PlaceCodexCard(card, side, _coordinate(words[3]), _coordinate(words[4]))
    if len(words) == 5:
        raise CommandError(phrases.PLACE_USAGE)
    return PlaceCodexCard(card, side, *_spot(words[2], view))


def _card(word: str, view: CodexView | None) -> str:
    """A card by its id, or by its number in the hand."""
    if view is None or not word.isdigit():
        return word.upper()[:64]
    place = number(word, "card")
    if not 1 <= place <= len(view.hand):
        raise CommandError(shared.HAND_NUMBERS.format(count=len(view.hand)))
    return view.hand[place - 1]


def _spot(word: str, view: CodexView | None) -> tuple[int, int]:
    """An open spot of the own area by its number."""
    place = number(word, "spot")
    spots = _spots(view)
    if not 1 <= place <= len(spots):
        raise CommandError(phrases.SPOT_NUMBERS.format(count=len(spots)))
    return spots[place - 1]


def _spots(view: CodexView | None) -> list[tuple[int, int]]:
    """The open spots of the own area, in the order of their numbers."""
    if view is None or view.seat is None:
        return []
    return [(spot.x, spot.y) for spot in view.players[view.seat].area.spots]


def _coordinate(word: str) -> int:
    size = number(word.removeprefix("-"), "coordinate")
    return -size if word.startswith("-") else size


_VERBS: dict[str, Parser] = {
    "starter": _starter,
    "color": _color,
    "colour": _color,
    "objective": _objective,
    "place": _place,
    "draw": _draw,
}


def text(action: CodexAction, view: CodexView | None = None) -> str:
    """The command that means this action; with the numbers that stand on the board, if given."""
    match action:
        case PlaceCodexStarter():
            return f"starter {action.side.lower()}"
        case ChooseCodexColor():
            return f"color {action.color.lower()}"
        case ChooseCodexObjective():
            return f"objective {action.objective.lower()}"
        case PlaceCodexCard():
            return _place_words(action, view)
        case DrawCodexCard():
            return f"draw {_draw_word(action.source)}"


def _place_words(action: PlaceCodexCard, view: CodexView | None) -> str:
    card, side = action.card.lower(), action.side.lower()
    spots = _spots(view)
    if view is None or action.card not in view.hand or (action.x, action.y) not in spots:
        return f"place {card} {side} at {action.x} {action.y}"
    spot = spots.index((action.x, action.y)) + 1
    return f"place {view.hand.index(action.card) + 1} {side} {spot}"


def _draw_word(source: CodexSource) -> str:
    return source.lower() if source in ("RESOURCE", "GOLD") else source.removeprefix("SLOT_")
