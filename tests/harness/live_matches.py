"""Write journals of matches in progress, with the hash of the state of each match."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import structs

from games.registry import GAMES
from games.rng import Rng
from messages import SelectModeAndPlayers
from server.journal.records import (
    FORMAT,
    NO_HASH,
    Abandoned,
    Acted,
    Began,
    Entry,
    Player,
    Record,
    chain_hash,
    encode_record,
    state_hash,
)
from server.journal.sqlite import SqliteJournal
from server.state import ServerState
from tests.harness.processes import BenchmarkError

SETUPS = (
    SelectModeAndPlayers(4, True),
    SelectModeAndPlayers(3, game="uno", options={"target_score": 10_000}),
)


class MatchInProgress(NamedTuple):
    """The records of a match that has not ended, and the hash of its state."""

    records: list[Record]
    state_hash: bytes


def state_hashes(server_state: ServerState) -> dict[int, bytes]:
    """Return the hash of the state of every match of a server."""
    return {n: state_hash(room.match.state) for n, room in server_state.rooms.items() if room.match}


def write_matches(folder: Path, number: int, actions: int) -> dict[int, bytes]:
    """Write this many matches, interleaved by action; return the hash of each state."""
    matches = [_match_in_progress(index, actions) for index in range(1, number + 1)]
    rows = zip(*(_entries(n, match.records) for n, match in enumerate(matches, 1)), strict=True)
    _append(folder, [entry for row in rows for entry in row])
    return {n: match.state_hash for n, match in enumerate(matches, 1)}


def write_matches_in_turn(folder: Path, number: int, actions: int, finished: int = 0) -> None:
    """Write this many matches one after the other; the first ``finished`` of them are over.

    A page of the file then has records of at most two matches.
    """
    for n in range(1, number + 1):
        records = _match_in_progress(n, actions).records
        if n <= finished:
            records.append(Abandoned("ended by the operator"))
        _append(folder, list(_entries(n, records)))


def _append(folder: Path, entries: list[Entry]) -> None:
    """Append the entries to the journal of a folder."""
    journal = SqliteJournal(folder, "process", lambda work: work())
    written = journal.append(entries, lambda written: None)
    journal.close()
    if not written:
        raise BenchmarkError("the journal could not be written")


def _entries(number: int, records: list[Record]) -> Iterator[Entry]:
    chain = NO_HASH
    for record in records:
        body = encode_record(record)
        chain = chain_hash(chain, body)
        yield Entry(number, body, chain, isinstance(record, Abandoned))


def _match_in_progress(number: int, actions: int) -> MatchInProgress:
    """Play random matches until one has this many actions without ending."""
    rng = Random(number)
    setup = SETUPS[number % len(SETUPS)]
    while True:
        match = _maybe_match_in_progress(number, setup, actions, rng)
        if match is not None:
            return match


def _maybe_match_in_progress(
    number: int, setup: SelectModeAndPlayers, actions: int, rng: Random
) -> MatchInProgress | None:
    began = _began(number, setup, rng)
    game = GAMES[setup.game]
    options = game.options(setup.mode, setup.options)
    state = game.start(setup.number_of_players, options, Rng(began.seed)).state
    records: list[Record] = [began]
    for index in range(1, actions + 1):
        seat = min(game.waiting(state))
        action = structs.replace(rng.choice(game.legal(state, seat)), id=index)
        state = game.apply(state, seat, action).state
        records.append(Acted(seat, action))
        if game.result(state) is not None:
            return None
    return MatchInProgress(records, state_hash(state))


def _began(number: int, setup: SelectModeAndPlayers, rng: Random) -> Began:
    wizards = GAMES[setup.game].wizards or ("",) * setup.number_of_players
    names = [f"player-{number}-{seat}" for seat in range(setup.number_of_players)]
    players = tuple(
        Player(name, wizard, rng.randbytes(32))
        for name, wizard in zip(names, wizards, strict=False)
    )
    return Began(FORMAT, setup, players, names[0], "", rng.randbytes(32), 0)
