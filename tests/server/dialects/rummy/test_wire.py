"""Messages cut out of a byte stream; cards, lists, aliases and actions as text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rummy.cards import TEXT
from messages.rummy.actions import (
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    TakeRummyDiscard,
)
from server.dialects.base import Refused
from server.dialects.rummy.wire import (
    BODY_BYTES,
    HEADER_BYTES,
    START,
    TYPES,
    Frame,
    FrameReader,
    TooLong,
    card_list,
    card_text,
    maybe_alias,
    maybe_card,
    maybe_cards,
    read_turn,
    scores,
    write,
)

CONNECT = (
    b"Message Type: CONNECT\nSender: alice\n\n"
    b"IP Address: 10.0.0.7\nPort Num: 55000\nPlayer: alice\n\n"
)
BODY = ("IP Address: 10.0.0.7", "Port Num: 55000", "Player: alice")
FRAME = Frame("CONNECT", "alice", BODY)


def read(data: bytes) -> list[Frame | None]:
    return FrameReader().feed(data)


def test_a_message_as_the_digest_lays_it_out() -> None:
    assert read(CONNECT) == [FRAME]
    assert FRAME.field("player") == "alice"
    assert FRAME.field("ip address") == "10.0.0.7"
    assert FRAME.field("nothing") is None


def test_what_the_host_writes_can_be_read() -> None:
    assert write("OK", ("ping",), later=False) == b"Message Type: OK\nSender: host\n\nping\n\n"
    assert read(write("OK", ("TURN", "x"), later=True)) == [
        Frame("OK", "host", ("TURN", "x"), later=True)
    ]


@pytest.mark.parametrize(
    "data",
    [
        CONNECT.replace(b"\n", b"\r\n"),
        b"\n\n\r\n" + CONNECT + b"\n\n\n",
        CONNECT.replace(b"\nSender", b" Sender", 1),
        CONNECT.replace(b"Message Type", b"MESSAGE type", 1).replace(b"CONNECT", b"connect"),
        CONNECT.replace(b"Message Type: ", b"Message Type:", 1),
    ],
)
def test_other_ways_to_write_the_same(data: bytes) -> None:
    assert read(data) == [FRAME]


def test_the_first_key_tells_the_profile() -> None:
    (frame,) = read(CONNECT.replace(b"Message Type", b"Type"))
    assert frame is not None
    assert frame.later


def test_a_bare_start_is_a_signal_only_outside_a_message() -> None:
    assert read(b"start\n") == [START]
    assert read(b"Start\r\n") == [START]
    (frame,) = read(b"Type: BEGIN\nSender: a\n\nstart\n\n")
    assert frame == Frame("BEGIN", "a", ("start",), later=True)


@pytest.mark.parametrize(
    "data",
    [
        b"hello\n\n",
        b"Message Type: DANCE\nSender: a\n\nx\n\n",
        b"Message Type: OK\n\n",
        b"Sender: a\nMessage Type: OK\n\n",
        b"Message Type: OK\nSender: a\n\n\n",
        b"\xff\xfe\n\n",
    ],
)
def test_what_cannot_be_understood_is_noticed(data: bytes) -> None:
    assert read(data) == [None]
    assert read(data + CONNECT) == [None, FRAME]


def test_too_long_a_header_or_body_is_the_end() -> None:
    for data in (b"x" * (HEADER_BYTES + 1), b"Message Type: OK\n" + b"x\n" * HEADER_BYTES):
        with pytest.raises(TooLong):
            read(data)
    head = b"Message Type: OK\nSender: a\n\n"
    assert read(head + b"x" * (BODY_BYTES - 10))[:0] == []
    for body in (b"x" * (BODY_BYTES + 1), b"x\n" * BODY_BYTES):
        with pytest.raises(TooLong):
            read(head + body)


def test_a_message_that_was_begun_is_pending() -> None:
    frames = FrameReader()
    for part in (CONNECT[:5], CONNECT[5:50], CONNECT[50:-1]):
        assert frames.feed(part) == []
        assert frames.pending
    assert frames.feed(CONNECT[-1:]) == [FRAME]
    assert not frames.pending


@given(st.lists(st.sampled_from([CONNECT, b"junk\n\n", b"start\n", b"\n"]), max_size=5), st.data())
def test_it_does_not_matter_how_the_bytes_come(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    frames, found, at = FrameReader(), [], 0
    while at < len(stream):
        size = data.draw(st.integers(1, 40))
        found += frames.feed(stream[at : at + size])
        at += size
    assert found == read(stream)


@given(st.binary(max_size=400))
def test_any_bytes_give_messages_or_an_end(data: bytes) -> None:
    try:
        found = read(data)
    except TooLong:
        return
    assert all(frame is None or (frame.body and frame.type in TYPES) for frame in found)


RUN = LayRummyMeld(("5H", "6H", "7H"))


def test_every_card_can_be_written_and_read() -> None:
    for card in TEXT:
        assert maybe_card(card_text(card)) == card
        assert maybe_card(card) == card
    assert card_text("TH") == "T of Hearts"


@pytest.mark.parametrize("text", ["10 of Hearts", "t OF hearts", "TH", "10h", " T of Hearts "])
def test_a_ten_has_many_names(text: str) -> None:
    assert maybe_card(text) == "TH"


@pytest.mark.parametrize("text", ["", "1 of Hearts", "5 of", "5 of Harts", "5", "H5", "5HH", "ß"])
def test_what_is_no_card(text: str) -> None:
    assert maybe_card(text) is None


def test_lists() -> None:
    assert card_list(("5H", "TC")) == "5 of Hearts, T of Clubs"
    assert maybe_cards("5 of Hearts, 10C, ") == ("5H", "TC")
    assert maybe_cards("") == ()
    assert maybe_cards("5H, x") is None
    assert scores(("alice", "bob"), (15, -20)) == "alice - 15, bob - -20"


@pytest.mark.parametrize("alias", ["a", "Alice_2.0-x", "x" * 20])
def test_aliases(alias: str) -> None:
    assert maybe_alias(alias) == alias


@pytest.mark.parametrize("alias", ["", "x" * 21, "a b", "é", "HOST", "none", "a\n"])
def test_what_is_no_alias(alias: str) -> None:
    assert maybe_alias(alias) is None


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("DRAW STOCK", DrawRummyStock()),
        ("draw stock;", DrawRummyStock()),
        ("DRAW DISCARD 9 of Hearts", TakeRummyDiscard("9H")),
        ("MELD 5 of Hearts, 6 of Hearts, 7H", PlayRummyTurn((RUN,))),
        ("LAYOFF #2 9H", PlayRummyTurn((LayOffRummyCards(2, ("9H",)),))),
        ("LAYOFF 2 9H, TH", PlayRummyTurn((LayOffRummyCards(2, ("9H", "TH")),))),
        ("DISCARD K of Spades", PlayRummyTurn((), "KS")),
        ("MELD 5H,6H,7H; DISCARD KS", PlayRummyTurn((RUN,), "KS")),
    ],
)
def test_actions(text: str, action: RummyAction) -> None:
    assert read_turn(text) == action


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    for words in (text, f"MELD {text}", f"LAYOFF #{text}", f"DRAW {text}", f"DISCARD {text}"):
        with suppress(Refused):
            read_turn(words)
