"""The tables of the journal file, and how a new file is made.

``journal`` has one row per entry; ``tails`` has the index that ``tails.py`` describes,
``open_rooms`` the rows of ``open_rooms.py``. ``ended``
has the time at which each finished match ended, in seconds since 1970. It is written a moment after
the final record and not by a trigger, which would make every write slower; times that are missing
after a crash are set at the next start.
"""

import sqlite3
from collections.abc import Iterable

from server.journal.open_rooms import SCHEMA as OPEN_ROOMS_SCHEMA
from server.journal.records import FORMAT
from server.journal.tails import SCHEMA as TAILS_SCHEMA

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS journal
    (id INTEGER PRIMARY KEY, match INTEGER, body BLOB, hash BLOB, last INTEGER);
CREATE INDEX IF NOT EXISTS over ON journal (match) WHERE last = 1;
CREATE TABLE IF NOT EXISTS ended (match INTEGER PRIMARY KEY, at INTEGER);
{TAILS_SCHEMA}
{OPEN_ROOMS_SCHEMA}
PRAGMA user_version={FORMAT};
"""
INSERT = "INSERT OR IGNORE INTO journal (id, match, body, hash, last) VALUES (?, ?, ?, ?, ?)"
NOW = "SELECT CAST(strftime('%s', 'now') AS INTEGER)"


def create_schema(connection: sqlite3.Connection) -> None:
    """Create the tables that the file does not have yet, and record missing times of ends.

    Raises sqlite3.Error.
    """
    connection.executescript(SCHEMA)
    record_missing_ends(connection)


def record_ends(connection: sqlite3.Connection, matches: Iterable[int]) -> None:
    """Record that these matches have ended now; a time that is recorded already stays.

    There must be at least one match. Raises sqlite3.Error.
    """
    values = ", ".join(f"({match:d}, ({NOW}))" for match in matches)
    connection.execute(f"INSERT OR IGNORE INTO ended VALUES {values}")


def record_missing_ends(connection: sqlite3.Connection) -> None:
    """Record that finished matches without a time have ended now. Raises sqlite3.Error."""
    finished = "SELECT COUNT(*) FROM journal WHERE last = 1"
    ((is_complete,),) = connection.execute(f"SELECT ({finished}) = (SELECT COUNT(*) FROM ended)")
    if not is_complete:
        connection.execute(
            f"INSERT OR IGNORE INTO ended SELECT match, ({NOW}) FROM journal WHERE last = 1"
        )
