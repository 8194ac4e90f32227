"""Step through a match of the journal, or of an exported file, as one of its seats saw it."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from client.cli.narrate import Narrator
from client.cli.text import CANNOT_READ_FILE, CANNOT_REPLAY, NO_MATCH, NO_SEAT
from client.errors import ExitWithMessage
from client.model import Model
from client.tui.console import write
from client.tui.replay_page import ReplayStep
from games.registry import GAMES
from messages import ServerMessage
from server.history.archive import read_export
from server.history.replay import Replay
from server.journal.records import Entry
from server.maintenance import open_journal
from server.match import SeatMessages


def replay_match(match: str, data: Path, seat: int, *, full_screen: bool = False) -> None:
    """Show a match step by step, or write all of it without a terminal.

    ``match`` is a number of the journal, or the path of a file of ``tavolata export``. Raises
    ExitWithMessage if it is missing or has no such seat. A damaged match is shown up to the damage,
    then ExitWithMessage is raised.
    """
    replay, steps = list_steps(load_entries(match, data), seat)
    if not replay.records:
        raise ExitWithMessage(CANNOT_REPLAY.format(match=match, reason=replay.error or NO_MATCH))
    if replay.match is not None and seat >= len(replay.match.seating.nicknames):
        raise ExitWithMessage(NO_SEAT.format(seats=len(replay.match.seating.nicknames) - 1))
    if full_screen:
        from client.tui.screens.replay import ReplayApp

        ReplayApp(steps).run()
    elif sys.stdin.isatty():
        step_through(steps, write, lambda: str(typer.prompt("", "", show_default=False)))
    else:
        for step in steps:
            _write_step(step, write)
    if replay.error:
        raise ExitWithMessage(CANNOT_REPLAY.format(match=match, reason=replay.error))


def load_entries(match: str, data: Path) -> list[Entry]:
    """Return the entries of a match: digits are a number in the journal, other text is a file.

    Only the first nine digits count. Raises ExitWithMessage if the journal or file cannot be read.
    """
    if match.isascii() and match.isdigit():
        with open_journal(data) as journal:
            return list(journal.entries(int(match[:9])))
    try:
        return read_export(Path(match).read_text(encoding="utf-8").splitlines())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a complete export"
        raise ExitWithMessage(CANNOT_READ_FILE.format(file=match, reason=reason)) from None


def list_steps(entries: list[Entry], seat: int) -> tuple[Replay, list[ReplayStep]]:
    """Return the replay, which may have an error, and a step for each entry that shows something.

    A step has the lines that describe it, and the view of the seat after it.
    """
    replay = Replay(entries[0].match if entries else 0, GAMES)
    model, lines = Model(), list[str]()
    narrator = Narrator(lines.append)
    steps: list[ReplayStep] = []
    for entry in entries:
        for message in _messages_for(seat, replay.feed(entry)):
            model.receive(message)
            narrator.narrate(model, message)
        if lines:
            steps.append(ReplayStep(tuple(lines), model.view, model.names))
            lines.clear()
    return replay, steps


def step_through(
    steps: list[ReplayStep], show: Callable[[str], None], ask: Callable[[], str]
) -> None:
    """Show the steps one by one: Enter goes forward, b goes back, q ends.

    Enter after the last step ends, too.
    """
    index = 0
    while index < len(steps):
        _write_step(steps[index], show)
        answer = ask().strip().lower()
        if answer == "q":
            return
        index = max(0, index - 1) if answer == "b" else index + 1


def _write_step(step: ReplayStep, show: Callable[[str], None]) -> None:
    """Show the lines of a step."""
    for line in step.lines:
        show(line)


def _messages_for(seat: int, sent: list[SeatMessages]) -> Iterator[ServerMessage]:
    """Yield the messages for a seat, including those for all seats (None)."""
    return (m for seats, messages in sent if seats is None or seat in seats for m in messages)
