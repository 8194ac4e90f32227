"""Test that the code of docs/bots.md and README.md runs unchanged, on both transports."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.client.conftest import Served, served
from tests.harness.timeouts import GIVE_UP_SECONDS

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


def test_bot_of_the_readme_plays_a_match_with_winners(served: Served) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(with_addresses(block, served), "README.md", "exec"), names)
    (outcome,) = names["outcomes"]
    assert set(outcome.winners) <= outcome.scores.keys()
    assert outcome.winners


def test_all_code_blocks_of_the_page_run_and_two_bots_have_two_outcomes_each(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {"__name__": "mybot"}
    for block in BLOCKS:
        exec(compile(with_addresses(block, served), "docs/bots.md", "exec"), names)
    assert "Outcome(match=" in capsys.readouterr().out
    both = asyncio.run(names["both"](served.socket))
    assert [len(outcomes) for outcomes in both] == [2, 2]


def test_options_of_the_bot_command_on_the_page_exist() -> None:
    from client.cli.commands import bot

    options = set(re.findall(r"--(\w+)", " ".join(re.findall(r"tavolata bot (.*)", PAGE))))
    assert {"strategy", "matches", "route", "join"} <= options <= {*bot.__annotations__, "expert"}
