"""HTTP requests on real connections: pages, errors, headers, deadlines."""

import asyncio
from pathlib import Path

import pytest

from server.limits import Limits
from server.transports.web.connection import HttpConnection
from tests.harness.pyro import LOOPS
from tests.harness.timeouts import within
from tests.harness.web_server import (
    UPGRADE,
    RawWebConnection,
    WebServer,
    WebSetup,
    request_bytes,
    run,
)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("tls", [False, True])
def test_page_games_health_and_icon_are_served_and_the_connection_is_closed(
    loop: str, tls: bool
) -> None:
    async def scenario(server: WebServer) -> None:
        for path, body in {
            "/": b"make web",
            "/j/ABCDEF": b"make web",
            "/games.json": b'[{"game":"uno"}]',
            "/health": b"ok\n",
            "/favicon.ico": b"<svg",
        }.items():
            response = await server.get(path)
            assert (response.status, body in response.body) == (200, True)
            assert response.headers["connection"] == "close"
            assert len(response.body) == int(response.headers["content-length"])

    run(scenario, WebSetup(loop=loop, tls=tls, generated={"/games.json": b'[{"game":"uno"}]'}))


def test_large_file_arrives_completely(tmp_path: Path) -> None:
    body = b"0123456789abcdef" * 200_000
    (tmp_path / "index.html").write_bytes(body)

    async def scenario(server: WebServer) -> None:
        assert (await server.get("/")).body == body

    run(scenario, WebSetup(folder=tmp_path))


def test_health_has_the_status_and_the_reason_of_the_server() -> None:
    async def scenario(server: WebServer) -> None:
        response = await server.get("/health")
        assert (response.status, response.body) == (503, b"draining\n")
        assert (await server.get("/health", method="HEAD")).body == b""

    run(scenario, WebSetup(health=(503, b"draining\n")))


def test_every_response_has_the_headers_that_protect_the_page() -> None:
    async def scenario(server: WebServer) -> None:
        for path in ("/", "/nothing", "/health", "/play"):
            headers = (await server.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
        policy = (await server.get("/", {"Host": "games.lan:7780"})).headers[
            "content-security-policy"
        ]
        directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        assert directives["default-src"] == "'self'"
        assert "script-src" not in directives, "default-src applies: no inline scripts"
        assert directives["style-src"] == "'self'"
        assert directives["style-src-attr"] == "'unsafe-inline'"
        assert directives["connect-src"] == "'self' ws://games.lan:7780 wss://games.lan:7780"
        assert directives["frame-ancestors"] == "'none'"

    run(scenario)


@pytest.mark.parametrize(
    ("data", "status", "text"),
    [
        (request_bytes("/nothing"), 404, b"nothing at this address"),
        (request_bytes("/../../etc/passwd"), 404, b"nothing at this address"),
        (request_bytes("/", method="POST"), 405, b"Only GET and HEAD"),
        (request_bytes("/play", method="OPTIONS"), 405, b"Only GET and HEAD"),
        (request_bytes("/play"), 426, b"open it with a WebSocket client"),
        (request_bytes("/play", {**UPGRADE, "Sec-WebSocket-Version": "8"}), 426, b"version 13"),
        (request_bytes("/play", {**UPGRADE, "Sec-WebSocket-Key": "x"}), 400, b"Sec-WebSocket-Key"),
        (request_bytes("/play", {**UPGRADE, "Origin": "http://evil.example"}), 403, b"origin"),
        (request_bytes("/", {"Content-Length": "3"}) + b"abc", 400, b"must not have a body"),
        (request_bytes("/") + request_bytes("/"), 400, b"one request per connection"),
        (request_bytes("/play", UPGRADE) + b"\x81\x80abcd", 400, b"one request per connection"),
        (b"\x00\x00\x00\x10", 400, b"connect to the socket port instead"),
        (b"PYRO\x01\xf6", 400, b"or with Pyro5 to port 7701"),
        (b"\x16\x03\x01\x02\x00\x01", 400, b"connect to the socket port instead"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, b"Host header"),
        (b"HELLO\r\n\r\n", 400, b"first line"),
        (b"GET /" + b"x" * 8200, 431, b"at most 8192 bytes"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 8192 + b"\r\n\r\n", 431, b"at most 8192 bytes"),
    ],
)
def test_refused_request_gets_a_status_and_a_sentence(
    data: bytes, status: int, text: bytes
) -> None:
    async def scenario(server: WebServer) -> None:
        response = await (await server.connect()).request(data)
        assert response.status == status
        assert text in response.body
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        assert len(response.body) == int(response.headers["content-length"])
        assert not server.hub.handler.state.peers

    run(scenario)


def test_refusal_names_the_supported_methods_and_the_protocol() -> None:
    async def scenario(server: WebServer) -> None:
        assert (await server.get("/", method="PUT")).headers["allow"] == "GET, HEAD"
        assert (await server.get("/play")).headers["upgrade"] == "websocket"

    run(scenario)


def test_refused_head_request_gets_no_body() -> None:
    async def scenario(server: WebServer) -> None:
        response = await server.get("/nothing", method="HEAD")
        assert (response.status, response.body) == (404, b"")
        assert int(response.headers["content-length"]) > 0

    run(scenario)


def test_request_in_single_bytes_is_understood() -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.connect()
        for byte in request_bytes("/health"):
            client.writer.write(bytes([byte]))
            await client.writer.drain()
        assert (await client.request(b"")).status == 200

    run(scenario)


@pytest.mark.parametrize("data", [b"", b"GET /health HTTP/1.1\r\nHost: "])
def test_incomplete_request_is_aborted_after_message_seconds(data: bytes) -> None:
    async def scenario(server: WebServer) -> None:
        client = await server.connect()
        client.writer.write(data)
        while not any(_head(connection) == data for connection in server.transport.connections):
            await asyncio.sleep(0)
        server.transport.sweep(server.transport.now() + 4.0)
        assert len(server.transport.connections) == 1
        server.transport.sweep(server.transport.now() + 6.0)
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await within(client.reader.readexactly(1))

    run(scenario)


def _head(connection: object) -> bytes:
    assert isinstance(connection, HttpConnection)
    return connection._head


@pytest.mark.parametrize("loop", LOOPS)
def test_client_that_does_not_read_its_response_is_aborted(loop: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"x" * 20_000_000)

    async def scenario(server: WebServer) -> None:
        client = await server.connect(buffer=4096)
        client.writer.write(request_bytes("/"))
        await within(_wait_for_end(server, client))

    run(scenario, WebSetup(loop=loop, folder=tmp_path, limits=Limits(unread_seconds=0.05)))


async def _wait_for_end(server: WebServer, client: RawWebConnection) -> None:
    while not any(connection.closing for connection in server.transport.connections):
        await asyncio.sleep(0.001)
    while server.transport.connections:
        await asyncio.sleep(0.001)
    client.writer.transport.abort()
