"""The mirror of Eriantys: applies each change to a view, without checking the rules."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from client.games.base import Mirror, mirror_by_type, replace_at, set_fields
from messages.base import Change, Seat
from messages.eriantys import table
from messages.eriantys.actions import LASTING, Character, Color, Students, Tower
from messages.eriantys.table import EriantysView


def _add_students(students: Students, colors: Iterable[Color], count: int = 1) -> Students:
    """Return the students with ``count`` added for each colour; colours with none are left out.

    A colour that is given twice is added twice; a negative count removes students.
    """
    after = dict(students)
    for color in colors:
        after[color] = after.get(color, 0) + count
    return {color: total for color, total in after.items() if total}


def _sum_students(parts: Iterable[Students]) -> Students:
    """Return the total of several counts of students, by colour."""
    total: Students = {}
    for part in parts:
        for color, count in part.items():
            total[color] = total.get(color, 0) + count
    return total


def _replace_school(view: EriantysView, seat: Seat, **fields: Any) -> EriantysView:
    """Return the view with some fields of the school board of a seat replaced."""
    school = replace(view.schools[seat], **fields)
    return replace(view, schools=replace_at(view.schools, seat, school))


def _replace_island(view: EriantysView, position: int, **fields: Any) -> EriantysView:
    """Return the view with some fields of the island that contains this tile replaced."""
    index = _island_index(view, position)
    island = replace(view.islands[index], **fields)
    return replace(view, islands=replace_at(view.islands, index, island))


def _replace_character(view: EriantysView, name: Character, **fields: Any) -> EriantysView:
    """Return the view with some fields of the named character card replaced."""
    index = [card.name for card in view.characters].index(name)
    card = replace(view.characters[index], **fields)
    return replace(view, characters=replace_at(view.characters, index, card))


def _island_index(view: EriantysView, position: int) -> int:
    """Return the index of the island that contains the tile with this number."""
    return next(index for index, island in enumerate(view.islands) if position in island.tiles)


def _find_island(view: EriantysView, position: int) -> table.IslandView:
    """Return the island that contains the tile with this number."""
    return view.islands[_island_index(view, position)]


def _find_character(view: EriantysView, name: Character) -> table.CharacterView:
    """Return the character card with this name."""
    return next(card for card in view.characters if card.name == name)


def _find_tower_pool(view: EriantysView, tower: Tower) -> tuple[Seat, table.SchoolView]:
    """Return the first seat with towers of this colour, and its school board.

    In a team the first seat holds the towers of both.
    """
    return next((seat, s) for seat, s in enumerate(view.schools) if s.tower == tower)


def _apply_round_started(view: EriantysView, change: table.RoundStarted) -> EriantysView:
    """Set round and order, and clear the assistants played in the round before."""
    schools = tuple(replace(school, played=None) for school in view.schools)
    return replace(view, round=change.round, order=change.order, schools=schools)


def _apply_cloud_filled(view: EriantysView, change: table.CloudFilled) -> EriantysView:
    """Add the students to the cloud and set the number left in the bag."""
    cloud = _sum_students((view.clouds[change.cloud], change.students))
    return replace(view, clouds=replace_at(view.clouds, change.cloud, cloud), bag=change.bag)


def _apply_assistant_played(view: EriantysView, change: table.AssistantPlayed) -> EriantysView:
    """Remove the assistant from the hand and show it as played."""
    hand = tuple(v for v in view.schools[change.seat].hand if v != change.card_value)
    return _replace_school(view, change.seat, hand=hand, played=change.card_value)


def _apply_student_moved(view: EriantysView, change: table.StudentMoved) -> EriantysView:
    """Move a student from the entrance or a character to the dining room or an island.

    A student from the entrance also lowers ``students_left``. Without an island position the target
    is the dining room.
    """
    color = (change.color,)
    if change.source == "ENTRANCE":
        entrance = _add_students(view.schools[change.seat].entrance, color, -1)
        view = _replace_school(view, change.seat, entrance=entrance)
        view = replace(view, students_left=view.students_left - 1)
    elif change.character is not None:
        students = _add_students(_find_character(view, change.character).students, color, -1)
        view = _replace_character(view, change.character, students=students)
    if change.island_position is None:
        dining = _add_students(view.schools[change.seat].dining, color)
        return _replace_school(view, change.seat, dining=dining)
    island = _find_island(view, change.island_position)
    return _replace_island(
        view, change.island_position, students=_add_students(island.students, color)
    )


def _apply_students_swapped(view: EriantysView, change: table.StudentsSwapped) -> EriantysView:
    """Swap students of the entrance with the dining room (SCHOOL) or the Jester's card.

    ``given`` leave the entrance, ``taken`` enter it.
    """
    school = view.schools[change.seat]
    entrance = _add_students(_add_students(school.entrance, change.given, -1), change.taken)
    view = _replace_school(view, change.seat, entrance=entrance)
    if change.where == "SCHOOL":
        dining = _add_students(_add_students(school.dining, change.taken, -1), change.given)
        return _replace_school(view, change.seat, dining=dining)
    card = _find_character(view, "JESTER")
    students = _add_students(_add_students(card.students, change.taken, -1), change.given)
    return _replace_character(view, "JESTER", students=students)


def _apply_students_returned(view: EriantysView, change: table.StudentsReturned) -> EriantysView:
    """Remove each seat's count of the colour from its dining room, and set the bag."""
    for seat, count in enumerate(change.counts):
        dining = _add_students(view.schools[seat].dining, (change.color,), -count)
        view = _replace_school(view, seat, dining=dining)
    return replace(view, bag=change.bag)


