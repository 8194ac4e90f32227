"""Test the numbers, the frame and the exercises of docs/teaching.md with a real server."""

import asyncio
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from messages import ChooseNickname
from messages.codec import decode_client
from messages.framing import FrameDecoder
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.timeouts import GIVE_UP_SECONDS, within
from tests.harness.wire_traffic import Traffic, measure

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "teaching.md").read_text(encoding="utf-8")
EXERCISES = DOCS / "examples" / "exercises"
SETTINGS = Settings(port=0, pyro_port=0, web_port=0, allow_seeds=True)
SEED = "00ff"


def test_annotated_bytes_are_the_frame_that_the_page_describes() -> None:
    (block,) = re.findall(r"```hex\n(.*?)```", PAGE, re.DOTALL)
    lines = [line.partition("#") for line in block.splitlines()]
    data = bytes.fromhex("".join(digits for digits, _, _ in lines))
    (payload,) = FrameDecoder(100).feed(data)
    assert decode_client(payload) == ChooseNickname("ada", id=1)
    assert f"length: {len(payload)} bytes" in block
    for digits, _, remark in lines:
        if " text of " in remark:
            size, text = re.findall(r"text of (\d+) bytes: (\w+)", remark)[0]
            assert bytes.fromhex(digits)[1:] == text.encode()
            assert len(text) == int(size)


def _load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, DOCS / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def _traffic(name: str, address: str) -> Traffic:
    """Measure the match that an example plays."""

    async def play(port: int) -> None:
        await asyncio.to_thread(_load(name).play, "127.0.0.1", port, "ada", SEED)

    return await measure(int(address.rpartition(":")[2]), play)


def _sizes(lines: tuple[str, ...], first: str, count: int) -> list[int]:
    """Return the sizes of this many messages, from the first with this text on."""
    start = next(number for number, line in enumerate(lines) if first in line)
    return [int(size) for line in lines[start:] for size in re.findall(r" s [<>] +(\d+) B", line)][
        :count
    ]


def test_measured_numbers_are_those_of_the_page() -> None:
    async def scenario() -> tuple[Traffic, Traffic]:
        async with running(SETTINGS, COMPUTERS) as addresses:
            socket = await _traffic("socket_client", addresses.socket)
            return socket, await _traffic("pyro_client", addresses.pyro)

    socket, pyro = asyncio.run(within(scenario()))
    rows = re.findall(r"^\| [a-z ]+ \| .*? \| (\d+) \| .*? \| (\d+) \|$", PAGE, re.MULTILINE)
    *steps, total = [(int(left), int(right)) for left, right in rows]
    assert [left for left, _ in steps if left] == _sizes(socket.lines, " MoveStudent ", 4)
    assert [right for _, right in steps if right] == _sizes(pyro.lines, ".move_student(", 4)
    assert total == tuple(map(sum, zip(*steps, strict=True)))
    ((kilobytes, frames, pyro_kilobytes, calls),) = re.findall(
        r"about ([\d.]+) KB in (\d+) frames .* about ([\d.]+) KB in (\d+) calls", PAGE
    )
    assert int(frames) == socket.messages_to_server + socket.messages_to_client
    socket_bytes = socket.bytes_to_server + socket.bytes_to_client
    assert socket_bytes == pytest.approx(float(kilobytes) * 1000, rel=0.05)
    pyro_bytes = pyro.bytes_to_server + pyro.bytes_to_client
    assert pyro_bytes == pytest.approx(float(pyro_kilobytes) * 1000, rel=0.3)
    assert pyro.messages_to_server == pytest.approx(int(calls), rel=0.6)


EXPECTED = {
    "frames": r"\[b'one', b'', b'three'\]\n",
    "lobby": r"without a nickname: UNEXPECTEDMESSAGE\nopen tables: 0\n",
    "reconnect": r"answer: SessionOpened with another token: True\nfirst prompt: SelectSteps\n"
    r"finished: .+\n",
    "twice": r"equal answers: True\nstudents that moved: 1\nwith another id: \w+\n",
    "latency": r"socket: [\d.]+ ms\nPyro5: [\d.]+ ms\n",
    "commitment": r"promised: [0-9a-f]{64}\nkept: True\nanother seed: False\n",
}
"""Pattern of the output of each solution."""


def test_page_links_to_each_solution_once_in_the_order_of_the_exercises() -> None:
    assert re.findall(r"\(examples/exercises/(\w+)\.py\)", PAGE) == list(EXPECTED)
    assert {path.stem for path in EXERCISES.glob("*.py")} == {*EXPECTED, "common"}


@pytest.mark.parametrize("name", EXPECTED)
def test_solution_prints_the_expected_result(name: str) -> None:
    command = [sys.executable, str(EXERCISES / f"{name}.py")]

    async def scenario() -> "subprocess.CompletedProcess[str]":
        async with running(SETTINGS, COMPUTERS) as addresses:
            ports = [address.rpartition(":")[2] for address in (addresses.socket, addresses.pyro)]
            return await asyncio.to_thread(
                subprocess.run,
                [*command, "--port", ports[0], "--pyro-port", ports[1]],
                capture_output=True,
                text=True,
                timeout=GIVE_UP_SECONDS,
            )

    solved = asyncio.run(scenario())
    assert solved.returncode == 0, solved.stderr
    assert re.fullmatch(EXPECTED[name], solved.stdout), solved.stdout
