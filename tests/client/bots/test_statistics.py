"""Win rates and their intervals."""

import pytest

from client.bots.plan import Outcome
from client.bots.statistics import WinRate, wilson_interval, win_rate


def outcome(*winners: str, forfeited: bool = False) -> Outcome:
    return Outcome(match=1, game="uno", nickname="ada", winners=winners, forfeited=forfeited)


@pytest.mark.parametrize(
    ("won", "matches", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_interval_has_known_values(won: int, matches: int, low: float, high: float) -> None:
    assert wilson_interval(won, matches) == pytest.approx((low, high), abs=1e-4)


def test_win_rate_counts_shared_wins_and_forfeits_but_no_aborted_match() -> None:
    outcomes = [outcome("ada"), outcome("ada", "bob"), outcome("bob"), outcome()]
    assert win_rate(outcomes) == WinRate(won=2, shared=1, matches=3)
    assert win_rate([outcome(forfeited=True)]) == WinRate(won=0, shared=0, matches=1)


def test_win_rate_as_text_has_the_interval() -> None:
    text = str(WinRate(won=5, shared=1, matches=10))
    assert text == "won 5 of 10 (50.0 %, 95 % interval 23.7 to 76.3 %), 1 shared"
    assert WinRate(0, 0, 0).rate == 0
