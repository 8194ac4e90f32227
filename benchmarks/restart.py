"""How long a restart takes: live matches are brought back from a real journal file.

The file is made in process, half Eriantys and half UNO, each match in the middle of its game. What
is measured is what a server does between opening the file and letting guests in; the state of every
match is then compared with the one it had.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from msgspec import structs

from benchmarks.harness import Limit, Plan, Reporter, Row, Verdict
from benchmarks.processes import Broken
from games.registry import GAMES
from games.rng import Rng
from messages import SelectModeAndPlayers
from server.app import OS_SECRETS
from server.history.restore import restore
from server.journal.records import (
    FORMAT,
    NO_HASH,
    Acted,
    Began,
    Entry,
    Player,
    Record,
    chained,
    encode_record,
    state_hash,
)
from server.journal.sqlite import SqliteJournal
from server.limits import DEFAULT_LIMITS
from server.state import ServerState

MATCHES = 500
ACTIONS = 150
SECONDS = 2.0
"""For so many matches; for fewer in proportion."""
LIMIT = Limit("≤", 1.0)
BUSY = 0.9
"""Who got less of a core than that was kept waiting by other work on the machine."""
SET_UPS = (
    SelectModeAndPlayers(4, True),
    SelectModeAndPlayers(3, game="uno", options={"target_score": 10_000}),
)


class Took(NamedTuple):
    """One restart: by the clock, and of a processor's time."""

    seconds: float
    processor: float


class Live(NamedTuple):
    """A match in the middle of its game."""

    records: list[Record]
    state_hash: bytes


def restart(plan: Plan, report: Reporter) -> list[Row]:
    """The time of a restart as a part of what it may take."""
    number = min(MATCHES, plan.many_matches)
    report.step(f"{number} matches of {ACTIONS} actions are played")
    with TemporaryDirectory() as folder:
        hashes = fill(Path(folder), number, ACTIONS)
        took = []
        for index in range(plan.rounds):
            report.step(f"restart {index + 1} of {plan.rounds}", index / plan.rounds)
            took.append(_timed(Path(folder), hashes))
    return [_row(number, took)]


def _row(number: int, took: list[Took]) -> Row:
    allowed = SECONDS * number / MATCHES
    seconds = median(t.seconds for t in took)
    processor = median(t.processor for t in took)
    ratios = [t.seconds / allowed for t in took]
    return Row(
        name="restart",
        what=f"{number} live matches of {ACTIONS} actions are back ÷ {allowed:g} s",
        value=f"{median(ratios):.2f}",
        verdict=_verdict(median(ratios), processor / seconds),
        limit=str(LIMIT),
        detail=f"{seconds:.2f} ({processor:.2f} of a processor) : {allowed:g} s; "
        f"rounds {min(ratios):.2f} to {max(ratios):.2f}",
    )


def _verdict(ratio: float, share: float) -> Verdict:
    verdict = LIMIT.verdict(ratio)
    return "disturbed" if verdict == "MISS" and share < BUSY else verdict


def _timed(folder: Path, hashes: dict[int, bytes]) -> Took:
    start, used = perf_counter(), process_time()
    journal = SqliteJournal(folder, "process", lambda work: work())
    lobby = ServerState(GAMES, DEFAULT_LIMITS, OS_SECRETS, journalled=True)
    restore(lobby, journal)
    took = Took(perf_counter() - start, process_time() - used)
    journal.close()
    if hashes_of(lobby) != hashes:
        raise Broken("not every match is back with the state it had")
    return took


def hashes_of(lobby: ServerState) -> dict[int, bytes]:
    """The state of every match there is."""
    return {n: state_hash(room.match.state) for n, room in lobby.rooms.items() if room.match}


def fill(folder: Path, number: int, actions: int) -> dict[int, bytes]:
    """Write so many matches, one action of each in turn, and say what state each has."""
    matches = [_live(index, actions) for index in range(1, number + 1)]
    rows = zip(*(_entries(n, live.records) for n, live in enumerate(matches, 1)), strict=True)
    kept: list[bool] = []
    journal = SqliteJournal(folder, "process", lambda work: work())
    journal.write([entry for row in rows for entry in row], kept.append)
    journal.close()
    if kept != [True]:
        raise Broken("the journal could not be written")
    return {n: live.state_hash for n, live in enumerate(matches, 1)}


def _entries(number: int, records: list[Record]) -> Iterator[Entry]:
    chain = NO_HASH
    for record in records:
        body = encode_record(record)
        chain = chained(chain, body)
        yield Entry(number, body, chain)


def _live(number: int, actions: int) -> Live:
    """A match with so many actions; games that end before that are thrown away."""
    rng = Random(number)
    asked = SET_UPS[number % len(SET_UPS)]
    while True:
        live = _maybe_live(number, asked, actions, rng)
        if live is not None:
            return live


def _maybe_live(number: int, asked: SelectModeAndPlayers, actions: int, rng: Random) -> Live | None:
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
    return Live(records, state_hash(state))


def _began(number: int, asked: SelectModeAndPlayers, rng: Random) -> Began:
    wizards = GAMES[asked.game].wizards or ("",) * asked.number_of_players
    names = [f"guest-{number}-{seat}" for seat in range(asked.number_of_players)]
    players = tuple(
        Player(name, wizard, rng.randbytes(32))
        for name, wizard in zip(names, wizards, strict=False)
    )
    return Began(FORMAT, asked, players, names[0], "", rng.randbytes(32), 0)
