"""A full disk is logged and counted; a server starts on it and works when there is space again."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.harness.live_matches import write_matches_in_turn
from tests.harness.logged_server import logged_server
from tests.harness.plain_clients import SocketClient
from tests.harness.small_disk import SmallDisk, small_disk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs mount namespaces of Linux")


@pytest.fixture
def disk(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    """A disk with a data folder that has one finished match and three unfinished ones."""
    with small_disk(tmp_path) as disk:
        data = disk.outside / "data"
        data.mkdir(mode=0o700)
        written = tmp_path_factory.mktemp("written")
        write_matches_in_turn(written, 4, 60, finished=1)
        for file in written.iterdir():
            (data / file.name).write_bytes(file.read_bytes())
            (data / file.name).chmod(0o600)
        yield disk


def _answer(client: SocketClient, kind: str, **fields: Any) -> str:
    """Return the type of the answer to a message, or the code of its error."""
    client.send(kind, **fields)
    while (message := client.receive())["type"] not in ("Error", "ActionValid"):
        continue
    return str(message.get("error", message["type"]))


def _play_against_computer(client: SocketClient) -> None:
    assert _answer(client, "ChooseNickname", nickname="ada") == "ActionValid"
    assert _answer(client, "SelectMatch", match=0) == "ActionValid"
    setup = {"number_of_players": 2, "mode": False, "game": "uno", "bots": 1}
    assert _answer(client, "SelectModeAndPlayers", **setup) == "ActionValid"


def _verify(disk: SmallDisk) -> str:
    command = disk.command("verify", "--data", f"{disk.path}/data")
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_server_starts_on_a_full_disk_and_saves_when_there_is_space(disk: SmallDisk) -> None:
    disk.fill()
    assert _verify(disk).endswith("4 matches, 0 damaged\n")
    data = ["--data", f"{disk.path}/data"]
    with logged_server(*data, command=disk.command("serve")) as server:
        failed = server.events[0]
        assert (failed["event"], failed["level"]) == ("journal_write_failed", "error")
        assert (failed["free_bytes"], failed["reason"][-15:]) == (0, "disk I/O error.")
        with closing(SocketClient(server.socket)) as client:
            assert client.receive()["error"] == "NOTSAVED"
        disk.empty()
        assert server.wait_for("journal_writable_again")["failing_seconds"] >= 0
        with closing(SocketClient(server.socket)) as client:
            _play_against_computer(client)
        assert server.stop() == 0
    assert "match 5: uno, " in _verify(disk)
    assert not list((disk.outside / "data").glob("damaged-*"))


def test_full_disk_of_a_running_server_is_logged_from_its_start_to_its_end(
    disk: SmallDisk,
) -> None:
    options = ["--data", f"{disk.path}/data", "--limit", "chat_lines=1000"]
    with logged_server(*options, command=disk.command("serve")) as server:
        with closing(SocketClient(server.socket)) as client:
            _play_against_computer(client)
            disk.fill()
            for number in range(100):
                client.send("SendChat", text=f"{number} " + "word " * 50)
            failed = server.wait_for("journal_write_failed")
            assert "full" in failed["reason"]
            disk.empty()
            server.wait_for("journal_writable_again")
        assert server.stop() == 0
        names = [event["event"] for event in server.events]
        assert names.count("journal_write_failed") == names.count("journal_writable_again") == 1
    disk.fill()
    assert _verify(disk).endswith("5 matches, 0 damaged\n")
