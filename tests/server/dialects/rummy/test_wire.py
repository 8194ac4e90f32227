"""Test parsing and formatting of messages and their texts (server.dialects.rummy.wire)."""

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
from server.dialects.requests import Refused
from server.dialects.rummy.wire import (
    MAX_BODY_BYTES,
    MAX_HEADER_BYTES,
    MESSAGE_TYPES,
    START_FRAME,
    Frame,
    FrameReader,
    MessageTooLong,
    card_list,
    card_text,
    encode,
    maybe_alias,
    maybe_card,
    maybe_cards,
    read_turn,
    score_list,
)

CONNECT = (
    b"Message Type: CONNECT\nSender: alice\n\n"
    b"IP Address: 10.0.0.7\nPort Num: 55000\nPlayer: alice\n\n"
)
BODY = ("IP Address: 10.0.0.7", "Port Num: 55000", "Player: alice")
FRAME = Frame("CONNECT", "alice", BODY)


def read(data: bytes) -> list[Frame | None]:
    return FrameReader().feed(data)


def test_message_of_the_digest_is_parsed_and_its_fields_found_in_any_case() -> None:
    assert read(CONNECT) == [FRAME]
    assert FRAME.field("player") == "alice"
    assert FRAME.field("ip address") == "10.0.0.7"
    assert FRAME.field("nothing") is None


def test_message_is_encoded_in_the_seed_profile_and_parsed_again_in_the_later_one() -> None:
    assert encode("OK", ("ping",), is_later=False) == b"Message Type: OK\nSender: host\n\nping\n\n"
    assert read(encode("OK", ("TURN", "x"), is_later=True)) == [
        Frame("OK", "host", ("TURN", "x"), is_later=True)
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
def test_crlf_blank_lines_one_line_headers_other_case_and_missing_spaces_are_accepted(
    data: bytes,
) -> None:
    assert read(data) == [FRAME]


def test_first_key_type_selects_the_later_profile() -> None:
    (frame,) = read(CONNECT.replace(b"Message Type", b"Type"))
    assert frame is not None
    assert frame.is_later


def test_bare_start_is_a_message_only_between_messages() -> None:
    assert read(b"start\n") == [START_FRAME]
    assert read(b"Start\r\n") == [START_FRAME]
    (frame,) = read(b"Type: BEGIN\nSender: a\n\nstart\n\n")
    assert frame == Frame("BEGIN", "a", ("start",), is_later=True)


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
def test_unreadable_message_is_read_as_none_and_the_next_one_is_read(data: bytes) -> None:
    assert read(data) == [None]
    assert read(data + CONNECT) == [None, FRAME]


def test_long_header_or_body_raises_message_too_long() -> None:
    for data in (b"x" * (MAX_HEADER_BYTES + 1), b"Message Type: OK\n" + b"x\n" * MAX_HEADER_BYTES):
        with pytest.raises(MessageTooLong):
            read(data)
    head = b"Message Type: OK\nSender: a\n\n"
    assert read(head + b"x" * (MAX_BODY_BYTES - 10))[:0] == []
    for body in (b"x" * (MAX_BODY_BYTES + 1), b"x\n" * MAX_BODY_BYTES):
        with pytest.raises(MessageTooLong):
            read(head + body)


def test_has_partial_message_until_the_message_ends() -> None:
    frames = FrameReader()
    for part in (CONNECT[:5], CONNECT[5:50], CONNECT[50:-1]):
        assert frames.feed(part) == []
        assert frames.has_partial_message
    assert frames.feed(CONNECT[-1:]) == [FRAME]
    assert not frames.has_partial_message


@given(st.lists(st.sampled_from([CONNECT, b"junk\n\n", b"start\n", b"\n"]), max_size=5), st.data())
def test_messages_do_not_depend_on_how_the_bytes_are_cut_into_chunks(
    parts: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(parts)
    frames, received, position = FrameReader(), [], 0
    while position < len(stream):
        size = data.draw(st.integers(1, 40))
        received += frames.feed(stream[position : position + size])
        position += size
    assert received == read(stream)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_as_messages_of_known_types_none_or_message_too_long(
    data: bytes,
) -> None:
    try:
        received = read(data)
    except MessageTooLong:
        return
    assert all(frame is None or (frame.body and frame.type in MESSAGE_TYPES) for frame in received)


RUN = LayRummyMeld(("5H", "6H", "7H"))


def test_every_card_is_parsed_from_its_long_and_its_short_text() -> None:
    for card in TEXT:
        assert maybe_card(card_text(card)) == card
        assert maybe_card(card) == card
    assert card_text("TH") == "T of Hearts"


@pytest.mark.parametrize("text", ["10 of Hearts", "t OF hearts", "TH", "10h", " T of Hearts "])
def test_spellings_of_the_ten_of_hearts_are_parsed(text: str) -> None:
    assert maybe_card(text) == "TH"


@pytest.mark.parametrize("text", ["", "1 of Hearts", "5 of", "5 of Harts", "5", "H5", "5HH", "ß"])
def test_text_that_is_no_card_is_parsed_as_none(text: str) -> None:
    assert maybe_card(text) is None


def test_lists_of_cards_are_formatted_and_parsed_or_none_and_lists_of_scores_formatted() -> None:
    assert card_list(("5H", "TC")) == "5 of Hearts, T of Clubs"
    assert maybe_cards("5 of Hearts, 10C, ") == ("5H", "TC")
    assert maybe_cards("") == ()
    assert maybe_cards("5H, x") is None
    assert score_list(("alice", "bob"), (15, -20)) == "alice - 15, bob - -20"


@pytest.mark.parametrize("alias", ["a", "Alice_2.0-x", "x" * 20])
def test_alias_of_up_to_20_letters_digits_and_signs_is_accepted(alias: str) -> None:
    assert maybe_alias(alias) == alias


@pytest.mark.parametrize("alias", ["", "x" * 21, "a b", "é", "HOST", "none", "a\n"])
def test_empty_long_reserved_or_non_ascii_alias_is_none(alias: str) -> None:
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
def test_turn_text_is_parsed_as_a_draw_a_take_or_a_turn_with_melds_and_discard(
    text: str, action: RummyAction
) -> None:
    assert read_turn(text) == action


@given(st.text(max_size=60))
def test_reading_any_text_as_a_turn_raises_nothing_but_refused(text: str) -> None:
    for turn in (text, f"MELD {text}", f"LAYOFF #{text}", f"DRAW {text}", f"DISCARD {text}"):
        with suppress(Refused):
            read_turn(turn)
