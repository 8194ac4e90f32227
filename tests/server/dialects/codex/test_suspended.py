"""Test SHOW_UPDATE_SUSPENDED_GAME, which toggles a flag in legacy clients."""

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


class SuspensionFlags:
    """Clients that disconnect and reconnect, each with its own flag."""

    def __init__(self, server: CodexServer, connections: list[CodexConnection]) -> None:
        self._server = server
        self._connected = {connection.name: connection for connection in connections}
        self._flags = {connection.name: True for connection in connections}
        self._away: list[str] = []
        self.changes = 0

    async def leave(self, random: Random) -> None:
        name = random.choice(sorted(self._connected))
        self._connected.pop(name).reset()
        self._away.append(name)
        while self._server.server_state.sessions[name].peer is not None:
            await self._server.run_ready_callbacks()

    async def reconnect(self, random: Random) -> None:
        name = self._away.pop(random.randrange(len(self._away)))
        connection = self._connected[name] = await self._server.connect()
        connection.name = name
        await self._apply(name, await connection.sync("CONNECT"))

    async def check(self) -> None:
        """Check that each flag is right and was toggled once at most."""
        for name, connection in self._connected.items():
            await self._apply(name, await connection.sync())

    async def _apply(self, name: str, lines: list[Line]) -> None:
        before = self._flags[name]
        for line in lines:
            if line["networkType"] == "UPDATE_AFTER_CONNECTION":
                before = self._flags[name] = line["game"]["isGameActive"]
        toggles = kinds(lines).count(TOGGLE)
        assert toggles <= 1
        self._flags[name] = before is not bool(toggles)
        assert self._flags[name] is (self._server.active_room.suspended_since is None)
        self.changes += toggles

    @property
    def connected_count(self) -> int:
        return len(self._connected)

    @property
    def away_count(self) -> int:
        return len(self._away)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("setup", [True, False])
def test_toggle_keeps_the_flag_of_each_client_correct_and_one_connected_client_suspends(
    run_codex_scenario: RunCodexScenario, players: int, setup: bool
) -> None:
    names = ("ada", "bob", "eve", "fay")[:players]

    async def scenario(server: CodexServer) -> None:
        random = Random(players)
        flags = SuspensionFlags(
            server, await (server.start_match(*names) if setup else server.start_first_turn(*names))
        )
        for _ in range(60):
            if flags.connected_count > 1 and (not flags.away_count or random.random() < 0.5):
                await flags.leave(random)
            elif flags.away_count:
                await flags.reconnect(random)
            await server.wait_until_idle()
            await flags.check()
            if random.random() < 0.7:
                server.advance(1)
                is_suspended = server.active_room.suspended_since is not None
                assert is_suspended is (flags.connected_count == 1), "digest 14, invariant 17"
            await server.wait_until_idle()
            await flags.check()
        assert flags.changes > 10

    run_codex_scenario(scenario)


@pytest.mark.parametrize("seconds", [118, 122])
def test_case_28_remaining_player_wins_after_120_seconds_of_suspension_and_not_before(
    run_codex_scenario: RunCodexScenario, seconds: int
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

    run_codex_scenario(scenario)
