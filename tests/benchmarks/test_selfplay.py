"""Self-play against a stand-in: the real peers are installed by `make bench` only."""

import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest

from benchmarks import selfplay
from benchmarks.harness import Limit
from benchmarks.scripts import seed
from benchmarks.selfplay import DUELS, Duel, Peer
from benchmarks.selfplay_worker import play, play_one
from games.registry import GAMES
from games.rng import Rng
from tests.benchmarks.tiny import TINY, Steps
from tests.harness.processes import ROOT, BenchmarkError

STAND_IN = """
import sys
print("ready", flush=True)
for line in sys.stdin:
    print('{"seconds": 1.0, "moves": 1000}', flush=True)
"""


@pytest.fixture
def peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Peer:
    script = tmp_path / "peer.py"
    script.write_text(STAND_IN)
    monkeypatch.setattr(selfplay, "PEER_PYTHON", Path(sys.executable))
    return Peer("a stand-in", str(script))


@pytest.mark.parametrize(
    ("limit", "what"), [(Limit("≤", 1.0), "time per"), (Limit("≥", 2.0), "speed per")]
)
def test_a_duel_is_one_line(
    limit: Limit, what: str, peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "DUELS", (Duel("eriantys", 2, "expert", peer, limit),))
    (row,) = selfplay.selfplay("eriantys", TINY, Steps())
    assert row.what.startswith(what)
    assert row.verdict == "pass"
    assert "games/s" in row.detail


def test_missing_peers_are_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "PEER_PYTHON", Path("nowhere"))
    with pytest.raises(BenchmarkError, match="make bench"):
        selfplay.selfplay("eriantys", TINY, Steps())


def test_whole_games_are_played() -> None:
    game = GAMES["eriantys"]
    options = game.options(False, {})
    chances = (Rng(seed(number)) for number in count())
    assert play_one(game, game.start(2, options, next(chances)).state, Random(1)) > 20
    games, moves = play(game, 2, options, 0.001, chances)
    assert games >= 1
    assert moves > 20 * games


def test_every_duel_names_a_game_and_a_script_that_exist() -> None:
    for duel in DUELS:
        assert duel.game in GAMES
        assert (ROOT / duel.peer.script).exists()


def test_peers_are_pinned() -> None:
    lines = (ROOT / "benchmarks" / "peers.txt").read_text().splitlines()
    assert all("==" in line for line in lines if line and not line.startswith("#"))
