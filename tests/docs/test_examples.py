"""Test that the clients in docs/examples use only the protocol and play a complete match."""

import ast
import asyncio
import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.harness.clients import serving

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
