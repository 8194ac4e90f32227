"""Test random input over the Rummy dialect: other clients are not affected."""

from random import Random

from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_frames import random_frame
from tests.harness.dialects.rummy_server import RummyServer, run_scenario


def test_random_messages_of_a_player_in_either_profile_leave_the_other_connected() -> None:
    async def scenario(server: RummyServer) -> None:
        state = table("5H 6H 7H KS", "2C 3C", discard="4S")
        for later in (False, True):
            for seed in range(15):
                random = Random(seed)
                alice, bob = await server.start_at(
                    state, "alice", "bob", later=("alice",) if later else ()
                )
                alice.send_bytes(b"".join(random_frame(random) for _ in range(60)))
                await server.run_ready_callbacks()
                assert await bob.sync() is not None
                for connection in (alice, bob):
                    connection.reset()
                server.connections.clear()
                while server.server_state.sessions:
                    await server.run_ready_callbacks()
                    await server.wait_until_idle()

    run_scenario(scenario)


def test_random_bytes_before_connect_send_nothing_to_a_connected_client() -> None:
    async def scenario(server: RummyServer) -> None:
        alice = await server.connect_named("alice")
        random = Random(3)
        for _ in range(60):
            client = await server.connect()
            client.send_bytes(bytes(random.randrange(256) for _ in range(random.randint(1, 400))))
            client.send_bytes(b"\n\n" * 3)
            await server.run_ready_callbacks()
            client.reset()
        server.connections[:] = [alice]
        assert await alice.sync() == []

    run_scenario(scenario)


def test_client_with_an_unfinished_message_after_9_seconds_or_a_long_body_is_disconnected() -> None:
    async def scenario(server: RummyServer) -> None:
        bob = await server.connect()
        bob.send_bytes(b"Message Type: CONNECT\nSender: bob\n")
        while not any(wire.is_late(server.now + 9) for wire in server.transport.connections):
            await server.run_ready_callbacks()
        server.now += 9
        server.transport.sweep(server.now)
        assert await bob.read_to_end() == []
        flood = await server.connect()
        flood.send_bytes(b"Message Type: OK\nSender: x\n\n" + b"y" * 20_000)
        assert await flood.read_to_end() == []

    run_scenario(scenario)
