"""Conversations over the socket and the Pyro5 transport, refusals included."""

from typing import Any

import msgspec
from Pyro5 import protocol

from server.limits import Limits
from tests.harness.recorded_server import Chooser, PyroClient, SocketClient, Stage, record

_encode = msgspec.msgpack.encode
STRICT = Limits(
    trusted=(), commands_burst=30.0, commands_per_second=1.0, warnings=3, chats=1, chat_seconds=60.0
)
"""Loopback is not exempt, and little is allowed."""
IMPATIENT = Limits(nameless_seconds=8.0, lobby_seconds=10.0)
CROWDED = Limits(trusted=(), connections_per_address=2, connections=3)


def socket_conversation(full: bool) -> str:
    """From the first refusal to the end of a match of Eriantys."""
    return record(_socket, full=full)


def socket_limits(full: bool) -> str:
    """Rate limits, then connection limits."""
    return record(_socket_rates, limits=STRICT, full=full) + record(_socket_crowd, limits=CROWDED)


def socket_times(full: bool) -> str:
    """What the server does because time passes."""
    return record(_times) + record(_patience, limits=IMPATIENT)


def pyro_conversation(full: bool) -> str:
    """The same as over the socket, with a match of UNO."""
    return record(_pyro, full=full)


def pyro_limits(full: bool) -> str:
    """Rate limits, connection limits and time-outs."""
    return record(_pyro_rates, limits=STRICT) + record(_pyro_crowd, limits=CROWDED)


# The socket transport.


def _framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


async def _socket(stage: Stage) -> None:
    ada, bob, wes = [await stage.socket(name) for name in ("ada", "bob", "wes")]
    await _unreadable(stage, ada)
    await _names(stage, ada, bob, wes)
    await _set_up(stage, ada, bob, wes)
    bob = await _reconnections(stage, ada, bob)
    await _actions(stage, ada, bob, wes)
    await _whole_match(stage, ada, bob)
    await _after_the_match(stage, ada, bob, wes)
    await _cut_off(stage)


async def _unreadable(stage: Stage, ada: SocketClient) -> None:
    stage.heading("frames that cannot be read")
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
    stage.heading("a frame in pieces, and two frames at once")
    beat = _framed(_encode({"type": "Heartbeat", "id": 10}))
    await ada.send_bytes(beat[:3])
    await ada.send_bytes(beat[3:9])
    await ada.send_bytes(beat[9:] + beat)


async def _names(stage: Stage, ada: SocketClient, bob: SocketClient, wes: SocketClient) -> None:
    stage.heading("names")
    await ada.say("SelectMatch", match=0)
    await ada.say("SendChat", text="hello")
    await ada.say("LeaveMatch")
    await ada.say("Reconnect", nickname="ada", token="token-1")
    for name in ("", "x", "white space", "a" * 21, "per|son", "Ada", "ada"):
        await ada.say("ChooseNickname", nickname=name)
    await bob.say("ChooseNickname", nickname="ADA")
    await bob.say("ChooseNickname", nickname="bob", password="not needed")
    await wes.say("ChooseNickname", nickname="wes")
    stage.heading("the lobby")
    await ada.say("ListPlayers")
    await ada.say("RequestRefresh")
    await ada.say("SendChat", text="hello everybody")
    await ada.say("SendChat", text="hello bob", to="BOB")
    await ada.say("SendChat", text="hello", to="nobody")
    await ada.say("SendChat", text="\u200b")
    for kind in ("LeaveMatch", "ListActions", "RequestView", "StartMatch", "ChooseNickname"):
        await ada.say(kind, **({"nickname": "eve"} if kind == "ChooseNickname" else {}))


