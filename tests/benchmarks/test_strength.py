"""Test the strength benchmark with a small number of games."""

import pytest

from benchmarks import strength
from benchmarks.strength import BOTS, MATCHUPS, Matchup, play_matchups
from tests.benchmarks.tiny import TINY, RecordingReporter
from tests.harness.arena import Rules, wins


def test_matchup_gives_one_row_with_a_verdict_only_if_it_has_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short = Rules("uno", options={"mode": "normal", "target_score": 1})
    matchups = (
        Matchup("basic", "random", short, 1.0, strength.MIN_WIN_SHARE),
        Matchup("greedy", "random", Rules("eriantys", expert=True), 0.1),
    )
    monkeypatch.setattr(strength, "MATCHUPS", matchups)
    steps = RecordingReporter()
    uno, eriantys = strength.strength(TINY, steps)
    assert uno.description == "share of games won, uno normal, basic against random"
    assert uno.limit == "≥ 0.55"
    assert uno.verdict in ("pass", "MISS")
    assert eriantys.description == "share of games won, eriantys expert, greedy against random"
    assert eriantys.verdict == "info"
    assert eriantys.detail in ("0 : 2 games", "1 : 1 games", "2 : 0 games")
    assert steps.texts[0] == "basic against random, uno, 0 of 4 games"


def test_no_matchups_give_no_rows() -> None:
    assert play_matchups((), 10, RecordingReporter()) == []


def test_matchups_have_all_uno_modes_and_all_bots_but_two_limits() -> None:
    uno = [matchup for matchup in MATCHUPS if matchup.rules.game == "uno"]
    assert {matchup.rules.options["mode"] for matchup in uno} == {
        *("normal", "progressive", "jump_in", "seven_o")
    }
    limited = [(matchup.bot, matchup.opponent) for matchup in MATCHUPS if matchup.limit]
    assert limited == [("advanced", "basic"), ("basic", "random")]
    assert {name for matchup in MATCHUPS for name in (matchup.bot, matchup.opponent)} == set(BOTS)


def test_wins_of_uno_bots_are_reproducible() -> None:
    rules = Rules("uno", options={"target_score": 1})
    results = {wins(rules, BOTS["advanced"], BOTS["random"], range(10)) for _ in range(2)}
    assert len(results) == 1
