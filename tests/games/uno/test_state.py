"""Options, the ring of seats, and encoding of states."""

from typing import Any

import pytest
from msgspec import msgpack

from games.uno.state import Options, State, nothing_to_draw, options, ring
from messages.errors import ErrorCode, Refusal
from tests.games.uno.tables import A, table


def test_the_next_seat_follows_the_direction() -> None:
    backwards, clockwise = ring((0, 1, 2, 3), 4)
    assert list(clockwise) == [1, 2, 3, 0]
    assert list(backwards) == [3, 0, 1, 2]


def test_ring_skips_empty_seats_and_gives_their_next_seat() -> None:
    backwards, clockwise = ring((0, 3), 5)
    assert list(clockwise) == [3, 3, 3, 0, 0]
    assert list(backwards) == [3, 0, 0, 0, 3]
    assert list(ring((2,), 3)[True]) == [2, 2, 2]


def test_nothing_is_left_to_draw_only_without_pile_and_discards_under_the_top_card() -> None:
    assert not nothing_to_draw(table("RED 5", "BLUE 3"))
    assert not nothing_to_draw(table("RED 5", "BLUE 3", under="RED 6", rest=A))
    assert nothing_to_draw(table("RED 5", "BLUE 3", rest=A))


def test_state_survives_encoding() -> None:
    state = table("RED 5", "BLUE 3")
    assert msgpack.decode(msgpack.encode(state), type=State) == state


# --- options ------------------------------------------------------------------------------------


def test_default_options_are_those_of_the_rules_digest() -> None:
    assert options(False, {}) == Options()
    assert options(False, {}) == Options("normal", 7, 500, 2, "strict", 3)


def test_expert_mode_lets_players_challenge_unless_a_policy_is_named() -> None:
    assert options(True, {}) == Options(wd4_policy="challenge")
    assert options(True, {"wd4_policy": "free"}).wd4_policy == "free"


def test_every_option_can_be_chosen() -> None:
    chosen = {
        "mode": "seven_o",
        "hand_size": 5,
        "target_score": 200,
        "uno_penalty": 4,
        "wd4_policy": "free",
        "max_idle_turns": 0,
    }
    assert options(False, chosen) == Options("seven_o", 5, 200, 4, "free", 0)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"mode": "turbo"}, "normal, progressive, jump_in, seven_o"),
        ({"mode": 3}, "normal, progressive, jump_in, seven_o"),
        ({"mode": []}, "normal, progressive, jump_in, seven_o"),
        ({"wd4_policy": "never"}, "strict, free, challenge"),
        ({"hand_size": 0}, "from 1 to 10"),
        ({"hand_size": 11}, "from 1 to 10"),
        ({"hand_size": True}, "from 1 to 10"),
        ({"hand_size": "7"}, "from 1 to 10"),
        ({"target_score": 0}, "from 1 to 10000"),
        ({"target_score": 10_001}, "from 1 to 10000"),
        ({"uno_penalty": -1}, "from 0 to 10"),
        ({"uno_penalty": 11}, "from 0 to 10"),
        ({"max_idle_turns": -1}, "from 0 to 100"),
        ({"max_idle_turns": 101}, "from 0 to 100"),
        ({"rounds": 3}, "no option rounds"),
        ({"mode": "normal", "x" * 99: 1}, "there are mode"),
    ],
)
def test_invalid_options_are_refused_with_choicenotvalid_and_the_allowed_values(
    chosen: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal) as caught:
        options(False, chosen)
    assert caught.value.code == ErrorCode.CHOICENOTVALID
    assert words in caught.value.text
