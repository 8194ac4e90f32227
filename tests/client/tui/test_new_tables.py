"""Test the typed set-up of a new table, and the line that a form shows for it."""

import pytest

from client.games.parsing import CommandError
from client.tui.new_tables import NewTable, command_of, from_setup, parse_new, parse_option
from messages import AddComputerPlayer, SelectModeAndPlayers

DEFAULT = SelectModeAndPlayers(2)
MEDIUM, HARD = "medium", "hard"


@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("", NewTable(DEFAULT)),
        ("3 expert bots 2", NewTable(SelectModeAndPlayers(3, mode=True), (MEDIUM, MEDIUM))),
        ("Private EXP bots 0", NewTable(SelectModeAndPlayers(2, mode=True, private=True))),
        ("4 bots 1 hard bots 2 easy", NewTable(SelectModeAndPlayers(4), (HARD, "easy", "easy"))),
        ("eriantys 4 base public", NewTable(SelectModeAndPlayers(4))),
        (
            "hand=7 draw=true mode=jump_in",
            NewTable(SelectModeAndPlayers(2, options={"hand": 7, "draw": True, "mode": "jump_in"})),
        ),
        ("2 bot 0 cl 30", NewTable(SelectModeAndPlayers(2, clock=30))),
        ("clock 60 standing", NewTable(SelectModeAndPlayers(2, clock=60, standing=True))),
        ("uno", NewTable(SelectModeAndPlayers(4, game="uno"))),
        ("2 UNO", NewTable(SelectModeAndPlayers(2, game="uno"))),
    ],
)
def test_on_a_shared_server_seats_are_for_people_unless_bots_are_requested(
    line: str, table: NewTable
) -> None:
    assert parse_new(line.split(), DEFAULT, is_local=False) == table


@pytest.mark.parametrize(
    ("line", "levels"),
    [("", 1), ("uno", 3), ("uno 2", 1), ("3 bots 1", 1), ("3 bots 0", 0), ("private", 1)],
)
def test_on_a_local_server_all_other_seats_are_computer_players(line: str, levels: int) -> None:
    assert parse_new(line.split(), DEFAULT, is_local=True).levels == (MEDIUM,) * levels


def test_options_of_the_default_are_kept_only_for_its_game() -> None:
    default = SelectModeAndPlayers(3, game="uno", options={"hand_size": 5})
    assert parse_new([], default, is_local=False).setup == default
    assert parse_new(["codex"], default, is_local=False).setup == SelectModeAndPlayers(
        2, game="codex"
    )


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("bots", "Like this: new 3 bots 1"),
        ("2 bot", "Like this: new 3 bots 1"),
        ("bots many", "use a number"),
        ("2 bots 2", "at most 1 computer player"),
        ("bots 99999", "at most 15 computer player"),
        ("chess", "'chess' is no setting: use expert, base, private.* bots or clock"),
        ("=5", "use KEY=VALUE"),
    ],
)
def test_invalid_setup_of_new_is_refused_with_a_hint(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help):
        parse_new(line.split(), DEFAULT, is_local=False)


@pytest.mark.parametrize("is_local", [False, True])
@pytest.mark.parametrize(
    "table",
    [
        from_setup(SelectModeAndPlayers(2, bots=1)),
        NewTable(SelectModeAndPlayers(4, mode=True, private=True), ("easy", MEDIUM, HARD)),
        NewTable(SelectModeAndPlayers(3, game="uno", clock=60, watchers=False)),
        NewTable(SelectModeAndPlayers(2, game="codex", options={"track_cap": False}), (HARD,)),
    ],
)
def test_line_of_a_table_is_parsed_to_the_same_table(table: NewTable, is_local: bool) -> None:
    line = command_of(table, is_local=is_local)
    assert parse_new(line.split()[1:], DEFAULT, is_local=is_local) == table


def test_line_leaves_out_what_is_usual() -> None:
    assert command_of(NewTable(SelectModeAndPlayers(2)), is_local=False) == "new eriantys 2"
    alone = from_setup(SelectModeAndPlayers(2, bots=1))
    assert command_of(alone, is_local=True) == "new eriantys 2"
    assert command_of(alone, is_local=False) == "new eriantys 2 bots 1 medium"


def test_bots_of_the_default_strategy_are_in_the_setup_and_others_are_added_later() -> None:
    table = NewTable(SelectModeAndPlayers(4, game="uno"), ("easy", MEDIUM, HARD))
    assert table.messages() == (
        SelectModeAndPlayers(4, game="uno", bots=1),
        (AddComputerPlayer("random"), AddComputerPlayer("advanced")),
    )


def test_option_is_a_boolean_a_number_or_a_word() -> None:
    assert parse_option("a=true") == {"a": True}
    assert parse_option("a=7") == {"a": 7}
    assert parse_option("a=jump_in") == {"a": "jump_in"}
