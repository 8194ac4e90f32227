"""Record the path of one move through the server's modules.

A step is a call from one module of ``server/`` into another, a call from ``server/`` into the
rules, or a callback of the event loop. Within one callback, several calls from one module into
another are one step. Modules that only translate between values and bytes are libraries and are
not listed: all of ``messages/``, and those in ``TRANSLATING``.
"""

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from server.app import Addresses, ComputerPlayers, Settings, running
from tests.harness.plain_clients import PlainClient, PyroClient, SocketClient
from tests.harness.timeouts import GIVE_UP_SECONDS

ROOT = Path(__file__).parents[2]
TRANSLATING = (
    "server/journal/records.py",
    "server/transports/pyro/methods.py",
    "server/transports/pyro/wire.py",
    "server/transports/wire.py",
)
PERIODIC = "server/app.py"
"""The module whose periodic callbacks are not part of a path."""


class Step(NamedTuple):
    """One step: a module, and the functions of it that were called."""

    module: str
    functions: list[str]

    def line(self, number: int) -> str:
        """Return the step as a line of a numbered list."""
        return f"{number}. `{self.module}`: {', '.join(f'`{name}`' for name in self.functions)}"


class Recorder:
    """A profile function that collects steps; the event loop's thread calls it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._steps_by_key: dict[tuple[int, str | None, str], Step] = {}
        self._callbacks = 0

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        module = _maybe_module(frame)
        if event != "call" or module is None:
            return
        caller = _maybe_caller(frame)
        if module == PERIODIC or (caller is not None and _maybe_module(caller) == module):
            return
        if caller is not None and _root(caller) == PERIODIC:
            return
        if caller is None:
            self._callbacks += 1
        origin = None if caller is None else _maybe_module(caller)
        if module.startswith("games/"):
            if origin is not None and origin.startswith("games/"):
                return
            module = "/".join(module.split("/")[:2]) + "/"
        key = (self._callbacks, origin, module)
        step = self._steps_by_key.get(key)
        if step is None:
            step = self._steps_by_key[key] = Step(module, [])
            self.steps.append(step)
        if frame.f_code.co_qualname not in step.functions:
            step.functions.append(frame.f_code.co_qualname)


def _maybe_module(frame: FrameType) -> str | None:
    """Return the path of a module of the server or the rules."""
    path = Path(frame.f_code.co_filename)
    if not path.is_relative_to(ROOT):
        return None
    name = path.relative_to(ROOT).as_posix()
    return name if name.startswith(("server/", "games/")) and name not in TRANSLATING else None


def _maybe_caller(frame: FrameType) -> FrameType | None:
    """Return the nearest caller that is code of the server or the rules."""
    caller = frame.f_back
    while caller is not None and _maybe_module(caller) is None:
        caller = caller.f_back
    return caller


def _root(frame: FrameType) -> str | None:
    """Return the module that the event loop called first."""
    caller = _maybe_caller(frame)
    while caller is not None:
        frame, caller = caller, _maybe_caller(caller)
    return _maybe_module(frame)


class ServerThread:
    """A server with a journal, on an event loop in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        self._ready.wait(GIVE_UP_SECONDS)

    addresses: Addresses

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        settings = Settings(port=0, pyro_port=0, data=self._folder)
        async with running(
            settings, ComputerPlayers({}, lambda bot: lambda message: ())
        ) as self.addresses:
            self._ready.set()
            await self._stop.wait()

    def profile(self, recorder: Recorder | None) -> None:
        """Start or end recording on the event loop's thread."""
        done = threading.Event()

        def work() -> None:
            sys.setprofile(recorder)
            done.set()

        self._loop.call_soon_threadsafe(work)
        done.wait(GIVE_UP_SECONDS)

    def stop(self) -> None:
        """Stop the server and wait for its thread."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(GIVE_UP_SECONDS)


@contextmanager
def _serving(folder: Path) -> Iterator[ServerThread]:
    server = ServerThread(folder)
    try:
        yield server
    finally:
        server.stop()


def path_of_a_move(transport: str, folder: Path) -> list[Step]:
    """Play until the first MoveStudent of a match and return its steps."""
    with _serving(folder) as server:
        connect = SocketClient if transport == "socket" else PyroClient
        address = server.addresses.socket if transport == "socket" else server.addresses.pyro
        clients: list[PlainClient] = [connect(address), connect(address)]
        try:
            player, prompt = _first_student(clients)
            recorder = Recorder()
            server.profile(recorder)
            player.send("MoveStudent", move_to="SCHOOL", color=prompt["colors"][0])
            _receive_type(player, "ActionValid")
            server.profile(None)
        finally:
            for client in clients:
                client.close()
    return recorder.steps


def _first_student(clients: list[PlainClient]) -> tuple[PlainClient, dict[str, Any]]:
    """Start a match of Eriantys and play assistants until a student has to be moved."""
    for name, client in zip(("ada", "bob"), clients, strict=True):
        client.send("ChooseNickname", nickname=name)
        _receive_type(client, "ChooseMatch")
    host, joiner = clients
    host.send("SelectMatch", match=0)
    host.send("SelectModeAndPlayers", number_of_players=2, mode=False)
    wizards = _receive_type(host, "SelectWizard")["availableWizards"]
    joiner.send("SelectMatch", match=1)
    _receive_type(joiner, "SelectWizard")
    for client, wizard in zip(clients, wizards, strict=False):
        client.send("ChooseWizard", wizard=wizard)
    while True:
        turns = [_receive_type(client, "YourTurn", "IsTurnOfPlayer")["type"] for client in clients]
        player = clients[turns.index("YourTurn")]
        prompt = _receive_type(player, "SelectAssistantCard", "SelectStudent")
        if prompt["type"] == "SelectStudent":
            return player, prompt
        first = player is host
        cards = prompt["availableCards"]
        player.send("PlayAssistantCard", card_value=int(cards[0] if first else cards[-1]))


def _receive_type(client: PlainClient, *kinds: str) -> dict[str, Any]:
    """Return the next message of one of these types."""
    while True:
        message = client.receive()
        assert message["type"] != "Error", message
        if message["type"] in kinds:
            return message
