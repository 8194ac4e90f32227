"""Test peers of the Codex dialect: shared state, lines, heartbeats."""

import json
from random import Random

import pytest

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers, SessionOpened
from server.dialects.codex.peer import HEARTBEAT_TIMEOUT_SECONDS
from server.dialects.codex.wire import MAX_LINE_BYTES
from server.transports.memory import MemoryPeer
from tests.games.codex.tables import area, table
from tests.harness.dialects.codex_peer import CodexPeerHarness, start_messages
from tests.harness.dialects.codex_server import (
    CodexConnection,
    CodexServer,
    RunCodexScenario,
    first_placement,
    kinds,
)

STARTER_ONLY = area("S03 back")


def test_turn_index_counts_from_the_first_player() -> None:
    harness = CodexPeerHarness()
    harness.receive(start_messages(table(STARTER_ONLY, STARTER_ONLY, STARTER_ONLY, first=2)))
    assert [harness.peer.turn_index(seat) for seat in range(3)] == [1, 2, 0]


def test_maybe_open_room_is_a_public_codex_room_not_a_private_one_or_another_game() -> None:
    client = CodexPeerHarness().peer
    shared = client.shared
    for name, private, game in (("ann", True, "codex"), ("ben", False, "uno")):
        MemoryPeer(shared.hub, lambda _: [], lambda call: call())
        peer = max(shared.state.peers)
        setup = SelectModeAndPlayers(2, game=game, private=private)
        for message in (ChooseNickname(name), SelectMatch(0), setup):
            shared.hub.receive(peer, message)
    assert shared.maybe_open_room(client) is None
    MemoryPeer(shared.hub, lambda _: [], lambda call: call())
    peer = max(shared.state.peers)
    for message in (ChooseNickname("cat"), SelectMatch(0), SelectModeAndPlayers(2, game="codex")):
        shared.hub.receive(peer, message)
    room = shared.maybe_open_room(client)
    assert room is not None
    assert room.host.name == "cat"


def test_peer_before_the_login_has_no_room_no_session_and_no_connected_seat() -> None:
    peer = CodexPeerHarness().peer
    assert peer.room is None
    assert peer.session is None
    assert not peer.is_seat_connected(0)


BAD_LINES = [
    b"hello",
    b"{",
    b"{}",
    b"[]",
    b"null",
    b"1",
    b'"CONNECT"',
    b'{"networkType": "CONNECT"}',
    b'{"networkType": "FLY", "sender": "ada"}',
    b'{"networkType": null, "sender": "ada"}',
    b'{"sender": "ada"}',
    b'{"networkType": "CONNECT", "sender": 7}',
    b'{"networkType": "DRAW", "sender": "ada", "idToDraw": "1"}',
    b'{"networkType": "DRAW", "sender": "ada", "idToDraw": 1e99}',
    b'{"networkType": "PLACE_CARD", "sender": "ada", "frontId": 1}',
    b'{"networkType": "PLACE_STARTER", "sender": "ada", "side": "UP"}',
    b'{"networkType": "SHOW_WINNERS", "sender": "ada", "winners": []}',
    b"\xff\xfe\x00",
    b"[" * 5000,
    b'{"a":' * 1000,
    b"x" * (MAX_LINE_BYTES + 1),
]


