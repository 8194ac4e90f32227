"""Metrics and health over HTTP."""

import asyncio

import pytest

from server.limits import Limits
from server.transports.health import HealthTransport
from tests.harness.timeouts import within

ENDPOINTS = {"/health": lambda: (503, b"draining\n")}


async def _request(request: bytes) -> bytes:
    transport = HealthTransport(ENDPOINTS, Limits())
    host, port = (await transport.start(0)).split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for start in range(0, len(request), 1000):
        writer.write(request[start : start + 1000])
    answer = await within(reader.read())
    writer.close()
    await transport.stop()
    return answer


@pytest.mark.parametrize(
    ("request_line", "status", "body"),
    [
        (b"GET /health HTTP/1.1", b"503 Service Unavailable", b"draining\n"),
        (b"GET / HTTP/1.1", b"404 Not Found", b"not found; try /metrics or /health\n"),
        (b"POST /health HTTP/1.1", b"400 Bad Request", b"only GET and HEAD are supported\n"),
        (b"\xff\x00", b"400 Bad Request", b"only GET and HEAD are supported\n"),
    ],
)
def test_endpoint_unknown_path_and_unsupported_request_get_status_length_and_body(
    request_line: bytes, status: bytes, body: bytes
) -> None:
    answer = asyncio.run(_request(request_line + b"\r\nHost: x\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 " + status + b"\r\n")
    assert answer.endswith(b"\r\n\r\n" + body)
    assert b"Content-Length: %d\r\n" % len(body) in answer


def test_incomplete_request_is_aborted_without_an_answer_after_its_deadline() -> None:
    async def send_incomplete_request() -> bytes:
        transport = HealthTransport(ENDPOINTS, Limits())
        host, port = (await transport.start(0)).split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /health")
        while not any(connection._head for connection in transport.connections):
            await asyncio.sleep(0)
        transport.sweep(transport.now() + 6.0)
        answer = await within(reader.read())
        writer.close()
        await transport.stop()
        return answer

    assert asyncio.run(send_incomplete_request()) == b""


def test_too_long_request_head_gets_status_400() -> None:
    assert asyncio.run(_request(b"x" * 4097)).startswith(b"HTTP/1.1 400")
