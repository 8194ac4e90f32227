"""Test the fields of the form for a new table, and what each key and click changes."""

import pytest

from client.tui.form_page import (
    FormState,
    change_value,
    fields,
    line_of,
    move,
    new_form,
    set_value,
    table_of,
)
from client.tui.new_tables import parse_new
from games.registry import GAMES
from messages import SelectModeAndPlayers
from messages.registry import DESCRIPTIONS

SHARED = new_form("eriantys", "ada", is_local=False, seats=4)
LOCAL = new_form("uno", "ada", is_local=True)


def at(state: FormState, *zone: str) -> FormState:
    return state._replace(cursor=zone)


def test_seats_wait_for_people_on_a_shared_server_and_are_computers_on_a_local_one() -> None:
    assert line_of(SHARED) == "new eriantys 4"
    assert SHARED.seats == ("",) * 3
    assert line_of(LOCAL) == "new uno 4"
    assert table_of(LOCAL).levels == ("medium",) * 3


def test_levels_of_a_seat_are_chosen_with_the_arrow_keys() -> None:
    state = at(SHARED, "seat", "1")
    levels = []
    for _ in range(4):
        state = change_value(state, 1)
        levels.append(state.seats[1])
    assert levels == ["easy", "medium", "hard", ""]
    assert change_value(at(LOCAL, "seat", "0"), -1).seats[0] == "easy"


@pytest.mark.parametrize("game", DESCRIPTIONS)
@pytest.mark.parametrize("is_local", [False, True])
def test_every_field_of_every_game_gives_a_line_that_the_rules_accept(
    game: str, is_local: bool
) -> None:
    state = new_form(game, "ada", is_local=is_local)._replace(shows_options=True)
    for zone in fields(state)[1:-2]:
        if zone != ("options",):
            state = change_value(state._replace(cursor=zone), 1)
    line = line_of(state)
    table = parse_new(line.split()[1:], SelectModeAndPlayers(2), is_local=is_local)
    assert table == table_of(state)
    assert GAMES[game].options(table.setup.mode, table.setup.options)
    assert table.setup.number_of_players in GAMES[game].seats


def test_another_game_starts_with_its_usual_seats_and_without_options() -> None:
    chosen = change_value(at(LOCAL, "option", "hand_size"), 1)
    assert chosen.options == (("hand_size", 8),)
    other = change_value(at(chosen, "game"), 1)
    assert other.game == "codex"
    assert other.options == ()
    assert len(other.seats) == 1


def test_options_become_fields_when_they_are_listed() -> None:
    assert ("option", "target_score") not in fields(LOCAL)
    listed = change_value(at(LOCAL, "options"), 1)
    assert ("option", "target_score") in fields(listed)


def test_option_with_its_usual_value_is_not_in_the_line() -> None:
    state = at(LOCAL, "option", "uno_penalty")
    assert line_of(change_value(state, 1)) == "new uno 4 uno_penalty=3"
    assert line_of(change_value(change_value(state, 1), -1)) == "new uno 4"


def test_number_of_seats_stays_within_the_game_and_says_why() -> None:
    two = change_value(change_value(at(SHARED, "seats"), -1), -1)
    assert len(two.seats) == 1
    refused_state = change_value(two, -1)
    assert refused_state.seats == two.seats
    assert refused_state.error == "Eriantys is for 2 to 4 players."
    assert change_value(refused_state, 1).error == ""


def test_clicks_set_radio_buttons() -> None:
    state = set_value(SHARED, ("rules", "1"))
    state = set_value(state, ("join", "1"))
    state = set_value(state, ("watch", "1"))
    state = set_value(state, ("seat", "2", "medium"))
    assert line_of(state) == "new eriantys 4 expert private unwatched bots 1 medium"
    assert line_of(set_value(state, ("join", "0"))).split()[4] == "unwatched"
    assert set_value(state, ("clock",)).clock == 30


def test_cursor_moves_through_all_fields_and_stops_at_both_ends() -> None:
    state = at(SHARED, "game")
    assert move(state, -1) == state
    seen = [state.cursor]
    for _ in fields(state):
        state = move(state, 1)
        seen.append(state.cursor)
    assert seen[:-1] == fields(state)
    assert state.cursor == ("cancel",)
