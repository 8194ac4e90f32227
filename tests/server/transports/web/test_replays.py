"""Replay files over HTTP: who may read them, and what a request may cost."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from structlog.testing import capture_logs

from games.base import AnyGame
from games.registry import GAMES
from messages import SelectModeAndPlayers
from server.history.replay_file import replay_file, replay_file_parts
from server.journal.base import JournalError
from server.journal.records import Began, Entry, decode_record
from server.limits import Limits
from server.transports.web import replays
from server.transports.web.http import HttpError
from server.transports.web.replays import Replays
from tests.client.conftest import ROOT
from tests.harness.finished_matches import finished_match
from tests.harness.page_server import page_server
from tests.harness.timeouts import within
from tests.harness.web_server import WebServer, WebSetup, run

PUBLIC = SelectModeAndPlayers(2, game="shelfie")


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return finished_match(PUBLIC)


def _seed(entries: list[Entry]) -> str:
    began = decode_record(entries[0].body)
    assert isinstance(began, Began)
    return began.seed.hex()


def _statuses(entries: Mapping[int, list[Entry]], *paths: str) -> list[int]:
    found: list[int] = []

    async def scenario(server: WebServer) -> None:
        for path in paths:
            found.append((await server.get(path)).status)

    run(scenario, WebSetup(entries=entries))
    return found


def test_a_finished_match_is_served_compressed_and_with_a_tag(entries: list[Entry]) -> None:
    async def scenario(server: WebServer) -> None:
        plain = await server.get("/matches/1.json")
        assert (plain.status, plain.headers["content-type"]) == (200, "application/json")
        assert plain.body == replay_file(entries, 1, GAMES)
        packed = await server.get("/matches/1.json", {"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert len(packed.body) < len(plain.body) / 4
        known = {"If-None-Match": plain.headers["etag"]}
        assert (await server.get("/matches/1.json", known)).status == 304
        head = await server.get("/matches/1.json", method="HEAD")
        assert (head.status, head.body) == (200, b"")

    run(scenario, WebSetup(entries={1: entries}))


@pytest.mark.parametrize(
    "setup",
    [
        SelectModeAndPlayers(2, game="shelfie", watchers=False),
        SelectModeAndPlayers(2, game="shelfie", private=True),
    ],
)
def test_a_private_match_and_one_without_spectators_need_the_seed(
    setup: SelectModeAndPlayers,
) -> None:
    entries = finished_match(setup)
    seed = _seed(entries)
    wrong = f"{'0' * 63}1"
    paths = ["/matches/1.json", f"/matches/1/{wrong}.json", f"/matches/1/{seed}.json"]
    assert _statuses({1: entries}, *paths) == [404, 404, 200]
    assert _statuses({1: entries}, *reversed(paths)) == [200, 404, 404]


@pytest.mark.parametrize(
    "path",
    [
        *("/matches/2.json", "/matches/0.json", "/matches/1", "/matches/", "/matches/-1.json"),
        *("/matches/1.json/", "/matches/9999999999.json", "/matches/1/xyz.json", "/matches/a.json"),
    ],
)
def test_other_addresses_are_not_found(entries: list[Entry], path: str) -> None:
    assert _statuses({1: entries}, path) == [404]


def test_an_unfinished_match_and_a_damaged_one_are_not_found(entries: list[Entry]) -> None:
    damaged = [*entries[:5], *entries[6:]]
    paths = ["/matches/1.json", "/matches/2.json", f"/matches/1/{_seed(entries)}.json"]
    assert _statuses({1: entries[:-1], 2: damaged}, *paths) == [404, 404, 404]


def test_a_match_whose_first_rows_were_not_searched_is_refused(entries: list[Entry]) -> None:
    assert _statuses({1: entries[1:]}, "/matches/1.json") == [413]


def test_a_file_that_is_too_large_is_refused(
    entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MAX_FILE_BYTES", 10_000)
    assert _statuses({1: entries}, "/matches/1.json") == [413]


def test_a_match_that_has_no_file_is_replayed_and_logged_once(
    entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MAX_FILE_BYTES", 10_000)
    matches = {1: entries, 2: [*entries[:5], *entries[6:]]}
    replayed: list[int] = []

    def count(entries: list[Entry], number: int, games: Mapping[str, AnyGame]) -> Iterator[bytes]:
        replayed.append(number)
        return replay_file_parts(entries, number, games)

    async def scenario(server: WebServer) -> None:
        with capture_logs() as log:
            for number, status in ((1, 413), (2, 404)) * 3:
                assert (await server.get(f"/matches/{number}.json")).status == status
        assert [event["match"] for event in log if event["event"] == "replay_failed"] == [2]

    monkeypatch.setattr(replays, "replay_file_parts", count)
    run(scenario, WebSetup(entries=matches))
    assert replayed == [1, 2]


def test_unreadable_journal_is_logged_at_most_once_per_second() -> None:
    def fail(number: int) -> list[Entry]:
        raise JournalError("no file")

    async def scenario() -> None:
        found = Replays(fail, GAMES)
        for number in range(5):
            with pytest.raises(HttpError):
                await found.find(f"/matches/{number}.json")

    with capture_logs() as log:
        asyncio.run(scenario())
    assert len(log) == 1


def test_refusals_are_kept_up_to_a_number_and_only_for_who_may_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replays, "MAX_FILE_BYTES", 10_000)
    monkeypatch.setattr(replays, "MAX_KEPT", 2)
    secret = finished_match(SelectModeAndPlayers(2, game="shelfie", private=True))
    read: list[int] = []

    def take(number: int) -> list[Entry]:
        read.append(number)
        return secret

    async def status(found: Replays, path: str) -> int:
        with pytest.raises(HttpError) as refused:
            await found.find(path)
        return refused.value.status

    async def scenario() -> None:
        found = Replays(take, GAMES)
        for number in (1, 2, 3, 1):
            assert await status(found, f"/matches/{number}/{_seed(secret)}.json") == 413
        assert await status(found, "/matches/1.json") == 404
        assert read == [1, 2, 3, 1]

    asyncio.run(scenario())


def test_a_crash_is_logged_without_the_key_of_a_private_match(
    entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> Iterator[bytes]:
        raise RuntimeError("a bug")

    async def scenario(server: WebServer) -> None:
        with capture_logs() as log:
            path = f"/matches/1/{_seed(entries)}.json"
            assert (await server.get(path)).status == 500
        (event,) = log
        assert event["match"] == "1"
        assert _seed(entries) not in str(event)

    monkeypatch.setattr(replays, "replay_file_parts", crash)
    run(scenario, WebSetup(entries={1: entries}))


def test_without_a_journal_there_are_no_replays() -> None:
    async def scenario(server: WebServer) -> None:
        response = await server.get("/matches/1.json")
        assert (response.status, b"does not store" in response.body) == (404, True)

    run(scenario)


def test_a_flood_of_requests_from_one_address_is_rate_limited(entries: list[Entry]) -> None:
    limits = Limits(trusted_networks=(), address_burst=400.0, address_per_second=0.001)

    async def scenario(server: WebServer) -> None:
        answers = [await server.get("/matches/1.json") for _ in range(5)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[3].headers["retry-after"] == "2"

    run(scenario, WebSetup(entries={1: entries}, limits=limits))


def test_the_files_requested_last_are_kept_and_read_once(
    entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(replay_file(entries, 1, GAMES))
    monkeypatch.setattr(replays, "KEPT_BYTES", 2 * size + 100)
    reads: list[int] = []

    def read(number: int) -> list[Entry]:
        reads.append(number)
        return entries

    async def scenario() -> None:
        found = Replays(read, GAMES)
        for number in (1, 2, 1, 3, 1, 2):
            await found.find(f"/matches/{number}.json")
        assert reads == [1, 2, 3, 2]
        await asyncio.gather(*(found.find("/matches/4.json") for _ in range(5)))
        assert reads == [1, 2, 3, 2, 4]

    asyncio.run(within(scenario()))


def test_too_many_waiting_requests_are_refused(entries: list[Entry]) -> None:
    async def scenario() -> None:
        found = Replays(lambda number: entries, GAMES)
        paths = [f"/matches/{number}.json" for number in range(1, replays.MAX_WAITING + 2)]
        requests = (found.find(path, f"address {n % 3}") for n, path in enumerate(paths))
        answers = await asyncio.gather(*requests, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, HttpError)]
        assert [(error.status, error.headers) for error in refused] == [(503, {"Retry-After": "5"})]
        assert await found.find(paths[-1])

    asyncio.run(within(scenario()))


def test_waiting_requests_of_one_address_leave_places_for_others(entries: list[Entry]) -> None:
    async def scenario() -> None:
        found = Replays(lambda number: entries, GAMES)
        greedy = [f"/matches/{number}.json" for number in range(1, replays.MAX_WAITING + 1)]
        requests = [found.find(path, "greedy") for path in greedy]
        answers = await asyncio.gather(
            *requests, found.find("/matches/99.json", "other"), return_exceptions=True
        )
        refused = [isinstance(answer, HttpError) for answer in answers]
        assert refused == [False] * 8 + [True] * 8 + [False]
        assert await found.find(greedy[-1], "greedy")

    asyncio.run(within(scenario()))


def test_other_work_goes_on_between_the_parts_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(replays, "PAUSE_SECONDS", 0.0)
    iterations, seen = 0, list[int]()

    def parts() -> Iterator[bytes]:
        for _ in range(20):
            seen.append(iterations)
            yield b"x"

    async def scenario() -> None:
        nonlocal iterations
        joining = asyncio.create_task(replays._join_slowly(parts()))
        while not joining.done():
            iterations += 1
            await asyncio.sleep(0)
        assert await joining == b"x" * 20
        assert len(set(seen)) == 20

    asyncio.run(within(scenario()))


def _run(*arguments: str) -> str:
    """Run a command of tavolata and return what it prints."""
    command = [sys.executable, "-m", "client", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def test_server_process_serves_a_private_match_also_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with page_server(data) as server:
        address = f"127.0.0.1:{server.socket_port}"
        _run("bot", "--server", address, "--game", "shelfie", "--matches", "2", "--quiet")
        exported = json.loads(_run("export", "2", "--data", str(data)).splitlines()[-1])
        path = f"/matches/2/{exported['replay']['result']['seed']}.json"
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{server.url}/matches/2.json")
        with urlopen(server.url + path) as response:
            assert json.loads(response.read()) == exported["replay"]
    with page_server(data) as server, urlopen(server.url + path) as response:
        assert json.loads(response.read()) == exported["replay"]


def test_a_client_that_leaves_and_a_stop_end_the_work(entries: list[Entry]) -> None:
    async def scenario(server: WebServer) -> None:
        leaving = await server.connect()
        leaving.writer.write(b"GET /matches/1.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await leaving.writer.drain()
        leaving.writer.transport.abort()
        response = await server.get("/matches/1.json")
        assert json.loads(response.body)["match"] == 1

    run(scenario, WebSetup(entries={1: entries}))
