"""Rows of a journal file, read page by page without SQLite, for files that SQLite cannot read.

Rows are never changed, so every copy of a page is a source: the file and each frame of the
write-ahead log. Nothing is checked here but the form of a row; the hash chain of a match shows
which rows are genuine. The layout is that of https://www.sqlite.org/fileformat2.html.
"""

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

MAGIC = b"SQLite format 3\0"
DEFAULT_PAGE_BYTES = 4096
FILE_HEADER_BYTES = 100
LEAF_TABLE = 0x0D
WAL_HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
WAL_MAGICS = (0x377F0682, 0x377F0683)
INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""Sizes of integers by serial type; the types 8 and 9 are the constants 0 and 1."""
COLUMNS = 5
MAX_BODY_BYTES = 1 << 24
"""Maximum size of a record that is tried; a larger one is a damaged length."""

Progress = Callable[[int, int], None]
"""Called with the number of pages that are done and their total."""


class Row(NamedTuple):
    """A row of the table ``journal``."""

    id: int
    match: int
    body: bytes
    hash: bytes
    last: int


class _Damaged(Exception):
    """Raised when bytes are not a row of the journal."""


def read_rows(file: Path, progress: Progress = lambda done, total: None) -> Iterator[Row]:
    """Yield all rows that can be read from a journal file and its write-ahead log.

    A row may be yielded several times, and in any order. Raises OSError if a file cannot be opened.
    """
    with _Pages(file) as pages:
        total = pages.count + len(pages.frames)
        for number in range(1, pages.count + 1):
            yield from _rows_of_page(pages, pages.read(number), is_first=number == 1)
            progress(number, total)
        for done, (number, offset) in enumerate(pages.frames, 1):
            yield from _rows_of_page(pages, pages.read_frame(offset), is_first=number == 1)
            progress(pages.count + done, total)


class _Pages:
    """The pages of a file and the frames of its log. Pages that cannot be read are empty."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("rb")
        log = file.with_name(f"{file.name}-wal")
        self._log = log.open("rb") if log.exists() else None
        self.page_bytes = self._read_page_size()
        self.count = -(-file.stat().st_size // self.page_bytes)
        self.frames = self._list_frames(log.stat().st_size) if self._log else []
        """Page number and offset in the log of each frame."""
        self._newest = dict(self.frames)

    def __enter__(self) -> "_Pages":
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the file and its log, if there is one."""
        self._file.close()
        if self._log is not None:
            self._log.close()

    def read(self, number: int) -> bytes:
        """Return page ``number`` of the database file, not of the log, counted from 1.

        It is shorter if it cannot be read.
        """
        return _read_at(self._file, self.page_bytes, (number - 1) * self.page_bytes)

    def read_frame(self, offset: int) -> bytes:
        """Return the page at this offset of the log; shorter if it cannot be read."""
        return _read_at(self._log, self.page_bytes, offset)

    def read_newest(self, number: int) -> bytes:
        """Return the newest copy of a page: from the log, or from the file if the log has none."""
        offset = self._newest.get(number)
        return self.read(number) if offset is None else self.read_frame(offset)

    def _read_page_size(self) -> int:
        """Return the size of a page from the header of the file, or else from that of the log.

        The log is used only if the file has no valid signature. The default replaces a size that is
        missing or impossible.
        """
        header = _read_at(self._file, FILE_HEADER_BYTES, 0)
        if header.startswith(MAGIC):
            (size,) = struct.unpack_from(">H", header, 16)
            size = 65536 if size == 1 else size
        elif self._log is not None:
            size = _page_size_of_log(_read_at(self._log, WAL_HEADER_BYTES, 0))
        else:
            size = DEFAULT_PAGE_BYTES
        is_valid = 512 <= size <= 65536 and size & (size - 1) == 0
        return size if is_valid else DEFAULT_PAGE_BYTES

    def _list_frames(self, size: int) -> list[tuple[int, int]]:
        """Return page number and offset of the frames that belong to the header of the log.

        Those of an earlier log stay behind them; all are returned if the header is damaged.
        ``size`` is that of the log.
        """
        header = _read_at(self._log, WAL_HEADER_BYTES, 0)
        step = FRAME_HEADER_BYTES + self.page_bytes
        current: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for start in range(WAL_HEADER_BYTES, size - step + 1, step):
            frame = _read_at(self._log, FRAME_HEADER_BYTES, start)
            number = int.from_bytes(frame[:4], "big")
            found = current if frame[8:16] == header[16:24] else others
            found.append((number, start + FRAME_HEADER_BYTES))
        return current or others


def _page_size_of_log(header: bytes) -> int:
    """Return the size of a page from the header of a log; 0 if the header is damaged."""
    if len(header) < WAL_HEADER_BYTES:
        return 0
    magic, _, size = struct.unpack_from(">III", header)
    return int(size) if magic in WAL_MAGICS else 0


def _read_at(file: BinaryIO | None, size: int, offset: int) -> bytes:
    """Return bytes at an offset; fewer at the end of the file.

    There are none without a file and after a hardware error.
    """
    if file is None:
        return b""
    try:
        file.seek(offset)
        return file.read(size)
    except OSError:
        return b""


def _rows_of_page(pages: _Pages, page: bytes, *, is_first: bool) -> Iterator[Row]:
    """Yield the rows of a page; none if it is incomplete or not a leaf of a table.

    Damaged cells are skipped.
    """
    start = FILE_HEADER_BYTES if is_first else 0
    if len(page) < pages.page_bytes or page[start] != LEAF_TABLE:
        return
    (cells,) = struct.unpack_from(">H", page, start + 3)
    for index in range(min(cells, (pages.page_bytes - start - 8) // 2)):
        (offset,) = struct.unpack_from(">H", page, start + 8 + 2 * index)
        try:
            yield _parse_cell(pages, page, offset)
        except (_Damaged, IndexError):
            continue


def _parse_cell(pages: _Pages, page: bytes, offset: int) -> Row:
    """Return the row of the cell at an offset of a page; read its overflow pages if it has any.

    Raises _Damaged or IndexError if the cell is not a row of the journal.
    """
    size, offset = _read_varint(page, offset)
    number, offset = _read_varint(page, offset)
    if not 0 < size <= MAX_BODY_BYTES:
        raise _Damaged
    usable = pages.page_bytes
    if size <= usable - 35:
        payload = page[offset : offset + size]
    else:
        minimum = (usable - 12) * 32 // 255 - 23
        local = minimum + (size - minimum) % (usable - 4)
        local = local if local <= usable - 35 else minimum
        payload = page[offset : offset + local]
        (following,) = struct.unpack_from(">I", page[offset + local :].ljust(4, b"\0"))
        payload += _read_overflow(pages, following, size - local)
    if len(payload) != size:
        raise _Damaged
    return _parse_record(number, payload)


def _read_overflow(pages: _Pages, number: int, size: int) -> bytes:
    """Return the rest of a payload from its chain of overflow pages.

    Raises _Damaged if the chain ends early or a page cannot be read. The newest copy of each page
    is used.
    """
    parts = []
    while size > 0:
        page = pages.read_newest(number) if number else b""
        if len(page) < pages.page_bytes:
            raise _Damaged
        parts.append(page[4 : 4 + size])
        size -= len(parts[-1])
        number = int.from_bytes(page[:4], "big")
    return b"".join(parts)


def _parse_record(number: int, payload: bytes) -> Row:
    """Return the row with the values of a payload.

    Raises _Damaged or IndexError if it has other columns.
    """
    header_bytes, offset = _read_varint(payload, 0)
    types = []
    while offset < header_bytes:
        kind, offset = _read_varint(payload, offset)
        types.append(kind)
    if len(types) != COLUMNS or types[0] != 0 or offset != header_bytes:
        raise _Damaged
    values: list[bytes] = []
    for kind in types[1:]:
        size = INTEGER_BYTES.get(kind, (kind - 12) // 2 if kind >= 12 and kind % 2 == 0 else -1)
        if size < 0:
            raise _Damaged
        values.append(payload[offset : offset + size])
        offset += size
    if offset != len(payload) or types[2] < 12 or types[3] < 12 or types[4] not in INTEGER_BYTES:
        raise _Damaged
    match, last = _decode_integer(types[1], values[0]), _decode_integer(types[4], values[3])
    return Row(number, match, values[1], values[2], last)


def _decode_integer(kind: int, content: bytes) -> int:
    """Return an integer of this serial type. Raises _Damaged for another type."""
    if kind not in INTEGER_BYTES:
        raise _Damaged
    return kind - 8 if kind in (8, 9) else int.from_bytes(content, "big", signed=True)


def _read_varint(data: bytes, offset: int) -> tuple[int, int]:
    """Return the variable-length integer at an offset, and the next offset. Raises IndexError."""
    value = 0
    for index in range(9):
        byte = data[offset + index]
        if index == 8:
            return (value << 8) | byte, offset + 9
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            break
    return value, offset + index + 1
