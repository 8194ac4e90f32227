"""The settings of a match."""

from typing import Any

import pytest

from games.uno.options import options
from games.uno.state import Options
from messages.errors import ErrorCode, Refusal


def test_the_defaults_are_the_digests() -> None:
    assert options(False, {}) == Options()
    assert options(False, {}) == Options("normal", 7, 500, 2, "strict", 3)


def test_expert_mode_lets_players_challenge_unless_a_policy_is_named() -> None:
    assert options(True, {}) == Options(wd4_policy="challenge")
    assert options(True, {"wd4_policy": "free"}).wd4_policy == "free"


def test_every_setting_can_be_chosen() -> None:
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
        ({"uno_penalty": -1}, "from 0 to 10"),
        ({"rounds": 3}, "no option rounds"),
        ({"mode": "normal", "x" * 99: 1}, "there are mode"),
    ],
)
def test_anything_else_is_refused(chosen: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as caught:
        options(False, chosen)
    assert caught.value.code == ErrorCode.CHOICENOTVALID
    assert words in caught.value.text
