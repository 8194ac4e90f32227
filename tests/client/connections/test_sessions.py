"""Stored sessions: private, complete after simultaneous writes, and never an error for the user."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec import structs

from client.connections.sessions import (
    MAX_SESSIONS,
    SessionStore,
    StoredSession,
    describe_other_players,
    load_sessions,
)

ADA = StoredSession("there:1", "ada", "token-1", "uno", ("ada", "anna"))


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path: Path, notices: list[str]) -> SessionStore:
    return SessionStore(tmp_path / "config" / "sessions.json", notices.append, lambda: 7.0)


def test_missing_file_has_no_sessions_and_is_not_created(store: SessionStore) -> None:
    assert load_sessions(store.path) == ()
    assert store.maybe_find("there:1", "ada") is None
    assert not store.path.parent.exists()


def test_saved_session_is_loaded_with_the_time_and_found_by_server_and_similar_name(
    store: SessionStore,
) -> None:
    store.save(ADA)
    saved = structs.replace(ADA, saved_at=7.0)
    assert load_sessions(store.path) == (saved,)
    assert store.maybe_find("there:1", "ADA") == saved
    assert store.maybe_find("there:2", "ada") is None
    assert store.maybe_find("there:1", "bob") is None


def test_file_and_folder_are_private(store: SessionStore) -> None:
    mask = os.umask(0)
    try:
        store.save(ADA)
    finally:
        os.umask(mask)
    assert store.path.stat().st_mode & 0o777 == 0o600
    assert store.path.parent.stat().st_mode & 0o777 == 0o700


def test_latest_session_is_first_and_the_oldest_ones_are_dropped(store: SessionStore) -> None:
    for number in range(MAX_SESSIONS + 2):
        store.save(StoredSession(f"there:{number}", "ada", f"token-{number}"))
    store.save(structs.replace(ADA, address="there:5"))
    sessions = load_sessions(store.path)
    assert len(sessions) == MAX_SESSIONS
    assert [s.address for s in sessions[:2]] == ["there:5", f"there:{MAX_SESSIONS + 1}"]
    assert store.with_seat() == sessions[:1]


def test_older_client_neither_changes_nor_removes_the_session_of_a_newer_one(
    store: SessionStore,
) -> None:
    store.save(structs.replace(ADA, token="token-2"))
    store.save(structs.replace(ADA, game=""), before="token-1")
    store.remove(ADA)
    (session,) = load_sessions(store.path)
    assert (session.token, session.game) == ("token-2", "uno")
    store.remove(session)
    assert load_sessions(store.path) == ()


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b'[{"address": "there:1"}]'])
def test_damaged_file_is_reported_in_one_sentence_and_replaced_by_the_next_session(
    store: SessionStore, notices: list[str], content: bytes
) -> None:
    store.path.parent.mkdir()
    store.path.write_bytes(content)
    assert store.maybe_find("there:1", "ada") is None
    (notice,) = notices
    assert "sessions.json cannot be read" in notice
    store.save(ADA)
    assert len(load_sessions(store.path)) == 1


def test_failure_to_write_is_reported_once(store: SessionStore, notices: list[str]) -> None:
    store.path.mkdir(parents=True)
    for token in ("one", "two"):
        store.save(structs.replace(ADA, token=token))
    (notice,) = notices
    assert "do not close this window" in notice


def test_clients_that_save_at_the_same_time_lose_no_session(store: SessionStore) -> None:
    names = [f"player{number}" for number in range(8)]
    start = threading.Barrier(len(names))

    def save(name: str) -> None:
        start.wait()
        for token in "abc":
            store.save(StoredSession("there:1", name, f"{name}-{token}"))

    with ThreadPoolExecutor(len(names)) as executor:
        list(executor.map(save, names))
    assert {s.token for s in load_sessions(store.path)} == {f"{name}-c" for name in names}


def test_opponents_are_named_for_a_sentence() -> None:
    for players, text in (
        (("ada",), ""),
        (("anna", "ada"), "anna"),
        (("anna", "ada", "bob", "carl"), "anna, bob and carl"),
    ):
        assert describe_other_players(structs.replace(ADA, players=players)) == text
