"""A guest of Codex Naturalis' dialect who is cut off at a chosen step, each time it comes.

The guest comes back by name and goes on. Whatever was said before the cut is done; the game ends
for everybody with the winners that the server has written down.
"""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

import pytest

from server.journal.records import Began, Ended, decode_record
from tests.harness.dialects.codex_client import CodexClient
from tests.harness.dialects.codex_games import (
    check_winners,
    run_client,
    wait_for_sessions,
    wait_until_disconnected,
)
from tests.harness.dialects.codex_server import CodexServer, codex_scenario_runner
from tests.harness.timeouts import within

SAID = (
    *("CONNECT", "PLACE_STARTER", "CHOOSE_COLOR", "PLACE_OBJECTIVE", "PLACE_CARD", "DRAW"),
    *("SEND_CHAT_MESSAGE", "HEARTBEAT"),
)
HEARD = (
    *("RESULT_OF_LOGIN", "SHOW_UPDATE_PLAYERS_IN_LOBBY", "UPDATE_AFTER_CONNECTION"),
    *("SHOW_UPDATE_AFTER_PLACE", "SHOW_UPDATE_COLOR", "SHOW_UPDATE_OBJECTIVE_CARD"),
    *("SHOW_UPDATE_AFTER_DRAW", "SHOW_UPDATE_CURRENT_PLAYER", "SHOW_UPDATE_CHAT"),
    *("SHOW_UPDATE_PLAYER_STATUS", "SHOW_UPDATE_SUSPENDED_GAME", "PlaceAdditional"),
)
BEFORE = ("CONNECT", "SEND_CHAT_MESSAGE", "HEARTBEAT")
"""What comes before the next move, so that the game would never go on."""
AFTER = ("SHOW_UPDATE_PLAYER_STATUS", "SHOW_UPDATE_SUSPENDED_GAME")
"""What only comes after a first cut."""
CUTS = 3
"""How often a step cuts the connection that does not bring the game further."""
PAUSES = (0, 1, 16)
"""Seconds away: unnoticed by the game, long enough to suspend it, long enough to lose a turn."""


@dataclass
class InterruptedClient:
    """A client that also talks, and is cut off at ``step``."""

    client: CodexClient
    step: str
    steps: Counter[str] = field(default_factory=Counter)

    def hello(self) -> list[str]:
        return self.client.hello()

    def chatter(self) -> list[str]:
        """What a person says and shows beside the game."""
        name = self.client.name
        word = {"sender": name, "receiver": "Everyone", "content": "hm", "isBroadcast": True}
        chat = {"networkType": "SEND_CHAT_MESSAGE", "sender": name, "message": word}
        return [json.dumps(chat), json.dumps({"networkType": "HEARTBEAT", "sender": name, "id": 1})]

    def receive(self, text: str) -> list[str]:
        line = json.loads(text)
        self.steps[line["networkType"]] += 1
        self.steps[line.get("currentPhase", "")] += 1
        said = self.client.receive(text)
        return [*self.chatter(), *said] if said and self.client.game else said

    def is_cut_after_send(self, line: str) -> bool:
        """Whether the connection ends behind this line."""
        often = self.step not in BEFORE or self.steps["cuts"] < CUTS
        return self._cut(often and json.loads(line)["networkType"] == self.step in SAID)

    def is_cut_after_receive(self, before: Counter[str]) -> bool:
        """Whether it ends with what was heard now."""
        new = self.steps - before
        first = self.step in AFTER and not self.steps["cuts"] and "UPDATE_AFTER_CONNECTION" in new
        return self._cut(
            first or (self.step in new and self.step in HEARD and self._below_cut_limit)
        )

    @property
    def _below_cut_limit(self) -> bool:
        return self.steps[self.step] <= CUTS

    def _cut(self, cut: bool) -> bool:
        self.steps["cuts"] += cut
        return cut


async def run_connection(port: int, guest: InterruptedClient) -> bool:
    """From a new connection to the cut; True: the game is over."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    try:
        said = guest.hello()
        while guest.client.winners is None:
            for line in said:
                writer.write(f"{line}\n".encode())
                if guest.is_cut_after_send(line):
                    return False
            text = await within(reader.readline())
            assert text, "the server ended the connection"
            before = guest.steps.copy()
            said = guest.receive(text.decode())
            if guest.is_cut_after_receive(before):
                return False
        return True
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def run_until_won(server: CodexServer, guest: InterruptedClient, pause: int) -> None:
    """Come again until the game is over."""
    while not await run_connection(server.port, guest):
        await wait_until_disconnected(server, guest.client.name)
        await server.wait_until_idle()
        server.advance(pause)
        await server.wait_until_idle()


def winners(server: CodexServer) -> list[str]:
    """As they are written down."""
    assert server.journal is not None
    records = [decode_record(entry.body) for entry in server.journal.entries(1)]
    began, ended = records[0], records[-1]
    assert isinstance(began, Began)
    assert isinstance(ended, Ended)
    return [began.players[seat].name for seat in ended.winners]


STEPS = [(step, pause) for step, pause in product((*SAID, *HEARD), PAUSES)]


@pytest.mark.parametrize(("step", "pause"), STEPS)
def test_a_guest_who_is_cut_off_at_a_step_comes_back_and_goes_on(step: str, pause: int) -> None:
    players = 3 if pause > 1 else 2
    steady = [CodexClient(f"steady{n}", n, players) for n in range(players - 1)]
    restless = InterruptedClient(CodexClient("restless", 9, players), step)

    async def scenario(server: CodexServer) -> None:
        tasks = []
        for client in steady:
            tasks.append(asyncio.create_task(run_client(server.port, client)))
            await wait_for_sessions(server, len(tasks))
        await asyncio.gather(*tasks, run_until_won(server, restless, pause))
        check_winners(*steady, restless.client)
        assert steady[0].winners == winners(server)
        assert restless.steps["cuts"] > 0

    codex_scenario_runner(written=True)(scenario)
