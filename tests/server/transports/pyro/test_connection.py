"""The Pyro5 transport used by stock proxies."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, cast

import pytest
from Pyro5 import errors, protocol
from Pyro5.api import BatchProxy, Proxy, SerializedBlob, config

from messages import GenericMessage, PlayersInfo
from messages.registry import ALIASES, CLIENT_MESSAGES
from server.delivery.hub import Hub
from server.limits import Limits
from server.transports.pyro.connection import PyroTransport
from server.transports.pyro.methods import METHODS, snake_case
from tests.harness.pyro import (
    LOOPS,
    MSGPACK,
    FakeHub,
    PyroServer,
    RawPyroConnection,
    call_bytes,
    connect_bytes,
    message_bytes,
    running,
    wait_until,
)
from tests.harness.timeouts import GIVE_UP_SECONDS


@pytest.fixture(params=LOOPS)
def server(request: pytest.FixtureRequest) -> Iterator[PyroServer]:
    with running(loop=request.param) as server:
        yield server


@pytest.fixture
def proxy(server: PyroServer) -> Iterator[Any]:
    with server.proxy() as proxy:
        yield proxy


def in_thread(function: Callable[[], Any]) -> "Future[Any]":
    """Run a blocking call in another thread."""
    pool = ThreadPoolExecutor(1)
    future = pool.submit(function)
    pool.shutdown(wait=False)
    return future


def test_stock_proxy_can_open_call_poll_and_close(proxy: Any) -> None:
    key = proxy.open()
    first = proxy.poll(key, 0, 5)
    assert first["messages"][0]["type"] == "RequestNickname"
    answer = proxy.choose_nickname(key, "ada", id=3)
    assert answer == {"type": "ActionValid", "msg": "ChooseNickname", "replyTo": 3}
    assert proxy.move_student(key, "ISLAND", "RED", island_position=3)["msg"] == "MoveStudent"
    assert proxy.send_chat(key, "hello")["type"] == "ActionValid"
    second = proxy.poll(key, first["cursor"], 5)
    assert second == {
        "messages": [{"type": "GenericMessage", "msg": "hello", "final": False}],
        "cursor": 2,
    }
    assert proxy.close(key)["type"] == "ActionValid"
    assert proxy.heartbeat(key)["error"] == "SESSIONUNKNOWN"


def test_proxy_sees_exactly_registered_messages_open_poll_close_do_and_can_call_each(
    server: PyroServer, proxy: Any
) -> None:
    proxy._pyroBind()
    names = (*CLIENT_MESSAGES, *ALIASES)
    expected = {snake_case(name) for name in names} | {"open", "poll", "close", "do"}
    assert proxy._pyroMethods == expected
    assert proxy._pyroAttrs == proxy._pyroOneway == set()
    for name in expected:
        assert isinstance(proxy._pyroInvoke(name, ["no such key"], {}), dict)


@pytest.mark.parametrize(
    "name",
    [
        "nothing",
        "",
        "_write",
        "__init__",
        "__class__",
        "__getattr__",
        "__setattr__",
        "__dict__",
        "invoke",
        "sweep",
        "stop",
        "registered",
        "ping",
        "info",
        "get_metadata",
        "chooseNickname",
        "ChooseNickname",
        "open.__call__",
        "<batch>",
        "x" * 1000,
    ],
)
def test_other_method_names_raise_attribute_error_and_proxy_stays_usable(
    proxy: Any, name: str
) -> None:
    with pytest.raises(AttributeError, match="no such remote method"):
        proxy._pyroInvoke(name, ["open"], {})
    assert isinstance(proxy.open(), str)


def test_bind_metadata_and_reconnect_of_stock_proxies_work(server: PyroServer, proxy: Any) -> None:
    assert proxy._pyroBind() is True
    assert proxy._pyroBind() is False
    methods = set(proxy._pyroMethods)
    proxy._pyroMethods, proxy._pyroAttrs = set(), set()
    proxy._pyroGetMetadata()
    assert proxy._pyroMethods == methods
    proxy._pyroReconnect(1)
    assert isinstance(proxy.open(), str)


def test_pings_are_answered_and_proxy_stays_usable(proxy: Any) -> None:
    proxy._pyroBind()
    for _ in range(3):
        protocol.SendingMessage.ping(proxy._pyroConnection)
    assert isinstance(proxy.open(), str)


def test_daemon_object_returns_only_metadata_of_tavolata_and_has_no_other_method(
    proxy: Any,
) -> None:
    def call_daemon(method: str, *args: Any) -> Any:
        return proxy._pyroInvoke(method, args, {}, objectId="Pyro.Daemon")

    assert set(call_daemon("get_metadata", "tavolata")["methods"]) == {
        *METHODS,
        "open",
        "poll",
        "close",
        "do",
    }
    for target in ("Pyro.Daemon", "other", None, 3):
        with pytest.raises(errors.DaemonError, match="unknown object"):
            call_daemon("get_metadata", target)
    for method in ("registered", "ping", "info", "get_next_stream_item", "close_stream"):
        with pytest.raises(AttributeError):
            call_daemon(method)


def test_wrong_objects_are_refused_at_bind_and_call_and_proxy_stays_usable(
    server: PyroServer, proxy: Any
) -> None:
    for name in ("other", "Pyro.Daemon", "Pyro.NameServer"):
        uri = server.uri.replace("tavolata", name)
        with server.proxy(uri) as wrong, pytest.raises(errors.CommunicationError, match="unknown"):
            wrong._pyroBind()
        with pytest.raises((errors.DaemonError, AttributeError)):
            proxy._pyroInvoke("open", [], {}, objectId=name)
    assert isinstance(proxy.open(), str)


def test_proxy_with_another_serializer_is_told_to_use_msgpack(server: PyroServer) -> None:
    for name in ("serpent", "marshal", "json"):
        with Proxy(server.uri) as proxy:
            proxy._pyroSerializer = name
            with pytest.raises(errors.CommunicationError, match="SERIALIZER = 'msgpack'"):
                proxy.open()


def test_batch_blob_compressed_and_too_long_calls_raise_errors_and_proxy_stays_usable(
    server: PyroServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.proxy() as proxy:
        key = proxy.open()
        batch = BatchProxy(proxy)
        batch.heartbeat(key)
        with pytest.raises(errors.ProtocolError, match="batches are refused"):
            list(batch())
        with pytest.raises(errors.ProtocolError, match="blobs are refused"):
            proxy.heartbeat(SerializedBlob("info", [key]))
        with monkeypatch.context() as patch:
            patch.setattr(config, "COMPRESSION", True)
            with pytest.raises(errors.ProtocolError, match="compressed messages are refused"):
                proxy.choose_nickname(key, "x" * 500)
        with pytest.raises(errors.ProtocolError, match="at most 65536 bytes"):
            proxy.choose_nickname(key, "x" * 65536)
        assert proxy.heartbeat(key)["type"] == "Heartbeat"


def test_key_outlives_its_connection_and_works_on_several(server: PyroServer) -> None:
    with server.proxy() as first, server.proxy() as second:
        key = first.open()
        first._pyroRelease()
        assert second.heartbeat(key)["type"] == "Heartbeat"
        assert first.heartbeat(key)["type"] == "Heartbeat"
    with server.proxy() as three:
        assert three.poll(key, 0, 0)["cursor"] == 1


def test_pending_poll_does_not_block_other_calls_and_returns_the_next_push(
    server: PyroServer, proxy: Any
) -> None:
    key = proxy.open()
    proxy.poll(key, 0, 0)

    def wait() -> Any:
        with server.proxy() as poller:
            return poller.poll(key, 1, 20)

    pending = in_thread(wait)
    wait_until(server.is_polled)
    assert proxy.heartbeat(key)["type"] == "Heartbeat"
    assert not pending.done()
    server.run_on_loop(server.hub.push, 1, GenericMessage("news"))
    assert pending.result(GIVE_UP_SECONDS)["messages"] == [
        {"type": "GenericMessage", "msg": "news", "final": False}
    ]


def test_poll_returns_empty_after_its_wait(proxy: Any) -> None:
    key = proxy.open()
    proxy.poll(key, 0, 0)
    assert proxy.poll(key, 1, 0.01) == {"messages": [], "cursor": 1}


def test_push_after_a_poll_of_an_aborted_connection_is_returned_by_the_next_poll(
    server: PyroServer, proxy: Any
) -> None:
    key = proxy.open()
    with server.connect().handshake() as wire:
        wire.send(call_bytes("poll", key, 1, 20))
        wait_until(server.is_polled)
    wait_until(lambda: not server.is_polled())
    server.run_on_loop(server.hub.push, 1, GenericMessage("news"))
    assert proxy.poll(key, 1, 5)["messages"] == [
        {"type": "GenericMessage", "msg": "news", "final": False}
    ]


def test_nickname_class_key_is_polled_unchanged_in_lists_and_renamed_as_dict_key(
    server: PyroServer, proxy: Any
) -> None:
    key = proxy.open()
    info = PlayersInfo(("__class__",), 2, map_player_wizard={"__class__": "Pyro5.core.URI"})
    server.run_on_loop(server.hub.push, 1, info)
    (message,) = proxy.poll(key, 1, 0)["messages"]
    assert message["playerNicknames"] == ["__class__"]
    assert message["mapPlayerWizard"] == {"_class_": "Pyro5.core.URI"}


def test_stop_answers_the_poll_disconnects_the_session_and_closes_connections(
    server: PyroServer,
) -> None:
    def wait(key: str) -> Any:
        with server.proxy() as poller:
            return poller.poll(key, 1, 20)

    with server.proxy() as proxy:
        key = proxy.open()
        pending = in_thread(lambda: wait(key))
        wait_until(server.is_polled)
        server.stop()
        assert pending.result(GIVE_UP_SECONDS) == {"messages": [], "cursor": 1}
        assert server.hub.disconnected == [1]
        with pytest.raises(errors.CommunicationError):
            proxy.heartbeat(key)


def test_stop_does_not_wait_for_clients_that_do_not_read(server: PyroServer) -> None:
    with server.connect().handshake() as wire:
        key = wire.call("open")
        for _ in range(1000):
            server.run_on_loop(server.hub.push, 1, GenericMessage("x" * 2000))
        wire.send(b"".join(call_bytes("poll", key, 0, 0) for _ in range(50)))
        server.stop()


def test_calls_sent_together_with_the_handshake_are_answered_in_order(server: PyroServer) -> None:
    with server.connect() as wire:
        wire.send(connect_bytes() + b"".join(call_bytes("open", seq=n) for n in range(10)))
        assert wire.read().type == protocol.MSG_CONNECTOK
        assert [wire.read().seq for _ in range(10)] == list(range(10))


def test_uri_has_an_ipv6_host_in_brackets() -> None:
    async def start() -> str:
        transport = PyroTransport(cast(Hub, FakeHub()), Limits(), "::1")
        try:
            return await transport.start(0)
        finally:
            await transport.stop()

    try:
        uri = asyncio.run(start())
    except (OSError, AttributeError):
        pytest.skip("this machine has no IPv6")
    assert uri.startswith("PYRO:tavolata@[::1]:")


def test_answers_to_ping_and_call_have_their_sequence_numbers(server: PyroServer) -> None:
    with server.connect().handshake() as wire:
        wire.send(message_bytes(protocol.MSG_PING, b"ping", seq=77, serializer=42))
        assert (answer := wire.read()).type == protocol.MSG_PING
        assert answer.seq == 77
        wire.send(call_bytes("open", seq=65535))
        assert (answer := wire.read()).seq == 65535
        assert isinstance(MSGPACK.loads(answer.data), str)
    assert isinstance(wire, RawPyroConnection)
