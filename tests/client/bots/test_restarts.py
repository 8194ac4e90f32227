"""Bots continue after kill -9 and restart of the server, in real processes."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from client.bots import RandomBot, aplay
from messages.registry import Action, AnyView
from tests.harness.killable_server import KillableServer
from tests.harness.timeouts import within

CHOICES_BEFORE_KILL = 5


class CountingBot(RandomBot):
    """Plays at random; ``ready`` is set after CHOICES_BEFORE_KILL choices in its second match."""

    name = "counting"

    def __init__(self) -> None:
        super().__init__(1)
        self.ready = asyncio.Event()
        self.numbers: list[int] = []
        """The number of the match at each choice."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        self.numbers.append(self.match.number)
        if self._choices_in_second_match() >= CHOICES_BEFORE_KILL:
            self.ready.set()
        return super().choose(view, actions)

    def _choices_in_second_match(self) -> int:
        return sum(number != self.numbers[0] for number in self.numbers)


def _server(folder: Path, durability: str = "process") -> KillableServer:
    server = KillableServer(folder, durability)
    server.start()
    return server


@pytest.mark.parametrize("transport", [0, 1], ids=["socket", "pyro"])
def test_bot_resumes_its_match_after_kill_and_restart_and_finishes_all_matches(
    tmp_path: Path, transport: int, capsys: pytest.CaptureFixture[str]
) -> None:
    server = _server(tmp_path)

    async def scenario() -> None:
        bot = CountingBot()
        playing = asyncio.create_task(aplay(bot, server.addresses[transport], matches=3))
        await within(bot.ready.wait())
        server.kill()
        await asyncio.to_thread(server.start)
        outcomes = await within(playing)
        assert [outcome.aborted for outcome in outcomes] == [False] * 3
        assert len({outcome.match for outcome in outcomes}) == 3
        assert {outcome.nickname for outcome in outcomes} == {"counting"}

    try:
        asyncio.run(scenario())
    finally:
        server.kill()
    assert "The connection was lost; reconnecting." in capsys.readouterr().err


@pytest.mark.parametrize("transport", [0, 1], ids=["socket", "pyro"])
def test_bot_plays_on_if_the_restarted_server_has_forgotten_its_match(
    tmp_path: Path, transport: int
) -> None:
    server = _server(tmp_path, "none")

    async def scenario() -> list[bool]:
        bot = CountingBot()
        playing = asyncio.create_task(aplay(bot, server.addresses[transport], matches=3))
        await within(bot.ready.wait())
        server.kill()
        await asyncio.to_thread(server.start)
        return [outcome.aborted for outcome in await within(playing)]

    try:
        assert asyncio.run(scenario()) == [False, True, False]
    finally:
        server.kill()
