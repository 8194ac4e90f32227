"""Write journals of matches in progress, and read back what state each match has."""

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

SET_UPS = (
    SelectModeAndPlayers(4, True),
    SelectModeAndPlayers(3, game="uno", options={"target_score": 10_000}),
)


class MatchInProgress(NamedTuple):
    """A match in the middle of its game."""

    records: list[Record]
    state_hash: bytes


def state_hashes(lobby: ServerState) -> dict[int, bytes]:
    """The state of every match there is."""
    return {n: state_hash(room.match.state) for n, room in lobby.rooms.items() if room.match}


def write_matches(folder: Path, number: int, actions: int) -> dict[int, bytes]:
    """Write so many matches, one action of each in turn, and say what state each has."""
    matches = [_match_in_progress(index, actions) for index in range(1, number + 1)]
    rows = zip(*(_entries(n, live.records) for n, live in enumerate(matches, 1)), strict=True)
    journal = SqliteJournal(folder, "process", lambda work: work())
    kept = journal.append([entry for row in rows for entry in row], lambda kept: None)
    journal.close()
    if not kept:
        raise BenchmarkError("the journal could not be written")
    return {n: live.state_hash for n, live in enumerate(matches, 1)}


def _entries(number: int, records: list[Record]) -> Iterator[Entry]:
    chain = NO_HASH
    for record in records:
        body = encode_record(record)
        chain = chain_hash(chain, body)
        yield Entry(number, body, chain)


def _match_in_progress(number: int, actions: int) -> MatchInProgress:
    """A match with so many actions; games that end before that are thrown away."""
    rng = Random(number)
    asked = SET_UPS[number % len(SET_UPS)]
    while True:
        live = _maybe_match_in_progress(number, asked, actions, rng)
        if live is not None:
            return live


def _maybe_match_in_progress(
    number: int, asked: SelectModeAndPlayers, actions: int, rng: Random
) -> MatchInProgress | None:
    began = _began(number, asked, rng)
    game = GAMES[asked.game]
    options = game.options(asked.mode, asked.options)
    state = game.start(asked.number_of_players, options, Rng(began.seed)).state
    records: list[Record] = [began]
    for index in range(1, actions + 1):
        seat = min(game.waiting(state))
        action = structs.replace(rng.choice(game.legal(state, seat)), id=index)
        state = game.apply(state, seat, action).state
        records.append(Acted(seat, action))
        if game.result(state) is not None:
            return None
    return MatchInProgress(records, state_hash(state))


def _began(number: int, asked: SelectModeAndPlayers, rng: Random) -> Began:
    wizards = GAMES[asked.game].wizards or ("",) * asked.number_of_players
    names = [f"guest-{number}-{seat}" for seat in range(asked.number_of_players)]
    players = tuple(
        Player(name, wizard, rng.randbytes(32))
        for name, wizard in zip(names, wizards, strict=False)
    )
    return Began(FORMAT, asked, players, names[0], "", rng.randbytes(32), 0)
