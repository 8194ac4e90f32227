"""Conversations over the socket and the Pyro5 transport, refusals included."""

from typing import Any

import msgspec
from Pyro5 import protocol

from server.limits import Limits
from tests.harness.recorded_server import (
    Chooser,
    RecordedPyroClient,
    RecordedServer,
    RecordedSocketClient,
    record,
)

_encode = msgspec.msgpack.encode
STRICT = Limits(
    trusted_networks=(),
    commands_burst=30.0,
    commands_per_second=1.0,
    rate_limit_warnings=3,
    chat_lines=1,
    chat_seconds=60.0,
)
"""Low rate limits, from which loopback is not exempt."""
SHORT_TIMEOUTS = Limits(unnamed_seconds=8.0, open_room_seconds=10.0)
TWO_PER_ADDRESS = Limits(trusted_networks=(), connections_per_address=2, connections=3)


def socket_conversation(full: bool) -> str:
    """Record refusals, a match of Eriantys to its end, and protocol violations."""
    return record(_socket, full=full)


def socket_limits(full: bool) -> str:
    """Record rate limits, then connection limits."""
    return record(_socket_rate_limits, limits=STRICT, full=full) + record(
        _socket_connection_limits, limits=TWO_PER_ADDRESS
    )


def socket_times(full: bool) -> str:
    """Record the effects of timers."""
    return record(_match_timers) + record(_lobby_timeouts, limits=SHORT_TIMEOUTS)


def pyro_conversation(full: bool) -> str:
    """Record refusals and a match of UNO over Pyro5."""
    return record(_pyro, full=full)


def pyro_limits(full: bool) -> str:
    """Record rate limits, connection limits and time-outs over Pyro5."""
    return record(_pyro_rate_limits, limits=STRICT) + record(
        _pyro_connection_limits, limits=TWO_PER_ADDRESS
    )


# The socket transport.


def _framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


async def _socket(server: RecordedServer) -> None:
    ada, bob, wes = [await server.connect_socket(name) for name in ("ada", "bob", "wes")]
    await _unreadable(server, ada)
    await _names(server, ada, bob, wes)
    await _set_up(server, ada, bob, wes)
    bob = await _reconnections(server, ada, bob)
    await _actions(server, ada, bob, wes)
    await _whole_match(server, ada, bob)
    await _after_the_match(server, ada, bob, wes)
    await _protocol_violations(server)


async def _unreadable(server: RecordedServer, ada: RecordedSocketClient) -> None:
    server.heading("frames that cannot be read")
    for payload in (b"", b"\xc1", b"\x93\x01\x02\x03", b"\x81\xa4type", b"\xa5hello"):
        await ada.send_bytes(_framed(payload))
    for plain in (
        {"type": "Dance", "id": 7},
        {"type": 5},
        {"kind": "ChooseNickname"},
        {"type": "ChooseNickname"},
        {"type": "ChooseNickname", "nickname": 5, "id": 8},
        {"type": "ChooseNickname", "nickname": "ada", "age": 5, "id": 9},
        {"type": "ChooseNickname", "nickname": "a" * 500},
        {"type": "ChooseNickname", "nickname": "ada", "id": -1},
        {"type": "SelectMatch", "match": 2**60},
    ):
        await ada.send_bytes(_framed(_encode(plain)), str(plain))
    server.heading("a frame in pieces, and two frames at once")
    heartbeat = _framed(_encode({"type": "Heartbeat", "id": 10}))
    await ada.send_bytes(heartbeat[:3])
    await ada.send_bytes(heartbeat[3:9])
    await ada.send_bytes(heartbeat[9:] + heartbeat)