async def _set_up(stage: Stage, ada: SocketClient, bob: SocketClient, wes: SocketClient) -> None:
    stage.heading("a match is set up")
    for number in (-1, 99):
        await ada.say("SelectMatch", match=number)
    await ada.say("SelectMatch", match=0, code="NOCODE")
    await ada.say("WatchMatch", match=99)
    await ada.say("SelectMatch", match=0)
    await ada.say("RequestRefresh")
    for wrong in (
        {"numberOfPlayers": 7},
        {"numberOfPlayers": 2, "game": "chess"},
        {"numberOfPlayers": 2, "bots": 2},
        {"numberOfPlayers": 2, "clock": 1},
        {"numberOfPlayers": 2, "options": {"speed": 1}},
        {"numberOfPlayers": 2, "game": "uno", "options": {"mode": "fast"}},
        {"numberOfPlayers": 2, "absent": "wait"},
    ):
        await ada.say("SelectModeAndPlayers", **wrong)
    await ada.say("SelectModeAndPlayers", numberOfPlayers=2, mode=True, name="our table")
    await wes.say("RequestRefresh")
    await wes.say("WatchMatch", match=1)
    await wes.say("RequestView")
    await bob.say("SelectMatch", match=1)
    await wes.say("LeaveMatch")
    await wes.say("SelectMatch", match=1)
    stage.heading("wizards, and what only the host may do")
    await bob.say("StartMatch")
    await bob.say("AddComputerPlayer")
    await ada.say("AddComputerPlayer")
    await ada.say("AddComputerPlayer", strategy="genius")
    await ada.say("ChangeSeats", numberOfPlayers=1)
    await ada.say("ChangeSeats", numberOfPlayers=3)
    await ada.say("ChangeSeats", numberOfPlayers=2)
    await ada.say("StartMatch")
    await ada.say("ChooseWizard", wizard="king")
    await bob.say("ChooseWizard", wizard="KING")
    await wes.say("WatchMatch", match=1)
    await bob.say("ChooseWizard", wizard="SAGE")


async def _reconnections(stage: Stage, ada: SocketClient, bob: SocketClient) -> SocketClient:
    stage.heading("a lost connection, and the way back")
    token = bob.last("SessionOpened")["token"]
    await bob.close()
    back = await stage.socket("bob-2")
    await back.say("Reconnect", nickname="bob", token="wrong")
    await back.say("Reconnect", nickname="eve", token=token)
    await back.say("ChooseNickname", nickname="bob")
    await back.say("Reconnect", nickname="bob", token=token)
    await ada.say("SendChat", text="welcome back")
    stage.heading("the same name on a newer connection")
    newer = await stage.socket("bob-3")
    token, seq = back.last("SessionOpened")["token"], back.last("GameView")["seq"]
    await newer.say("Reconnect", nickname="bob", token=token, lastSeq=seq)
    return newer


async def _actions(stage: Stage, ada: SocketClient, bob: SocketClient, wes: SocketClient) -> None:
    stage.heading("refused actions")
    for person in (ada, bob):
        await person.say("PlayAssistantCard", value=1)
        await person.say("PlayAssistantCard", cardValue=99)
        await person.say("PlayAssistantCard", cardValue=1)
        await person.say("MoveMotherNature", steps=1)
        await person.say("DrawUnoCard")
        await person.say("SelectMatch", match=1)
        await person.say("ListActions")
        await person.say("RequestView")
    stage.heading("the same id twice")
    for person in (ada, bob):
        actions = (await person.say("ListActions"))["actions"]
        if actions:
            frame = _framed(_encode({**actions[0], "id": 5000}))
            await person.send_bytes(frame)
            await person.send_bytes(frame)
    stage.heading("a spectator")
    await wes.say("ListActions")
    await wes.say("RequestView")
    await wes.say("SendChat", text="nice move")
    await wes.say("WatchMatch", match=1)


async def _whole_match(stage: Stage, *people: SocketClient) -> None:
    stage.heading("the match is played to its end")
    choose = Chooser("recorded 4")
    over = False
    while not over:
        for person in people:
            if not over:
                assert await person.act(choose) in ("", "ActionValid")
                over = any(m["type"] == "FinalScores" for m in person.plain()[-12:])


async def _after_the_match(
    stage: Stage, ada: SocketClient, bob: SocketClient, wes: SocketClient
) -> None:
    stage.heading("after the match")
    await ada.say("ListActions")
    await wes.say("LeaveMatch")
    token = bob.last("SessionOpened")["token"]
    await bob.close()
    bob = await stage.socket("bob-4")
    await bob.say("Reconnect", nickname="bob", token=token)
    stage.heading("a private match with a computer player, which one leaves")
    await ada.say("SelectMatch", match=0)
    setup: dict[str, Any] = {"numberOfPlayers": 3, "game": "uno", "private": True, "bots": 1}
    await ada.say("SelectModeAndPlayers", **setup, watchers=False)
    await bob.say("SelectMatch", match=2)
    await wes.say("WatchMatch", match=2, code="CODE1")
    await bob.say("SelectMatch", match=0, code="code1")
    await ada.say("ListPlayers")
    await bob.say("LeaveMatch")
    await ada.say("Quit")
    await bob.say("Quit")


async def _cut_off(stage: Stage) -> None:
    stage.heading("connections that the server ends")
    eve = await stage.socket("eve")
    await eve.send_bytes((2**31).to_bytes(4, "big"))
    mel = await stage.socket("mel")
    for _ in range(20):
        await mel.send_bytes(_framed(b"\xc1"))


