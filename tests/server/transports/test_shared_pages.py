"""Pages of the list of rooms are encoded once, and their answers differ only in ``reply_to``."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec import UNSET, structs

from messages import ChooseMatch, Message
from messages.codec import decode_server, encode, encode_json, server_from_plain
from server.transports.shared_pages import JSON_PAGES, MAX_PAGES, MSGPACK_PAGES, PageCache
from tests.harness.handler import HandlerHarness

Format = tuple[PageCache, Callable[[Message], bytes], Callable[[bytes], Message | None]]
FORMATS: dict[str, Format] = {
    "msgpack": (MSGPACK_PAGES, encode, decode_server),
    "json": (
        JSON_PAGES,
        encode_json,
        lambda payload: server_from_plain(msgspec.json.decode(payload)),
    ),
}
both_formats = pytest.mark.parametrize(("pages", "encode", "decode"), FORMATS.values(), ids=FORMATS)


def _page() -> ChooseMatch:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    return structs.replace(harness.state.match_list(), next="cursor", total=3)


@both_formats
def test_page_is_encoded_once_and_answers_are_decoded_with_their_own_reply_to(
    pages: PageCache, encode: Callable[[Message], bytes], decode: Callable[[bytes], Message | None]
) -> None:
    page = _page()
    payload = pages.encode(page)
    assert payload == encode(page)
    assert pages.encode(structs.replace(page, reply_to=UNSET)) is payload
    for number in (1, 300, 2**53):
        answer = structs.replace(page, reply_to=number)
        assert decode(pages.encode(answer)) == answer
    assert pages.encode(page) is payload


def test_pages_with_the_same_tuples_and_other_fields_are_not_confused() -> None:
    page = _page()
    for other in (
        structs.replace(page, next=""),
        structs.replace(page, total=4),
        structs.replace(page, total_playing=1),
        structs.replace(page, text="other"),
    ):
        MSGPACK_PAGES.encode(page)
        assert MSGPACK_PAGES.encode(other) == encode(other)


def test_number_of_kept_pages_is_bounded() -> None:
    for number in range(3 * MAX_PAGES):
        MSGPACK_PAGES.encode(structs.replace(_page(), total=number))
    assert len(MSGPACK_PAGES) <= MAX_PAGES
