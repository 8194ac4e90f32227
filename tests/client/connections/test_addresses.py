"""Addresses in all forms that a server prints, and invitations."""

import pytest

from client.connections.addresses import (
    Invitation,
    ServerAddress,
    invitation_line,
    parse_addresses,
    parse_invitation,
    parse_table,
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
def test_addresses_lose_their_scheme_and_tls_is_recognised(
    text: str, addresses: list[ServerAddress]
) -> None:
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


@pytest.mark.parametrize(
    "text", ["", ",", "host", "host:x", "host:0", "http://host:1", "a:1,b", "a/b:1"]
)
def test_other_texts_are_refused_with_the_forms_to_use(text: str) -> None:
    with pytest.raises(CannotConnect, match="HOST:PORT or PYRO:tavolata@HOST:PORT"):
        parse_addresses(text)


def test_host_and_port_are_split_without_brackets() -> None:
    assert split_host("PYRO:tavolata@[::1]:7701") == ("::1", 7701)


HOST = "games.example:7700"
PYRO = "PYRO:tavolata@games.example:7701"


@pytest.mark.parametrize(
    ("text", "addresses", "table"),
    [
        (HOST, (HOST,), ""),
        ("games.example", (HOST,), ""),
        ("[::1]:7800", ("[::1]:7800",), ""),
        ("[::1]", ("[::1]:7700",), ""),
        (f"  tcp://{HOST} ", (HOST,), ""),
        (f"socket tcp://{HOST}", (HOST,), ""),
        (f"tls://{HOST}", (HOST,), ""),
        (PYRO, (PYRO,), ""),
        (f"pyro {PYRO}", (PYRO,), ""),
        (f"tcp://{HOST}, {PYRO}", (HOST, PYRO), ""),
        (f"{HOST},{PYRO}", (HOST, PYRO), ""),
        (f"kite23@{HOST}", (HOST,), "KITE23"),
        (f"12@{HOST}", (HOST,), "12"),
        ("KITE23@games.example", (HOST,), "KITE23"),
        ("HOST.example", ("host.example:7700",), ""),
        (f"12@tls://{HOST}/", (HOST,), "12"),
        (f"KITE23@{PYRO}", (PYRO,), "KITE23"),
        (f"tavolata://{HOST}/KITE23", (HOST,), "KITE23"),
        (f"tavolata://{HOST}", (HOST,), ""),
        (f"tavolata join KITE23@{HOST}", (HOST,), "KITE23"),
        (f"tavolata join tavolata://{HOST}/12", (HOST,), "12"),
        (f"tavolata play --server {HOST}", (HOST,), ""),
        (f"tavolata play --server {HOST} --join KITE23", (HOST,), "KITE23"),
    ],
)
def test_every_pasted_form_names_server_and_table(
    text: str, addresses: tuple[str, ...], table: str
) -> None:
    assert parse_invitation(text) == Invitation(addresses, table)


@pytest.mark.parametrize(
    "text",
    [
        *("", "tavolata join", "two words here!", "host:99999", "host:port", "a/b:7700"),
        *("PYRO:tavolata@host", "PYRO:@host:7701", "x!y@host:7700", '"open quote', "host:0"),
        "tavolata://host:7700/no-code!",
    ],
)
def test_any_other_text_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(CannotConnect, match="CODE@HOST:PORT"):
        parse_invitation(text)


def test_invitation_line_is_understood_when_pasted() -> None:
    line = invitation_line(HOST, "KITE23")
    assert line == f"tavolata join KITE23@{HOST}"
    assert parse_invitation(line) == Invitation((HOST,), "KITE23")
    assert invitation_line("", "KITE23") == ""


@pytest.mark.parametrize(
    ("text", "number", "code"),
    [
        ("kite@host", 0, "KITE"),
        ("12@host:1", 12, ""),
        ("tavolata://[::1]:5/7", 7, ""),
        ("1234567890@host", 0, "1234567890"),
        ("tavolata join 0@host", 0, "0"),
    ],
)
def test_table_of_an_invitation_is_its_number_or_its_code(
    text: str, number: int, code: str
) -> None:
    invitation = parse_table(text)
    assert (invitation.number, invitation.code) == (number, code)


@pytest.mark.parametrize(
    "text", ["", "KITE", "http://host/KITE", "tavolata://host", "@host", "host:7700"]
)
def test_text_without_a_table_is_no_invitation_to_one(text: str) -> None:
    with pytest.raises(CannotConnect, match="is no invitation: use CODE@HOST"):
        parse_table(text)
