"""The recap: one short line per player who acted."""

from client.games.drawing import to_text, width
from client.games.eriantys.recap import recap
from messages.base import Change
from messages.eriantys import table
from tests.client.games.eriantys.matches import GAME, VARIANTS, moments
from tests.client.games.eriantys.tables import NAMES, full_view


def lines_of(*changes: Change) -> list[str]:
    return to_text(recap(full_view(), NAMES, changes))


def test_turn_is_summarised_in_one_line() -> None:
    assert lines_of(
        table.StepStarted(1, "STUDENTS", 3, 2),
        table.StudentMoved(1, "BLUE", "ENTRANCE", "SCHOOL"),
        table.ProfessorMoved("BLUE", 1, 0),
        table.StudentMoved(1, "PINK", "ENTRANCE", "ISLAND", 8),
        table.StudentMoved(1, "GREEN", "ENTRANCE", "SCHOOL"),
        table.CoinTaken(1),
        table.MotherNatureMoved(2, 6),
        table.IslandConquered(6, "BLACK", 1),
        table.CloudTaken(1, 1),
    ) == ["bob G B→dining, ★B, P→8, ¢+1, ▲+2 to 6, built ♜b1, took cloud 1"]


def test_each_player_has_a_line_in_the_order_of_acting() -> None:
    assert lines_of(
        table.AssistantPlayed(1, 5),
        table.AssistantPlayed(0, 7),
        table.StepStarted(1, "MOTHER_NATURE", 0, 3),
        table.MotherNatureMoved(1, 8),
    ) == ["bob card 5→3, ▲+1 to 8", "you card 7→4"]


def test_change_without_a_seat_belongs_to_the_next_player_named() -> None:
    assert lines_of(table.MotherNatureMoved(1, 8), table.CloudTaken(1, 0)) == [
        "bob ▲+1 to 8, took cloud 0"
    ]


def test_conquest_from_another_party_and_unified_islands_are_named() -> None:
    assert lines_of(
        table.StepStarted(1, "MOTHER_NATURE", 0, 3),
        table.IslandConquered(10, "BLACK", 2, "WHITE"),
        table.IslandsMerged((9, 10, 11)),
    ) == ["bob took it from white ♜b2, joined 9-11"]


def test_characters_are_named_with_colour_or_island() -> None:
    assert lines_of(
        table.CharacterUsed(1, "THIEF", 3, "RED"),
        table.StudentsReturned("RED", (3, 0), 80),
        table.ProfessorMoved("RED", 0, 1),
        table.CharacterUsed(1, "GRANDMA", 2, None, 8),
        table.NoEntryPlaced(8),
        table.NoEntryRemoved(8),
        table.StudentsSwapped(1, "CARD", ("RED",), ("BLUE",)),
    ) == ["bob used thief R, ★R to you, used grandma on 8, ⊘ used up, B⇄R"]


def test_player_who_left_has_a_line_and_prompts_alone_have_none() -> None:
    assert lines_of(table.SeatGone(1)) == ["bob left the match"]
    assert lines_of(table.StepStarted(1, "CLOUD"), table.TurnEnded(1)) == []
    assert lines_of() == []


def test_every_acting_player_of_a_random_match_has_a_line() -> None:
    for players, expert in VARIANTS:
        for number, moment in enumerate(moments(players, expert, 1)):
            if number % 9 == 0:
                step = GAME.apply(moment.state, moment.seat, moment.legal[0])
                lines = recap(moment.view, NAMES, step.changes)
                assert len(lines) == 1, step.changes
                assert width(lines[0]) <= 60
