"""Stock Pyro5 proxies, one per thread: `python -m benchmarks.pyro_clients GAME ECHO PLAYERS …`.

Each thread's proxy plays both seats of its matches with two session keys, so that every call in the
measured time is an accepted move. Matches are set up before that time and left after it.
Each input line is `prepare`, `moves`, `leave`, `busy` or `echo`, and SECONDS. The output line is
JSON with the number of calls and the seconds.
"""

import sys
from collections.abc import Callable
from itertools import count
from threading import Barrier, Thread
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import Pyro5
import Pyro5.api

from benchmarks.scripts import (
    WIZARDS,
    Move,
    Script,
    ScriptIndex,
    fingerprint,
    nickname,
    record_scripts,
)
from benchmarks.servers import print_json
from messages.eriantys.actions import MatchCreated, MoveStudent
from server.transports.pyro.methods import snake_case

MAX_CALLS_PER_SECOND = 40_000
"""More calls per second than all threads can make; matches are prepared for this many."""
ECHO_TEXT = "x" * len(msgspec.msgpack.encode(MoveStudent("ISLAND", "YELLOW", 7)))
"""A text that is as long as an encoded move."""

NAMES_PER_THREAD = 6000
"""Size of the range of nicknames of one thread."""

Call = tuple[str, tuple[Any, ...]]


class Match(NamedTuple):
    """A started match: the session keys of its seats, and the calls of its script."""

    keys: tuple[str, str]
    calls: list[Call]


def to_call(move: Move, keys: tuple[str, str]) -> Call:
    """Return the method and arguments of the remote call that makes a move."""
    action = move.action
    fields = [getattr(action, name) for name in type(action).__match_args__]
    return snake_case(type(action).__name__), (keys[move.seat], *fields)


class ProxyPlayer:
    """Plays matches and calls echo with the proxies of one thread."""

    def __init__(self, number: int, addresses: tuple[str, str], scripts: ScriptIndex) -> None:
        self._game = Pyro5.api.Proxy(addresses[0])
        self._echo = Pyro5.api.Proxy(addresses[1])
        self._scripts = scripts
        self._names = count(number * NAMES_PER_THREAD)
        self._matches: list[Match] = []

    def prepare(self, calls: int) -> None:
        """Start matches with at least that many calls in total."""
        self._matches = []
        while sum(len(match.calls) for match in self._matches) < calls:
            self._matches.append(self._new_match(expert=len(self._matches) % 2 == 1))

    def play_prepared(self, deadline: float) -> int:
        """Play the prepared matches until the deadline; return the number of accepted moves."""
        calls = 0
        for match in self._matches:
            calls += self._play(match, deadline)
            if perf_counter() >= deadline:
                return calls
        raise AssertionError("more matches are needed than were prepared")

    def play_matches(self, deadline: float) -> int:
        """Start and play one match after the other until the deadline; return the moves."""
        calls = 0
        while perf_counter() < deadline:
            self.prepare(1)
            calls += self._play(self._matches[0], deadline)
            self.leave_matches()
        return calls

    def _play(self, match: Match, deadline: float) -> int:
        for calls, (method, arguments) in enumerate(match.calls, 1):
            answer = getattr(self._game, method)(*arguments)
            assert answer["type"] == "ActionValid", answer
            if perf_counter() >= deadline:
                return calls
        return len(match.calls)

    def echo(self, deadline: float) -> int:
        """Call echo until the deadline; return the number of calls."""
        calls = 0
        while perf_counter() < deadline:
            assert self._echo.echo(ECHO_TEXT) == ECHO_TEXT
            calls += 1
        return calls

    def leave_matches(self) -> None:
        """Quit all sessions of the prepared matches."""
        for match in self._matches:
            for key in match.keys:
                self._game.quit(key)
        self._matches = []

    def close(self) -> None:
        """Close the connections of the proxies."""
        self._game._pyroRelease()
        self._echo._pyroRelease()

    def _new_match(self, expert: bool) -> Match:
        server = self._game
        host, joiner = keys = (self._new_session(), self._new_session())
        server.select_match(host, 0)
        server.select_mode_and_players(host, 2, expert)
        server.select_match(joiner, self._last_pushed(host, "RoomUpdate")["room"]["match"])
        for key, wizard in zip(keys, WIZARDS, strict=True):
            server.choose_wizard(key, wizard)
        script = self._find_script(host, expert)
        return Match(keys, [to_call(move, keys) for move in script.moves])

    def _new_session(self) -> str:
        key: str = self._game.open()
        answer = self._game.choose_nickname(key, nickname(next(self._names)))
        assert answer["type"] == "ActionValid", answer
        return key

    def _find_script(self, key: str, expert: bool) -> Script:
        created = msgspec.convert(self._last_pushed(key, "MatchCreated"), MatchCreated)
        return self._scripts[fingerprint(expert, created)]

    def _last_pushed(self, key: str, kind: str) -> dict[str, Any]:
        pushed = self._game.poll(key, 0, 0)["messages"]
        found: list[dict[str, Any]] = [message for message in pushed if message["type"] == kind]
        return found[-1]


class ProxyThreads:
    """A pool of threads that run the same function at the same time, once per command."""

    def __init__(self, players: int, addresses: tuple[str, str], scripts: ScriptIndex) -> None:
        self.size = players
        self._barrier = Barrier(players + 1)
        self._counts = [0] * players
        self._work: Callable[[ProxyPlayer], int] | None = None
        for number in range(players):
            arguments = (number, addresses, scripts)
            Thread(target=self._run_thread, args=arguments, daemon=True).start()

    def run_on_all(self, work: Callable[[ProxyPlayer], int | None]) -> int:
        """Run ``work`` in every thread and return the sum of the results."""
        self._work = lambda player: work(player) or 0
        self._barrier.wait()
        self._barrier.wait()
        return sum(self._counts)

    def _run_thread(self, number: int, addresses: tuple[str, str], scripts: ScriptIndex) -> None:
        player = ProxyPlayer(number, addresses, scripts)
        while True:
            self._barrier.wait()
            assert self._work is not None
            try:
                self._counts[number] = self._work(player)
            except BaseException:
                self._barrier.abort()
                raise
            self._barrier.wait()


def run_command(threads: ProxyThreads, command: str, seconds: float) -> int:
    """Run a command in all threads and return the number of calls that count."""
    deadline = perf_counter() + seconds
    match command:
        case "prepare":
            return threads.run_on_all(
                lambda player: player.prepare(int(MAX_CALLS_PER_SECOND * seconds / threads.size))
            )
        case "moves":
            return threads.run_on_all(lambda player: player.play_prepared(deadline))
        case "leave":
            return threads.run_on_all(ProxyPlayer.leave_matches)
        case "busy":
            return threads.run_on_all(lambda player: player.play_matches(deadline))
        case _:
            return threads.run_on_all(lambda player: player.echo(deadline))


def main() -> None:
    """Answer the lines of the standard input."""
    Pyro5.config.SERIALIZER = "msgpack"
    game, echo, players, scripts = sys.argv[1:]
    threads = ProxyThreads(int(players), (game, echo), record_scripts(int(scripts)))
    print_json(ready=True)
    for line in sys.stdin:
        command, seconds = line.split()
        start = perf_counter()
        calls = run_command(threads, command, float(seconds))
        print_json(calls=calls, seconds=perf_counter() - start)
    threads.run_on_all(ProxyPlayer.close)


if __name__ == "__main__":
    main()
