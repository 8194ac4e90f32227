"""The protocol page lists all messages with the phases that accept them."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.registry import BUILT_IN as BUILT_IN_GAMES
from games.registry import GAMES
from messages import ErrorCode, Heartbeat, LeaveMatch, Reconnect, RequestView, SendChat
from messages.registry import ALIASES, BUILT_IN, CLIENT_MESSAGES, SERVER_MESSAGES
from server.operations.protocol_page import PAGE, reference_text, split_doc, updated_page


def test_reference_of_the_protocol_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == updated_page(page), "run python -m server.operations.protocol_page"


def test_protocol_page_lists_every_error_code_in_order() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Errors")[1].split("## Reference")[0]
    assert re.findall(r"^\| `([A-Z]+)`", section, re.M) == [code.value for code in ErrorCode]


def test_protocol_page_names_only_existing_messages_and_records_before_its_errors() -> None:
    reference = reference_text()
    records = set(re.findall(r"^(?:\| |\* \*\*)`([A-Z]\w+)`", reference, re.M))
    known = CLIENT_MESSAGES.keys() | ALIASES.keys() | SERVER_MESSAGES.keys() | records
    conversation = PAGE.read_text(encoding="utf-8").split("## Errors")[0]
    named = set(re.findall(r"`([A-Z][a-z]+[A-Z][A-Za-z]+)\b", conversation))
    assert named <= known
    assert Path(PAGE).name == "protocol.md"


@pytest.mark.parametrize(
    ("message", "phases"),
    [
        (Reconnect, "nickname"),
        (Heartbeat, "any"),
        (SendChat, "any but nickname"),
        (LeaveMatch, "set-up, wizard, turn, watch"),
        (RequestView, "turn, watch"),
    ],
)
def test_reference_lists_a_message_with_the_phases_that_accept_it(
    message: type, phases: str
) -> None:
    assert f"\n| `{message.__name__}` | {phases} | " in reference_text()


def test_reference_has_no_field_names_of_python() -> None:
    python_names = set()
    for cls in _all_records():
        fields = msgspec.structs.fields(cls)
        python_names |= {field.name for field in fields if field.name != field.encode_name}
    assert "island_position" in python_names
    named = set(re.findall(r"`([^`]*)`", reference_text()))
    assert {word for text in named for word in re.split(r"\W+", text)} & python_names == set()


def test_prose_names_fields_of_python_only_as_options_and_for_pyro() -> None:
    page = PAGE.read_text(encoding="utf-8")
    prose = page.split("## Pyro5")[0]
    options = {
        name for game in GAMES.values() for name in game.options(False, {}).__struct_fields__
    }
    assert set(re.findall(r"`([a-z]+_[a-z_]+)`", prose)) - options == {"front_face", "back_face"}


def test_reference_lists_the_changes_of_every_game_with_their_mirror_rules() -> None:
    reference = reference_text()
    for game in BUILT_IN:
        for change in game.changes:
            meaning, rule = split_doc(change)
            assert f". {meaning}\n  * {rule}\n" in reference


def test_reference_prints_views_with_their_game_and_the_listings() -> None:
    reference = reference_text()
    for game in BUILT_IN:
        assert f"\n| `{game.view.__name__}`, `game` {game.name} | " in reference
        for title, text in game.listings.items():
            assert f"\n### {title}\n\n```\n{text.rstrip()}\n```" in reference


def test_page_lists_every_game_with_its_numbers_of_players() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for game in BUILT_IN_GAMES:
        players = f"{game.seats[0]} to {game.seats[-1]}"
        wizards = "yes" if game.wizards else "no"
        assert f"\n| {game.title} | `{game.name}` | {players} | {wizards} | " in page


def test_hash_of_the_seed_on_the_page_is_over_raw_bytes() -> None:
    assert sha256(bytes.fromhex("00")).hexdigest() in PAGE.read_text(encoding="utf-8")


def _all_records() -> set[type[Any]]:
    """Return the classes of all messages, changes and views."""
    games = [cls for game in BUILT_IN for cls in (*game.changes, game.view)]
    return {*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values(), *games}
