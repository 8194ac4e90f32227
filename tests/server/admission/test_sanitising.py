"""The corpus at the server's door: nothing a terminal obeys comes out, and nothing breaks."""

from itertools import count

import pytest

from messages import (
    ActionValid,
    ChatMessage,
    ChooseNickname,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
)
from messages.codec import decode_client, encode, to_plain
from messages.errors import ProtocolError
from messages.text import BLANKS, maybe_name
from tests.harness.corpus import CORPUS, control_characters
from tests.harness.handler import HandlerHarness


@pytest.fixture
def harness() -> HandlerHarness:
    return HandlerHarness()


def _texts(plain: object) -> list[str]:
    if isinstance(plain, dict):
        return [text for pair in plain.items() for part in pair for text in _texts(part)]
    if isinstance(plain, list | tuple):
        return [text for part in plain for text in _texts(part)]
    return [plain] if isinstance(plain, str) else []


def _check_everything_said(harness: HandlerHarness) -> None:
    for box in harness.inboxes.values():
        for message in box:
            for text in _texts(to_plain(message)):
                assert not control_characters(text), ascii(text)
                assert not BLANKS & set(text), ascii(text)
    assert harness.log.errors == []


def test_as_names(harness: HandlerHarness) -> None:
    taken = 0
    for nasty in CORPUS:
        peer = harness.connect()
        answer = harness.send(peer, ChooseNickname(nasty[:64]))
        taken += isinstance(answer, ActionValid)
        assert not control_characters(str(to_plain(answer)))
    assert set(harness.state.sessions) == {"nul", "none", "nan", "__class__"} | {"--help"}
    assert taken == len(harness.state.sessions)
    _check_everything_said(harness)


def test_as_chat_and_as_names_of_tables(harness: HandlerHarness) -> None:
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    said = 0
    for nasty, number in zip(CORPUS, count(1), strict=False):
        said += isinstance(harness.send(ada, SendChat(nasty[:512])), ActionValid)
        host = harness.connect_named(f"host-{number}")
        harness.send(host, SelectMatch(0))
        harness.send(host, SelectModeAndPlayers(2, name=nasty[:64]))
        harness.send(bob, SelectMatch(10_000 + number, nasty[:64]))
    assert said > 100
    assert len(harness.received(bob, ChatMessage)) == said
    _check_everything_said(harness)


def test_what_cannot_be_read_is_not_echoed_as_it_came() -> None:
    for nasty in CORPUS:
        safe = nasty.encode("utf-8", "ignore").decode()
        for bad in (
            {"type": "SendChat", safe: 1},
            {"type": safe},
            {"type": "SendChat", "to": [safe]},
        ):
            with pytest.raises(ProtocolError) as refused:
                decode_client(encode(bad))
            assert not control_characters(refused.value.text)


@pytest.mark.parametrize("blank", sorted(BLANKS))
def test_a_name_nobody_can_see_is_no_name(blank: str) -> None:
    assert maybe_name(blank * 5) is None
