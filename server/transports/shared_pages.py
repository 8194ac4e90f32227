"""Encodes each page of the list of rooms once, for all clients of all transports.

The handler sends one page to all who request it, or copies that share its tuples and differ only in
``reply_to``. So a page is recognised by the identity of its tuples, whose entries never change.
"""

from collections.abc import Callable

from msgspec import UNSET, structs

from messages.codec import encode, encode_json, json_with_reply_to, with_reply_to
from messages.lobby import ChooseMatch

MAX_PAGES = 16
"""Number of pages whose bytes are kept: the first pages of all games, and some others."""

_PageKey = tuple[int, int, int, str, int, int, str]


class PageCache:
    """The bytes of the last pages in one wire format."""

    def __init__(
        self,
        encode: Callable[[ChooseMatch], bytes],
        with_reply_to: Callable[[bytes, int], bytes],
    ) -> None:
        self._encode = encode
        self._with_reply_to = with_reply_to
        self._pages: dict[_PageKey, tuple[ChooseMatch, bytes]] = {}
        """The bytes of pages without ``reply_to``; the page keeps its tuples alive."""

    def __len__(self) -> int:
        """Return the number of pages in the cache."""
        return len(self._pages)

    def encode(self, page: ChooseMatch) -> bytes:
        """Return an encoded page, from the cache if possible; only ``reply_to`` is always encoded.

        The cache keeps the last MAX_PAGES new pages.
        """
        key = (
            *(id(page.matches), id(page.rooms), id(page.playing)),
            *(page.next, page.total, page.total_playing, page.text),
        )
        kept = self._pages.get(key)
        if kept is None:
            shared = structs.replace(page, reply_to=UNSET)
            if len(self._pages) >= MAX_PAGES:
                del self._pages[next(iter(self._pages))]
            kept = self._pages[key] = (shared, self._encode(shared))
        payload = kept[1]
        return payload if page.reply_to is UNSET else self._with_reply_to(payload, page.reply_to)


MSGPACK_PAGES = PageCache(encode, with_reply_to)
JSON_PAGES = PageCache(encode_json, json_with_reply_to)
