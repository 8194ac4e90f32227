"""Games known by heart are games the server accepts, and always the same ones."""

from benchmarks.scripts import book, nickname, record
from messages.codec import decode_client
from messages.framing import HEADER


def test_a_script_is_the_same_each_time() -> None:
    assert record(3, expert=True) == record(3, expert=True)


def test_scripts_are_told_apart_by_their_beginning() -> None:
    assert len(book(8)) == 16


def test_frames_hold_the_actions() -> None:
    script = record(0, expert=False)
    assert [decode_client(move.frame[HEADER:]) for move in script.moves] == [
        move.action for move in script.moves
    ]


def test_everybody_is_told_something_about_each_move() -> None:
    assert all(min(move.sizes) > 0 for move in record(1, expert=True).moves)


def test_names_have_one_length() -> None:
    assert {len(nickname(number)) for number in (0, 7, 99_999)} == {10}