async def _names(
    server: RecordedServer,
    ada: RecordedSocketClient,
    bob: RecordedSocketClient,
    wes: RecordedSocketClient,
) -> None:
    server.heading("names")
    await ada.send("SelectMatch", match=0)
    await ada.send("SendChat", text="hello")
    await ada.send("LeaveMatch")
    await ada.send("Reconnect", nickname="ada", token="token-1")
    for name in ("", "x", "white space", "a" * 21, "per|son", "Ada", "ada"):
        await ada.send("ChooseNickname", nickname=name)
    await bob.send("ChooseNickname", nickname="ADA")
    await bob.send("ChooseNickname", nickname="bob", password="not needed")
    await wes.send("ChooseNickname", nickname="wes")
    server.heading("the lobby")
    await ada.send("ListPlayers")
    await ada.send("RequestRefresh")
    await ada.send("SendChat", text="hello everybody")
    await ada.send("SendChat", text="hello bob", to="BOB")
    await ada.send("SendChat", text="hello", to="nobody")
    await ada.send("SendChat", text="\u200b")
    for kind in ("LeaveMatch", "ListActions", "RequestView", "StartMatch", "ChooseNickname"):
        await ada.send(kind, **({"nickname": "eve"} if kind == "ChooseNickname" else {}))


async def _set_up(
    server: RecordedServer,
    ada: RecordedSocketClient,
    bob: RecordedSocketClient,
    wes: RecordedSocketClient,
) -> None:
    server.heading("a match is set up")
    for number in (-1, 99):
        await ada.send("SelectMatch", match=number)
    await ada.send("SelectMatch", match=0, code="NOCODE")
    await ada.send("WatchMatch", match=99)
    await ada.send("SelectMatch", match=0)
    await ada.send("RequestRefresh")
    for fields in (
        {"numberOfPlayers": 7},
        {"numberOfPlayers": 2, "game": "chess"},
        {"numberOfPlayers": 2, "bots": 2},
        {"numberOfPlayers": 2, "clock": 1},
        {"numberOfPlayers": 2, "options": {"speed": 1}},
        {"numberOfPlayers": 2, "game": "uno", "options": {"mode": "fast"}},
        {"numberOfPlayers": 2, "absent": "wait"},
    ):
        await ada.send("SelectModeAndPlayers", **fields)
    await ada.send("SelectModeAndPlayers", numberOfPlayers=2, mode=True, name="our table")
    await wes.send("RequestRefresh")
    await wes.send("WatchMatch", match=1)
    await wes.send("RequestView")
    await bob.send("SelectMatch", match=1)
    await wes.send("LeaveMatch")
    await wes.send("SelectMatch", match=1)
    server.heading("wizards, and what only the host may do")
    await bob.send("StartMatch")
    await bob.send("AddComputerPlayer")
    await ada.send("AddComputerPlayer")
    await ada.send("AddComputerPlayer", strategy="genius")
    await ada.send("ChangeSeats", numberOfPlayers=1)
    await ada.send("ChangeSeats", numberOfPlayers=3)
    await ada.send("ChangeSeats", numberOfPlayers=2)
    await ada.send("StartMatch")
    await ada.send("ChooseWizard", wizard="king")
    await bob.send("ChooseWizard", wizard="KING")
    await wes.send("WatchMatch", match=1)
    await bob.send("ChooseWizard", wizard="SAGE")


async def _reconnections(
    server: RecordedServer, ada: RecordedSocketClient, bob: RecordedSocketClient
) -> RecordedSocketClient:
    server.heading("a lost connection, and the way back")
    token = bob.last("SessionOpened")["token"]
    await bob.close()
    returning = await server.connect_socket("bob-2")
    await returning.send("Reconnect", nickname="bob", token="wrong")
    await returning.send("Reconnect", nickname="eve", token=token)
    await returning.send("ChooseNickname", nickname="bob")
    await returning.send("Reconnect", nickname="bob", token=token)
    await ada.send("SendChat", text="welcome back")
    server.heading("the same name on a newer connection")
    newer = await server.connect_socket("bob-3")
    token, seq = returning.last("SessionOpened")["token"], returning.last("GameView")["seq"]
    await newer.send("Reconnect", nickname="bob", token=token, lastSeq=seq)
    return newer


