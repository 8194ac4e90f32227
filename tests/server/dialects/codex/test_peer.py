"""Peers of Codex Naturalis' dialect: what they share and know, lines of any kind, heartbeats."""

import json
from random import Random

import pytest

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers, SessionOpened
from server.dialects.codex.peer import SILENCE_SECONDS
from server.dialects.codex.wire import LINE_BYTES
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

PLAIN = area("S03 back")


def test_seats_are_counted_from_the_first_player() -> None:
    lonely = CodexPeerHarness()
    lonely.receive(start_messages(table(PLAIN, PLAIN, PLAIN, first=2)))
    assert [lonely.peer.index(seat) for seat in range(3)] == [1, 2, 0]


def test_an_open_table_of_the_game_is_found_but_no_private_one() -> None:
    shared = CodexPeerHarness().peer.shared
    for name, private, game in (("ann", True, "codex"), ("ben", False, "uno")):
        MemoryPeer(shared.hub, lambda _: [], lambda work: work())
        peer = max(shared.state.peers)
        wanted = SelectModeAndPlayers(2, game=game, private=private)
        for message in (ChooseNickname(name), SelectMatch(0), wanted):
            shared.hub.receive(peer, message)
    assert shared.maybe_table() is None
    MemoryPeer(shared.hub, lambda _: [], lambda work: work())
    peer = max(shared.state.peers)
    for message in (ChooseNickname("cat"), SelectMatch(0), SelectModeAndPlayers(2, game="codex")):
        shared.hub.receive(peer, message)
    table = shared.maybe_table()
    assert table is not None
    assert table.host.name == "cat"


def test_who_sits_nowhere_knows_nobody_who_is_connected() -> None:
    peer = CodexPeerHarness().peer
    assert peer.room is None
    assert peer.session is None
    assert not peer.is_connected(0)


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
    b"x" * (LINE_BYTES + 1),
]


@pytest.mark.parametrize("data", BAD_LINES, ids=lambda data: repr(data[:30]))
def test_every_bad_line_gets_an_error_and_the_reader_lives(
    codex_play: RunCodexScenario, data: bytes
) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        ada.send_bytes(data + b"\n")
        (error,) = await ada.sync()
        assert error["networkType"] == "ERROR"
        assert error["details"]
        (lobby,) = await ada.sync("SET_PLAYER_NUMBER", numPlayers=2)
        assert lobby["usernames"] == ["ada"]

    codex_play(scenario)


def test_empty_lines_are_passed_over_and_pieces_put_together(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect()
        ada.name = "ada"
        ada.send_bytes(b"\n  \r\n" + b'{"sender": "ada", "networkType"')
        await server.run_ready_callbacks()
        ada.send_bytes(b': "CONNECT", "more": [1, {"x": null}]}\r\n')
        assert kinds(await ada.sync())[0] == "RESULT_OF_LOGIN"

    codex_play(scenario)


def test_many_lines_in_one_packet_are_obeyed_in_order(codex_play: RunCodexScenario) -> None:
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

    codex_play(scenario)


def test_lines_wait_for_the_answers_to_those_before_them(codex_play: RunCodexScenario) -> None:
    """Also while the server is busy with writing down what others do."""

    async def scenario(server: CodexServer) -> None:
        first, _ = await server.start_first_turn("ada", "bob")
        eve = await server.connect()
        eve.name = "eve"
        first.send("PLACE_CARD", **first_placement(server))
        eve.send("CONNECT")
        eve.send("SET_PLAYER_NUMBER", numPlayers=2)
        assert "ERROR" not in kinds(await eve.sync())

    codex_play(scenario)


# --- heartbeats ---------------------------------------------------------------------------------


async def beats(connection: CodexConnection, number: int) -> list[float]:
    found: list[float] = []
    while len(found) < number:
        said = await connection.read_line()
        if said["networkType"] == "HEARTBEAT":
            assert said["sender"] == f"{connection.name}_handler"
            found.append(said["id"])
    return found


def test_the_server_sends_a_heartbeat_every_second(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, stranger = await server.connect_named("ada"), await server.connect()
        server.advance(3)
        assert await beats(ada, 3) == [1_001_000.0, 1_002_000.0, 1_003_000.0]
        stranger.name = "stranger"
        stranger.send("FLY")
        assert (await stranger.read_line())["networkType"] == "ERROR", "and none before the login"

    codex_play(scenario)


def test_heartbeats_go_by_time_and_not_by_how_often_the_server_looks() -> None:
    lonely = CodexPeerHarness()
    lonely.receive([SessionOpened("ada", "")])
    sent = []
    for now in (7.0, 7.25, 7.5, 7.75, 8.05, 8.3, 8.55, 8.8, 9.05, 60.0, 60.25, 60.75, 61.0):
        lonely.peer.shared.tick(now)
        sent += [now] * len(lonely.kinds())
    assert sent == [7.0, 8.05, 9.05, 60.0, 61.0]


def test_a_guest_whose_heartbeats_stop_is_lost(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        for _ in range(12):
            ada.send("HEARTBEAT", id=1.794787055612e12)
            bob.send("HEARTBEAT", id=0)
            await ada.sync()
            await bob.sync()
            server.advance(1)
        server.advance(int(SILENCE_SECONDS) - 1)
        ada.send("HEARTBEAT", id=5)
        await ada.sync()
        server.advance(3)
        await bob.read_to_end()
        assert "SHOW_UPDATE_PLAYER_STATUS" in kinds(await ada.sync())

    codex_play(scenario)


def test_who_sends_none_is_trusted(codex_play: RunCodexScenario) -> None:
    async def scenario(server: CodexServer) -> None:
        ada = await server.connect_named("ada")
        ada.name = "unknown"
        ada.send("HEARTBEAT", id=5)
        ada.name = "ada"
        server.advance(60)
        assert await ada.sync() == [], "those of unknown senders are passed over"

    codex_play(scenario)


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


def senseless(random: Random) -> bytes:
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
def test_senseless_lines_do_no_harm(codex_play: RunCodexScenario, seed: int) -> None:
    async def scenario(server: CodexServer) -> None:
        random = Random(seed)
        ada, bob = await server.start_match("ada", "bob")
        for _ in range(20):
            ada.send_bytes(b"".join(senseless(random) + b"\n" for _ in range(15)))
            await ada.sync()
            await bob.sync()
            assert sum(map(len, server.state.hands)) == 6

    codex_play(scenario)
