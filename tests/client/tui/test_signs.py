"""Test that signs become ASCII of the same width, and when ASCII is chosen."""

import locale

import pytest
from rich.cells import cell_len

from client.tui.signs import ASCII, to_ascii, wants_ascii


def test_every_sign_has_one_column_and_becomes_one_ascii_character() -> None:
    for code, sign in ASCII.items():
        assert cell_len(chr(code)) == 1, chr(code)
        assert len(sign) == 1
        assert sign.isascii()
        assert sign != "*", "a star has one meaning only"


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("▶7◀ [8] ✦ ‹P›", ">7< [8] ! <P>"),
        ("╭─╮", "+-+"),
        ("┏━┓┃", "#=##"),
        ("┌┄┐┆", "+.+:"),
        ("╔═╗║", '+=+"'),
        ("♜w3 ▲ ★ ⊘ ¢ ░", "Tw3 M + x c #"),
        ("♠♥♦♣", "SHDC"),
        ("Zoë", "Zoë"),
    ],
)
def test_signs_become_ascii_and_letters_stay(drawn: str, expected: str) -> None:
    assert to_ascii(drawn) == expected


@pytest.mark.parametrize(
    ("variable", "encoding", "expected"),
    [
        ("ascii", "UTF-8", True),
        ("", "UTF-8", False),
        ("", "utf8", False),
        ("", "ANSI_X3.4-1968", True),
        ("unicode", "ANSI_X3.4-1968", False),
    ],
)
def test_ascii_is_chosen_by_the_variable_or_the_locale(
    monkeypatch: pytest.MonkeyPatch, variable: str, encoding: str, expected: bool
) -> None:
    monkeypatch.setenv("TAVOLATA_SIGNS", variable)
    monkeypatch.setattr(locale, "getpreferredencoding", lambda do_setlocale=True: encoding)
    assert wants_ascii() is expected
