"""Keys and calls without sockets, with a fake hub and a fake caller."""

import asyncio
from collections.abc import Iterator
from typing import Any, cast

import pytest
from msgspec import Raw
from structlog.testing import capture_logs

from messages import ChooseNickname, GenericMessage, Message, RequestNickname
from messages.codec import encode
from messages.eriantys.actions import MoveMotherNature, MoveStudent
from messages.play import Error, Heartbeat
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.pyro.calls import Calls
from server.transports.pyro.methods import OBJECT
from server.transports.pyro.peer import PendingCall
from server.transports.pyro.wire import Call
from tests.harness.pyro import FakeCaller, FakeHub


class CallHarness:
    """Makes calls and reads their answers."""

    def __init__(self, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        self.loop = loop
        self.hub = FakeHub()
        self.calls = Calls(cast(Hub, self.hub), limits, loop)
        self.caller = FakeCaller()
        self.seq = 0

    def send(self, name: str, *args: Any, **kwargs: Any) -> int:
        self.seq += 1
        call = Call(OBJECT, name, Raw(encode(args)), kwargs)
        self.calls.invoke(call, PendingCall(self.caller, self.seq))
        return self.seq

    def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        return self.caller.answers[self.send(name, *args, **kwargs)]

    def run_iteration(self) -> None:
        """Run the callbacks of the next loop iteration."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def call_harness(loop: asyncio.AbstractEventLoop) -> CallHarness:
    return CallHarness(loop, Limits(connections=3, queue_messages=5))


def test_open_returns_different_keys_of_at_least_22_url_safe_characters(
    call_harness: CallHarness,
) -> None:
    keys = {call_harness.call("open") for _ in range(3)}
    assert len(keys) == 3
    assert all(len(key) >= 22 and key.replace("-", "").replace("_", "").isalnum() for key in keys)


def test_first_polled_message_is_request_nickname(call_harness: CallHarness) -> None:
    key = call_harness.call("open")
    answer = call_harness.call("poll", key, 0, 0)
    assert [message["type"] for message in answer["messages"]] == [RequestNickname.__name__]


ISLAND_MOVE: dict[Any, Any] = {
    "type": "MoveStudent",
    "moveTo": "ISLAND",
    "color": "RED",
    "islandPosition": 3,
}


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((ISLAND_MOVE,), {}, MoveStudent("ISLAND", "RED", 3)),
        ((ISLAND_MOVE,), {"id": 5}, MoveStudent("ISLAND", "RED", 3, id=5)),
        ((), {"action": {**ISLAND_MOVE, "id": 6}}, MoveStudent("ISLAND", "RED", 3, id=6)),
        (({**ISLAND_MOVE, "color": "red"},), {"id": None}, MoveStudent("ISLAND", "RED", 3)),
        (({"type": "MoveMotherNatureStep", "steps": 2},), {}, MoveMotherNature(2)),
    ],
)
def test_do_sends_an_action_given_as_a_map(
    call_harness: CallHarness, args: tuple[Any, ...], kwargs: dict[str, Any], message: Message
) -> None:
    key = call_harness.call("open")
    assert call_harness.call("do", key, *args, **kwargs)["type"] == "ActionValid"
    assert call_harness.hub.received == [(1, message)]


@pytest.mark.parametrize(
    ("args", "kwargs", "words"),
    [
        ((), {}, "a map with its `type`"),
        (("MoveStudent",), {}, "a map with its `type`"),
        (([],), {}, "a map with its `type`"),
        (({"type": ["MoveStudent"]},), {}, "No action has this type"),
        (({"type": "Teleport"},), {}, "No action has this type"),
        (({"type": "Quit"},), {}, "No action has this type"),
        (({**ISLAND_MOVE, "now": 1},), {}, "unknown field `now`"),
        (({**ISLAND_MOVE, "island_position": 1},), {}, "unknown field `island_position`"),
        (({**ISLAND_MOVE, 3: 1},), {}, ""),
        (({**ISLAND_MOVE, "id": 1},), {"id": 2}, "`id` is given twice"),
        (({**ISLAND_MOVE, "id": 0},), {}, "$.id"),
        ((ISLAND_MOVE, 3), {}, "too many arguments"),
        ((ISLAND_MOVE,), {"action": ISLAND_MOVE}, "`action` is given twice"),
    ],
)
def test_do_refuses_what_is_no_action_as_malformed(
    call_harness: CallHarness, args: tuple[Any, ...], kwargs: dict[str, Any], words: str
) -> None:
    key = call_harness.call("open")
    answer = call_harness.call("do", key, *args, **kwargs)
    assert answer["error"] == "MALFORMEDMESSAGE"
    assert words in answer["message"]
    assert "do(key, action, id=…)" in answer["message"]
    assert call_harness.hub.received == []
    assert len(call_harness.hub.protocol_errors) == 1


def test_do_without_a_valid_key_is_refused(call_harness: CallHarness) -> None:
    assert call_harness.call("do", "no key", ISLAND_MOVE)["error"] == "SESSIONUNKNOWN"
    assert call_harness.call("do")["error"] == "MALFORMEDMESSAGE"
    assert call_harness.hub.received == []


def test_call_reaches_the_hub_as_a_message_and_returns_its_answer(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    answer = call_harness.call("choose_nickname", key, "ada", id=5)
    assert answer == {"type": "ActionValid", "msg": "ChooseNickname", "replyTo": 5}
    assert call_harness.hub.received == [(1, ChooseNickname("ada", id=5))]


def test_choose_nickname_poll_and_close_accept_the_key_as_keyword(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    assert call_harness.call("choose_nickname", key=key, nickname="ada")["type"] == "ActionValid"
    assert call_harness.call("poll", key=key)["cursor"] == 1
    assert call_harness.call("close", key=key)["type"] == "ActionValid"


def test_wrong_arguments_reach_the_hub_as_malformed_and_get_malformed_message(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    answer = call_harness.call("choose_nickname", key)
    assert (answer["type"], answer["error"]) == ("Error", "MALFORMEDMESSAGE")
    assert len(call_harness.hub.protocol_errors) == 1
    assert not call_harness.hub.received


@pytest.mark.parametrize("method", ["choose_nickname", "heartbeat", "poll", "close"])
def test_unknown_key_gets_session_unknown(call_harness: CallHarness, method: str) -> None:
    assert call_harness.call(method, "no such key")["error"] == "SESSIONUNKNOWN"


@pytest.mark.parametrize("method", ["choose_nickname", "heartbeat", "poll", "close"])
@pytest.mark.parametrize("args", [[], [None], [3], [["x"]], [{"a": 1}]])
def test_invalid_key_gets_malformed_message_without_reaching_the_hub(
    call_harness: CallHarness, method: str, args: list[Any]
) -> None:
    assert call_harness.call(method, *args)["error"] == "MALFORMEDMESSAGE"
    assert not call_harness.hub.protocol_errors


def test_wrong_arguments_of_open_poll_and_close_get_malformed_message_and_keep_the_key(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    assert call_harness.call("open", 1)["error"] == "MALFORMEDMESSAGE"
    assert call_harness.call("open", x=1)["error"] == "MALFORMEDMESSAGE"
    assert call_harness.call("poll", key, "x")["error"] == "MALFORMEDMESSAGE"
    assert call_harness.call("close", key, 1)["error"] == "MALFORMEDMESSAGE"
    assert call_harness.call("close", nickname=key)["error"] == "MALFORMEDMESSAGE"
    assert call_harness.call("heartbeat", key)["type"] == "Heartbeat"


def test_open_above_connections_gets_server_full_until_a_key_is_closed(
    call_harness: CallHarness,
) -> None:
    keys = [call_harness.call("open") for _ in range(3)]
    assert call_harness.call("open")["error"] == "SERVERFULL"
    call_harness.call("close", keys[0])
    assert isinstance(call_harness.call("open"), str)


def test_open_returns_the_message_of_a_full_hub_and_disconnects_the_peer(
    call_harness: CallHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reject(outbox: Any, address: str) -> int:
        call_harness.hub.outboxes[7] = outbox
        call_harness.hub.push(7, GenericMessage("full"))
        outbox.close()
        return 7

    monkeypatch.setattr(call_harness.hub, "connect", reject)
    assert call_harness.call("open") == {"type": "GenericMessage", "msg": "full", "final": False}
    call_harness.run_iteration()
    assert call_harness.hub.disconnected == [7]


def test_deferred_answers_are_assigned_to_calls_in_order(call_harness: CallHarness) -> None:
    key = call_harness.call("open")
    call_harness.hub.defer = True
    first, second = call_harness.send("request_view", key), call_harness.send("list_actions", key)
    assert not {first, second} & set(call_harness.caller.answers)
    call_harness.hub.release()
    assert call_harness.caller.answers[first]["msg"] == "RequestView"
    assert call_harness.caller.answers[second]["msg"] == "ListActions"


def test_error_for_a_wrong_call_keeps_the_order_of_answers(call_harness: CallHarness) -> None:
    key = call_harness.call("open")
    call_harness.hub.defer = True
    first, wrong = call_harness.send("request_view", key), call_harness.send("send_chat", key)
    last = call_harness.send("heartbeat", key)
    call_harness.hub.release()
    assert call_harness.caller.answers[first]["msg"] == "RequestView"
    assert call_harness.caller.answers[wrong]["error"] == "MALFORMEDMESSAGE"
    assert call_harness.caller.answers[last]["type"] == "Heartbeat"


def test_close_answers_the_pending_poll_disconnects_the_peer_and_the_key_is_unknown(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    call_harness.call("poll", key, 0)
    pending = call_harness.send("poll", key, 1, 20)
    assert call_harness.call("close", key)["type"] == "ActionValid"
    assert call_harness.caller.answers[pending] == {"messages": [], "cursor": 1}
    assert call_harness.hub.disconnected == [1]
    assert call_harness.call("heartbeat", key)["error"] == "SESSIONUNKNOWN"
    assert call_harness.call("close", key)["error"] == "SESSIONUNKNOWN"


def test_after_quit_only_a_last_poll_is_answered_and_the_peer_disconnected(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    assert call_harness.call("quit", key)["msg"] == "Quit"
    assert call_harness.call("heartbeat", key)["error"] == "SESSIONUNKNOWN"
    call_harness.run_iteration()
    assert call_harness.hub.disconnected == [1]
    assert len(call_harness.call("poll", key, 0)["messages"]) == 1
    assert call_harness.call("poll", key, 1)["error"] == "SESSIONUNKNOWN"


def test_session_with_full_queue_is_disconnected_and_its_calls_get_too_slow(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    for number in range(10):
        call_harness.hub.push(1, GenericMessage(str(number)))
    call_harness.run_iteration()
    assert call_harness.hub.disconnected == [1]
    assert call_harness.call("heartbeat", key)["error"] == "TOOSLOW"
    assert call_harness.call("poll", key, 0)["error"] == "TOOSLOW"


def test_sweep_disconnects_a_session_and_forgets_its_key_only_when_idle_too_long(
    call_harness: CallHarness,
) -> None:
    now = call_harness.loop.time()
    key = call_harness.call("open")
    call_harness.calls.sweep(now + 44)
    assert call_harness.call("heartbeat", key)["type"] == Heartbeat.__name__
    call_harness.calls.sweep(now + 60)
    assert call_harness.hub.disconnected == [1]
    assert call_harness.call("heartbeat", key)["error"] == "SESSIONUNKNOWN"


def test_sweep_keeps_a_key_with_a_pending_poll_which_stop_answers(
    call_harness: CallHarness,
) -> None:
    key = call_harness.call("open")
    pending = call_harness.send("poll", key, 1, 20)
    call_harness.calls.sweep(call_harness.loop.time() + 1000)
    assert not call_harness.hub.disconnected
    call_harness.calls.stop()
    assert call_harness.caller.answers[pending] == {"messages": [], "cursor": 1}
    assert call_harness.hub.disconnected == [1]


def test_endless_poll_returns_empty_after_poll_seconds(loop: asyncio.AbstractEventLoop) -> None:
    call_harness = CallHarness(loop, Limits(poll_seconds=0.001))
    key = call_harness.call("open")
    seq = call_harness.send("poll", key, 1, float("inf"))
    loop.call_later(0.002, loop.stop)
    loop.run_forever()
    assert call_harness.caller.answers[seq] == {"messages": [], "cursor": 1}


def test_crash_ends_only_that_session_with_internal_error_without_details(
    call_harness: CallHarness,
) -> None:
    key, other = call_harness.call("open"), call_harness.call("open")
    call_harness.hub.crash = True
    with capture_logs() as logs:
        seq = call_harness.send("heartbeat", key)
        call_harness.run_iteration()
    (entry,) = logs
    assert (entry["event"], entry["message_type"]) == ("pyro_call_failed", "Heartbeat")
    assert entry["effect"] == "the session of this client was ended"
    answer = call_harness.caller.answers[seq]
    assert answer["error"] == "INTERNALERROR"
    assert "planted" not in str(answer)
    call_harness.hub.crash = False
    assert call_harness.call("heartbeat", key)["error"] == "INTERNALERROR"
    assert call_harness.call("heartbeat", other)["type"] == "Heartbeat"
    assert Error.__name__ == answer["type"]
