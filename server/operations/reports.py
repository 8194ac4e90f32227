"""Reports of players to the operator: log events, and a private file in the data folder.

The file has one report per line, as JSON. A full file replaces the previous one, so that both
together have a maximum size and the latest reports are kept.
"""

import errno
import os
from pathlib import Path

import structlog
from msgspec import MsgspecError, json

from server.effects import Report
from server.files import PRIVATE_FILE

FILE = "reports.jsonl"
PREVIOUS_FILE = "reports.1.jsonl"
NOT_SAVED = "the report is only in the log"
READ_REPORTS = "tavolata admin reports shows the chat that belongs to it"
TAIL_BYTES = 256 * 1024
"""Size of the end of a file that is read for the latest reports."""


class Reports:
    """Writes the reports of one server; without a folder they are only logged."""

    def __init__(self, folder: Path | None, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._log = structlog.get_logger()

    def write(self, report: Report) -> None:
        """Log a report and append it to the file, if there is a folder.

        An error of the disk is logged, not raised.
        A write to the end of a file takes microseconds; nothing waits for the disk.
        """
        self._log.warning(
            "player_reported",
            reporter=report.reporter,
            reported=report.reported,
            reported_address=report.address,
            match=report.match,
            reason=report.reason,
            remedy=READ_REPORTS,
        )
        if self._folder is not None:
            try:
                self._append(self._folder, json.encode(report) + b"\n")
            except OSError as error:
                self._log.error("report_not_saved", reason=str(error), effect=NOT_SAVED)

    def _append(self, folder: Path, line: bytes) -> None:
        """Append a line to the file, which first replaces the previous one if it is full.

        Raises OSError, also if only a part could be written; the part is removed.
        """
        file = folder / FILE
        if file.exists() and file.stat().st_size + len(line) > self._max_bytes:
            file.replace(folder / PREVIOUS_FILE)
        descriptor = os.open(file, os.O_APPEND | os.O_CREAT | os.O_WRONLY, PRIVATE_FILE)
        try:
            size = os.fstat(descriptor).st_size
            if os.write(descriptor, line) < len(line):
                os.ftruncate(descriptor, size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            os.close(descriptor)

    def latest(self, count: int) -> list[Report]:
        """Return the last ``count`` reports of the files, oldest first; none without a folder.

        Only the last TAIL_BYTES of each file are searched, so there may be fewer. Lines that cannot
        be read are left out.
        """
        if self._folder is None:
            return []
        lines = _last_lines(self._folder / PREVIOUS_FILE) + _last_lines(self._folder / FILE)
        reports = [report for line in lines if (report := _maybe_report(line))]
        return reports[-count:]


def _last_lines(file: Path) -> list[bytes]:
    """Return the complete lines in the last TAIL_BYTES of a file; none if it cannot be read."""
    try:
        with file.open("rb") as opened:
            size = opened.seek(0, os.SEEK_END)
            opened.seek(max(0, size - TAIL_BYTES))
            lines = opened.read(TAIL_BYTES).splitlines()
    except OSError:
        return []
    return lines[1:] if size > TAIL_BYTES else lines


def _maybe_report(line: bytes) -> Report | None:
    """Decode the report of a line; None if the line cannot be decoded."""
    try:
        return json.decode(line, type=Report)
    except (MsgspecError, ValueError):
        return None
