"""Files of earlier versions stay readable.

``format-N.sqlite`` was written by the version that introduced format N. It has a finished match of
Eriantys and two unfinished ones (Eriantys expert, UNO), with chat, a player who reconnected and one
who left. It is never written again; a change that makes it unreadable needs a new format and code
that reads the old one.
"""

import shutil
from pathlib import Path

import pytest

from games.registry import GAMES
from messages import Reconnect, SessionOpened
from server.history.archive import verify
from server.history.restore import restore
from server.journal.records import FORMAT, state_hash
from server.journal.sqlite import FILE, SqliteJournal
from tests.harness.handler import HandlerHarness

HERE = Path(__file__).parent
STATES = {2: "4fa4077d59904ed26bca621b741cb78d", 3: "9278848b4a5bb011ecb4c6bf91d9f15f"}
"""Hashes of the states of the unfinished matches."""


@pytest.fixture(params=range(1, FORMAT + 1))
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> SqliteJournal:
    shutil.copy(HERE / f"format-{request.param}.sqlite", tmp_path / FILE)
    return SqliteJournal(tmp_path, "process", lambda _: None)


def test_matches_in_a_file_of_each_format_are_valid(journal: SqliteJournal) -> None:
    verdicts = {v.match: (v.game, v.is_over, v.error) for v in verify(journal, GAMES)}
    journal.close()
    assert verdicts == {
        1: ("eriantys", True, ""),
        2: ("eriantys", False, ""),
        3: ("uno", False, ""),
    }


def test_unfinished_matches_in_a_file_of_each_format_are_restored_with_chat_and_session(
    journal: SqliteJournal,
) -> None:
    harness = HandlerHarness()
    failed = restore(harness.state, journal).failed
    journal.close()
    assert failed == []
    rooms = harness.state.rooms
    assert {n: state_hash(r.match.state).hex() for n, r in rooms.items() if r.match} == STATES
    assert [line.text for line in rooms[2].chat.lines_for(0)] == ["good luck", "you too"]
    assert isinstance(harness.send(harness.connect(), Reconnect("dan", "token-6")), SessionOpened)
