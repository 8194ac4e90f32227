"""Test a client of the Codex dialect that is disconnected each time at a chosen step.

The client resumes with its name. Requests sent before the cut are handled, and the game ends for
all clients with the winners in the journal.
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

SENT_TYPES = (
    *("CONNECT", "PLACE_STARTER", "CHOOSE_COLOR", "PLACE_OBJECTIVE", "PLACE_CARD", "DRAW"),
    *("SEND_CHAT_MESSAGE", "HEARTBEAT"),
)
RECEIVED_TYPES = (
    *("RESULT_OF_LOGIN", "SHOW_UPDATE_PLAYERS_IN_LOBBY", "UPDATE_AFTER_CONNECTION"),
    *("SHOW_UPDATE_AFTER_PLACE", "SHOW_UPDATE_COLOR", "SHOW_UPDATE_OBJECTIVE_CARD"),
    *("SHOW_UPDATE_AFTER_DRAW", "SHOW_UPDATE_CURRENT_PLAYER", "SHOW_UPDATE_CHAT"),
    *("SHOW_UPDATE_PLAYER_STATUS", "SHOW_UPDATE_SUSPENDED_GAME", "PlaceAdditional"),
)
SENT_BEFORE_MOVE = ("CONNECT", "SEND_CHAT_MESSAGE", "HEARTBEAT")
"""Types sent before each move: unlimited cuts there would stop the game."""
ONLY_AFTER_CUT = ("SHOW_UPDATE_PLAYER_STATUS", "SHOW_UPDATE_SUSPENDED_GAME")
"""Types that are received only after a first cut."""
MAX_CUTS = 3
"""Maximum number of cuts at a step that does not advance the game."""
PAUSE_SECONDS = (0, 1, 16)
"""The first does not affect the game, the second suspends it, the third loses a turn."""


@dataclass
class InterruptedClient:
    """A client that also sends chat and heartbeats, and is disconnected at ``step``."""

    client: CodexClient
    step: str
    steps: Counter[str] = field(default_factory=Counter)

    def hello(self) -> list[str]:
        return self.client.hello()

    def extra_lines(self) -> list[str]:
        """Return a chat message and a heartbeat."""
        name = self.client.name
        text = {"sender": name, "receiver": "Everyone", "content": "hm", "isBroadcast": True}
        chat = {"networkType": "SEND_CHAT_MESSAGE", "sender": name, "message": text}
        return [json.dumps(chat), json.dumps({"networkType": "HEARTBEAT", "sender": name, "id": 1})]

    def receive(self, text: str) -> list[str]:
        line = json.loads(text)
        self.steps[line["networkType"]] += 1
        self.steps[line.get("currentPhase", "")] += 1
        replies = self.client.receive(text)
        return [*self.extra_lines(), *replies] if replies and self.client.game else replies

    def is_cut_after_send(self, line: str) -> bool:
        """Return whether the connection ends after sending this line."""
        may_cut = self.step not in SENT_BEFORE_MOVE or self.steps["cuts"] < MAX_CUTS
        return self._cut(may_cut and json.loads(line)["networkType"] == self.step in SENT_TYPES)

    def is_cut_after_receive(self, before: Counter[str]) -> bool:
        """Return whether the connection ends after what was received since ``before``."""
        new = self.steps - before
        first = (
            self.step in ONLY_AFTER_CUT
            and not self.steps["cuts"]
            and "UPDATE_AFTER_CONNECTION" in new
        )
        return self._cut(
            first or (self.step in new and self.step in RECEIVED_TYPES and self._below_cut_limit)
        )

    @property
    def _below_cut_limit(self) -> bool:
        return self.steps[self.step] <= MAX_CUTS

    def _cut(self, cut: bool) -> bool:
        self.steps["cuts"] += cut
        return cut


async def run_connection(port: int, interrupted: InterruptedClient) -> bool:
    """Run one connection up to the cut; return whether the game is over."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    try:
        replies = interrupted.hello()
        while interrupted.client.winners is None:
            for line in replies:
                writer.write(f"{line}\n".encode())
                if interrupted.is_cut_after_send(line):
                    return False
            text = await within(reader.readline())
            assert text, "the server ended the connection"
            before = interrupted.steps.copy()
            replies = interrupted.receive(text.decode())
            if interrupted.is_cut_after_receive(before):
                return False
        return True
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def run_until_won(server: CodexServer, interrupted: InterruptedClient, pause: int) -> None:
    """Reconnect until the game is over."""
    while not await run_connection(server.port, interrupted):
        await wait_until_disconnected(server, interrupted.client.name)
        await server.wait_until_idle()
        server.advance(pause)
        await server.wait_until_idle()


def journalled_winners(server: CodexServer) -> list[str]:
    """Return the winners in the journal."""
    assert server.journal is not None
    records = [decode_record(entry.body) for entry in server.journal.entries(1)]
    began, ended = records[0], records[-1]
    assert isinstance(began, Began)
    assert isinstance(ended, Ended)
    return [began.players[seat].name for seat in ended.winners]


STEPS = [(step, pause) for step, pause in product((*SENT_TYPES, *RECEIVED_TYPES), PAUSE_SECONDS)]


@pytest.mark.parametrize(("step", "pause"), STEPS)
def test_client_disconnected_at_a_message_type_resumes_and_ends_with_the_journalled_winners(
    step: str, pause: int
) -> None:
    players = 3 if pause > 1 else 2
    steady = [CodexClient(f"steady{n}", n, players) for n in range(players - 1)]
    reconnecting = InterruptedClient(CodexClient("reconnecting", 9, players), step)

    async def scenario(server: CodexServer) -> None:
        tasks = []
        for client in steady:
            tasks.append(asyncio.create_task(run_client(server.port, client)))
            await wait_for_sessions(server, len(tasks))
        await asyncio.gather(*tasks, run_until_won(server, reconnecting, pause))
        check_winners(*steady, reconnecting.client)
        assert steady[0].winners == journalled_winners(server)
        assert reconnecting.steps["cuts"] > 0

    codex_scenario_runner(written=True)(scenario)
