"""What can be done now in Eriantys, in few lines.

Where the choice is a number anyway (an assistant, steps, a cloud), that number is what one types.
Long lists are shown as patterns; ``actions`` lists everything.
"""

from collections.abc import Sequence

from client.games.base import Offer, numbered
from client.games.eriantys import text_typing as phrases
from client.games.eriantys.board import influence, number_range, students, tile_range
from client.games.eriantys.commands import text
from client.games.eriantys.text_words import EFFECTS
from messages.eriantys.actions import (
    ChooseCloud,
    EriantysAction,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.eriantys.table import EriantysView, IslandView

SHORT = 12


def offer(view: EriantysView, actions: Sequence[EriantysAction]) -> Offer:
    """The numbers that may be typed, and the lines to show."""
    characters = [a for a in actions if isinstance(a, UseCharacterCard)]
    plain = [a for a in actions if not isinstance(a, UseCharacterCard)]
    first = _plain(view, plain)
    return Offer(first.numbers, (*first.lines, *_characters(view, characters)))


def _plain(view: EriantysView, actions: Sequence[EriantysAction]) -> Offer:
    natural = {n: a for a in actions if (n := _natural_number(a)) is not None}
    if natural and len(natural) == len(actions):
        return Offer(natural, tuple(_numbered_lines(view, natural)))
    if len(actions) <= SHORT:
        return numbered(actions, text)
    return Offer({}, tuple(_patterns(view, actions)))


def _natural_number(action: EriantysAction) -> int | None:
    match action:
        case PlayAssistantCard():
            return action.card_value
        case MoveMotherNature():
            return action.steps
        case ChooseCloud():
            return action.cloud
    return None


def _numbered_lines(view: EriantysView, natural: dict[int, EriantysAction]) -> list[str]:
    if all(isinstance(action, PlayAssistantCard) for action in natural.values()):
        return [phrases.ONE_OF.format(numbers=number_range(tuple(natural)))]
    return [
        f"  {number}  {text(action):<10} {explain(view, action)}"
        for number, action in natural.items()
    ]


def explain(view: EriantysView, action: EriantysAction) -> str:
    """What the action would do, where that is not plain."""
    match action:
        case ChooseCloud():
            return students(view.clouds[action.cloud])
        case MoveMotherNature():
            return _arrival(view, _island_after(view, action.steps))
    return ""


def _island_after(view: EriantysView, steps: int) -> IslandView:
    islands = view.islands
    here = next(i for i, island in enumerate(islands) if view.mother_nature in island.tiles)
    return islands[(here + steps) % len(islands)]


def _arrival(view: EriantysView, island: IslandView) -> str:
    """What would happen where mother nature arrives."""
    strengths = influence(view, island)
    most = max(strengths.values())
    leaders = [party for party, strength in strengths.items() if strength == most]
    if island.no_entry:
        result = phrases.NO_ENTRY
    elif len(leaders) > 1 or leaders[0] == island.tower:
        result = phrases.NO_CHANGE
    else:
        result = phrases.BUILDS.format(party=leaders[0].lower())
    numbers = ", ".join(f"{party.lower()} {strength}" for party, strength in strengths.items())
    tiles = tile_range(island.tiles)
    return phrases.ARRIVAL.format(tiles=tiles, numbers=numbers, result=result)


def _patterns(view: EriantysView, actions: Sequence[EriantysAction]) -> list[str]:
    moves = [a for a in actions if isinstance(a, MoveStudent)]
    school = _colors(view, [a for a in moves if _to_school(a)])
    island = _colors(view, [a for a in moves if not _to_school(a)])
    places = " ".join(tile_range(i.tiles) for i in view.islands)
    lines = [phrases.TO_SCHOOL.format(colors=school)] if school else []
    return [*lines, phrases.TO_ISLAND.format(colors=island), f"{'':24}N: {places}"]


def _colors(view: EriantysView, moves: Sequence[MoveStudent]) -> str:
    """The colours with how many of them wait in the entrance."""
    entrance = view.schools[view.seat or 0].entrance
    colors = dict.fromkeys(move.color for move in moves)
    return ", ".join(f"{color.lower()} {entrance.get(color, 0)}" for color in colors)


def _to_school(action: MoveStudent) -> bool:
    return action.move_to == "SCHOOL"


def _characters(view: EriantysView, actions: Sequence[UseCharacterCard]) -> list[str]:
    return [_pattern(view, name, actions) for name in dict.fromkeys(a.asset for a in actions)]


def _pattern(view: EriantysView, name: str, actions: Sequence[UseCharacterCard]) -> str:
    example = next(a for a in actions if a.asset == name)
    words = [f"use {name.lower()}"]
    words += ["COLOUR"] if example.color else []
    words += ["N"] if example.island_position is not None else []
    words += ["take COLOURS give COLOURS"] if example.taken else []
    card = next(card for card in view.characters if card.name == name)
    coins = "1 coin" if card.price == 1 else f"{card.price} coins"
    return f"  {' '.join(words)}  ({coins}: {EFFECTS[card.name]})"
