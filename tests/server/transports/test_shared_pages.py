"""Pages of the list of rooms are encoded once, and their answers differ only in ``reply_to``."""

from msgspec import UNSET, structs

from messages import ChooseMatch
from messages.codec import decode_server, encode
from server.transports import shared_pages
from server.transports.shared_pages import MAX_PAGES, encode_page
from tests.harness.handler import HandlerHarness


def _page() -> ChooseMatch:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    return structs.replace(harness.state.match_list(), next="cursor", total=3)


def test_page_is_encoded_once_and_answers_are_decoded_with_their_own_reply_to() -> None:
    page = _page()
    payload = encode_page(page)
    assert payload == encode(page)
    assert encode_page(structs.replace(page, reply_to=UNSET)) is payload
    for number in (1, 300, 2**53):
        answer = structs.replace(page, reply_to=number)
        assert decode_server(encode_page(answer)) == answer
    assert encode_page(page) is payload


def test_pages_with_the_same_tuples_and_other_fields_are_not_confused() -> None:
    page = _page()
    for other in (
        structs.replace(page, next=""),
        structs.replace(page, total=4),
        structs.replace(page, total_playing=1),
        structs.replace(page, text="other"),
    ):
        encode_page(page)
        assert encode_page(other) == encode(other)


def test_number_of_kept_pages_is_bounded() -> None:
    for number in range(3 * MAX_PAGES):
        encode_page(structs.replace(_page(), total=number))
    assert len(shared_pages._pages) <= MAX_PAGES
