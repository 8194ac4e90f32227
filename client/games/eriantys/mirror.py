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
    """Return the students with ``count`` added for each colour; colours with none are left out."""
    after = dict(students)
    for color in colors:
        after[color] = after.get(color, 0) + count
    return {color: total for color, total in after.items() if total}


def _sum_students(parts: Iterable[Students]) -> Students:
    total: Students = {}
    for part in parts:
        for color, count in part.items():
            total[color] = total.get(color, 0) + count
    return total


def _replace_school(view: EriantysView, seat: Seat, **fields: Any) -> EriantysView:
    """Return the view with some fields of one school board replaced."""
    school = replace(view.schools[seat], **fields)
    return replace(view, schools=replace_at(view.schools, seat, school))


def _replace_island(view: EriantysView, position: int, **fields: Any) -> EriantysView:
    index = _island_index(view, position)
    island = replace(view.islands[index], **fields)
    return replace(view, islands=replace_at(view.islands, index, island))


def _replace_character(view: EriantysView, name: Character, **fields: Any) -> EriantysView:
    index = [card.name for card in view.characters].index(name)
    card = replace(view.characters[index], **fields)
    return replace(view, characters=replace_at(view.characters, index, card))


def _island_index(view: EriantysView, position: int) -> int:
    return next(index for index, island in enumerate(view.islands) if position in island.tiles)


def _find_island(view: EriantysView, position: int) -> table.IslandView:
    return view.islands[_island_index(view, position)]


def _find_character(view: EriantysView, name: Character) -> table.CharacterView:
    return next(card for card in view.characters if card.name == name)


def _find_tower_pool(view: EriantysView, tower: Tower) -> tuple[Seat, table.SchoolView]:
    """Return the school board that holds the towers of a colour; in a team it is the first one."""
    return next((seat, s) for seat, s in enumerate(view.schools) if s.tower == tower)


def _round_started(view: EriantysView, change: table.RoundStarted) -> EriantysView:
    schools = tuple(replace(school, played=None) for school in view.schools)
    return replace(view, round=change.round, order=change.order, schools=schools)


def _cloud_filled(view: EriantysView, change: table.CloudFilled) -> EriantysView:
    cloud = _sum_students((view.clouds[change.cloud], change.students))
    return replace(view, clouds=replace_at(view.clouds, change.cloud, cloud), bag=change.bag)


def _assistant_played(view: EriantysView, change: table.AssistantPlayed) -> EriantysView:
    hand = tuple(v for v in view.schools[change.seat].hand if v != change.card_value)
    return _replace_school(view, change.seat, hand=hand, played=change.card_value)


def _student_moved(view: EriantysView, change: table.StudentMoved) -> EriantysView:
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


def _students_swapped(view: EriantysView, change: table.StudentsSwapped) -> EriantysView:
    school = view.schools[change.seat]
    entrance = _add_students(_add_students(school.entrance, change.given, -1), change.taken)
    view = _replace_school(view, change.seat, entrance=entrance)
    if change.where == "SCHOOL":
        dining = _add_students(_add_students(school.dining, change.taken, -1), change.given)
        return _replace_school(view, change.seat, dining=dining)
    card = _find_character(view, "JESTER")
    students = _add_students(_add_students(card.students, change.taken, -1), change.given)
    return _replace_character(view, "JESTER", students=students)


def _students_returned(view: EriantysView, change: table.StudentsReturned) -> EriantysView:
    for seat, count in enumerate(change.counts):
        dining = _add_students(view.schools[seat].dining, (change.color,), -count)
        view = _replace_school(view, seat, dining=dining)
    return replace(view, bag=change.bag)


def _card_refilled(view: EriantysView, change: table.CardRefilled) -> EriantysView:
    students = _add_students(_find_character(view, change.character).students, (change.color,))
    return replace(_replace_character(view, change.character, students=students), bag=change.bag)


def _cloud_taken(view: EriantysView, change: table.CloudTaken) -> EriantysView:
    entrance = _sum_students((view.schools[change.seat].entrance, view.clouds[change.cloud]))
    view = _replace_school(view, change.seat, entrance=entrance)
    return replace(view, clouds=replace_at(view.clouds, change.cloud, {}))


def _professor_moved(view: EriantysView, change: table.ProfessorMoved) -> EriantysView:
    return replace(view, professors={**view.professors, change.color: change.seat})


def _coin_taken(view: EriantysView, change: table.CoinTaken) -> EriantysView:
    view = _replace_school(view, change.seat, coins=view.schools[change.seat].coins + change.coins)
    return replace(view, supply=view.supply - change.coins)


def _character_used(view: EriantysView, change: table.CharacterUsed) -> EriantysView:
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
    """Move no-entry tiles from Grandma to an island; a negative count moves them back."""
    view = _replace_island(view, position, no_entry=_find_island(view, position).no_entry + count)
    left = _find_character(view, "GRANDMA").no_entry - count
    return _replace_character(view, "GRANDMA", no_entry=left)


def _island_conquered(view: EriantysView, change: table.IslandConquered) -> EriantysView:
    if change.previous is not None:
        loser_seat, loser = _find_tower_pool(view, change.previous)
        returned = _find_island(view, change.island_position).towers
        view = _replace_school(view, loser_seat, towers=loser.towers + returned)
    seat, builder = _find_tower_pool(view, change.tower)
    view = _replace_school(view, seat, towers=builder.towers - change.towers)
    return _replace_island(view, change.island_position, tower=change.tower, towers=change.towers)


def _islands_merged(view: EriantysView, change: table.IslandsMerged) -> EriantysView:
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
    table.RoundStarted: _round_started,
    table.CloudFilled: _cloud_filled,
    table.AssistantPlayed: _assistant_played,
    table.ActionPhaseStarted: set_fields("order"),
    table.StepStarted: lambda view, change: replace(
        view,
        turn=change.seat,
        phase=change.phase,
        students_left=change.students_left,
        max_steps=change.max_steps,
    ),
    table.TurnEnded: set_fields(character_used=False, effect=None, banned_color=None),
    table.StudentMoved: _student_moved,
    table.StudentsSwapped: _students_swapped,
    table.StudentsReturned: _students_returned,
    table.CardRefilled: _card_refilled,
    table.ProfessorMoved: _professor_moved,
    table.CoinTaken: _coin_taken,
    table.MotherNatureMoved: lambda view, change: replace(
        view, mother_nature=change.island_position
    ),
    table.NoEntryPlaced: lambda view, change: _move_no_entry(view, change.island_position, 1),
    table.NoEntryRemoved: lambda view, change: _move_no_entry(view, change.island_position, -1),
    table.IslandConquered: _island_conquered,
    table.IslandsMerged: _islands_merged,
    table.CloudTaken: _cloud_taken,
    table.CharacterUsed: _character_used,
    table.LastRound: set_fields(last_round=True),
    table.SeatGone: lambda view, change: _replace_school(view, change.seat, gone=True),
    table.GameOver: set_fields("winners", phase="OVER", turn=None, students_left=0, max_steps=0),
}
apply_change = mirror_by_type(_MIRRORS)
