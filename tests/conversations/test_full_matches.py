"""Complete matches between clients on sockets, on Pyro5, on the web port and computer players."""

import asyncio
from pathlib import Path

import pytest

from client.bots import Create, Join, Outcome, Plan, RandomBot
from client.bots.player import BotPlayer
from games.registry import GAMES
from messages import Message, RoomUpdate, YouWin
from messages.registry import UpdateMessage
from server.history.archive import verify
from server.journal.sqlite import SqliteJournal
from server.journal.writers import ProcessWriter
from tests.harness.clients import RunningServer, run
from tests.harness.timeouts import within
from tests.harness.web_connection import connect_to

SETTINGS = [
    (players, expert, transports)
    for expert in (False, True)
    for players, transports in (
        (2, ("socket", "pyro")),
        (2, ("pyro",)),
        (2, ("web",)),
        (3, ("socket", "pyro", "web")),
        (4, ("pyro", "web", "socket")),
    )
]


class MessageObserver:
    """Records a bot's messages: its seat, its victory and the sequence of changes."""

    def __init__(self) -> None:
        self.won = False
        self.seated = asyncio.Event()
        self.last_seq = 0

    def received(self, player: BotPlayer, message: Message) -> None:
        self.won |= isinstance(message, YouWin)
        if isinstance(message, RoomUpdate):
            self.seated.set()
        if isinstance(message, UpdateMessage):
            assert message.seq == self.last_seq + 1, "no change is skipped or repeated"
            self.last_seq = message.seq


async def _play(
    address: str, name: str, room_choice: Create | Join, observer: MessageObserver
) -> Outcome:
    """Run one bot from its first message to the end of a match."""
    connection = await connect_to(address)
    player = BotPlayer(RandomBot(len(name)), Plan(nickname=name, room=room_choice))
    try:
        while not player.done:
            message = await within(connection.receive())
            for reply in player.receive(message):
                await connection.send(reply)
            observer.received(player, message)
    finally:
        await connection.close()
    (outcome,) = player.outcomes
    return outcome


@pytest.mark.parametrize(("players", "expert", "transports"), SETTINGS)
def test_match_over_mixed_transports_has_all_changes_in_order_and_one_result_for_all(
    players: int, expert: bool, transports: tuple[str, ...]
) -> None:
    async def scenario(server: RunningServer) -> None:
        create = Create(players=players, mode=expert, bots=players - len(transports))
        observers = [MessageObserver() for _ in transports]
        tasks = []
        for index, (transport, observer) in enumerate(zip(transports, observers, strict=True)):
            room_choice = Join(1) if index else create
            tasks.append(
                asyncio.create_task(
                    _play(
                        getattr(server.addresses, transport),
                        f"player-{index}",
                        room_choice,
                        observer,
                    )
                )
            )
            await observer.seated.wait()
        outcomes = await asyncio.gather(*tasks)
        assert len({outcome.winners for outcome in outcomes}) == 1, "all saw the same winners"
        assert outcomes[0].winners
        assert len(outcomes[0].scores) == players
        for outcome, observer in zip(outcomes, observers, strict=True):
            assert observer.won == outcome.won
        _check_winners(outcomes[0])

    run(scenario)


def _check_winners(outcome: Outcome) -> None:
    """Check that all winners have the highest score, the number of towers."""
    best = max(outcome.scores.values())
    assert all(outcome.scores[name] == best for name in outcome.winners), outcome


def test_three_hundred_concurrent_matches_over_sockets_have_winners() -> None:
    async def scenario(server: RunningServer) -> None:
        create = Create(players=2, bots=1)
        plays = [
            _play(server.addresses.socket, f"bot-{index}", create, MessageObserver())
            for index in range(300)
        ]
        outcomes = await asyncio.gather(*plays)
        assert len({outcome.match for outcome in outcomes}) == 300
        assert all(outcome.winners for outcome in outcomes)

    run(scenario)


@pytest.mark.parametrize("flush_threshold", [1, 3])
def test_16_matches_with_a_small_flush_threshold_have_winners_and_a_valid_journal(
    flush_threshold: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProcessWriter, "flush_threshold", flush_threshold)

    async def scenario(server: RunningServer) -> None:
        create = Create(players=2, bots=1)
        plays = [
            _play(address, f"{transport}-{index}", create, MessageObserver())
            for transport, address in (
                ("socket", server.addresses.socket),
                ("pyro", server.addresses.pyro),
            )
            for index in range(8)
        ]
        outcomes = await asyncio.gather(*plays)
        assert all(outcome.winners for outcome in outcomes)

    run(scenario, data=tmp_path)
    journal = SqliteJournal(tmp_path, "process", lambda _: None)
    assert [match.error for match in verify(journal, GAMES)] == [""] * 16
    assert not list(journal.unfinished())
    journal.close()
