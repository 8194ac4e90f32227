"""Test that the code of docs/bots.md and README.md runs unchanged, on both transports."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from client.connections import connect
from messages import ActionValid, ChooseMatch, ChooseNickname, RequestRefresh
from tests.client.conftest import Served, served
from tests.harness.killable_server import KillableServer
from tests.harness.timeouts import GIVE_UP_SECONDS, within

__all__ = ["served"]

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def with_addresses(block: str, served: Served) -> str:
    """Return the block with the addresses of a real server."""
    return block.replace("127.0.0.1:7700", served.socket).replace(
        "PYRO:tavolata@127.0.0.1:7701", served.pyro
    )


def test_first_bot_of_the_page_has_15_to_22_lines() -> None:
    assert 15 <= len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 22


@pytest.mark.parametrize("over_pyro", [False, True], ids=["socket", "pyro"])
def test_first_bot_of_the_page_runs_as_a_script_and_prints_its_outcome(
    served: Served, tmp_path: Path, over_pyro: bool
) -> None:
    code = BLOCKS[0].replace('"127.0.0.1:7700"', f'"{served.pyro}"') if over_pyro else BLOCKS[0]
    script = tmp_path / "mybot.py"
    script.write_text(with_addresses(code, served))
    result = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=GIVE_UP_SECONDS
    )
    assert result.stderr == ""
    assert result.stdout.startswith("[Outcome(match=")


async def _wait_for_match(server: str, number: int) -> None:
    """Wait until a match with this number or a later one is in progress."""
    connection = await connect(server)
    playing, ids = 0, 1
    await connection.send(ChooseNickname("looking", id=ids))
    while playing < number:
        message = await within(connection.receive())
        if isinstance(message, ChooseMatch):
            playing = max((room.match for room in message.playing), default=0)
        if isinstance(message, ActionValid) or message.reply_to == ids:
            ids += 1
            await connection.send(RequestRefresh(id=ids))
    await connection.close()


def _readme_block() -> str:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    return str(block)


def test_bot_of_the_readme_has_at_most_15_lines() -> None:
    assert len(_readme_block().splitlines()) <= 15


@pytest.mark.parametrize("transport", [0, 1], ids=["socket", "pyro"])
def test_bot_of_the_readme_plays_two_games_with_intervals_despite_a_killed_server(
    tmp_path: Path, transport: int
) -> None:
    server = KillableServer(tmp_path / "data")
    server.start()
    script = tmp_path / "first.py"
    script.write_text(_readme_block().replace("127.0.0.1:7700", server.addresses[transport]))
    command = [sys.executable, str(script)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    try:
        with subprocess.Popen(command, **pipes) as bot:  # type: ignore[call-overload]
            asyncio.run(_wait_for_match(server.addresses[0], 3))
            server.kill()
            server.start()
            out, err = bot.communicate(timeout=GIVE_UP_SECONDS)
    finally:
        server.kill()
    assert bot.returncode == 0, err
    assert "The connection was lost; reconnecting." in err
    eriantys, shelfie = out.splitlines()
    assert re.fullmatch(r"eriantys: won \d+ of 10 \(.*, 95 % interval .*\), \d+ shared", eriantys)
    assert re.fullmatch(r"shelfie: won \d+ of 10 \(.*, 95 % interval .*\), \d+ shared", shelfie)


def test_all_code_blocks_of_the_page_run_and_two_bots_have_two_outcomes_each(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {"__name__": "mybot"}
    for block in BLOCKS:
        exec(compile(with_addresses(block, served), "docs/bots.md", "exec"), names)
    assert "Outcome(match=" in capsys.readouterr().out
    both = asyncio.run(names["both"](served.socket))
    assert [len(outcomes) for outcomes in both] == [2, 2]
    assert asyncio.run(names["against_greedy"](served.socket)).matches == 2


def test_options_of_the_bot_command_on_the_page_exist() -> None:
    from client.cli.commands import bot

    lines = " ".join(re.findall(r"tavolata bot (.*)", PAGE))
    options = {option.replace("-", "_") for option in re.findall(r"--([\w-]+)", lines)}
    assert {"strategy", "matches", "route", "join"} <= options <= {*bot.__annotations__, "expert"}
