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
from tests.harness.corpus import CORPUS, dangers
from tests.harness.handler import House


@pytest.fixture
def house() -> House:
    return House()


def _texts(plain: object) -> list[str]:
    if isinstance(plain, dict):
        return [text for pair in plain.items() for part in pair for text in _texts(part)]
    if isinstance(plain, list | tuple):
        return [text for part in plain for text in _texts(part)]
    return [plain] if isinstance(plain, str) else []


def _check_everything_said(house: House) -> None:
    for box in house.boxes.values():
        for message in box:
            for text in _texts(to_plain(message)):
                assert not dangers(text), ascii(text)
                assert not BLANKS & set(text), ascii(text)
    assert house.log.entries == []


def test_as_names(house: House) -> None:
    taken = 0
    for nasty in CORPUS:
        peer = house.arrive()
        answer = house.say(peer, ChooseNickname(nasty[:64]))
        taken += isinstance(answer, ActionValid)
        assert not dangers(str(to_plain(answer)))
    assert set(house.state.sessions) == {"nul", "none", "nan", "__class__"} | {"--help"}
    assert taken == len(house.state.sessions)
    _check_everything_said(house)


def test_as_chat_and_as_names_of_tables(house: House) -> None:
    ada, bob = house.guest("ada"), house.guest("bob")
    said = 0
    for nasty, number in zip(CORPUS, count(1), strict=False):
        said += isinstance(house.say(ada, SendChat(nasty[:512])), ActionValid)
        host = house.guest(f"host-{number}")
        house.say(host, SelectMatch(0))
        house.say(host, SelectModeAndPlayers(2, name=nasty[:64]))
        house.say(bob, SelectMatch(10_000 + number, nasty[:64]))
    assert said > 100
    assert len(house.got(bob, ChatMessage)) == said
    _check_everything_said(house)


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
            assert not dangers(refused.value.text)


@pytest.mark.parametrize("blank", sorted(BLANKS))
def test_a_name_nobody_can_see_is_no_name(blank: str) -> None:
    assert maybe_name(blank * 5) is None
