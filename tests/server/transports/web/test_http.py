"""Request heads: what is understood, and what is refused with 400."""

from http import HTTPStatus

import pytest

from server.transports.web.http import MAX_HEADERS, HttpError, parse_head, response_head

HOST = b"\r\nHost: localhost"


def test_head_is_parsed_without_query_and_with_names_in_lower_case() -> None:
    request = parse_head(
        b'GET /j/ABC?x=1 HTTP/1.1\r\nHOST: LocalHost:7780\r\nX-Empty:\r\nIf-None-Match:  "a" \r\n'
        b'If-none-match: "b"'
    )
    assert (request.method, request.path, request.host) == ("GET", "/j/ABC", "localhost:7780")
    assert request.headers["x-empty"] == ""
    assert request.words("if-none-match") == ['"a"', '"b"']
    assert request.words("upgrade") == []


@pytest.mark.parametrize("host", ["localhost", "10.0.0.1:80", "[::1]:7780", "a-b.example"])
def test_host_may_be_a_name_or_an_address_with_a_port(host: str) -> None:
    assert parse_head(f"GET / HTTP/1.1\r\nHost: {host}".encode()).host == host


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (b"GET / HTTP/2" + HOST, "first line"),
        (b"GET  / HTTP/1.1" + HOST, "first line"),
        (b"get / HTTP/1.1" + HOST, "first line"),
        (b"GET http://evil.example/ HTTP/1.1" + HOST, "first line"),
        (b"GET /\x00 HTTP/1.1" + HOST, "first line"),
        (b"GET /\xff HTTP/1.1" + HOST, "first line"),
        (b"\r\nGET / HTTP/1.1" + HOST, "first line"),
        (b"GET / HTTP/1.1\nHost: localhost", "first line"),
        (b"GET / HTTP/1.1" + HOST + b"\nX: y", "a header is invalid"),
        (b"GET / HTTP/1.1" + HOST + b"\rX: y", "a header is invalid"),
        (b"GET / HTTP/1.1" + HOST + b"\r\n X: folded", "a header is invalid"),
        (b"GET / HTTP/1.1" + HOST + b"\r\nX : y", "a header is invalid"),
        (b"GET / HTTP/1.1" + HOST + b"\r\n: y", "a header is invalid"),
        (b"GET / HTTP/1.1" + HOST + b"\r\nno colon", "a header is invalid"),
        (b"GET / HTTP/1.1" + HOST + b"\r\nX: a\x00b", "a header is invalid"),
        (b"GET / HTTP/1.1", "Host"),
        (b"GET / HTTP/1.1\r\nHost:", "Host"),
        (b"GET / HTTP/1.1\r\nHost: a/b", "Host"),
        (b"GET / HTTP/1.1\r\nHost: a;script-src *", "Host"),
        (b"GET / HTTP/1.1" + HOST + HOST, "repeated"),
        (b"GET / HTTP/1.1" + HOST + b"\r\nContent-Length: 0\r\nContent-Length: 0", "repeated"),
        (b"GET / HTTP/1.1" + HOST + b"\r\nContent-Length: 5", "body"),
        (b"GET / HTTP/1.1" + HOST + b"\r\nContent-Length: +0", "body"),
        (b"GET / HTTP/1.1" + HOST + b"\r\nTransfer-Encoding: chunked", "body"),
        (
            b"GET / HTTP/1.1" + HOST + b"\r\nContent-Length: 0\r\nTransfer-Encoding: identity",
            "body",
        ),
        (b"GET / HTTP/1.1" + HOST + b"\r\nX: y" * MAX_HEADERS, "more than 64 headers"),
    ],
)
def test_ambiguous_or_invalid_head_is_refused(head: bytes, reason: str) -> None:
    with pytest.raises(HttpError, match=reason) as caught:
        parse_head(head)
    assert caught.value.status is HTTPStatus.BAD_REQUEST


def test_http_1_0_cannot_upgrade() -> None:
    head = b"GET /play HTTP/1.%d" + HOST + b"\r\nUpgrade: websocket"
    assert parse_head(head % 1).words("upgrade") == ["websocket"]
    assert parse_head(head % 0).words("upgrade") == []


def test_response_head_has_its_length_and_closes_the_connection() -> None:
    assert response_head(HTTPStatus.OK, {"X": "y"}, 3) == (
        b"HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
    )
    assert b"Content-Length" not in response_head(HTTPStatus.NOT_MODIFIED, {}, 0)
