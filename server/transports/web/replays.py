"""Replay files of finished matches on the web port: ``GET /matches/NUMBER.json``.

A match that everybody could watch may be read by everybody. That of a private match, or of one
without spectators, needs the seed in its address (``/matches/NUMBER/SEED.json``), which everybody
at the table learned at the end. All other requests are answered as if there were no such match.

A small request must not cause much work. Rows of the journal are read in a thread, as many as
``MAX_ROWS`` at most. One file is built at a time, on the event loop in slices of
``SLICE_SECONDS`` with pauses, because a thread would compete for the interpreter. The newest files
are kept.
"""

import asyncio
import hmac
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Final

import msgspec
import structlog

from games.base import AnyGame
from server.history.replay_file import NoReplay, replay_file_parts
from server.journal.base import JournalError
from server.journal.records import Began, Entry, decode_record
from server.transports.web.http import HttpError
from server.transports.web.pages import CONTENT_TYPES, Resource, make_resource

PREFIX: Final = "/matches/"
COST: Final = 100.0
"""Units of the rate limit for a request: one address gets ten files per second at most."""
SLICE_SECONDS: Final = 0.001
PAUSE_SECONDS: Final = 0.003
"""Pause after a slice: building takes a quarter of the time of the event loop at most."""
MAX_WAITING: Final = 16
"""Maximum number of requests that wait for their file."""
MAX_WAITING_OF_ADDRESS: Final = 8
"""The same from one address, so that it cannot take all places."""
MAX_ROWS: Final = 200_000
"""Maximum number of rows of the journal that are searched for a match, from its end backwards: all
matches of a busy evening. There is no index by match, because it would make every write slower."""
MAX_FILE_BYTES: Final = 2 * 1024 * 1024
"""Maximum size of a file: about 7,000 actions. Matches of people have some hundred."""
KEPT_BYTES: Final = 16 * 1024 * 1024
"""Maximum size of all files that are kept."""
MAX_KEPT: Final = 1000
"""Maximum number of files and refusals that are kept."""
LOG_SECONDS: Final = 1.0
"""Minimum time between two log events, because requests of strangers cause them."""

_PATH = re.compile(r"/matches/([0-9]{1,9})(?:/([0-9a-f]{1,64}))?\.json")
NOT_FOUND: Final = (
    "There is no finished match of this number that you may see. The replay of a private match "
    "needs the link from its result page."
)
TOO_LONG: Final = "This match is too long for the page; the operator can use tavolata replay."
BUSY: Final = "Many replays are requested now; try again in some seconds."

VERIFY: Final = "run tavolata verify to find the first damaged record"

ReadEntries = Callable[[int], list[Entry]]
"""Returns the entries of a finished match, none if there is none; called in a thread."""

Refusal = Callable[[], HttpError]
"""Returns the error for a match that has no file and will never have one."""