async def _actions(
    server: RecordedServer,
    ada: RecordedSocketClient,
    bob: RecordedSocketClient,
    wes: RecordedSocketClient,
) -> None:
    server.heading("refused actions")
    for client in (ada, bob):
        await client.send("PlayAssistantCard", value=1)
        await client.send("PlayAssistantCard", cardValue=99)
        await client.send("PlayAssistantCard", cardValue=1)
        await client.send("MoveMotherNature", steps=1)
        await client.send("DrawUnoCard")
        await client.send("SelectMatch", match=1)
        await client.send("ListActions")
        await client.send("RequestView")
    server.heading("the same id twice")
    for client in (ada, bob):
        actions = (await client.send("ListActions"))["actions"]
        if actions:
            frame = _framed(_encode({**actions[0], "id": 5000}))
            await client.send_bytes(frame)
            await client.send_bytes(frame)
    server.heading("a spectator")
    await wes.send("ListActions")
    await wes.send("RequestView")
    await wes.send("SendChat", text="nice move")
    await wes.send("WatchMatch", match=1)


async def _whole_match(server: RecordedServer, *clients: RecordedSocketClient) -> None:
    server.heading("the match is played to its end")
    choose = Chooser("recorded 4")
    over = False
    while not over:
        for client in clients:
            if not over:
                assert await client.act(choose) in ("", "ActionValid")
                over = any(m["type"] == "FinalScores" for m in client.plain()[-12:])


async def _after_the_match(
    server: RecordedServer,
    ada: RecordedSocketClient,
    bob: RecordedSocketClient,
    wes: RecordedSocketClient,
) -> None:
    server.heading("after the match")
    await ada.send("ListActions")
    await wes.send("LeaveMatch")
    token = bob.last("SessionOpened")["token"]
    await bob.close()
    bob = await server.connect_socket("bob-4")
    await bob.send("Reconnect", nickname="bob", token=token)
    server.heading("a private match with a computer player, which one leaves")
    await ada.send("SelectMatch", match=0)
    setup: dict[str, Any] = {"numberOfPlayers": 3, "game": "uno", "private": True, "bots": 1}
    await ada.send("SelectModeAndPlayers", **setup, watchers=False)
    await bob.send("SelectMatch", match=2)
    await wes.send("WatchMatch", match=2, code="CODE1")
    await bob.send("SelectMatch", match=0, code="code1")
    await ada.send("ListPlayers")
    await bob.send("LeaveMatch")
    await ada.send("Quit")
    await bob.send("Quit")


async def _protocol_violations(server: RecordedServer) -> None:
    server.heading("connections that the server ends")
    eve = await server.connect_socket("eve")
    await eve.send_bytes((2**31).to_bytes(4, "big"))
    mel = await server.connect_socket("mel")
    for _ in range(20):
        await mel.send_bytes(_framed(b"\xc1"))


async def _socket_rate_limits(server: RecordedServer) -> None:
    server.heading("too many messages")
    ada = await server.connect_socket("ada")
    await ada.send("ChooseNickname", nickname="ada")
    await ada.send("SendChat", text="one")
    await ada.send("SendChat", text="two")
    for _ in range(4):
        await ada.send("LeaveMatch")
    await server.advance(6)
    for _ in range(5):
        await ada.send("LeaveMatch")


async def _socket_connection_limits(server: RecordedServer) -> None:
    server.heading("too many connections from one address")
    for name in ("ada", "bob", "cat", "dan"):
        await server.connect_socket(name)


async def _match_timers(server: RecordedServer) -> None:
    server.heading("silence before and after the name")
    eve = await server.connect_socket("eve")
    ada, bob, cat = [await server.connect_socket(name) for name in ("ada", "bob", "cat")]
    for client in (ada, bob, cat):
        await client.send("ChooseNickname", nickname=client.name)
    await server.advance(6)
    await eve.send_bytes(_framed(b"\x81\xa4type\xa9Heartbeat")[:6])
    await server.advance(6)
    server.heading("a match with a clock")
    await ada.send("SelectMatch", match=0)
    setup: dict[str, Any] = {"game": "codex", "absent": "suspend", "clock": 20}
    await ada.send("SelectModeAndPlayers", numberOfPlayers=3, **setup)
    await bob.send("SelectMatch", match=1)
    await cat.send("SelectMatch", match=1)
    await server.advance(11)
    await server.advance(10)
    server.heading("late, then absent")
    await cat.send("Heartbeat")
    await server.advance(16)
    server.heading("alone, then not alone")
    token = bob.last("SessionOpened")["token"]
    await bob.close()
    await server.advance(16)
    await ada.send("ListActions")
    returning = await server.connect_socket("bob-2")
    await returning.send("Reconnect", nickname="bob", token=token)
    await server.advance(1)
    await returning.close()
    server.heading("alone until the end")
    await server.advance(20)
    await server.advance(105)


