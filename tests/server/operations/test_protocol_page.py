"""The protocol page lists all messages with the phases that accept them."""

import re
from pathlib import Path

import pytest

from messages import ErrorCode, Heartbeat, LeaveMatch, Reconnect, RequestView, SendChat
from messages.registry import ALIASES, CLIENT_MESSAGES, SERVER_MESSAGES
from server.operations.protocol_page import PAGE, reference_text, updated_page


def test_reference_of_the_protocol_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == updated_page(page), "run python -m server.operations.protocol_page"


def test_protocol_page_lists_every_error_code_in_order() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Errors")[1].split("## Reference")[0]
    assert re.findall(r"^\| `([A-Z]+)`", section, re.M) == [code.value for code in ErrorCode]


def test_protocol_page_names_only_existing_messages_before_its_errors() -> None:
    known = CLIENT_MESSAGES.keys() | ALIASES.keys() | SERVER_MESSAGES.keys()
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
