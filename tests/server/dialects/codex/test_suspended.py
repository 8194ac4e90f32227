"""SHOW_UPDATE_SUSPENDED_GAME turns a flag in the old client, so it comes once for each change."""

from random import Random

import pytest

from tests.harness.dialects.codex_server import (
    CodexConnection,
    CodexServer,
    Line,
    RunCodexScenario,
    kinds,
)

TOGGLE = "SHOW_UPDATE_SUSPENDED_GAME"


class Flags:
    """Guests who come and go, each with the flag of its old client."""

    def __init__(self, server: CodexServer, connections: list[CodexConnection]) -> None:
        self._inn = server
        self._there = {connection.name: connection for connection in connections}
        self._flags = {connection.name: True for connection in connections}
        self._away: list[str] = []
        self.changes = 0

    async def leave(self, random: Random) -> None:
        name = random.choice(sorted(self._there))
        self._there.pop(name).reset()
        self._away.append(name)
        while self._inn.server_state.sessions[name].peer is not None:
            await self._inn.run_ready_callbacks()

    async def come_back(self, random: Random) -> None:
        name = self._away.pop(random.randrange(len(self._away)))
        back = self._there[name] = await self._inn.connect()
        back.name = name
        await self._listen(name, await back.sync("CONNECT"))

    async def check(self) -> None:
        """Everybody's flag is right, and moved once at most."""
        for name, connection in self._there.items():
            await self._listen(name, await connection.sync())

    async def _listen(self, name: str, lines: list[Line]) -> None:
        before = self._flags[name]
        for line in lines:
            if line["networkType"] == "UPDATE_AFTER_CONNECTION":
                before = self._flags[name] = line["game"]["isGameActive"]
        toggles = kinds(lines).count(TOGGLE)
        assert toggles <= 1
        self._flags[name] = before is not bool(toggles)
        assert self._flags[name] is (self._inn.active_room.suspended_since is None)
        self.changes += toggles

    @property
    def here(self) -> int:
        return len(self._there)

    @property
    def away(self) -> int:
        return len(self._away)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("setup", [True, False])
def test_it_comes_once_for_each_change(
    codex_play: RunCodexScenario, players: int, setup: bool
) -> None:
    names = ("ada", "bob", "eve", "fay")[:players]

    async def scenario(server: CodexServer) -> None:
        random = Random(players)
        flags = Flags(
            server, await (server.start_match(*names) if setup else server.start_first_turn(*names))
        )
        for _ in range(60):
            if flags.here > 1 and (not flags.away or random.random() < 0.5):
                await flags.leave(random)
            elif flags.away:
                await flags.come_back(random)
            await server.wait_until_idle()
            await flags.check()
            if random.random() < 0.7:
                server.advance(1)
                alone = server.active_room.suspended_since is not None
                assert alone is (flags.here == 1), "digest 14, invariant 17"
            await server.wait_until_idle()
            await flags.check()
        assert flags.changes > 10

    codex_play(scenario)


@pytest.mark.parametrize("seconds", [118, 122])
def test_t28_when_the_timer_expires_who_stayed_has_won(
    codex_play: RunCodexScenario, seconds: int
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_first_turn("ada", "bob")
        ada.reset()
        await bob.read_until("SHOW_UPDATE_PLAYER_STATUS")
        server.advance(1)
        server.advance(seconds)
        lines = await bob.sync()
        won = [line["winners"] for line in lines if line["networkType"] == "SHOW_WINNERS"]
        assert won == ([[bob.name]] if seconds > 120 else [])
        assert kinds(lines).count(TOGGLE) == 1

    codex_play(scenario)
