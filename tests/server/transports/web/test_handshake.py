"""The opening handshake: the accepted key, wrong versions, and origins."""

from http import HTTPStatus

import pytest

from server.transports.web.handshake import OriginPolicy, accept_response, is_upgrade
from server.transports.web.http import HttpError, Request
from tests.harness.web_server import KEY, UPGRADE

ANY = OriginPolicy("http", is_loopback=False)
LOOPBACK = OriginPolicy("http", is_loopback=True)


def _request(**changed: str) -> Request:
    """Return a handshake with changed headers; an empty one is left out."""
    headers = {name.lower(): value for name, value in UPGRADE.items()} | {"host": "localhost:7780"}
    headers |= {name.replace("_", "-"): value for name, value in changed.items()}
    return Request("GET", "/play", {name: value for name, value in headers.items() if value})


def test_accepted_handshake_has_the_key_of_the_specification_and_no_extension() -> None:
    request = _request(sec_websocket_extensions="permessage-deflate", sec_websocket_protocol="x")
    assert accept_response(request, ANY) == (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
    )


@pytest.mark.parametrize(
    ("upgrade", "connection", "expected"),
    [
        ("websocket", "Upgrade", True),
        ("WebSocket", "keep-alive, UPGRADE", True),
        ("", "Upgrade", False),
        ("h2c", "Upgrade", False),
        ("websocket", "close", False),
    ],
)
def test_upgrade_needs_both_headers(upgrade: str, connection: str, expected: bool) -> None:
    assert is_upgrade(_request(upgrade=upgrade, connection=connection)) is expected


@pytest.mark.parametrize("version", ["", "8", "13, 8"])
def test_other_version_is_refused_with_the_supported_one(version: str) -> None:
    with pytest.raises(HttpError) as caught:
        accept_response(_request(sec_websocket_version=version), ANY)
    assert caught.value.status is HTTPStatus.UPGRADE_REQUIRED
    assert caught.value.headers == {"Sec-WebSocket-Version": "13"}


@pytest.mark.parametrize("key", ["", "short", KEY[:-4], f"{KEY[:-2]}!!", KEY + KEY, "é"])
def test_key_that_is_not_16_bytes_in_base64_is_refused(key: str) -> None:
    with pytest.raises(HttpError, match="Sec-WebSocket-Key is invalid") as caught:
        accept_response(_request(sec_websocket_key=key), ANY)
    assert caught.value.status is HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize(
    ("origin", "host", "policy", "allowed"),
    [
        ("", "localhost:7780", LOOPBACK, True),
        ("http://localhost:7780", "localhost:7780", LOOPBACK, True),
        ("http://127.0.0.1:7780", "127.0.0.1:7780", LOOPBACK, True),
        ("http://[::1]:7780", "[::1]:7780", LOOPBACK, True),
        ("HTTP://LOCALHOST:7780", "localhost:7780", LOOPBACK, True),
        ("http://localhost:7780", "127.0.0.1:7780", LOOPBACK, False),
        ("http://localhost:7781", "localhost:7780", LOOPBACK, False),
        ("https://localhost:7780", "localhost:7780", LOOPBACK, False),
        ("http://evil.example", "localhost:7780", LOOPBACK, False),
        ("http://evil.example:7780", "evil.example:7780", LOOPBACK, False),
        ("http://127.0.0.1.evil.example", "127.0.0.1.evil.example", LOOPBACK, False),
        ("null", "localhost:7780", LOOPBACK, False),
        ("http://games.lan:7780", "games.lan:7780", ANY, True),
        ("http://evil.example", "games.lan:7780", ANY, False),
        ("http://games.lan.evil.example", "games.lan", ANY, False),
        (
            "https://games.example",
            "localhost:7780",
            OriginPolicy("http", True, frozenset({"https://games.example"})),
            True,
        ),
        ("https://localhost", "localhost", OriginPolicy("https", is_loopback=True), True),
        ("http://localhost", "localhost", OriginPolicy("https", is_loopback=True), False),
    ],
)
def test_only_the_own_page_and_allowed_origins_may_connect(
    origin: str, host: str, policy: OriginPolicy, allowed: bool
) -> None:
    request = _request(origin=origin, host=host)
    assert policy.is_allowed(request) is allowed
    if not allowed:
        with pytest.raises(HttpError, match="its origin is not allowed") as caught:
            accept_response(request, policy)
        assert caught.value.status is HTTPStatus.FORBIDDEN
