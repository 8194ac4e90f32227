"""Hostile texts: the server sends no control characters, whatever clients send."""

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


def _check_all_received(harness: HandlerHarness) -> None:
    for inbox in harness.inboxes.values():
        for message in inbox:
            for text in _texts(to_plain(message)):
                assert not control_characters(text), ascii(text)
                assert not BLANKS & set(text), ascii(text)
    assert harness.log.errors == []


def test_hostile_nicknames_are_refused_except_plain_words_and_controls_are_not_echoed(
    harness: HandlerHarness,
) -> None:
    accepted = 0
    for text in CORPUS:
        peer = harness.connect()
        answer = harness.send(peer, ChooseNickname(text[:64]))
        accepted += isinstance(answer, ActionValid)
        assert not control_characters(str(to_plain(answer)))
    assert set(harness.state.sessions) == {"nul", "none", "nan", "__class__"} | {"--help"}
    assert accepted == len(harness.state.sessions)
    _check_all_received(harness)


def test_hostile_chat_and_room_names_are_sent_without_control_characters(
    harness: HandlerHarness,
) -> None:
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    accepted_lines = 0
    for text, number in zip(CORPUS, count(1), strict=False):
        accepted_lines += isinstance(harness.send(ada, SendChat(text[:512])), ActionValid)
        host = harness.connect_named(f"host-{number}")
        harness.send(host, SelectMatch(0))
        harness.send(host, SelectModeAndPlayers(2, name=text[:64]))
        harness.send(bob, SelectMatch(10_000 + number, text[:64]))
    assert accepted_lines > 100
    assert len(harness.received(bob, ChatMessage)) == accepted_lines
    _check_all_received(harness)


def test_errors_for_undecodable_messages_do_not_echo_control_characters() -> None:
    for text in CORPUS:
        encodable = text.encode("utf-8", "ignore").decode()
        for message in (
            {"type": "SendChat", encodable: 1},
            {"type": encodable},
            {"type": "SendChat", "to": [encodable]},
        ):
            with pytest.raises(ProtocolError) as refused:
                decode_client(encode(message))
            assert not control_characters(refused.value.text)


@pytest.mark.parametrize("blank", sorted(BLANKS))
def test_invisible_nickname_is_invalid(blank: str) -> None:
    assert maybe_name(blank * 5) is None