async def _lobby_timeouts(server: RecordedServer) -> None:
    server.heading("a guest without a name, a table that waits too long")
    ada, ida = await server.connect_socket("ada"), await server.connect_socket("ida")
    await ida.send("SendChat", text="who am I?")
    await ada.send("ChooseNickname", nickname="ada")
    await ada.send("SelectMatch", match=0)
    await ada.send("SelectModeAndPlayers", numberOfPlayers=2)
    await server.advance(12)


# The Pyro5 transport.


async def _pyro(server: RecordedServer) -> None:
    await _pyro_refusals(server)
    ada, bob, wes = [await server.connect_pyro(name) for name in ("ada", "bob", "wes")]
    await _pyro_names(server, ada, bob, wes)
    await _pyro_match(server, ada, bob, wes)
    await _pyro_after(server, ada, bob, wes)


async def _pyro_refusals(server: RecordedServer) -> None:
    server.heading("connections that are refused")
    for data in (
        b"GET / HTTP/1.1\r\nHost: tavolata\r\n\r\n",
        _pyro_bytes(protocol.MSG_INVOKE, b"\x90"),
        _pyro_bytes(protocol.MSG_CONNECT, b"\x90"),
        _pyro_bytes(protocol.MSG_CONNECT, b"{}", serializer=1),
        _pyro_bytes(protocol.MSG_CONNECT, b"\xc1").replace(b"\x01\x04\0\0", b"\x01\x04\0\x02", 1),
    ):
        await (await server.connect_pyro("eve")).send_bytes(data)
    await (await server.connect_pyro("eve")).handshake("Pyro.Daemon")
    for flags in (protocol.FLAGS_ONEWAY, protocol.FLAGS_BATCH, protocol.FLAGS_KEEPSERIALIZED):
        eve = await server.connect_pyro("eve")
        await eve.handshake()
        await eve.send_bytes(_pyro_bytes(protocol.MSG_INVOKE, b"\x90", flags=flags))
    eve = await server.connect_pyro("eve")
    await eve.handshake()
    await eve.send_bytes(_pyro_bytes(protocol.MSG_INVOKE, b"x" * 70_000)[:60], "a long message")
    server.heading("calls that fail")
    mel = await server.connect_pyro("mel")
    await mel.handshake()
    await mel.send_bytes(_pyro_bytes(protocol.MSG_PING, b"ping", serializer=42, seq=9))
    await mel.call("get_metadata", "tavolata", target="Pyro.Daemon")
    await mel.call("registered", target="Pyro.Daemon")
    await mel.call("dance")
    await mel.call("open", target="another")
    await mel.call("open", 5)
    await mel.call("close")
    await mel.call("close", "no-key")
    await mel.call("poll")
    await mel.call("poll", "no-key", 0, 0.0)
    await mel.call("heartbeat")
    await mel.call("heartbeat", "no-key")
    await mel.call("heartbeat", 5)
    for _ in range(20):
        await mel.send_message(protocol.MSG_INVOKE, b"\xc1", "no call at all")


def _pyro_bytes(
    kind: int, payload: bytes, *, flags: int = 0, serializer: int = 4, seq: int = 1
) -> bytes:
    return bytes(protocol.SendingMessage(kind, flags, seq, serializer, payload).data)


async def _pyro_names(
    server: RecordedServer,
    ada: RecordedPyroClient,
    bob: RecordedPyroClient,
    wes: RecordedPyroClient,
) -> None:
    server.heading("names")
    for client in (ada, bob, wes):
        await client.open()
        await client.poll()
    await ada.poll()
    await ada.call("poll", ada.key, 99, 0.0)
    await ada.call("poll", ada.key, -1, 0.0)
    await ada.call("poll", ada.key, cursor="x")
    await ada.send("select_match", 0)
    await ada.send("choose_nickname")
    await ada.send("choose_nickname", 5, id=3)
    await ada.send("choose_nickname", "ada", "", "more")
    await ada.send("choose_nickname", "ada", nickname="ada", id=4)
    await ada.send("choose_nickname", name="ada")
    await ada.send("choose_nickname", "x")
    await ada.send("choose_nickname", "ada", id=5)
    await ada.send("choose_nickname", "ada", id=5)
    await bob.call("choose_nickname", key=bob.key, nickname="bob", id=None)
    await wes.send("choose_nickname", "wes")
    await wes.send("heartbeat", id=6)
    for client in (ada, bob, wes):
        await client.poll()
    await ada.send("list_players")
    await ada.send("send_chat", "hello", "bob")
    await bob.poll()