async def _socket_rates(stage: Stage) -> None:
    stage.heading("too many messages")
    ada = await stage.socket("ada")
    await ada.say("ChooseNickname", nickname="ada")
    await ada.say("SendChat", text="one")
    await ada.say("SendChat", text="two")
    for _ in range(4):
        await ada.say("ListPlayers")
    await stage.advance(6)
    for _ in range(5):
        await ada.say("ListPlayers")


async def _socket_crowd(stage: Stage) -> None:
    stage.heading("too many connections from one address")
    for name in ("ada", "bob", "cat", "dan"):
        await stage.socket(name)


async def _times(stage: Stage) -> None:
    stage.heading("silence before and after the name")
    eve = await stage.socket("eve")
    ada, bob, cat = [await stage.socket(name) for name in ("ada", "bob", "cat")]
    for person in (ada, bob, cat):
        await person.say("ChooseNickname", nickname=person.name)
    await stage.advance(6)
    await eve.send_bytes(_framed(b"\x81\xa4type\xa9Heartbeat")[:6])
    await stage.advance(6)
    stage.heading("a match with a clock")
    await ada.say("SelectMatch", match=0)
    setup: dict[str, Any] = {"game": "codex", "absent": "suspend", "clock": 20}
    await ada.say("SelectModeAndPlayers", numberOfPlayers=3, **setup)
    await bob.say("SelectMatch", match=1)
    await cat.say("SelectMatch", match=1)
    await stage.advance(11)
    await stage.advance(10)
    stage.heading("late, then absent")
    await cat.say("Heartbeat")
    await stage.advance(16)
    stage.heading("alone, then not alone")
    token = bob.last("SessionOpened")["token"]
    await bob.close()
    await stage.advance(16)
    await ada.say("ListActions")
    back = await stage.socket("bob-2")
    await back.say("Reconnect", nickname="bob", token=token)
    await stage.advance(1)
    await back.close()
    stage.heading("alone until the end")
    await stage.advance(20)
    await stage.advance(105)


async def _patience(stage: Stage) -> None:
    stage.heading("a guest without a name, a table that waits too long")
    ada, ida = await stage.socket("ada"), await stage.socket("ida")
    await ida.say("SendChat", text="who am I?")
    await ada.say("ChooseNickname", nickname="ada")
    await ada.say("SelectMatch", match=0)
    await ada.say("SelectModeAndPlayers", numberOfPlayers=2)
    await stage.advance(12)


# The Pyro5 transport.


async def _pyro(stage: Stage) -> None:
    await _pyro_refusals(stage)
    ada, bob, wes = [await stage.pyro(name) for name in ("ada", "bob", "wes")]
    await _pyro_names(stage, ada, bob, wes)
    await _pyro_match(stage, ada, bob, wes)
    await _pyro_after(stage, ada, bob, wes)


async def _pyro_refusals(stage: Stage) -> None:
    stage.heading("connections that are refused")
    for data in (
        b"GET / HTTP/1.1\r\nHost: tavolata\r\n\r\n",
        _pyro_bytes(protocol.MSG_INVOKE, b"\x90"),
        _pyro_bytes(protocol.MSG_CONNECT, b"\x90"),
        _pyro_bytes(protocol.MSG_CONNECT, b"{}", serializer=1),
        _pyro_bytes(protocol.MSG_CONNECT, b"\xc1").replace(b"\x01\x04\0\0", b"\x01\x04\0\x02", 1),
    ):
        await (await stage.pyro("eve")).send_bytes(data)
    await (await stage.pyro("eve")).hello("Pyro.Daemon")
    for flags in (protocol.FLAGS_ONEWAY, protocol.FLAGS_BATCH, protocol.FLAGS_KEEPSERIALIZED):
        eve = await stage.pyro("eve")
        await eve.hello()
        await eve.send_bytes(_pyro_bytes(protocol.MSG_INVOKE, b"\x90", flags=flags))
    eve = await stage.pyro("eve")
    await eve.hello()
    await eve.send_bytes(_pyro_bytes(protocol.MSG_INVOKE, b"x" * 70_000)[:60], "a long message")
    stage.heading("calls that fail")
    mel = await stage.pyro("mel")
    await mel.hello()
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


