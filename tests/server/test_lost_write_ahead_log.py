"""A server is killed and its write-ahead log is lost: the heads show which records are missing."""

import asyncio
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import structlog

from client.__main__ import run
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.killable_server import KillableServer
from tests.harness.plain_clients import SocketClient
from tests.harness.timeouts import within

HEADS, LOG = "journal.heads", "journal.sqlite-wal"
NAMES = {1: "ada", 2: "bob", 3: "cyd"}


class Killed(NamedTuple):
    """The folder of a killed server, and the tokens of the player of each match."""

    data: Path
    tokens: dict[int, str]


def _receive(client: SocketClient, *kinds: str) -> dict[str, Any]:
    while (message := client.receive())["type"] not in kinds:
        continue
    return message


def _start_match(address: str, name: str) -> str:
    """Start a match against a computer player, wait for the first turn, return the token."""
    with closing(SocketClient(address)) as client:
        client.send("ChooseNickname", nickname=name)
        token = str(_receive(client, "SessionOpened")["token"])
        client.send("SelectMatch", match=0)
        client.send("SelectModeAndPlayers", number_of_players=2, game="uno", bots=1)
        _receive(client, "YourTurn")
        return token


def _listed(data: Path) -> dict[int, int]:
    """Return the number of records of each unfinished match in the file of heads."""
    line = (data / HEADS).read_bytes().split(b"\n")[0]
    return {head["match"]: head["records"] for head in msgspec.json.decode(line)["unfinished"]}


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    """Kill a server with three matches when its heads list them."""
    data = tmp_path_factory.mktemp("killed")
    server = KillableServer(data)
    server.start()
    try:
        address = server.addresses[0]
        tokens = {match: _start_match(address, name) for match, name in NAMES.items()}
        while _listed(data).keys() != NAMES.keys():
            continue
    finally:
        server.kill()
    return Killed(data, tokens)


@pytest.fixture
def data(killed: Killed, tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("admin.sock")
    return Path(shutil.copytree(killed.data, tmp_path / "data", ignore=ignored))


class Return(NamedTuple):
    """The answers to Reconnect: the text of a refusal, or the texts of the server."""

    refusal: str
    texts: list[str]


def _restart(data: Path, tokens: dict[int, str]) -> tuple[dict[int, Return], list[Any]]:
    """Start a server on the folder and reconnect all players; return their answers and the log."""

    def reconnect(address: str, match: int) -> Return:
        with closing(SocketClient(address)) as client:
            client.send("Reconnect", nickname=NAMES[match], token=tokens[match], last_seq=0)
            answer = _receive(client, "SessionOpened", "Error")
            if answer["type"] == "Error":
                return Return(answer["message"], [])
            texts = []
            while (message := client.receive())["type"] != "GameView":
                texts += [message["msg"]] if message["type"] == "GenericMessage" else []
            return Return("", texts)

    async def serve() -> dict[int, Return]:
        settings = Settings(port=0, pyro_port=0, data=data)
        async with running(settings, COMPUTERS) as addresses:
            return {
                match: await asyncio.to_thread(reconnect, addresses.socket, match)
                for match in NAMES
            }

    with structlog.testing.capture_logs() as events:
        returns = asyncio.run(within(serve()))
    return returns, list(events)


def _verify(data: Path) -> int:
    return run(["verify", "--data", str(data)])


def test_killed_server_with_all_files_misses_nothing(data: Path, killed: Killed) -> None:
    assert _verify(data) == 0
    returns, events = _restart(data, killed.tokens)
    assert list(returns.values()) == [Return("", [])] * len(NAMES)
    assert [e for e in events if e["event"].startswith("journal")] == []
    assert not (data / "damaged-1").exists()


def test_heads_older_than_the_journal_are_not_reported(data: Path, killed: Killed) -> None:
    older = (data / HEADS).read_bytes()
    _restart(data, killed.tokens)  # appends that the players returned
    (data / HEADS).write_bytes(older)
    assert _verify(data) == 0
    _, events = _restart(data, killed.tokens)
    assert [e for e in events if e["event"].startswith("journal")] == []
    assert min(_listed(data).values()) > 1


def test_deleted_log_is_reported_for_each_match_and_to_its_players(
    data: Path, killed: Killed, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = _listed(data)
    (data / LOG).unlink()
    assert _verify(data) == 1
    report = capsys.readouterr().out
    for match, records in expected.items():
        assert f"match {match}: ?, 0 records, damaged: all {records} records are missing" in report
    returns, events = _restart(data, killed.tokens)
    missing = {e["match"]: e["lost_records"] for e in events if e["event"] == "match_records_lost"}
    assert missing == expected
    for match, done in returns.items():
        assert f"Match {match} of this nickname was damaged" in done.refusal


def _truncate(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def _corrupt_first_frame(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(40)
        opened.write(b"\xff" * 8)


def _corrupt_header(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(bytes(32))


def _overwrite_third(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(size // 3)
        opened.write(b"\xa5" * (size // 3))


@pytest.mark.parametrize(
    "fault", [_truncate, _corrupt_first_frame, _corrupt_header, _overwrite_third]
)
def test_faulty_log_loses_no_match_silently(
    data: Path,
    killed: Killed,
    fault: Callable[[Path], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = _listed(data)
    fault(data / LOG)
    damaged_log = (data / LOG).read_bytes()
    status = _verify(data)
    assert status == 1
    assert "missing" in capsys.readouterr().out
    assert (data / LOG).read_bytes() == damaged_log, "verify changed the log"
    returns, events = _restart(data, killed.tokens)
    assert (data / "damaged-1" / LOG).read_bytes() == damaged_log
    lost = {e["match"]: e for e in events if e["event"] == "match_records_lost"}
    for match, done in returns.items():
        if match not in lost:
            assert done == Return("", [])
        elif lost[match]["match_kept"]:
            assert f"lost the last {lost[match]['lost_records']} records" in done.texts[0]
        else:
            assert "was damaged on the server's disk" in done.refusal
            assert lost[match]["lost_records"] <= expected[match]
    assert _verify(data) == 0


@pytest.mark.parametrize("fault", [_corrupt_first_frame, _corrupt_header])
def test_records_behind_a_corrupted_frame_are_recovered(
    data: Path, killed: Killed, fault: Callable[[Path], None]
) -> None:
    fault(data / LOG)
    returns, _ = _restart(data, killed.tokens)
    assert [done.refusal for done in returns.values()] == ["", "", ""]
