"""The file of known servers: private, append-only, and never silently ignored."""

import fcntl
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from io import FileIO
from pathlib import Path

import pytest

from client.connections import private_files
from client.connections.base import CannotConnect
from client.connections.known_servers import AUTHORITY, KnownServers

FIRST, SECOND = "SHA256:" + 43 * "a", "SHA256:" + 43 * "b"


@pytest.fixture
def known(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path / "config" / "known-servers.txt", lambda text: None)


def test_missing_file_has_no_entries_and_is_not_created(known: KnownServers) -> None:
    assert known.find("there:1") == ""
    assert not known.path.parent.exists()


def test_file_and_its_folder_are_private_from_their_creation(known: KnownServers) -> None:
    mask = os.umask(0)
    try:
        known.add("there:1", FIRST)
    finally:
        os.umask(mask)
    assert known.path.stat().st_mode & 0o777 == 0o600
    assert known.path.parent.stat().st_mode & 0o777 == 0o700


def test_last_entry_of_an_address_counts(known: KnownServers) -> None:
    known.add("there:1", FIRST)
    known.add("here:2", AUTHORITY)
    known.add("there:1", SECOND)
    assert (known.find("there:1"), known.find("here:2")) == (SECOND, AUTHORITY)
    assert known.find("there:2") == ""


def test_comments_and_empty_lines_are_kept_and_a_missing_line_end_is_added(
    known: KnownServers,
) -> None:
    known.path.parent.mkdir()
    known.path.write_text(f"# my servers\n\nthere:1 {FIRST}")
    known.add("here:2", SECOND)
    assert (known.find("there:1"), known.find("here:2")) == (FIRST, SECOND)
    assert known.path.read_text().startswith("# my servers\n\n")


@pytest.mark.parametrize(
    "line",
    [
        b"there:1",
        b"there:1 SHA256:short",
        b"there:1 trusted",
        b"other:1 " + FIRST.encode() + b" more",
        b"\x00\x00\x00",
        b"\xff\xfe",
    ],
)
def test_damaged_file_is_an_error_that_names_it_and_no_server_is_accepted(
    known: KnownServers, line: bytes
) -> None:
    known.add("there:1", FIRST)
    with known.path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(CannotConnect, match=r"known-servers\.txt, the list of known servers"):
        known.find("there:1")


def test_line_number_of_a_damaged_line_is_named(known: KnownServers) -> None:
    known.add("there:1", FIRST)
    with known.path.open("a") as file:
        file.write("damaged\n")
    with pytest.raises(CannotConnect, match=r"^Line 2 of "):
        known.find("elsewhere:1")


def test_file_that_cannot_be_read_or_written_is_an_error_with_its_reason(
    known: KnownServers,
) -> None:
    known.path.mkdir(parents=True)
    with pytest.raises(CannotConnect, match="Is a directory"):
        known.find("there:1")
    with pytest.raises(CannotConnect, match=r"\(Is a directory\).*--fingerprint"):
        known.add("there:1", FIRST)


def test_entry_waits_for_a_client_that_is_writing(
    known: KnownServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other client has written half of its line; without the lock a line end would be added."""
    has_reached_lock = threading.Event()
    lock = fcntl.flock

    def announce_and_lock(file: FileIO, operation: int) -> None:
        has_reached_lock.set()
        lock(file, operation)

    def add() -> None:
        known.add("here:2", SECOND)
        has_reached_lock.set()  # also if it did not lock

    with private_files.open_locked(known.path) as file, ThreadPoolExecutor(1) as executor:
        monkeypatch.setattr(fcntl, "flock", announce_and_lock)
        file.write(b"there:1 ")
        added = executor.submit(add)
        has_reached_lock.wait()
        file.write(f"{FIRST}\n".encode())
        file.close()
        added.result()
    assert known.path.read_text() == f"there:1 {FIRST}\nhere:2 {SECOND}\n"


def test_clients_that_write_at_the_same_time_lose_no_entry(known: KnownServers) -> None:
    """Each opens the file for itself, as another process does."""
    hosts = {"first": FIRST, "second": SECOND, "third": FIRST, "fourth": SECOND}
    start = threading.Barrier(len(hosts))

    def write(host: str) -> None:
        start.wait()
        for port in range(50):
            known.add(f"{host}:{port}", hosts[host])

    with ThreadPoolExecutor(len(hosts)) as executor:
        list(executor.map(write, hosts))
    assert len(known.path.read_text().splitlines()) == 200
    for host, entry in hosts.items():
        assert {known.find(f"{host}:{port}") for port in range(50)} == {entry}
