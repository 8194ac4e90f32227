"""Eriantys: how each change moves the pieces of a view.

A seat's view and the changes after it always give the view the server would send; this file knows
where pieces go, not what is allowed.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from messages.base import Change, Seat
from messages.eriantys.actions import LASTING, Character, Color, Students, Tower
from messages.eriantys.table import (
    ActionPhaseStarted,
    AssistantPlayed,
    CardRefilled,
    CharacterUsed,
    CharacterView,
    CloudFilled,
    CloudTaken,
    CoinTaken,
    EriantysChange,
    EriantysView,
    GameOver,
    IslandConquered,
    IslandsMerged,
    IslandView,
    LastRound,
    MotherNatureMoved,
    NoEntryPlaced,
    NoEntryRemoved,
    ProfessorMoved,
    RoundStarted,
    SchoolView,
    SeatGone,
    StepStarted,
    StudentMoved,
    StudentsReturned,
    StudentsSwapped,
    TurnEnded,
)

T = TypeVar("T")


def follow(view: EriantysView, change: EriantysChange) -> EriantysView:
    """The view after the change."""
    return _FOLLOW[type(change)](view, change)


# --- small tools --------------------------------------------------------------------------------


def _with(students: Students, colors: Iterable[Color], number: int = 1) -> Students:
    """``number`` more (or fewer) of each colour named; a colour with none is left out."""
    after = dict(students)
    for color in colors:
        after[color] = after.get(color, 0) + number
    return {color: count for color, count in after.items() if count}


def _sum(parts: Iterable[Students]) -> Students:
    total: Students = {}
    for part in parts:
        for color, count in part.items():
            total[color] = total.get(color, 0) + count
    return total


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _school(view: EriantysView, seat: Seat, **fields: Any) -> EriantysView:
    """The view with some fields of one board changed."""
    school = replace(view.schools[seat], **fields)
    return replace(view, schools=_put(view.schools, seat, school))


def _island(view: EriantysView, position: int, **fields: Any) -> EriantysView:
    at = _island_index(view, position)
    island = replace(view.islands[at], **fields)
    return replace(view, islands=_put(view.islands, at, island))


def _character(view: EriantysView, name: Character, **fields: Any) -> EriantysView:
    at = [card.name for card in view.characters].index(name)
    card = replace(view.characters[at], **fields)
    return replace(view, characters=_put(view.characters, at, card))


def _island_index(view: EriantysView, position: int) -> int:
    return next(at for at, island in enumerate(view.islands) if position in island.tiles)


def _island_at(view: EriantysView, position: int) -> IslandView:
    return view.islands[_island_index(view, position)]


def _card(view: EriantysView, name: Character) -> CharacterView:
    return next(card for card in view.characters if card.name == name)


def _pool(view: EriantysView, tower: Tower) -> tuple[Seat, SchoolView]:
    """The board on which the towers of a colour stand: the first one, also of a team."""
    return next((seat, s) for seat, s in enumerate(view.schools) if s.tower == tower)


# --- rounds and turns ---------------------------------------------------------------------------


def _round_started(view: EriantysView, change: RoundStarted) -> EriantysView:
    schools = tuple(replace(school, played=None) for school in view.schools)
    return replace(view, round=change.round, order=change.order, schools=schools)


def _cloud_filled(view: EriantysView, change: CloudFilled) -> EriantysView:
    cloud = _sum((view.clouds[change.cloud], change.students))
    return replace(view, clouds=_put(view.clouds, change.cloud, cloud), bag=change.bag)


def _assistant_played(view: EriantysView, change: AssistantPlayed) -> EriantysView:
    hand = tuple(v for v in view.schools[change.seat].hand if v != change.card_value)
    return _school(view, change.seat, hand=hand, played=change.card_value)


def _action_phase_started(view: EriantysView, change: ActionPhaseStarted) -> EriantysView:
    return replace(view, order=change.order)


def _step_started(view: EriantysView, change: StepStarted) -> EriantysView:
    return replace(
        view,
        turn=change.seat,
        phase=change.phase,
        students_left=change.students_left,
        max_steps=change.max_steps,
    )


def _turn_ended(view: EriantysView, change: TurnEnded) -> EriantysView:
    return replace(view, character_used=False, effect=None, banned_color=None)


def _last_round(view: EriantysView, change: LastRound) -> EriantysView:
    return replace(view, last_round=True)


def _seat_gone(view: EriantysView, change: SeatGone) -> EriantysView:
    return _school(view, change.seat, gone=True)


def _game_over(view: EriantysView, change: GameOver) -> EriantysView:
    return replace(
        view, phase="OVER", turn=None, students_left=0, max_steps=0, winners=change.winners
    )


# --- students -----------------------------------------------------------------------------------


def _student_moved(view: EriantysView, change: StudentMoved) -> EriantysView:
    color = (change.color,)
    if change.source == "ENTRANCE":
        entrance = _with(view.schools[change.seat].entrance, color, -1)
        view = _school(view, change.seat, entrance=entrance)
        view = replace(view, students_left=view.students_left - 1)
    elif change.character is not None:
        students = _with(_card(view, change.character).students, color, -1)
        view = _character(view, change.character, students=students)
    if change.island_position is None:
        dining = _with(view.schools[change.seat].dining, color)
        return _school(view, change.seat, dining=dining)
    island = _island_at(view, change.island_position)
    return _island(view, change.island_position, students=_with(island.students, color))


def _students_swapped(view: EriantysView, change: StudentsSwapped) -> EriantysView:
    school = view.schools[change.seat]
    entrance = _with(_with(school.entrance, change.given, -1), change.taken)
    view = _school(view, change.seat, entrance=entrance)
    if change.where == "SCHOOL":
        dining = _with(_with(school.dining, change.taken, -1), change.given)
        return _school(view, change.seat, dining=dining)
    card = _card(view, "JESTER")
    students = _with(_with(card.students, change.taken, -1), change.given)
    return _character(view, "JESTER", students=students)


def _students_returned(view: EriantysView, change: StudentsReturned) -> EriantysView:
    for seat, count in enumerate(change.counts):
        dining = _with(view.schools[seat].dining, (change.color,), -count)
        view = _school(view, seat, dining=dining)
    return replace(view, bag=change.bag)


def _card_refilled(view: EriantysView, change: CardRefilled) -> EriantysView:
    students = _with(_card(view, change.character).students, (change.color,))
    return replace(_character(view, change.character, students=students), bag=change.bag)


def _cloud_taken(view: EriantysView, change: CloudTaken) -> EriantysView:
    entrance = _sum((view.schools[change.seat].entrance, view.clouds[change.cloud]))
    view = _school(view, change.seat, entrance=entrance)
    return replace(view, clouds=_put(view.clouds, change.cloud, {}))


# --- professors, coins, characters --------------------------------------------------------------


def _professor_moved(view: EriantysView, change: ProfessorMoved) -> EriantysView:
    return replace(view, professors={**view.professors, change.color: change.seat})


def _coin_taken(view: EriantysView, change: CoinTaken) -> EriantysView:
    view = _school(view, change.seat, coins=view.schools[change.seat].coins + change.coins)
    return replace(view, supply=view.supply - change.coins)


def _character_used(view: EriantysView, change: CharacterUsed) -> EriantysView:
    card = _card(view, change.character)
    # The first time, one of the coins stays on the card and makes it dearer.
    stays = 0 if card.used else 1
    view = _character(view, change.character, used=True, price=card.price + stays)
    view = _school(view, change.seat, coins=view.schools[change.seat].coins - change.price)
    hunted = change.color if change.character == "MUSHROOM_HUNTER" else view.banned_color
    return replace(
        view,
        supply=view.supply + change.price - stays,
        character_used=True,
        effect=change.character if change.character in LASTING else view.effect,
        banned_color=hunted,
    )


# --- islands ------------------------------------------------------------------------------------


def _mother_nature_moved(view: EriantysView, change: MotherNatureMoved) -> EriantysView:
    return replace(view, mother_nature=change.island_position)


def _no_entry_placed(view: EriantysView, change: NoEntryPlaced) -> EriantysView:
    return _no_entry(view, change.island_position, 1)


def _no_entry_removed(view: EriantysView, change: NoEntryRemoved) -> EriantysView:
    return _no_entry(view, change.island_position, -1)


def _no_entry(view: EriantysView, position: int, number: int) -> EriantysView:
    view = _island(view, position, no_entry=_island_at(view, position).no_entry + number)
    return _character(view, "GRANDMA", no_entry=_card(view, "GRANDMA").no_entry - number)


def _island_conquered(view: EriantysView, change: IslandConquered) -> EriantysView:
    if change.previous is not None:
        home, loser = _pool(view, change.previous)
        returned = _island_at(view, change.island_position).towers
        view = _school(view, home, towers=loser.towers + returned)
    seat, builder = _pool(view, change.tower)
    view = _school(view, seat, towers=builder.towers - change.towers)
    return _island(view, change.island_position, tower=change.tower, towers=change.towers)


def _islands_merged(view: EriantysView, change: IslandsMerged) -> EriantysView:
    parts = [island for island in view.islands if island.tiles[0] in change.tiles]
    rest = [island for island in view.islands if island.tiles[0] not in change.tiles]
    joined = IslandView(
        tiles=change.tiles,
        students=_sum(part.students for part in parts),
        towers=sum(part.towers for part in parts),
        tower=parts[0].tower,
        no_entry=sum(part.no_entry for part in parts),
    )
    islands = tuple(sorted((*rest, joined), key=lambda island: island.tiles[0]))
    at = change.tiles[0] if view.mother_nature in change.tiles else view.mother_nature
    return replace(view, islands=islands, mother_nature=at)


_FOLLOW: dict[type[Change], Callable[[EriantysView, Any], EriantysView]] = {
    RoundStarted: _round_started,
    CloudFilled: _cloud_filled,
    AssistantPlayed: _assistant_played,
    ActionPhaseStarted: _action_phase_started,
    StepStarted: _step_started,
    TurnEnded: _turn_ended,
    StudentMoved: _student_moved,
    StudentsSwapped: _students_swapped,
    StudentsReturned: _students_returned,
    CardRefilled: _card_refilled,
    ProfessorMoved: _professor_moved,
    CoinTaken: _coin_taken,
    MotherNatureMoved: _mother_nature_moved,
    NoEntryPlaced: _no_entry_placed,
    NoEntryRemoved: _no_entry_removed,
    IslandConquered: _island_conquered,
    IslandsMerged: _islands_merged,
    CloudTaken: _cloud_taken,
    CharacterUsed: _character_used,
    LastRound: _last_round,
    SeatGone: _seat_gone,
    GameOver: _game_over,
}
