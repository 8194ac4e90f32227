"""Test the forms of addresses and invitations that can be pasted."""

import pytest

from client.games.parsing import CommandError
from client.tui.invitations import Invitation, invitation_line, parse_invitation

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
    with pytest.raises(CommandError, match="CODE@HOST:PORT"):
        parse_invitation(text)


def test_invitation_line_is_understood_when_pasted() -> None:
    line = invitation_line(HOST, "KITE23")
    assert line == f"tavolata join KITE23@{HOST}"
    assert parse_invitation(line) == Invitation((HOST,), "KITE23")
    assert invitation_line("", "KITE23") == ""
