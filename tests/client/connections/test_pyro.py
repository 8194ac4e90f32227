"""The Pyro5 connection of the client against the Pyro5 transport, with a fake hub behind it."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import Pyro5.api
import pytest

from client.connections import CannotConnect, ConnectionLost, connect
from client.connections.pyro import PyroConnection, connect_pyro
from client.connections.text import WRONG_PROTOCOL
from messages import (
    ActionValid,
    ChooseNickname,
    Error,
    ErrorCode,
    GenericMessage,
    Heartbeat,
    Quit,
    Reconnect,
    RequestNickname,
    RequestView,
    SelectModeAndPlayers,
    SendChat,
    ServerMessage,
)
from messages.eriantys.actions import MoveStudent, UseCharacterCard
from messages.registry import AnyClientMessage
from server.effects import PeerId
from server.limits import Limits
from tests.harness.pyro import FakeHub, PyroServer, running
from tests.harness.screen import serving
from tests.harness.timeouts import within

WRONG_TOKEN = Error(ErrorCode.SESSIONUNKNOWN, "Name and token do not belong together.")
Conversation = Callable[[PyroConnection], Awaitable[None]]


class PushingHub(FakeHub):
    """Pushes a message before and after each answer to a chat, as a match does."""

    def receive(self, peer: PeerId, message: AnyClientMessage) -> None:
        if isinstance(message, SendChat):
            self.push(peer, GenericMessage(f"before {message.text}"))
            self.outboxes[peer].answer(ActionValid(message.text))
            self.push(peer, GenericMessage(f"after {message.text}"))
        elif isinstance(message, Reconnect):
            self.outboxes[peer].answer(WRONG_TOKEN)
        else:
            super().receive(peer, message)


@pytest.fixture
def server() -> Iterator[PyroServer]:
    with running(PushingHub()) as server:
        yield server


def run_conversation(uri: str, conversation: Conversation) -> None:
    """Run a conversation and check that no thread of the connection is left."""

    async def run() -> None:
        connection = await connect_pyro(uri)
        try:
            await within(conversation(connection))
        finally:
            await connection.close()

    asyncio.run(run())
    assert not [thread for thread in threading.enumerate() if "pyro-" in thread.name]


async def receive_until_lost(connection: PyroConnection) -> str:
    """Receive until the connection ends and return the reason."""
    try:
        while True:
            await connection.receive()
    except ConnectionLost as reason:
        return str(reason)


def test_message_is_answered_and_close_disconnects_the_peer(server: PyroServer) -> None:
    async def conversation(connection: PyroConnection) -> None:
        assert isinstance(await connection.receive(), RequestNickname)
        await connection.send(ChooseNickname("ada", id=4))
        assert await connection.receive() == ActionValid("ChooseNickname", reply_to=4)

    run_conversation(server.uri, conversation)
    assert server.hub.received == [(1, ChooseNickname("ada", id=4))]
    assert server.hub.disconnected == [1]


def test_fields_with_words_numbers_sequences_options_and_defaults_arrive(
    server: PyroServer,
) -> None:
    messages: list[Any] = [
        MoveStudent("ISLAND", "RED", 3),
        MoveStudent("SCHOOL", "RED"),
        UseCharacterCard("JESTER", taken=("RED", "BLUE"), given=("PINK", "PINK"), id=2),
        SelectModeAndPlayers(2, True, options={"a": 1, "b": "c", "d": True}, private=True),
        RequestView(),
    ]

    async def conversation(connection: PyroConnection) -> None:
        for message in messages:
            await connection.send(message)

    run_conversation(server.uri, conversation)
    assert [message for _, message in server.hub.received] == messages


def test_answers_and_pushes_are_received_in_the_order_of_the_server(server: PyroServer) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        for number in range(100):
            await connection.send(SendChat(str(number)))
        expected: list[ServerMessage] = []
        for text in map(str, range(100)):
            expected += [GenericMessage(f"before {text}"), ActionValid(text)]
            expected += [GenericMessage(f"after {text}")]
        assert [await connection.receive() for _ in range(300)] == expected

    run_conversation(server.uri, conversation)


def test_waiting_receive_gets_a_push_without_a_call(server: PyroServer) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        waiting = asyncio.create_task(connection.receive())
        await asyncio.to_thread(server.run_on_loop, server.hub.push, 1, GenericMessage("push"))
        assert await waiting == GenericMessage("push")

    run_conversation(server.uri, conversation)


def test_heartbeats_are_not_delivered(server: PyroServer) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        await asyncio.to_thread(server.run_on_loop, server.hub.push, 1, Heartbeat())
        await asyncio.to_thread(server.run_on_loop, server.hub.push, 1, GenericMessage("push"))
        assert await connection.receive() == GenericMessage("push")

    run_conversation(server.uri, conversation)


def test_cancelled_send_and_receive_lose_no_message(server: PyroServer) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        waiting = asyncio.create_task(connection.receive())
        await asyncio.sleep(0)
        waiting.cancel()
        sending = asyncio.create_task(connection.send(SendChat("hello")))
        await asyncio.sleep(0)
        sending.cancel()
        received = [await connection.receive() for _ in range(3)]
        assert received[1] == ActionValid("hello")

    run_conversation(server.uri, conversation)


def test_answer_to_quit_is_received_before_receive_and_send_raise_connection_lost(
    server: PyroServer,
) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        await connection.send(Quit())
        assert await connection.receive() == ActionValid("Quit")
        with pytest.raises(ConnectionLost, match="has ended"):
            await connection.receive()
        with pytest.raises(ConnectionLost):
            await connection.send(RequestView())

    run_conversation(server.uri, conversation)


def test_wrong_token_is_answered_and_does_not_end_the_connection(server: PyroServer) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        await connection.send(Reconnect("ada", "token"))
        assert await connection.receive() == WRONG_TOKEN
        await connection.send(ChooseNickname("ada"))
        assert await connection.receive() == ActionValid("ChooseNickname")

    run_conversation(server.uri, conversation)


def test_last_message_is_received_before_the_end_when_the_server_closes_the_connection(
    server: PyroServer,
) -> None:
    superseded = Error(ErrorCode.SUPERSEDED, "You are connected elsewhere now.")

    def end() -> None:
        server.hub.push(1, superseded)
        server.hub.outboxes[1].close()

    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        await asyncio.to_thread(server.run_on_loop, end)
        assert await connection.receive() == superseded
        with pytest.raises(ConnectionLost):
            await connection.receive()

    run_conversation(server.uri, conversation)


def test_connection_that_reads_too_slowly_is_lost_with_a_reason(server: PyroServer) -> None:
    def flood() -> None:
        for _ in range(server.limits.queue_messages + 10):
            server.hub.push(1, GenericMessage("x"))

    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        await asyncio.to_thread(server.run_on_loop, flood)
        assert "too slowly" in await receive_until_lost(connection)

    run_conversation(server.uri, conversation)


def test_receive_and_send_raise_connection_lost_when_the_server_stops(server: PyroServer) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        await asyncio.to_thread(server.stop)
        assert await receive_until_lost(connection)
        with pytest.raises(ConnectionLost):
            await connection.send(RequestView())

    run_conversation(server.uri, conversation)


def test_calls_and_pushes_continue_after_lost_tcp_connections(server: PyroServer) -> None:
    def abort_connections() -> None:
        for connection in list(server.transport.connections):
            connection.abort()

    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        for number in range(1, 4):
            await asyncio.to_thread(server.run_on_loop, abort_connections)
            await connection.send(ChooseNickname("ada", id=number))
            assert await connection.receive() == ActionValid("ChooseNickname", reply_to=number)
            await asyncio.to_thread(
                server.run_on_loop, server.hub.push, 1, GenericMessage(str(number))
            )
            assert await connection.receive() == GenericMessage(str(number))

    run_conversation(server.uri, conversation)


class DisconnectingHub(FakeHub):
    """Aborts all connections instead of answering a message that it receives the first time."""

    server: PyroServer

    def receive(self, peer: PeerId, message: AnyClientMessage) -> None:
        if message not in [known for _, known in self.received]:
            for connection in list(self.server.transport.connections):
                connection.abort()
        super().receive(peer, message)


def _called_with_losses(conversation: Conversation) -> list[AnyClientMessage]:
    """Run a conversation with a DisconnectingHub; return the messages of all calls."""
    hub = DisconnectingHub()
    with running(hub) as hub.server:
        run_conversation(hub.server.uri, conversation)
    return [message for _, message in hub.received]


@pytest.mark.parametrize(
    ("message", "called"),
    [
        (ChooseNickname("ada", id=1), ChooseNickname("ada", id=1)),
        (RequestView(id=1), RequestView()),
    ],
)
def test_lost_call_is_repeated_with_the_same_id_and_a_query_without_its_id(
    message: Any, called: Any
) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        await connection.send(message)
        assert await connection.receive() == ActionValid(type(message).__name__, reply_to=1)

    assert _called_with_losses(conversation) == [called] * 2


def test_lost_call_without_id_is_not_repeated() -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        with pytest.raises(ConnectionLost):
            await connection.send(ChooseNickname("ada"))

    assert _called_with_losses(conversation) == [ChooseNickname("ada")]


def test_close_may_be_called_twice_and_receive_and_send_then_raise_connection_lost(
    server: PyroServer,
) -> None:
    async def conversation(connection: PyroConnection) -> None:
        await connection.close()
        await connection.close()
        assert await receive_until_lost(connection) == "The connection was closed."
        with pytest.raises(ConnectionLost):
            await connection.send(RequestView())

    run_conversation(server.uri, conversation)


def test_close_does_not_wait_for_a_hanging_server_and_ends_a_pending_send(
    server: PyroServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.connections.pyro.CLOSE_SECONDS", 0.05)
    server.hub.defer = True

    async def conversation(connection: PyroConnection) -> None:
        await connection.receive()
        sending = asyncio.create_task(connection.send(RequestView(id=1)))
        while not server.hub.received:
            await asyncio.sleep(0)
        await connection.close()
        with pytest.raises(ConnectionLost):
            await sending

    run_conversation(server.uri, conversation)


def test_refused_connection_is_reported_and_leaves_no_threads() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    before = threading.active_count()
    with pytest.raises(CannotConnect, match="Cannot connect to PYRO:tavolata@"):
        asyncio.run(connect(f"PYRO:tavolata@127.0.0.1:{port}"))
    assert threading.active_count() == before


def test_port_of_another_transport_is_named_as_such() -> None:
    async def run() -> None:
        async with serving() as addresses:
            with pytest.raises(CannotConnect, match="this is no Pyro5 port"):
                await connect(f"PYRO:tavolata@{addresses.socket.removeprefix('tcp://')}")

    asyncio.run(run())


@pytest.mark.parametrize("uri", ["PYRO:tavolata", "PYRO:x@y:z", "PYRO:@", "nonsense"])
def test_invalid_uri_is_refused(uri: str) -> None:
    with pytest.raises(CannotConnect):
        asyncio.run(connect_pyro(uri))


class OtherService:
    """An object whose sessions can be opened, but whose polls are not those of a game server."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def open(self) -> str:
        return "key"

    def poll(self, key: str, cursor: int, seconds: float) -> object:
        return self._answer

    def close(self, key: str) -> None:
        pass


