"""The duels, for a moment."""

import pytest

from benchmarks import strength
from benchmarks.strength import BOTS, DUELS, Duel, fights
from tests.benchmarks.tiny import TINY, Steps
from tests.harness.arena import Rules, wins


def test_every_duel_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    short = Rules("uno", options={"mode": "normal", "target_score": 1})
    duels = (
        Duel("basic", "random", short, 1.0, strength.AT_LEAST),
        Duel("greedy", "random", Rules("eriantys", expert=True), 0.1),
    )
    monkeypatch.setattr(strength, "DUELS", duels)
    steps = Steps()
    uno, eriantys = strength.strength(TINY, steps)
    assert uno.what == "share of games won, uno normal, basic against random"
    assert uno.limit == "≥ 0.55"
    assert uno.verdict in ("pass", "MISS")
    assert eriantys.what == "share of games won, eriantys expert, greedy against random"
    assert eriantys.verdict == "info"
    assert eriantys.detail in ("0 : 2 games", "1 : 1 games", "2 : 0 games")
    assert steps.texts[0] == "basic against random, uno, 0 of 4 games"


def test_nobody_to_fight_is_nothing_to_show() -> None:
    assert fights((), 10, Steps()) == []


def test_all_modes_are_fought_in_and_the_usual_one_has_a_limit() -> None:
    uno = [duel for duel in DUELS if duel.rules.game == "uno"]
    assert {duel.rules.options["mode"] for duel in uno} == {
        *("normal", "progressive", "jump_in", "seven_o")
    }
    limited = [(duel.one, duel.other) for duel in DUELS if duel.limit]
    assert limited == [("advanced", "basic"), ("basic", "random")]
    assert {name for duel in DUELS for name in (duel.one, duel.other)} == set(BOTS)


def test_the_same_games_are_won_each_time() -> None:
    rules = Rules("uno", options={"target_score": 1})
    results = {wins(rules, BOTS["advanced"], BOTS["random"], range(10)) for _ in range(2)}
    assert len(results) == 1
