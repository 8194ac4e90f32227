"""Test the texts of the form that are computed."""

from client.tui.text import form


def test_own_seat_and_clock_have_words_for_missing_values() -> None:
    assert form.own_seat_label("ada") == "ada (you)"
    assert form.own_seat_label(form.YOU) == "you"
    assert form.seconds(0) == "none"
    assert form.seconds(60) == "60 s"
    assert form.players(range(2, 5)) == "2 to 4 players."
    assert form.wrong_seats("UNO", range(2, 11)) == "UNO is for 2 to 10 players."
