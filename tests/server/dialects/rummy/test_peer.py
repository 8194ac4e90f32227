"""How long a silent guest of Rummy's old dialect can hold up a table: real figures, passed in.

The ping rule: a ping every five seconds, three may stay unanswered, so twenty seconds from the last
sign of life (Rummy 10.6, 10.7). Both profiles keep to it, although only one of them is pinged.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from messages import ChooseNickname, LeaveMatch, SelectMatch
from messages.rummy.actions import DiscardRummyCard, DrawRummyStock
from server.dialects.rummy.peer import RummySettings
from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_server import PING, Inn, Talker, play
from tests.harness.memory_connection import MemoryConnection

STATE = table("5H 6H 7H KS", "2C 3C QD", "4C 5C QH", discard="4S", stock="9C")
LONGEST = 20
"""Seconds; the default settings say the same."""
LATE = 14
"""Seconds of silence that are always forgiven."""
ALICE, BOB, CARLA = 0, 1, 2


def test_the_longest_silence_follows_from_the_settings() -> None:
    assert RummySettings().silence_timeout == LONGEST
    assert RummySettings(ping_every=2.0, ping_misses=4).silence_timeout == 10.0


profiles = pytest.mark.parametrize("later", [False, True], ids=["seed", "later"])


async def mixed_table(inn: Inn, *, later: bool) -> tuple[Talker, Talker, MemoryConnection]:
    """Alice and Bob of the dialect, Carla of another route, in a match that has begun."""
    alice, bob, carla = await inn.guest("alice"), await inn.guest("bob", later=later), inn.memory()
    await carla.send(ChooseNickname("carla"))
    await carla.send(SelectMatch(next(iter(inn.lobby.rooms))))
    await inn.quiet()
    for talker in (alice, bob):
        await talker.answered("CONNECT", "New player: carla")
    await inn.acknowledged()
    alice.send("BEGIN", "Start")
    for talker in (alice, bob):
        await talker.answered("BEGIN")
    await inn.acknowledged()
    return alice, bob, carla


async def seconds_until(inn: Inn, done: Callable[[], bool], *awake: Talker) -> int:
    """How long it takes; those who are awake answer their pings."""
    for passed in range(2 * LONGEST):
        if done():
            return passed
        await second(inn, *awake)
    raise AssertionError("this takes too long")


async def second(inn: Inn, *awake: Talker) -> None:
    inn.pass_time(1)
    for talker in awake:
        talker.send("OK", "ping")
    await inn.turn()
    await inn.quiet()


def turn_of(inn: Inn) -> int:
    assert inn.playing.match is not None
    turn: int = inn.playing.match.state.turn
    return turn


@profiles
@pytest.mark.parametrize("pings", [False, True], ids=["silent", "answers pings"])
def test_a_guest_of_another_route_waits_no_longer_than_the_ping_rule_allows(
    later: bool, pings: bool
) -> None:
    """Carla has played, Alice may not before Bob knows it, and Bob says nothing."""

    async def scene(inn: Inn) -> None:
        alice, bob, carla = await mixed_table(inn, later=later)
        inn.stage(replace(STATE, turn=CARLA))
        await carla.send(DrawRummyStock())
        await carla.send(DiscardRummyCard("QH"))
        await inn.quiet()
        await alice.answered("MOVE")
        await inn.acknowledged("bob")
        assert inn.route.shared.is_waiting(inn.playing)
        awake = [alice, bob] if pings else [alice]
        seconds = await seconds_until(inn, lambda: "bob" not in inn.lobby.sessions, *awake)
        assert LONGEST - 5 <= seconds <= LONGEST
        assert (await alice.answered("MOVE")).field("Move") == "LEFT"
        await inn.acknowledged()
        alice.turn("DRAW STOCK")
        await alice.expect("OK")
        alice.turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await inn.quiet()
        assert turn_of(inn) == CARLA

    play(scene)


@profiles
def test_a_silent_guest_on_turn_is_passed_over_as_soon(later: bool) -> None:
    async def scene(inn: Inn) -> None:
        alice, _, _ = await mixed_table(inn, later=later)
        inn.stage(STATE)
        alice.turn("DRAW STOCK")
        await alice.expect("OK")
        alice.turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.answered("MOVE")
        assert turn_of(inn) == BOB
        assert await seconds_until(inn, lambda: turn_of(inn) == CARLA, alice) <= LONGEST

    play(scene)


@profiles
def test_a_late_ok_is_soon_enough_and_the_count_begins_anew(later: bool) -> None:
    async def scene(inn: Inn) -> None:
        alice, bob, carla = await mixed_table(inn, later=later)
        for _ in range(3):
            inn.stage(replace(STATE, turn=CARLA))
            await carla.send(DrawRummyStock())
            await carla.send(DiscardRummyCard("QH"))
            await inn.quiet()
            await alice.answered("MOVE")
            sent = await bob.expect("MOVE")
            for _ in range(LATE):
                await second(inn, alice)
            bob.ok("MOVE")
            again = [await bob.expect("MOVE") for _ in range(2)]
            assert again == [sent] * 2, "sent again every five seconds, the very same"
            await inn.acknowledged()
        assert "bob" in inn.lobby.sessions

    play(scene)


@profiles
def test_after_the_end_nothing_is_left(later: bool) -> None:
    """END three times to who does not answer; then the connection, the name and the table go."""
    state = table("4H 5H", "2D", "3C", stock="6H", discard="3D", scores=(495, 0, 0))

    async def scene(inn: Inn) -> None:
        alice, bob, carla = await mixed_table(inn, later=later)
        inn.stage(state)
        alice.turn("DRAW STOCK")
        await alice.expect("OK")
        alice.turn("MELD 4H, 5H, 6H")
        await alice.expect("OK", "valid")
        await alice.answered("MOVE")
        await alice.answered("END", "Winner: alice", "End Connection")
        assert await alice.rest() == []
        if not later:
            await bob.answered("MOVE")
        while [peer.acks.kind for peer in inn.route.shared.peers.values()] != ["END"]:
            await inn.turn()
        assert await seconds_until(inn, lambda: not inn.route.shared.peers) == 15
        assert [said for said in await bob.rest() if said != PING] == 3 * [
            ("END", ("Winner: alice", "End Connection"))
        ]
        await carla.send(LeaveMatch())
        await inn.quiet()
        assert (inn.lobby.rooms, list(inn.lobby.sessions)) == ({}, ["carla"])

    play(scene)
