"""Nonsense of every kind: the server lives, and so does everybody else's connection."""

from random import Random

from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_nonsense import nonsense
from tests.harness.dialects.rummy_server import Inn, play


def test_an_entered_guest_may_say_anything() -> None:
    async def scene(inn: Inn) -> None:
        state = table("5H 6H 7H KS", "2C 3C", discard="4S")
        for later in (False, True):
            for seed in range(15):
                random = Random(seed)
                alice, bob = await inn.position(
                    state, "alice", "bob", later=("alice",) if later else ()
                )
                alice.send_bytes(b"".join(nonsense(random) for _ in range(60)))
                await inn.turn()
                assert await bob.heard() is not None
                for talker in (alice, bob):
                    talker.reset()
                inn.talkers.clear()
                while inn.lobby.sessions:
                    await inn.turn()
                    await inn.quiet()

    play(scene)


def test_strangers_may_say_anything() -> None:
    async def scene(inn: Inn) -> None:
        alice = await inn.guest("alice")
        random = Random(3)
        for _ in range(60):
            stranger = await inn.outside()
            stranger.send_bytes(bytes(random.randrange(256) for _ in range(random.randint(1, 400))))
            stranger.send_bytes(b"\n\n" * 3)
            await inn.turn()
            stranger.reset()
        inn.talkers[:] = [alice]
        assert await alice.heard() == []

    play(scene)


def test_a_message_without_an_end_is_cut_off() -> None:
    async def scene(inn: Inn) -> None:
        bob = await inn.outside()
        bob.send_bytes(b"Message Type: CONNECT\nSender: bob\n")
        while not any(wire.is_late(inn.now + 9) for wire in inn.route.open):
            await inn.turn()
        inn.now += 9
        inn.route.sweep(inn.now)
        assert await bob.rest() == []
        flood = await inn.outside()
        flood.send_bytes(b"Message Type: OK\nSender: x\n\n" + b"y" * 20_000)
        assert await flood.rest() == []

    play(scene)
