"""Step through a match of the journal as one of its seats saw it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from client.cli.narrate import Narrator
from client.cli.text import CANNOT_REPLAY, NO_MATCH
from client.errors import ExitWithMessage
from client.model import Model
from client.tui.console import write
from games.registry import GAMES
from messages import ServerMessage
from server.history.replay import Replay
from server.journal.base import EntrySource
from server.maintenance import open_journal
from server.match import SeatMessages


def replay_match(number: int, data: Path, seat: int) -> None:
    """Write what the seat saw, step by step; on a terminal Enter continues and q ends.

    Raises ExitWithMessage if the journal or the match is missing. A damaged match is written up to
    the damage, then ExitWithMessage is raised.
    """
    model, narrator = Model(), Narrator(write)
    with open_journal(data) as journal:
        for sent in _replay_steps(journal, number):
            for message in _messages_for(seat, sent):
                model.receive(message)
                narrator.narrate(model, message)
            if sent and sys.stdin.isatty() and typer.prompt("", "", show_default=False) == "q":
                return


def _replay_steps(journal: EntrySource, number: int) -> Iterator[list[SeatMessages]]:
    """Yield the messages of each record of the match, for all seats; they may be empty.

    Raises ExitWithMessage at the end if the match is missing or a record is damaged.
    """
    match = Replay(number, GAMES)
    for entry in journal.entries(number):
        yield match.feed(entry)
    if match.error or not match.records:
        raise ExitWithMessage(CANNOT_REPLAY.format(number=number, reason=match.error or NO_MATCH))


def _messages_for(seat: int, sent: list[SeatMessages]) -> Iterator[ServerMessage]:
    """Yield the messages for a seat, including those for all seats (None)."""
    return (m for seats, messages in sent if seats is None or seat in seats for m in messages)
