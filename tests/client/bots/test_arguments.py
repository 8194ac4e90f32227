"""The arguments of ``play`` are checked before a connection is opened."""

from typing import Any

import pytest

from client.bots import BotFailed, RandomBot, play
from client.bots.arguments import free_seats, refused_nickname
from messages import Error, ErrorCode


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"matches": 0}, "matches must be a whole number of 1 or more, not 0"),
        ({"matches": -1}, "matches must be a whole number of 1 or more, not -1"),
        ({"matches": "3"}, "matches must be a whole number of 1 or more, not '3'"),
        ({"players": "3"}, "players must be a whole number of 2 or more, not '3'"),
        ({"players": 2.0}, "players must be a whole number"),
        ({"bots": -1}, "bots must be a whole number of 0 or more, not -1"),
        ({"on_illegal": "ignore"}, "one of 'raise', 'warn', 'random', 'forfeit', not 'ignore'"),
        ({"opponents": "greedy"}, r"write \['greedy'\]"),
        ({"seed": "zz"}, "hexadecimal digits"),
        ({"seed": 42}, "hexadecimal digits"),
        ({"seed": None}, "hexadecimal digits"),
    ],
)
def test_wrong_argument_is_refused_with_a_sentence_before_connecting(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BotFailed, match=sentence):
        play(RandomBot(), "127.0.0.1:1", **arguments)


@pytest.mark.parametrize(
    ("players", "bots", "opponents", "expected"),
    [(2, None, (), 1), (4, None, ("random",), 2), (4, 0, (), 0), (4, 2, ("random",), 2)],
)
def test_computer_players_take_the_seats_that_are_left_unless_their_number_is_given(
    players: int, bots: int | None, opponents: tuple[str, ...], expected: int
) -> None:
    assert free_seats(players, bots, opponents) == expected


def test_only_a_nickname_that_is_not_allowed_is_explained() -> None:
    taken = Error(ErrorCode.DUPLICATENICKNAME, "Taken.")
    assert refused_nickname("ada", taken) == "Taken."
    invalid = Error(ErrorCode.INVALIDNICKNAME, "Not so.")
    assert refused_nickname("a b", invalid).startswith("Not so. It was 'a b'")