class ServiceWithoutPolls:
    def open(self) -> str:
        return "key"

    def close(self, key: str) -> None:
        pass


for exposed in (OtherService, ServiceWithoutPolls):
    Pyro5.api.expose(exposed)


@pytest.mark.parametrize(
    "service",
    [ServiceWithoutPolls(), *map(OtherService, ("text", None, {"messages": []}))],
    ids=["no method", "text", "none", "no cursor"],
)
def test_connection_ends_if_a_poll_is_not_answered_as_by_a_game_server(service: object) -> None:
    async def conversation(connection: PyroConnection) -> None:
        assert await receive_until_lost(connection) == WRONG_PROTOCOL

    with Pyro5.api.Daemon(host="127.0.0.1") as daemon:
        uri = str(daemon.register(service, "tavolata"))
        thread = threading.Thread(target=daemon.requestLoop)
        thread.start()
        try:
            run_conversation(uri, conversation)
        finally:
            daemon.shutdown()
            thread.join()


def test_unknown_object_is_reported(server: PyroServer) -> None:
    with pytest.raises(CannotConnect, match="unknown object"):
        asyncio.run(connect_pyro(server.uri.replace("tavolata", "other")))


def test_full_server_is_reported() -> None:
    with running(limits=Limits(connections=2)) as server, server.proxy() as proxy:
        proxy.open()
        proxy.open()
        with pytest.raises(CannotConnect, match="full"):
            asyncio.run(connect_pyro(server.uri))


def test_pyro_uri_connects_and_receives_request_nickname(server: PyroServer) -> None:
    async def run() -> None:
        connection = await connect(server.uri)
        assert isinstance(await connection.receive(), RequestNickname)
        await connection.close()

    asyncio.run(run())
