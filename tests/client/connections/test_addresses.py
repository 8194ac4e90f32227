"""Addresses in all forms that a server prints, and invitations."""

import pytest

from client.connections.addresses import (
    Invitation,
    ServerAddress,
    parse_addresses,
    parse_invitation,
    split_host,
)
from client.connections.base import CannotConnect
from server.app import Addresses, Settings, announce_ready


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("Host:7700", [ServerAddress("host:7700")]),
        ("tcp://host:7700", [ServerAddress("host:7700")]),
        ("tls://host:7700/", [ServerAddress("host:7700", tls=True)]),
        ("pyro:tavolata@host:7701", [ServerAddress("PYRO:tavolata@host:7701")]),
        ("[::1]:7700", [ServerAddress("[::1]:7700")]),
        (
            "tcp://one:1, PYRO:tavolata@two:2,",
            [ServerAddress("one:1"), ServerAddress("PYRO:tavolata@two:2")],
        ),
    ],
)
def test_addresses_are_parsed(text: str, addresses: list[ServerAddress]) -> None:
    assert list(parse_addresses(text)) == addresses


@pytest.mark.parametrize("tls", [False, True])
def test_lines_that_a_server_prints_are_addresses(tls: bool) -> None:
    lines: list[str] = []
    settings = Settings(tls=object() if tls else None)  # type: ignore[arg-type]
    ready = Addresses("127.0.0.1:1", "PYRO:tavolata@127.0.0.1:2", admin=lambda words: {})
    announce_ready(settings, ready, lines.append)
    assert list(parse_addresses(",".join(lines[:2]))) == [
        ServerAddress("127.0.0.1:1", tls),
        ServerAddress("PYRO:tavolata@127.0.0.1:2"),
    ]


@pytest.mark.parametrize("text", ["", ",", "host", "host:x", "host:0", "http://host:1", "a:1,b"])
def test_other_texts_are_refused_with_the_forms_to_use(text: str) -> None:
    with pytest.raises(CannotConnect, match="HOST:PORT or PYRO:tavolata@HOST:PORT"):
        parse_addresses(text)


def test_host_and_port_are_split_without_brackets() -> None:
    assert split_host("PYRO:tavolata@[::1]:7701") == ("::1", 7701)


@pytest.mark.parametrize(
    ("text", "invitation"),
    [
        ("kite@host", Invitation("host:7700", 0, "KITE")),
        ("12@host:1", Invitation("host:1", 12)),
        ("tavolata://host/Kite", Invitation("host:7700", 0, "KITE")),
        ("tavolata://[::1]:5/7", Invitation("[::1]:5", 7)),
        ("7@[::1]", Invitation("[::1]:7700", 7)),
        ("7@PYRO:tavolata@host:1", Invitation("PYRO:tavolata@host:1", 7)),
        ("7@PYRO:tavolata@[::1]:5", Invitation("PYRO:tavolata@[::1]:5", 7)),
    ],
)
def test_invitations_are_parsed(text: str, invitation: Invitation) -> None:
    assert parse_invitation(text) == invitation


@pytest.mark.parametrize("text", ["", "KITE", "http://host/KITE", "tavolata://host", "@host"])
def test_other_texts_are_no_invitation(text: str) -> None:
    with pytest.raises(CannotConnect, match="is no invitation: use CODE@HOST"):
        parse_invitation(text)
