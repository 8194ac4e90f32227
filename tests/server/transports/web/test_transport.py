"""The web port as a whole: its address, limits for connections, origins, and its stop."""

import asyncio

import pytest

from messages import ChooseNickname, Error, ErrorCode, GenericMessage
from server.limits import Limits
from server.transports.web.frames import CloseCode
from server.transports.web.pages import Pages
from server.transports.web.transport import WebTransport
from tests.harness.timeouts import within
from tests.harness.web_server import UPGRADE, WebServer, WebSetup, request_bytes, run


@pytest.mark.parametrize(
    ("host", "start"), [("127.0.0.1", "http://127.0.0.1:"), ("::1", "http://[::1]:")]
)
def test_address_is_that_of_the_page(host: str, start: str) -> None:
    async def scenario() -> str:
        hub: object = None
        transport = WebTransport(
            hub,  # type: ignore[arg-type]
            Limits(),
            host,
            pages=Pages(None, {}),
            health=lambda: (200, b""),
        )
        address = await transport.start(0)
        await transport.stop()
        return address

    address = asyncio.run(within(scenario()))
    assert address.startswith(start)
    assert int(address.removeprefix(start)) > 0


def test_too_many_connections_of_one_address_get_503_with_the_reason() -> None:
    async def scenario(server: WebServer) -> None:
        held = [await server.connect() for _ in range(2)]
        while len(server.transport.connections) < 2:
            await asyncio.sleep(0)
        refused = await (await server.connect()).request(request_bytes("/"))
        assert refused.status == 503
        assert b"2 connections, the maximum" in refused.body
        for client in held:
            assert (await client.request(request_bytes("/health"))).status == 200
        while server.transport.connections:
            await asyncio.sleep(0)
        assert (await server.get("/health")).status == 200

    run(scenario, WebSetup(limits=Limits(trusted_networks=(), connections_per_address=2)))


def test_full_server_responds_with_503() -> None:
    async def scenario(server: WebServer) -> None:
        await server.connect()
        while not server.transport.connections:
            await asyncio.sleep(0)
        assert b"server is full" in (await server.get("/")).body

    run(scenario, WebSetup(limits=Limits(connections=1)))


def test_address_that_connects_too_fast_gets_503() -> None:
    async def scenario(server: WebServer) -> None:
        server.transport.now = lambda: 0.0
        statuses = [(await server.get("/health")).status for _ in range(6)]
        assert statuses == [200] * 5 + [503]
        server.transport.now = lambda: 1.0
        assert (await server.get("/health")).status == 200

    limits = Limits(trusted_networks=(), address_burst=20, address_per_second=4)
    run(scenario, WebSetup(limits=limits))


def test_page_can_be_loaded_beside_as_many_websockets_as_an_address_may_have() -> None:
    """A WebSocket counts as a peer only; one more gets the reason as its first message."""

    async def scenario(server: WebServer) -> None:
        held = [await server.open() for _ in range(2)]
        (address,) = server.transport.limiter.addresses.values()
        assert address.connections == 0
        assert (await server.get("/health")).status == 200
        refused = await server.connect()
        refused.writer.write(request_bytes("/play", UPGRADE))
        assert (await refused.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        (error,), code = await refused.read_to_end()
        assert isinstance(error, Error)
        assert error.error is ErrorCode.SERVERFULL
        assert "2 connections, the maximum" in error.message
        assert code == CloseCode.NORMAL
        for client in held:
            client.writer.close()
        while server.transport.connections:
            await asyncio.sleep(0)
        server.transport.sweep(server.transport.now() + 60.0)
        assert not server.transport.limiter.addresses

    run(scenario, WebSetup(limits=Limits(trusted_networks=(), connections_per_address=2)))


def test_pages_of_allowed_origins_may_connect_and_others_may_not() -> None:
    async def scenario(server: WebServer) -> None:
        for origin in ("https://games.example", "http://localhost", "HTTPS://GAMES.EXAMPLE"):
            await server.open({"Origin": origin})
        for origin in ("https://evil.example", "https://games.example.evil.example", "null"):
            refused = await server.get("/play", {**UPGRADE, "Origin": origin})
            assert refused.status == 403
        assert len(server.hub.handler.state.peers) == 3

    run(scenario, WebSetup(origins=("https://Games.example",)))


def test_stop_tells_all_clients_and_sends_a_close_frame() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.open()
        client.send(ChooseNickname("ada"))
        for _ in range(3):
            await client.read()
        server.hub.stop()
        await server.transport.stop()
        messages, code = await client.read_to_end()
        assert messages == [GenericMessage("The server stops now.")]
        assert code == CloseCode.NORMAL

    run(scenario)
