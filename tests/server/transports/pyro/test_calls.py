"""Keys and calls, without sockets: a real loop that is never run, a small hub, callers as lists."""

import asyncio
from collections.abc import Iterator
from typing import Any, cast

import pytest
from msgspec import Raw

from messages import ChooseNickname, GenericMessage, RequestNickname
from messages.codec import encode
from messages.play import Error, Heartbeat
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.pyro.calls import Calls
from server.transports.pyro.methods import OBJECT
from server.transports.pyro.peer import PendingCall
from server.transports.pyro.wire import Call
from tests.harness.pyro import FakeCaller, FakeHub


class Desk:
    """Makes calls and reads their answers."""

    def __init__(self, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        self.loop = loop
        self.hub = FakeHub()
        self.calls = Calls(cast(Hub, self.hub), limits, loop)
        self.caller = FakeCaller()
        self.seq = 0

    def ask(self, name: str, *args: Any, **kwargs: Any) -> int:
        self.seq += 1
        call = Call(OBJECT, name, Raw(encode(args)), kwargs)
        self.calls.invoke(call, PendingCall(self.caller, self.seq))
        return self.seq

    def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        return self.caller.answers[self.ask(name, *args, **kwargs)]

    def tick(self) -> None:
        """Let the loop do what was left for its next tick."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def desk(loop: asyncio.AbstractEventLoop) -> Desk:
    return Desk(loop, Limits(connections=3, queue_messages=5))


def test_open_gives_a_long_random_key(desk: Desk) -> None:
    keys = {desk.call("open") for _ in range(3)}
    assert len(keys) == 3
    assert all(len(key) >= 22 and key.replace("-", "").replace("_", "").isalnum() for key in keys)


def test_the_first_thing_to_poll_is_the_request_for_a_nickname(desk: Desk) -> None:
    key = desk.call("open")
    answer = desk.call("poll", key, 0, 0)
    assert [message["type"] for message in answer["messages"]] == [RequestNickname.__name__]


def test_a_call_reaches_the_hub_as_a_message(desk: Desk) -> None:
    key = desk.call("open")
    answer = desk.call("choose_nickname", key, "ada", id=5)
    assert answer == {"type": "ActionValid", "msg": "ChooseNickname", "replyTo": 5}
    assert desk.hub.received == [(1, ChooseNickname("ada", id=5))]


def test_the_key_may_come_by_name(desk: Desk) -> None:
    key = desk.call("open")
    assert desk.call("choose_nickname", key=key, nickname="ada")["type"] == "ActionValid"
    assert desk.call("poll", key=key)["cursor"] == 1
    assert desk.call("close", key=key)["type"] == "ActionValid"


def test_wrong_arguments_reach_the_hub_as_malformed(desk: Desk) -> None:
    key = desk.call("open")
    answer = desk.call("choose_nickname", key)
    assert (answer["type"], answer["error"]) == ("Error", "MALFORMEDMESSAGE")
    assert len(desk.hub.unreadable) == 1
    assert not desk.hub.received


@pytest.mark.parametrize("method", ["choose_nickname", "heartbeat", "poll", "close"])
def test_an_unknown_key_is_told(desk: Desk, method: str) -> None:
    assert desk.call(method, "no such key")["error"] == "SESSIONUNKNOWN"


@pytest.mark.parametrize("method", ["choose_nickname", "heartbeat", "poll", "close"])
@pytest.mark.parametrize("args", [[], [None], [3], [["x"]], [{"a": 1}]])
def test_a_strange_key_is_explained(desk: Desk, method: str, args: list[Any]) -> None:
    assert desk.call(method, *args)["error"] == "MALFORMEDMESSAGE"
    assert not desk.hub.unreadable


def test_wrong_arguments_of_open_poll_and_close_are_explained(desk: Desk) -> None:
    key = desk.call("open")
    assert desk.call("open", 1)["error"] == "MALFORMEDMESSAGE"
    assert desk.call("open", x=1)["error"] == "MALFORMEDMESSAGE"
    assert desk.call("poll", key, "x")["error"] == "MALFORMEDMESSAGE"
    assert desk.call("close", key, 1)["error"] == "MALFORMEDMESSAGE"
    assert desk.call("close", nickname=key)["error"] == "MALFORMEDMESSAGE"
    assert desk.call("heartbeat", key)["type"] == "Heartbeat"


def test_too_many_keys_are_refused(desk: Desk) -> None:
    keys = [desk.call("open") for _ in range(3)]
    assert desk.call("open")["error"] == "SERVERFULL"
    desk.call("close", keys[0])
    assert isinstance(desk.call("open"), str)


def test_a_hub_that_is_full_says_so_at_open(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def turn_away(outbox: Any, address: str) -> int:
        desk.hub.outboxes[7] = outbox
        desk.hub.push(7, GenericMessage("full"))
        outbox.close()
        return 7

    monkeypatch.setattr(desk.hub, "connect", turn_away)
    assert desk.call("open") == {"type": "GenericMessage", "msg": "full", "final": False}
    desk.tick()
    assert desk.hub.gone == [7]


def test_answers_that_come_later_go_to_their_calls_in_order(desk: Desk) -> None:
    key = desk.call("open")
    desk.hub.defer = True
    first, second = desk.ask("request_view", key), desk.ask("list_actions", key)
    assert not {first, second} & set(desk.caller.answers)
    desk.hub.release()
    assert desk.caller.answers[first]["msg"] == "RequestView"
    assert desk.caller.answers[second]["msg"] == "ListActions"


def test_the_answer_to_a_wrong_call_keeps_its_place(desk: Desk) -> None:
    key = desk.call("open")
    desk.hub.defer = True
    first, wrong = desk.ask("request_view", key), desk.ask("send_chat", key)
    last = desk.ask("heartbeat", key)
    desk.hub.release()
    assert desk.caller.answers[first]["msg"] == "RequestView"
    assert desk.caller.answers[wrong]["error"] == "MALFORMEDMESSAGE"
    assert desk.caller.answers[last]["type"] == "Heartbeat"


def test_close_ends_the_session_and_its_poll(desk: Desk) -> None:
    key = desk.call("open")
    desk.call("poll", key, 0)
    waiting = desk.ask("poll", key, 1, 20)
    assert desk.call("close", key)["type"] == "ActionValid"
    assert desk.caller.answers[waiting] == {"messages": [], "cursor": 1}
    assert desk.hub.gone == [1]
    assert desk.call("heartbeat", key)["error"] == "SESSIONUNKNOWN"
    assert desk.call("close", key)["error"] == "SESSIONUNKNOWN"


def test_quit_answers_then_the_key_is_unknown(desk: Desk) -> None:
    key = desk.call("open")
    assert desk.call("quit", key)["msg"] == "Quit"
    assert desk.call("heartbeat", key)["error"] == "SESSIONUNKNOWN"
    desk.tick()
    assert desk.hub.gone == [1]
    assert len(desk.call("poll", key, 0)["messages"]) == 1
    assert desk.call("poll", key, 1)["error"] == "SESSIONUNKNOWN"


def test_a_session_that_falls_behind_is_cut_and_told(desk: Desk) -> None:
    key = desk.call("open")
    for number in range(10):
        desk.hub.push(1, GenericMessage(str(number)))
    desk.tick()
    assert desk.hub.gone == [1]
    assert desk.call("heartbeat", key)["error"] == "TOOSLOW"
    assert desk.call("poll", key, 0)["error"] == "TOOSLOW"


def test_idle_keys_are_swept(desk: Desk) -> None:
    now = desk.loop.time()
    key = desk.call("open")
    desk.calls.sweep(now + 44)
    assert desk.call("heartbeat", key)["type"] == Heartbeat.__name__
    desk.calls.sweep(now + 60)
    assert desk.hub.gone == [1]
    assert desk.call("heartbeat", key)["error"] == "SESSIONUNKNOWN"


def test_a_key_with_a_waiting_poll_is_not_swept(desk: Desk) -> None:
    key = desk.call("open")
    waiting = desk.ask("poll", key, 1, 20)
    desk.calls.sweep(desk.loop.time() + 1000)
    assert not desk.hub.gone
    desk.calls.stop()
    assert desk.caller.answers[waiting] == {"messages": [], "cursor": 1}
    assert desk.hub.gone == [1]


def test_the_wait_of_a_poll_is_bounded(loop: asyncio.AbstractEventLoop) -> None:
    desk = Desk(loop, Limits(poll_seconds=0.001))
    key = desk.call("open")
    seq = desk.ask("poll", key, 1, float("inf"))
    loop.call_later(0.002, loop.stop)
    loop.run_forever()
    assert desk.caller.answers[seq] == {"messages": [], "cursor": 1}


def test_a_crash_ends_the_session_only_and_shows_nothing(desk: Desk) -> None:
    key, other = desk.call("open"), desk.call("open")
    desk.hub.crash = True
    seq = desk.ask("heartbeat", key)
    desk.tick()
    answer = desk.caller.answers[seq]
    assert answer["error"] == "INTERNALERROR"
    assert "planted" not in str(answer)
    desk.hub.crash = False
    assert desk.call("heartbeat", key)["error"] == "INTERNALERROR"
    assert desk.call("heartbeat", other)["type"] == "Heartbeat"
    assert Error.__name__ == answer["type"]
