"""RoomList: the rooms to join and the matches to watch, in pages, in a fair order.

A room has a rank: how many rooms were opened later from the same address. Lower ranks come first
and, among equal ranks, the newest. So a new room is the first of all, and an address with many
rooms has no more of the first places than one with a single room.

A cursor has the number of the last opening when its first page was built, and the last position in
both lists. Following pages order the rooms as at that time: later rooms are left out, and rooms
that closed meanwhile do not move others. So no room is skipped or listed twice.

Pages are kept until a room changes; all who request the same page get the same object.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from messages.errors import ErrorCode, Refusal
from messages.lobby import ChooseMatch, RoomInfo

if TYPE_CHECKING:
    from server.rooms.room import Room

PAGE_ENTRIES = 50
"""Maximum number of rooms to join, and of matches to watch, in one ChooseMatch."""
PAGE_BYTES = 32_000
"""Maximum size of the entries of each list; both lists fit into one frame of 64 KiB."""
ROOM_BYTES = 320
"""At least the size of an entry without its texts, in MessagePack and in JSON."""
TEXT_BYTES = 5
"""At least the size of a text without its characters, in MessagePack and in JSON."""
MAX_OPENINGS = 1000
"""Openings kept for one address; the ranks of older rooms do not grow any more."""
MAX_PAGES = 64
"""Maximum number of pages that are kept; cursors are chosen by clients."""

BAD_CURSOR = "This `after` is not known here; send RequestRefresh without it for the first page."

Position: TypeAlias = tuple[int, int]
"""The place of a room in the order: its rank, and the negative number of its opening."""
START: Position = (-1, 0)
_Listed: TypeAlias = "tuple[Position, Room]"
K = TypeVar("K")
V = TypeVar("V")


class Openings:
    """The numbers of the openings of rooms from one address, in increasing order."""

    __slots__ = ("__weakref__", "numbers")

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def add(self, number: int) -> None:
        """Add the latest opening; the oldest beyond MAX_OPENINGS is dropped."""
        self.numbers.append(number)
        del self.numbers[:-MAX_OPENINGS]

    def count(self, after: int, until: int) -> int:
        """Return the number of openings after one, up to and including another."""
        return bisect_right(self.numbers, until) - bisect_right(self.numbers, after)


class PageRequest(NamedTuple):
    """Selects a page: the game, empty for all; with matches to watch or not; the cursor."""

    game: str = ""
    watchable: bool = False
    after: str = ""


class _OrderKey(NamedTuple):
    """Selects a sorted list: matches to watch or rooms to join, the game, the last opening."""

    playing: bool
    game: str
    until: int


class _Cursor(NamedTuple):
    """The content of a cursor; ``until`` is the number of the last opening that counts."""

    until: int
    room: Position = START
    playing: Position = START

    def to_text(self) -> str:
        """Return the text that clients send back; ``_parse_cursor`` reads it."""
        return ".".join(map(str, (self.until, *self.room, *self.playing)))


class _Entry(NamedTuple):
    """A room as it is listed, and at least its encoded size."""

    info: RoomInfo
    line: str
    size: int


class _Part(NamedTuple):
    """The entries of one of the two lists on a page."""

    entries: list[_Entry]
    last: Position
    total: int
    has_more: bool


_NO_PART = _Part([], START, 0, has_more=False)


class RoomList:
    """The list of the public rooms among ``rooms``, all rooms of the server by number.

    ``update`` must be called after each change of what a room shows, and after its removal.
    """

    def __init__(
        self, rooms: Mapping[int, "Room"], changed_rooms: "dict[Room, None] | None" = None
    ) -> None:
        self._changed_rooms = changed_rooms
        self._rooms = rooms
        self._members: dict[bool, dict[int, Room]] = {False: {}, True: {}}
        """The rooms to join (False) and those with a match to watch (True), by number."""
        self._last_opening = 0
        self._openings: WeakValueDictionary[str, Openings] = WeakValueDictionary()
        """By address; rooms hold the references, so an address without rooms is forgotten."""
        self._entries: dict[int, _Entry] = {}
        self._orders: dict[_OrderKey, list[_Listed]] = {}
        """Sorted lists, kept until a room is added to a list or removed from it."""
        self._pages: dict[PageRequest, ChooseMatch] = {}

    def opened(self, room: "Room") -> None:
        """List a room that was opened, or reopened after a match, as the newest of its address.

        Sets the ``opening`` and ``openings`` of the room.
        """
        self._last_opening += 1
        room.opening = self._last_opening
        room.openings = self._openings.setdefault(room.address, room.openings)
        room.openings.add(room.opening)
        self._orders.clear()
        self.update(room)

    def update(self, room: "Room") -> None:
        """List the room as it is now: to join, to watch, or not at all.

        Cached pages, and the cached entry of the room, are dropped.
        """
        if self._changed_rooms is not None:
            self._changed_rooms[room] = None
        self._pages.clear()
        self._entries.pop(room.number, None)
        is_public = self._rooms.get(room.number) is room and not room.code
        is_playing = room.match is not None
        self._set_listed(False, room, is_public and not is_playing and room.free_seats > 0)
        self._set_listed(True, room, is_public and is_playing and room.setup.watchers)

    def _set_listed(self, playing: bool, room: "Room", is_member: bool) -> None:
        """Add the room to one of the two lists, or remove it; a change drops the sorted lists."""
        members = self._members[playing]
        if is_member == (room.number in members):
            return
        self._orders.clear()
        if is_member:
            members[room.number] = room
        else:
            del members[room.number]

    def page(self, request: PageRequest) -> ChooseMatch:
        """Return a page, the same object until a room changes. Raises Refusal for a bad cursor."""
        page = self._pages.get(request)
        if page is None:
            page = self._build_page(request)
            _add_to_cache(self._pages, request, page)
        return page

    def in_fair_order(self, rooms: Iterable["Room"]) -> list["Room"]:
        """Return the rooms in the order of the list, open rooms before matches."""
        until = self._last_opening
        return sorted(rooms, key=lambda room: (room.match is not None, _position(room, until)))

    def _build_page(self, request: PageRequest) -> ChooseMatch:
        """Return a new page, made of cached entries, with the cursor of the next page.

        The list of matches to watch is empty unless requested. Raises Refusal for a bad cursor.
        """
        cursor = _Cursor(self._last_opening)
        if request.after:
            cursor = _parse_cursor(request.after, self._last_opening)
        rooms = self._select_part(_OrderKey(False, request.game, cursor.until), cursor.room)
        playing = _NO_PART
        if request.watchable:
            playing = self._select_part(_OrderKey(True, request.game, cursor.until), cursor.playing)
        following = _Cursor(cursor.until, rooms.last, playing.last)
        return ChooseMatch(
            tuple([entry.line for entry in rooms.entries]),
            tuple([entry.info for entry in rooms.entries]),
            playing=tuple([entry.info for entry in playing.entries]),
            next=following.to_text() if rooms.has_more or playing.has_more else "",
            total=rooms.total,
            total_playing=playing.total,
        )

    def _select_part(self, key: _OrderKey, after: Position) -> _Part:
        """Return the entries of one list on a page: those after a position.

        They are at most PAGE_ENTRIES with PAGE_BYTES in total, but one if there is any.
        """
        listed = self._sorted_rooms(key)
        start = bisect_right(listed, after, key=_listed_position)
        entries: list[_Entry] = []
        size, last = 0, after
        for position, room in listed[start : start + PAGE_ENTRIES]:
            entry = self._cached_entry(room)
            size += entry.size
            if entries and size > PAGE_BYTES:
                break
            entries.append(entry)
            last = position
        return _Part(entries, last, len(listed), has_more=start + len(entries) < len(listed))

    def _sorted_rooms(self, key: _OrderKey) -> list[_Listed]:
        """Return the rooms of one of the two lists with their positions, sorted.

        Only those of the game in the key, if it has one, opened up to its last opening.
        """
        listed = self._orders.get(key)
        if listed is None:
            playing, game, until = key
            listed = [
                (_position(room, until), room)
                for room in self._members[playing].values()
                if room.opening <= until and (not game or room.game.name == game)
            ]
            listed.sort(key=_listed_position)
            _add_to_cache(self._orders, key, listed)
        return listed

    def _cached_entry(self, room: "Room") -> _Entry:
        """Return the cached entry of a room; build and cache it if there is none.

        Only ``update`` drops a cached entry.
        """
        entry = self._entries.get(room.number)
        if entry is None:
            info, line = room.info(), room.list_line()
            entry = self._entries[room.number] = _Entry(info, line, max_bytes(info, line))
        return entry


def _add_to_cache(cache: dict[K, V], key: K, value: V) -> None:
    """Add a value to a cache; a cache with MAX_PAGES values is cleared first."""
    if len(cache) >= MAX_PAGES:
        cache.clear()
    cache[key] = value


def _position(room: "Room", until: int) -> Position:
    """Return the position of a room among those opened up to and including an opening."""
    return room.openings.count(room.opening, until), -room.opening


def _listed_position(listed: _Listed) -> Position:
    """Return the position of a listed room; a key for sorting and searching."""
    return listed[0]


def _parse_cursor(text: str, last_opening: int) -> _Cursor:
    """Return the content of a cursor. Raises Refusal if this server cannot have sent it."""
    try:
        until, rank, opening, playing_rank, playing_opening = map(int, text.split("."))
    except ValueError:
        raise Refusal(ErrorCode.CHOICENOTVALID, BAD_CURSOR) from None
    if not 0 <= until <= last_opening:
        raise Refusal(ErrorCode.CHOICENOTVALID, BAD_CURSOR)
    return _Cursor(until, (rank, opening), (playing_rank, playing_opening))


def max_bytes(info: RoomInfo, line: str) -> int:
    """Return at least the size of an entry with its line, in MessagePack and in JSON."""
    texts = chain(
        (line, info.name, info.host, info.game),
        info.players,
        info.undecided,
        info.free_wizards,
        chain.from_iterable(info.teams),
        chain.from_iterable(info.wizards.items()),
        chain.from_iterable((key, str(value)) for key, value in info.options.items()),
    )
    return ROOM_BYTES + sum(TEXT_BYTES + _text_bytes(text) for text in texts)


def _text_bytes(text: str) -> int:
    """Return the size of the characters of a text in JSON, which escapes some of them."""
    escaped = text.count('"') + text.count("\\")
    return len(text.encode("utf-8", "surrogatepass")) + escaped
