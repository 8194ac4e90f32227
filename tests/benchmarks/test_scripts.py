"""Test that recorded matches are reproducible and accepted by the server."""

from benchmarks.scripts import nickname, record_script, record_scripts
from messages.codec import decode_client
from messages.framing import HEADER


def test_script_of_an_expert_match_is_reproducible() -> None:
    assert record_script(3, expert=True) == record_script(3, expert=True)


def test_sixteen_scripts_have_unique_fingerprints() -> None:
    assert len(record_scripts(8)) == 16


def test_frames_decode_to_the_actions() -> None:
    script = record_script(0, expert=False)
    assert [decode_client(move.frame[HEADER:]) for move in script.moves] == [
        move.action for move in script.moves
    ]


def test_each_move_sends_bytes_to_every_player() -> None:
    assert all(min(move.sizes) > 0 for move in record_script(1, expert=True).moves)


def test_nicknames_have_the_same_length() -> None:
    assert {len(nickname(number)) for number in (0, 7, 99_999)} == {10}