async def _pyro_names(stage: Stage, ada: PyroClient, bob: PyroClient, wes: PyroClient) -> None:
    stage.heading("names")
    for person in (ada, bob, wes):
        await person.open()
        await person.poll()
    await ada.poll()
    await ada.call("poll", ada.key, 99, 0.0)
    await ada.call("poll", ada.key, -1, 0.0)
    await ada.call("poll", ada.key, cursor="x")
    await ada.say("select_match", 0)
    await ada.say("choose_nickname")
    await ada.say("choose_nickname", 5, id=3)
    await ada.say("choose_nickname", "ada", "", "more")
    await ada.say("choose_nickname", "ada", nickname="ada", id=4)
    await ada.say("choose_nickname", name="ada")
    await ada.say("choose_nickname", "x")
    await ada.say("choose_nickname", "ada", id=5)
    await ada.say("choose_nickname", "ada", id=5)
    await bob.call("choose_nickname", key=bob.key, nickname="bob", id=None)
    await wes.say("choose_nickname", "wes")
    await wes.say("heartbeat", id=6)
    for person in (ada, bob, wes):
        await person.poll()
    await ada.say("list_players")
    await ada.say("send_chat", "hello", "bob")
    await bob.poll()


async def _pyro_match(stage: Stage, ada: PyroClient, bob: PyroClient, wes: PyroClient) -> None:
    stage.heading("a match of UNO; the polls of bob wait on a connection of their own")
    polls = await stage.pyro("bob-polls")
    await polls.hello()
    polls.key, polls.cursor = bob.key, bob.cursor
    await polls.poll()
    await polls.poll(30.0)
    await ada.say("select_match", 0)
    await ada.say("select_mode_and_players", 2, game="chess")
    options = {"target_score": 1, "hand_size": 3}
    await ada.say("select_mode_and_players", 2, game="uno", options=options)
    await wes.say("watch_match", 1)
    await bob.say("select_match", 1)
    await ada.say("play_assistant_card", 1)
    for person in (ada, bob):
        await person.say("play_uno_card", "PURPLE 5")
        await person.say("draw_uno_card", 1)
    over, choose = False, Chooser("recorded pyro 2")
    while not over:
        for person in (ada, bob):
            await person.act(choose)
            over |= any(m["type"] == "FinalScores" for m in await ada.poll())
            await _poll_again(polls)
        await wes.poll()


async def _poll_again(polls: PyroClient) -> None:
    """Take what came to the waiting poll, and wait again."""
    answer = polls.wire.plain(polls.messages[-1])  # type: ignore[attr-defined]
    if answer["cursor"] > polls.cursor:
        polls.take_poll(answer)
        await polls.poll(30.0)


async def _pyro_after(stage: Stage, ada: PyroClient, bob: PyroClient, wes: PyroClient) -> None:
    stage.heading("another match, a way back, and the end")
    await wes.say("leave_match")
    await wes.say("list_actions")
    await ada.say("select_match", 0)
    await ada.say("select_mode_and_players", number_of_players=3, game="shelfie", bots=1)
    await bob.say("select_match", 2)
    await ada.say("send_chat", "good luck")
    await bob.call("close", bob.key)
    await bob.say("list_actions")
    back = await stage.pyro("bob-2")
    await back.open()
    await back.say("reconnect", "bob", "wrong")
    await back.say("reconnect", "bob", "token-2")
    await back.poll()
    await ada.poll()
    await ada.say("list_actions")
    await ada.say("request_view")
    await back.say("leave_match")
    await back.poll()
    await ada.poll()
    await ada.poll(5.0)
    await stage.advance(6)
    await ada.say("quit")
    await ada.poll()
    await ada.say("heartbeat")
    stage.heading("a session that nobody polls")
    await wes.close()
    await stage.advance(50)
    late = await stage.pyro("late")
    await late.hello()
    await late.call("poll", wes.key, wes.cursor, 0.0)


async def _pyro_rates(stage: Stage) -> None:
    stage.heading("too many calls")
    ada = await stage.pyro("ada")
    await ada.open()
    await ada.say("choose_nickname", "ada")
    for _ in range(8):
        await ada.say("list_players")
    for _ in range(30):
        if not ada.connection.lost:
            await ada.call("poll", ada.key, 0, 0.0)


async def _pyro_crowd(stage: Stage) -> None:
    stage.heading("too many connections from one address")
    people = [await stage.pyro(name) for name in ("ada", "bob", "cat")]
    for person in people[:2]:
        await person.open()
    await people[0].call("open")
    stage.heading("a connection without a session, and one that says nothing")
    await people[0].close()
    await stage.pyro("dan")
    await stage.advance(8)
    eve = await stage.pyro("eve")
    await eve.hello()
    await stage.advance(62)