class Replays:
    """Builds replay files and keeps the newest."""

    def __init__(self, read: ReadEntries, games: Mapping[str, AnyGame]) -> None:
        self._read = read
        self._games = games
        self._kept: OrderedDict[int, tuple[Began, Resource | Refusal]] = OrderedDict()
        self._building: dict[str, asyncio.Task[Resource]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._waiting = Counter[str]()
        """The number of requests that wait, by address."""
        self._next_log_at = 0.0

    async def find(self, path: str, address: str = "") -> Resource:
        """Return the replay file of a path, which is built if it is not kept.

        ``address`` is the key of the client's address in the rate limit; an empty one has no limit
        of its own. Raises HttpError if there is no such finished match, the key that it needs is
        wrong, the match is too long, or too many requests wait, of all addresses or of this one.
        """
        parts = _PATH.fullmatch(path)
        if parts is None:
            raise _not_found()
        number, key = int(parts[1]), parts[2] or ""
        if number not in self._kept:
            self._check_waiting(address)
            self._waiting[address] += 1
            try:
                return await self._wait_for(path, number, key)
            finally:
                self._waiting[address] -= 1
                self._waiting += Counter()  # forgets addresses of which none waits
        began, found = self._kept[number]
        _check_may_read(began, key)
        self._kept.move_to_end(number)
        if isinstance(found, Resource):
            return found
        raise found()

    async def close(self) -> None:
        """Cancel the building of files, and with it the requests that wait for them."""
        tasks = list(self._building.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _check_waiting(self, address: str) -> None:
        """Raise HttpError if too many requests wait, of all addresses or of this one."""
        is_full = self._waiting.total() >= MAX_WAITING
        is_greedy = address != "" and self._waiting[address] >= MAX_WAITING_OF_ADDRESS
        if is_full or is_greedy:
            raise HttpError(HTTPStatus.SERVICE_UNAVAILABLE, BUSY, Retry_After="5")

    async def _wait_for(self, path: str, number: int, key: str) -> Resource:
        """Wait for the file of a path, which is built once for all who request it meanwhile.

        Raises HttpError.
        """
        task = self._building.get(path)
        if task is None:
            task = self._building[path] = asyncio.create_task(self._build(number, key))
            task.add_done_callback(lambda _: self._building.pop(path))
        return await asyncio.shield(task)

    async def _build(self, number: int, key: str) -> Resource:
        """Read a match, check the key, then build its file and keep it.

        One file is built at a time. Raises HttpError if there is no file for this key, or the match
        is too long; a damaged match is logged as well. Such a match is not replayed again.
        """
        in_thread = asyncio.get_running_loop().run_in_executor
        async with self._one_at_a_time:
            try:
                entries = await in_thread(None, self._read, number)
                began = _first_record(entries)
            except (NoReplay, JournalError) as error:
                self._log_failure(number, error)
                raise _not_found() from None
            _check_may_read(began, key)
            found = await self._make(number, entries)
            self._keep(number, began, found)
        if isinstance(found, Resource):
            return found
        raise found()

    async def _make(self, number: int, entries: list[Entry]) -> Resource | Refusal:
        """Return the file of a match, or the refusal if it is damaged or too long."""
        try:
            body = await _join_slowly(replay_file_parts(entries, number, self._games))
        except NoReplay as error:
            self._log_failure(number, error)
            return _not_found
        if body is None:
            return _too_long
        make = partial(make_resource, body, CONTENT_TYPES[".json"])
        return await asyncio.get_running_loop().run_in_executor(None, make)

    def _log_failure(self, number: int, error: Exception) -> None:
        """Log why a match has no file, unless something was logged in the last LOG_SECONDS."""
        now = asyncio.get_running_loop().time()
        if now >= self._next_log_at:
            self._next_log_at = now + LOG_SECONDS
            log = structlog.get_logger()
            log.error("replay_failed", match=number, reason=str(error), remedy=VERIFY)

    def _keep(self, number: int, began: Began, found: Resource | Refusal) -> None:
        """Keep a file or a refusal; drop those that were not requested for the longest time."""
        self._kept[number] = began, found
        kept = [one for _, one in self._kept.values() if isinstance(one, Resource)]
        size = sum(len(one.body) for one in kept)
        while size > KEPT_BYTES or len(self._kept) > MAX_KEPT:
            _, (_, dropped) = self._kept.popitem(last=False)
            size -= len(dropped.body) if isinstance(dropped, Resource) else 0


def match_in(path: str) -> str:
    """Return the number of the match in a path for the log, without the key; empty if invalid."""
    address = _PATH.fullmatch(path)
    return address[1] if address else ""


def _first_record(entries: list[Entry]) -> Began:
    """Return the first record of a match. Raises NoReplay if it is damaged.

    Raises HttpError without entries, and for a match that is too long to have its start among them.
    """
    if not entries:
        raise _not_found()
    try:
        record = decode_record(entries[0].body)
    except msgspec.MsgspecError as error:
        raise NoReplay(str(error)) from None
    if not isinstance(record, Began):  # earlier rows were not searched
        raise _too_long()
    return record


def _check_may_read(began: Began, key: str) -> None:
    """Raise HttpError unless the match was public, or the key, which may be empty, is its seed.

    A public match has no code and allows spectators.
    """
    is_public = not began.setup.private and not began.code and began.setup.watchers
    if not is_public and not hmac.compare_digest(key, began.seed.hex()):
        raise _not_found()


async def _join_slowly(parts: Iterable[bytes]) -> bytes | None:
    """Return all parts as one, in slices with pauses; None if they are too large."""
    loop = asyncio.get_running_loop()
    joined, size, started = list[bytes](), 0, loop.time()
    for part in parts:
        joined.append(part)
        size += len(part)
        if size > MAX_FILE_BYTES:
            return None
        if loop.time() - started >= SLICE_SECONDS:
            await asyncio.sleep(PAUSE_SECONDS)
            started = loop.time()
    return b"".join(joined)


def _not_found() -> HttpError:
    """Return the error for a match that does not exist, is not finished or may not be read."""
    return HttpError(HTTPStatus.NOT_FOUND, NOT_FOUND)


def _too_long() -> HttpError:
    """Return the error for a match with too many records."""
    return HttpError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
