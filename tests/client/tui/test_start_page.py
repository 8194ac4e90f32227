"""Test the start screen as text, and where the arrow keys move."""

import pytest

from client.games.drawing import Size, block_width, to_text
from client.tui.ping import Pong
from client.tui.start_page import (
    ContinueOffer,
    ServerRow,
    StartState,
    draw_brand,
    draw_start,
    first_zone,
    move,
    rows,
    with_cursor,
)
from client.tui.text import start
from messages.description import GameDescription
from messages.registry import DESCRIPTIONS

OFFER = ContinueOffer("UNO with anna", "games.example:7700", "ada")
SERVERS = (
    ServerRow("games.example:7700", start.reachable(Pong(0.003, 3, 9)), "yesterday"),
    ServerRow("PYRO:tavolata@lab:7701", start.UNREACHABLE, "last week"),
)
ALONE = StartState(games=tuple(DESCRIPTIONS.items()), cursor=("game", "uno"), game="uno")
FULL = ALONE._replace(offers=(OFFER,), servers=SERVERS, can_host=True)


def text_of(state: StartState, size: Size) -> str:
    return "\n".join(to_text(draw_start(state, size)))


@pytest.mark.parametrize("size", [Size(80, 17), Size(120, 27), Size(200, 50)])
def test_everything_is_drawn_and_fits(size: Size) -> None:
    drawing = draw_start(FULL, size)
    assert len(drawing) <= size.lines
    assert block_width(drawing) <= size.columns
    text = "\n".join(to_text(drawing))
    for game in DESCRIPTIONS.values():
        assert game.short_title in text
    for part in (
        "UNO with anna",
        "3 tables, 9 people",
        "not reachable now",
        "last week",
        "for 2-10",
    ):
        assert part in text


def test_chosen_card_has_a_heavy_frame_and_the_key_even_without_colors() -> None:
    assert "┗━ Enter ━━━━┛" in text_of(ALONE, Size(80, 17))
    assert text_of(ALONE, Size(80, 17)).count("┏") == 1


def test_large_cards_have_a_summary() -> None:
    assert "Get rid of your" in text_of(ALONE, Size(120, 27))
    assert "Get rid of your" not in text_of(ALONE, Size(80, 17))


def test_chosen_row_has_a_bar() -> None:
    rows_of_text = text_of(with_cursor(FULL, ("server", "1")), Size(80, 17)).splitlines()
    assert [row[1:20] for row in rows_of_text if row.startswith("▌")] == [" PYRO:tavolata@lab:"]


def test_without_servers_a_hint_says_how_to_reach_one() -> None:
    assert start.NO_SERVERS in text_of(ALONE, Size(80, 17))


def test_first_start_offers_the_tutorial_of_the_chosen_game() -> None:
    state = ALONE._replace(is_first_start=True)
    assert f"[{start.LEARN_FIRST} learn UNO …]" in text_of(state, Size(80, 17))
    hosting = state._replace(can_host=True, cursor=("quit",))
    assert block_width(draw_start(hosting, Size(80, 17))) <= 80
    assert start.LEARN_FIRST not in text_of(ALONE, Size(80, 17))


def test_cursor_starts_at_an_offer_to_continue_or_else_at_the_first_game() -> None:
    assert first_zone(FULL) == ("continue", "0")
    assert first_zone(ALONE) == ("game", next(iter(DESCRIPTIONS)))


def test_arrow_keys_move_between_rows_and_return_to_the_last_card() -> None:
    state = FULL
    state = move(state, "right")
    assert state.cursor == ("game", "codex")
    state = move(state, "down")
    assert state.cursor == ("server", "0")
    assert move(state, "up").cursor == ("game", "codex")
    for _ in rows(state):
        state = move(state, "down")
    assert state.cursor == ("learn",)
    assert move(state, "right").cursor == ("host",)
    assert move(state, "down") == state, "there is nothing below"
    for _ in rows(state):
        state = move(state, "up")
    assert state.cursor == ("continue", "0")
    assert move(state, "left") == state


def test_hosting_is_offered_only_if_it_is_possible() -> None:
    assert start.HOST_TABLE in text_of(FULL, Size(80, 17))
    assert start.HOST_TABLE not in text_of(ALONE, Size(80, 17))


def test_game_without_a_description_has_a_card_with_its_name() -> None:
    state = ALONE._replace(games=(("nim", GameDescription(title="nim")),), game="")
    assert "│ nim" in text_of(state._replace(cursor=("quit",)), Size(80, 17))


def test_texts_of_others_lose_control_characters() -> None:
    state = FULL._replace(offers=(ContinueOffer("\x1b[2J", "a\u202eb:1", "ada"),))
    text = text_of(state, Size(80, 17))
    assert not any(char in text for char in "\x1b\u202e")


def test_brand_is_one_line_in_a_low_window() -> None:
    assert len(draw_brand(Size(80, 20))) == 1
    assert len(draw_brand(Size(80, 24))) == 4
    assert block_width(draw_brand(Size(80, 24))) <= 80
    assert "F5 theme" in to_text(draw_brand(Size(80, 24)))[0]