@pytest.mark.parametrize("data", BAD_LINES, ids=lambda data: repr(data[:30]))
def test_bad_line_gets_one_error_and_the_next_request_is_accepted(
    run_codex_scenario: RunCodexScenario, data: bytes
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        ada.send_bytes(data + b"\n")
        (error,) = await ada.sync()
        assert error["networkType"] == "ERROR"
        assert error["details"]
        (lobby,) = await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        assert lobby["usernames"] == ["ada"]

    run_codex_scenario(scenario)


def test_empty_lines_and_unknown_fields_are_ignored_and_pieces_of_a_line_are_joined(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect()
        ada.name = "ada"
        ada.send_bytes(b"\n  \r\n" + b'{"sender": "ada", "networkType"')
        await server.run_ready_callbacks()
        ada.send_bytes(b': "CONNECT", "more": [1, {"x": null}]}\r\n')
        assert kinds(await ada.sync())[0] == "RESULT_OF_LOGIN"

    run_codex_scenario(scenario)


def test_lines_of_one_packet_are_handled_in_order_also_after_a_refused_one(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect()
        ada.name = "ada"
        requests = [
            {"networkType": "CONNECT", "sender": "ada"},
            {"networkType": "SET_PLAYER_NUMBER", "sender": "ada", "numPlayers": 7},
            {"networkType": "SET_PLAYER_NUMBER", "sender": "ada", "numPlayers": 2},
        ]
        ada.send_bytes("".join(f"{json.dumps(r)}\n" for r in requests).encode())
        assert kinds(await ada.sync())[:4] == [
            "RESULT_OF_LOGIN",
            "UPDATE_CREATOR",
            "SHOW_UPDATE_PLAYERS_IN_LOBBY",
            "ERROR",
        ]
        assert len(server.server_state.open_rooms) == 1

    run_codex_scenario(scenario)


def test_line_is_handled_after_the_answer_to_the_line_before_it(
    run_codex_scenario: RunCodexScenario,
) -> None:
    """This also holds while a journal entry of another client is being appended."""

    async def scenario(server: CodexServer) -> None:
        first, _ = await server.start_first_turn("ada", "bob")
        eve = await server.connect()
        eve.name = "eve"
        first.send("PLACE_CARD", **first_placement(server))
        eve.send("CONNECT")
        eve.send("SET_PLAYER_NUMBER", numPlayers=2)
        assert "ERROR" not in kinds(await eve.sync())

    run_codex_scenario(scenario)


# --- heartbeats ---------------------------------------------------------------------------------


async def read_heartbeats(connection: CodexConnection, count: int) -> list[float]:
    times: list[float] = []
    while len(times) < count:
        line = await connection.read_line()
        if line["networkType"] == "HEARTBEAT":
            assert line["sender"] == f"{connection.name}_handler"
            times.append(line["id"])
    return times


def test_server_sends_a_heartbeat_every_second_after_the_login_and_none_before(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, unnamed = await server.connect_named("ada"), await server.connect()
        server.advance(3)
        assert await read_heartbeats(ada, 3) == [1_001_000.0, 1_002_000.0, 1_003_000.0]
        unnamed.name = "unnamed"
        unnamed.send("FLY")
        assert (await unnamed.read_line())["networkType"] == "ERROR", (
            "there is no heartbeat before the login"
        )

    run_codex_scenario(scenario)


def test_client_receives_one_heartbeat_per_second_from_a_server_that_sweeps_four_times(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        for _ in range(12):
            server.now += 0.25
            server.transport.sweep(server.now)
        ada.send("FLY")
        lines = await ada.read_until("ERROR")
        assert kinds(lines) == ["HEARTBEAT"] * 3 + ["ERROR"]

    run_codex_scenario(scenario)


def test_heartbeats_are_a_second_apart_at_several_ticks_a_second_and_after_a_long_pause() -> None:
    harness = CodexPeerHarness()
    harness.receive([SessionOpened("ada", "")])
    sent = []
    for now in (7.0, 7.25, 7.5, 7.75, 8.05, 8.3, 8.55, 8.8, 9.05, 60.0, 60.25, 60.75, 61.0):
        harness.peer.shared.tick(now)
        sent += [now] * len(harness.kinds())
    assert sent == [7.0, 8.05, 9.05, 60.0, 61.0]


def test_client_whose_heartbeats_stop_is_disconnected_and_the_other_player_is_told(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        for _ in range(12):
            ada.send("HEARTBEAT", id=1.794787055612e12)
            bob.send("HEARTBEAT", id=0)
            await ada.sync()
            await bob.sync()
            server.advance(1)
        server.advance(int(HEARTBEAT_TIMEOUT_SECONDS) - 1)
        ada.send("HEARTBEAT", id=5)
        await ada.sync()
        server.advance(3)
        await bob.read_to_end()
        assert "SHOW_UPDATE_PLAYER_STATUS" in kinds(await ada.sync())

    run_codex_scenario(scenario)


def test_client_that_never_sent_a_heartbeat_under_its_name_stays_connected(
    run_codex_scenario: RunCodexScenario,
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        ada.name = "unknown"
        ada.send("HEARTBEAT", id=5)
        ada.name = "ada"
        server.advance(60)
        assert await ada.sync() == [], "heartbeats of unknown senders are ignored"

    run_codex_scenario(scenario)


# --- any lines at all ---------------------------------------------------------------------------

KINDS = (
    *("CONNECT", "SET_PLAYER_NUMBER", "PLACE_STARTER", "CHOOSE_COLOR", "PLACE_OBJECTIVE", "FLY"),
    *("PLACE_CARD", "DRAW", "SEND_CHAT_MESSAGE", "HEARTBEAT"),
)
VALUES: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2,
    5,
    81,
    2**40,
    1.5,
    "",
    "ada",
    "RED",
    "FRONT",
    "Everyone",
    [],
    {},
)


def random_line(random: Random) -> bytes:
    if random.random() < 0.1:
        return random.randbytes(random.randrange(1, 40)).replace(b"\n", b"") or b"?"
    fields = ("numPlayers", "side", "color", "chosenObjective", "frontId", "backId", "idToDraw")
    request = {name: random.choice(VALUES) for name in random.sample(fields, 4)}
    request["sender"] = random.choice(("ada", "ada", "ada", "bob", 3))
    request["networkType"] = random.choice(KINDS)
    request["position"] = random.choice(({"x": 1, "y": 1}, {"x": 1}, 5))
    request["message"] = {"sender": "ada", "receiver": random.choice(VALUES), "content": "hi"}
    return json.dumps(request).encode()


@pytest.mark.parametrize("seed", range(3))
def test_random_lines_in_the_set_up_do_not_change_the_number_of_cards_in_hands(
    run_codex_scenario: RunCodexScenario, seed: int
) -> None:
    async def scenario(server: CodexServer) -> None:
        random = Random(seed)
        ada, bob = await server.start_match("ada", "bob")
        for _ in range(20):
            ada.send_bytes(b"".join(random_line(random) + b"\n" for _ in range(15)))
            await ada.sync()
            await bob.sync()
            assert sum(map(len, server.state.hands)) == 6

    run_codex_scenario(scenario)