def _apply_card_refilled(view: EriantysView, change: table.CardRefilled) -> EriantysView:
    """Add a student to the character card and set the number left in the bag."""
    students = _add_students(_find_character(view, change.character).students, (change.color,))
    return replace(_replace_character(view, change.character, students=students), bag=change.bag)


def _apply_cloud_taken(view: EriantysView, change: table.CloudTaken) -> EriantysView:
    """Move all students of the cloud to the entrance of the seat."""
    entrance = _sum_students((view.schools[change.seat].entrance, view.clouds[change.cloud]))
    view = _replace_school(view, change.seat, entrance=entrance)
    return replace(view, clouds=replace_at(view.clouds, change.cloud, {}))


def _apply_professor_moved(view: EriantysView, change: table.ProfessorMoved) -> EriantysView:
    """Give the professor of the colour to the seat."""
    return replace(view, professors={**view.professors, change.color: change.seat})


def _apply_coin_taken(view: EriantysView, change: table.CoinTaken) -> EriantysView:
    """Move coins from the supply to the seat."""
    view = _replace_school(view, change.seat, coins=view.schools[change.seat].coins + change.coins)
    return replace(view, supply=view.supply - change.coins)


def _apply_character_used(view: EriantysView, change: table.CharacterUsed) -> EriantysView:
    """Pay for the character and mark that one was used in this turn.

    At the first use one coin stays on the card and raises its price; the others go to the supply. A
    lasting effect comes into force; the Mushroom Hunter also bans a colour.
    """
    card = _find_character(view, change.character)
    # After the first use one coin stays on the card and raises its price.
    coins_on_card = 0 if card.used else 1
    view = _replace_character(view, change.character, used=True, price=card.price + coins_on_card)
    view = _replace_school(view, change.seat, coins=view.schools[change.seat].coins - change.price)
    banned_color = change.color if change.character == "MUSHROOM_HUNTER" else view.banned_color
    return replace(
        view,
        supply=view.supply + change.price - coins_on_card,
        character_used=True,
        effect=change.character if change.character in LASTING else view.effect,
        banned_color=banned_color,
    )


def _move_no_entry(view: EriantysView, position: int, count: int) -> EriantysView:
    """Move ``count`` no-entry tiles from Grandma to an island; a negative count moves them back."""
    view = _replace_island(view, position, no_entry=_find_island(view, position).no_entry + count)
    left = _find_character(view, "GRANDMA").no_entry - count
    return _replace_character(view, "GRANDMA", no_entry=left)


def _apply_island_conquered(view: EriantysView, change: table.IslandConquered) -> EriantysView:
    """Put the towers of the new owner on the island.

    Towers of the previous owner return to that school board.
    """
    if change.previous is not None:
        loser_seat, loser = _find_tower_pool(view, change.previous)
        returned = _find_island(view, change.island_position).towers
        view = _replace_school(view, loser_seat, towers=loser.towers + returned)
    seat, builder = _find_tower_pool(view, change.tower)
    view = _replace_school(view, seat, towers=builder.towers - change.towers)
    return _replace_island(view, change.island_position, tower=change.tower, towers=change.towers)


def _apply_islands_merged(view: EriantysView, change: table.IslandsMerged) -> EriantysView:
    """Replace the islands with these tiles by one with all their students and towers.

    It has their no-entry tiles, too, and the owner of the first one. Islands stay sorted by their
    first tile; mother nature on a merged island stands on its first tile.
    """
    parts = [island for island in view.islands if island.tiles[0] in change.tiles]
    rest = [island for island in view.islands if island.tiles[0] not in change.tiles]
    merged = table.IslandView(
        tiles=change.tiles,
        students=_sum_students(part.students for part in parts),
        towers=sum(part.towers for part in parts),
        tower=parts[0].tower,
        no_entry=sum(part.no_entry for part in parts),
    )
    islands = tuple(sorted((*rest, merged), key=lambda island: island.tiles[0]))
    mother_nature = change.tiles[0] if view.mother_nature in change.tiles else view.mother_nature
    return replace(view, islands=islands, mother_nature=mother_nature)


_MIRRORS: dict[type[Change], Mirror[EriantysView]] = {
    table.RoundStarted: _apply_round_started,
    table.CloudFilled: _apply_cloud_filled,
    table.AssistantPlayed: _apply_assistant_played,
    table.ActionPhaseStarted: set_fields("order"),
    table.StepStarted: lambda view, change: replace(
        view,
        turn=change.seat,
        phase=change.phase,
        students_left=change.students_left,
        max_steps=change.max_steps,
    ),
    table.TurnEnded: set_fields(character_used=False, effect=None, banned_color=None),
    table.StudentMoved: _apply_student_moved,
    table.StudentsSwapped: _apply_students_swapped,
    table.StudentsReturned: _apply_students_returned,
    table.CardRefilled: _apply_card_refilled,
    table.ProfessorMoved: _apply_professor_moved,
    table.CoinTaken: _apply_coin_taken,
    table.MotherNatureMoved: lambda view, change: replace(
        view, mother_nature=change.island_position
    ),
    table.NoEntryPlaced: lambda view, change: _move_no_entry(view, change.island_position, 1),
    table.NoEntryRemoved: lambda view, change: _move_no_entry(view, change.island_position, -1),
    table.IslandConquered: _apply_island_conquered,
    table.IslandsMerged: _apply_islands_merged,
    table.CloudTaken: _apply_cloud_taken,
    table.CharacterUsed: _apply_character_used,
    table.LastRound: lambda view, change: replace(
        view, last_round=True, clouds_closed=not change.clouds
    ),
    table.SeatGone: lambda view, change: _replace_school(view, change.seat, gone=True),
    table.GameOver: set_fields("winners", phase="OVER", turn=None, students_left=0, max_steps=0),
}
apply_change = mirror_by_type(_MIRRORS)
