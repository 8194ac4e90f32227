"""Test the drawings of lobby, waiting room and nickname page as text."""

from client.connections.addresses import parse_invitation
from client.games.drawing import block_width, to_text
from client.model import Model
from client.tui.lobby_pages import (
    draw_lobby,
    draw_nickname,
    draw_room,
    draw_room_row,
    invitation_of,
    seat_bar,
)
from client.tui.text import lobby
from messages import ChooseMatch, RoomInfo, RoomUpdate, SessionOpened
from tests.harness.table_messages import room

ADDRESS = "games.example:7700"


def model_with(*rooms: RoomInfo, playing: tuple[RoomInfo, ...] = ()) -> Model:
    model = Model()
    model.receive(SessionOpened("ada", "token"))
    model.receive(ChooseMatch((), rooms, playing=playing))
    return model


def text_of(model: Model, *chat: str) -> str:
    return "\n".join(to_text(draw_lobby(model, chat)))


def test_tables_keep_their_order_while_the_list_is_refreshed() -> None:
    first = text_of(model_with(room(match=9), room(match=7)))
    assert first == text_of(model_with(room(match=7), room(match=9)))
    assert first.index("  7 ") < first.index("  9 ")


def test_filter_is_named_with_its_key_and_an_empty_selection_says_so() -> None:
    assert "F6 filter: all games" in text_of(model_with())
    lines = "\n".join(to_text(draw_lobby(model_with(), (), "UNO")))
    assert "F6 filter: UNO" in lines
    assert "No table fits" in lines
    assert "No table fits" not in text_of(model_with())


def test_row_has_seats_people_and_settings_and_fits_80_columns() -> None:
    names = tuple(f"somebody-{n}" for n in range(9))
    busy = room(
        game="uno", players=names, number_of_players=10, clock=60, options={"target_score": 200}
    )
    (row,) = to_text([draw_room_row(busy)])
    assert "█████████░ 9/10" in row
    assert "expert · 60 s" in row
    assert "expert" not in to_text([draw_room_row(room(game="shelfie"))])[0], "it has no such rules"
    assert row.endswith("[join]")
    (private,) = to_text([draw_room_row(room(private=True))])
    assert private.endswith("[code]")
    assert block_width([draw_room_row(busy)]) <= 80
    assert seat_bar(room(number_of_players=4)) == "█░░░ 1/4"


def test_matches_under_way_can_be_watched_unless_nobody_may() -> None:
    watched = room(match=3, state="playing")
    secret = room(match=5, state="playing", watchers=False, mode=False)
    rows = text_of(model_with(playing=(secret, watched))).splitlines()
    assert next(line for line in rows if line.startswith("  3 ")).endswith("[watch]")
    assert next(line for line in rows if line.startswith("  5 ")).endswith("no watching")


def test_lobby_shows_the_last_lines_of_the_chat() -> None:
    text = text_of(model_with(), *(f"ugo: line {n}" for n in range(9)))
    assert "ugo: line 8" in text
    assert "ugo: line 4" not in text


def test_invitation_has_the_code_or_the_number_and_works_when_pasted() -> None:
    model = model_with()
    public = room(number_of_players=4)
    assert invitation_of(model, public, ADDRESS) == f"tavolata join 7@{ADDRESS}"
    private = room(number_of_players=4, private=True)
    model.receive(RoomUpdate(private, code="KITE23"))
    line = invitation_of(model, private, ADDRESS)
    assert parse_invitation(line).table == "KITE23"
    assert line in "\n".join(to_text(draw_room(model, private, ADDRESS)))


def test_invitation_has_the_link_for_a_browser_if_it_fits_and_keeps_its_size() -> None:
    model = model_with()
    plain = draw_room(model, room(), ADDRESS, 80)
    linked = draw_room(model, room(), ADDRESS, 80, "http://192.0.2.1:7780")
    assert "http://192.0.2.1:7780/j/7" in "\n".join(to_text(linked))
    assert (len(linked), block_width(linked)) == (len(plain), block_width(plain))
    long = draw_room(model, room(), ADDRESS, 80, f"http://{'a' * 80}:7780")
    assert to_text(long) == to_text(plain)


def test_there_is_no_invitation_to_a_full_table_or_a_server_that_friends_cannot_reach() -> None:
    model = model_with()
    assert invitation_of(model, room(players=("a", "b")), ADDRESS) == ""
    assert invitation_of(model, room(), "") == ""
    assert "INVITE" not in "\n".join(to_text(draw_room(model, room(), "")))


def test_waiting_room_shows_teams_wizards_readiness_and_free_seats() -> None:
    model = model_with()
    info = room(
        players=("ada", "ugo", "lia"),
        number_of_players=4,
        host="ada",
        wizards={"ada": "KING"},
        free_wizards=("SAGE",),
        teams=(("ada", "lia"), ("ugo",)),
    )
    drawing = draw_room(model, info, ADDRESS, 80)
    text = "\n".join(to_text(drawing))
    assert "┃ ada (you)      ┃" in text
    assert text.count("team 1") == 2
    assert text.count("choosing…") == 2
    assert "┆ free" in text
    assert block_width(drawing) <= 80


def test_ten_seats_are_drawn_in_several_rows() -> None:
    drawing = draw_room(model_with(), room(game="uno", number_of_players=10), ADDRESS, 80)
    assert block_width(drawing) <= 80
    assert "\n".join(to_text(drawing)).count("┆ free") == 9


def test_refused_nickname_is_shown_with_its_reason() -> None:
    for columns in (40, 80, 120):
        drawing = draw_nickname("x", "It is much too short. " * 4, columns)
        assert block_width(drawing) <= columns
        text = " ".join("\n".join(to_text(drawing)).split())
        assert text.startswith("x It is much too short. It is")
        assert "a refused name stays there to be changed." in text


def test_texts_of_others_lose_control_characters() -> None:
    hostile = "\x1b[2Jx\u202ey"
    bad = room(game=hostile, players=(hostile,), name=hostile, options={hostile: hostile})
    model = model_with(bad)
    lines = [*draw_lobby(model, [hostile]), *draw_room(model, bad, ADDRESS)]
    assert not any(char in line for line in to_text(lines) for char in "\x1b\u202e")


def test_heads_of_the_columns_stand_above_their_values() -> None:
    table = room(players=("ugo", "Lia"), number_of_players=4)
    (row,) = to_text([draw_room_row(table)])
    values = {"game": "Eriantys", "seats": "██░░", "who": "ugo", "settings": "expert"}
    assert {name: lobby.HEAD.index(name) for name in values} == {
        name: row.index(value) for name, value in values.items()
    }


def test_heading_of_a_table_with_many_settings_is_cut_to_the_window() -> None:
    options = {"target_score": 100, "hand_size": 5, "uno_penalty": 4, "max_idle_turns": 5}
    drawing = draw_room(model_with(), room(game="uno", options=options), ADDRESS, 80)
    assert block_width(drawing) <= 80
