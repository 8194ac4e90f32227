"""Test the form for a new table as text."""

from client.games.drawing import block_width, to_text
from client.tui.form_drawing import draw_form
from client.tui.form_page import FormState, change_value, new_form, set_value, with_error

SHARED = new_form("eriantys", "ada", is_local=False, seats=4)
LOCAL = new_form("uno", "ada", is_local=True)


def text_of(state: FormState) -> str:
    return "\n".join(to_text(draw_form(state)))


def test_seat_can_wait_for_a_person_only_where_people_can_come() -> None:
    assert text_of(SHARED).count("(•) wait") == 3
    assert "wait" not in text_of(LOCAL), "nobody else can reach this server"


def test_options_are_a_list_with_a_sentence_each() -> None:
    assert "points that end the match" not in text_of(LOCAL)
    listed = change_value(LOCAL._replace(cursor=("options",)), 1)
    assert "points that end the match" in text_of(listed)
    assert "‹ normal ›" in text_of(listed)


def test_only_fields_of_the_chosen_game_are_shown() -> None:
    assert "with coins" in text_of(SHARED)
    assert "Four play in two teams" in text_of(SHARED)
    shelfie = set_value(SHARED, ("game", "shelfie"))
    assert "rules" not in text_of(shelfie)
    assert "Four play" not in text_of(shelfie)


def test_reason_of_a_refusal_is_shown_without_control_characters() -> None:
    assert "No more matches" in text_of(with_error(SHARED, "No more matches\x1b[2J"))
    assert "\x1b" not in text_of(with_error(SHARED, "\x1b[2J"))


def test_form_fits_24_lines_and_72_columns() -> None:
    drawing = draw_form(SHARED, 24)
    assert len(drawing) <= 24
    assert block_width(drawing) == 72