async def _pyro_match(
    server: RecordedServer,
    ada: RecordedPyroClient,
    bob: RecordedPyroClient,
    wes: RecordedPyroClient,
) -> None:
    server.heading("a match of UNO; the polls of bob wait on a connection of their own")
    polls = await server.connect_pyro("bob-polls")
    await polls.handshake()
    polls.key, polls.cursor = bob.key, bob.cursor
    await polls.poll()
    await polls.poll(30.0)
    await ada.send("select_match", 0)
    await ada.send("select_mode_and_players", 2, game="chess")
    options = {"target_score": 1, "hand_size": 3}
    await ada.send("select_mode_and_players", 2, game="uno", options=options)
    await wes.send("watch_match", 1)
    await bob.send("select_match", 1)
    await ada.send("play_assistant_card", 1)
    for client in (ada, bob):
        await client.send("play_uno_card", "PURPLE 5")
        await client.send("draw_uno_card", 1)
    over, choose = False, Chooser("recorded pyro 2")
    while not over:
        for client in (ada, bob):
            await client.act(choose)
            over |= any(m["type"] == "FinalScores" for m in await ada.poll())
            await _poll_again(polls)
        await wes.poll()


async def _poll_again(polls: RecordedPyroClient) -> None:
    """Process the answer to the pending poll, and poll again."""
    answer = polls.wire.plain(polls.messages[-1])  # type: ignore[attr-defined]
    if answer["cursor"] > polls.cursor:
        polls.take_poll(answer)
        await polls.poll(30.0)


async def _pyro_after(
    server: RecordedServer,
    ada: RecordedPyroClient,
    bob: RecordedPyroClient,
    wes: RecordedPyroClient,
) -> None:
    server.heading("another match, a way back, and the end")
    await wes.send("leave_match")
    await wes.send("list_actions")
    await ada.send("select_match", 0)
    await ada.send("select_mode_and_players", number_of_players=3, game="shelfie", bots=1)
    await bob.send("select_match", 2)
    await ada.send("send_chat", "good luck")
    await bob.call("close", bob.key)
    await bob.send("list_actions")
    returning = await server.connect_pyro("bob-2")
    await returning.open()
    await returning.send("reconnect", "bob", "wrong")
    await returning.send("reconnect", "bob", "token-2")
    await returning.poll()
    await ada.poll()
    await ada.send("list_actions")
    await ada.send("request_view")
    await returning.send("leave_match")
    await returning.poll()
    await ada.poll()
    await ada.poll(5.0)
    await server.advance(6)
    await ada.send("quit")
    await ada.poll()
    await ada.send("heartbeat")
    server.heading("a session that nobody polls")
    await wes.close()
    await server.advance(50)
    late = await server.connect_pyro("late")
    await late.handshake()
    await late.call("poll", wes.key, wes.cursor, 0.0)


async def _pyro_rate_limits(server: RecordedServer) -> None:
    server.heading("too many calls")
    ada = await server.connect_pyro("ada")
    await ada.open()
    await ada.send("choose_nickname", "ada")
    for _ in range(8):
        await ada.send("leave_match")
    for _ in range(30):
        if not ada.connection.lost:
            await ada.call("poll", ada.key, 0, 0.0)


async def _pyro_connection_limits(server: RecordedServer) -> None:
    server.heading("too many connections from one address")
    clients = [await server.connect_pyro(name) for name in ("ada", "bob", "cat")]
    for client in clients[:2]:
        await client.open()
    await clients[0].call("open")
    server.heading("a connection without a session, and one that says nothing")
    await clients[0].close()
    await server.connect_pyro("dan")
    await server.advance(8)
    eve = await server.connect_pyro("eve")
    await eve.handshake()
    await server.advance(62)
