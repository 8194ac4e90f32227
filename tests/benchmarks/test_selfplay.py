"""Test self-play against a fake peer, because only `make bench` installs the real peers."""

import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest

from benchmarks import selfplay
from benchmarks.harness import Limit
from benchmarks.scripts import seed
from benchmarks.selfplay import COMPARISONS, Comparison, Peer
from benchmarks.selfplay_worker import play, play_game
from games.registry import GAMES
from games.rng import Rng
from tests.benchmarks.tiny import TINY, RecordingReporter
from tests.harness.processes import ROOT, BenchmarkError

FAKE_PEER = """
import sys
print("ready", flush=True)
for line in sys.stdin:
    print('{"seconds": 1.0, "moves": 1000}', flush=True)
"""


@pytest.fixture
def peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Peer:
    script = tmp_path / "peer.py"
    script.write_text(FAKE_PEER)
    monkeypatch.setattr(selfplay, "PEER_PYTHON", Path(sys.executable))
    return Peer("a fake peer", str(script))


@pytest.mark.parametrize(
    ("limit", "description"), [(Limit("≤", 1.0), "time per"), (Limit("≥", 2.0), "speed per")]
)
def test_comparison_gives_a_row_for_time_or_speed_according_to_its_limit(
    limit: Limit, description: str, peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        selfplay, "COMPARISONS", (Comparison("eriantys", 2, "expert", peer, limit),)
    )
    (row,) = selfplay.selfplay("eriantys", TINY, RecordingReporter())
    assert row.description.startswith(description)
    assert row.verdict == "pass"
    assert "games/s" in row.detail


def test_error_for_missing_peer_environment_names_make_bench(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selfplay, "PEER_PYTHON", Path("nowhere"))
    with pytest.raises(BenchmarkError, match="make bench"):
        selfplay.selfplay("eriantys", TINY, RecordingReporter())


def test_complete_games_of_eriantys_have_more_than_20_moves() -> None:
    game = GAMES["eriantys"]
    options = game.options(False, {})
    rngs = (Rng(seed(number)) for number in count())
    assert play_game(game, game.start(2, options, next(rngs)).state, Random(1)) > 20
    games, moves = play(game, 2, options, 0.001, rngs)
    assert games >= 1
    assert moves > 20 * games


def test_comparisons_name_existing_games_and_scripts() -> None:
    for comparison in COMPARISONS:
        assert comparison.game in GAMES
        assert (ROOT / comparison.peer.script).exists()


def test_versions_of_peers_are_pinned() -> None:
    lines = (ROOT / "benchmarks" / "peers.txt").read_text().splitlines()
    assert all("==" in line for line in lines if line and not line.startswith("#"))
