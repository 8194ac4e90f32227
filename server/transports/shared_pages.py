"""Encodes each page of the list of rooms once, for all clients of all transports.

The handler sends one page to all who request it, or copies that share its tuples and differ only in
``reply_to``. So a page is recognised by the identity of its tuples, whose entries never change.
"""

from msgspec import UNSET, structs

from messages.codec import encode, with_reply_to
from messages.lobby import ChooseMatch

MAX_PAGES = 16
"""Number of pages whose bytes are kept: the first pages of all games, and some others."""

_PageKey = tuple[int, int, int, str, int, int, str]
_pages: dict[_PageKey, tuple[ChooseMatch, bytes]] = {}
"""The bytes of the last pages without ``reply_to``; the page keeps its tuples alive."""


def encode_page(page: ChooseMatch) -> bytes:
    """Return an encoded page, from the cache if possible; only ``reply_to`` is encoded each time.

    The cache keeps the last MAX_PAGES new pages.
    """
    key = (
        *(id(page.matches), id(page.rooms), id(page.playing)),
        *(page.next, page.total, page.total_playing, page.text),
    )
    kept = _pages.get(key)
    if kept is None:
        shared = structs.replace(page, reply_to=UNSET)
        if len(_pages) >= MAX_PAGES:
            del _pages[next(iter(_pages))]
        kept = _pages[key] = (shared, encode(shared))
    payload = kept[1]
    return payload if page.reply_to is UNSET else with_reply_to(payload, page.reply_to)
