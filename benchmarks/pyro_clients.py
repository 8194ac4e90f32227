"""Sixteen stock Pyro5 proxies, one per thread: `python -m benchmarks.pyro_clients GAME ECHO …`.

A thread's proxy plays both seats of its matches, with two keys, so that every call it makes in
the measured time is an accepted move. Matches are set up before and left after that time.
Answers each line `prepare`, `moves`, `leave`, `busy` or `echo` SECONDS with the calls made and
the seconds taken.
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

from benchmarks.scripts import WIZARDS, Book, Move, Script, book, fingerprint, nickname
from benchmarks.servers import say
from messages.eriantys.actions import MatchCreated, MoveStudent
from server.transports.pyro.methods import snake_case

FASTEST = 40_000
"""Calls per second that nobody reaches: matches are prepared for that many."""
TEXT = "x" * len(msgspec.msgpack.encode(MoveStudent("ISLAND", "YELLOW", 7)))
"""What is echoed is as long as a move."""

NAMES = 6000
"""Names a thread may use before it comes to those of the next."""

Call = tuple[str, tuple[Any, ...]]


class Match(NamedTuple):
    """A match that is ready: the keys of its seats and the calls of its script."""

    keys: tuple[str, str]
    calls: list[Call]


def call_of(move: Move, keys: tuple[str, str]) -> Call:
    """A move as a remote call."""
    action = move.action
    fields = [getattr(action, name) for name in type(action).__match_args__]
    return snake_case(type(action).__name__), (keys[move.seat], *fields)


class Player:
    """One thread with its proxies."""

    def __init__(self, number: int, addresses: tuple[str, str], scripts: Book) -> None:
        self._game = Pyro5.api.Proxy(addresses[0])
        self._echo = Pyro5.api.Proxy(addresses[1])
        self._scripts = scripts
        self._names = count(number * NAMES)
        self._matches: list[Match] = []

    def prepare(self, calls: int) -> None:
        """Matches for at least that many calls."""
        self._matches = []
        while sum(len(match.calls) for match in self._matches) < calls:
            self._matches.append(self._new_match(expert=len(self._matches) % 2 == 1))

    def moves(self, deadline: float) -> int:
        """Accepted moves until the deadline."""
        made = 0
        for match in self._matches:
            made += self._play(match, deadline)
            if perf_counter() >= deadline:
                return made
        raise AssertionError("too few matches were prepared")

    def busy(self, deadline: float) -> int:
        """Whole matches, one after the other, until the deadline."""
        made = 0
        while perf_counter() < deadline:
            self.prepare(1)
            made += self._play(self._matches[0], deadline)
            self.leave()
        return made

    def _play(self, match: Match, deadline: float) -> int:
        for made, (method, arguments) in enumerate(match.calls, 1):
            answer = getattr(self._game, method)(*arguments)
            assert answer["type"] == "ActionValid", answer
            if perf_counter() >= deadline:
                return made
        return len(match.calls)

    def echo(self, deadline: float) -> int:
        """Echoes until the deadline."""
        made = 0
        while perf_counter() < deadline:
            assert self._echo.echo(TEXT) == TEXT
            made += 1
        return made

    def leave(self) -> None:
        """Give up every seat."""
        for match in self._matches:
            for key in match.keys:
                self._game.quit(key)
        self._matches = []

    def hang_up(self) -> None:
        """End the connections."""
        self._game._pyroRelease()
        self._echo._pyroRelease()

    def _new_match(self, expert: bool) -> Match:
        server = self._game
        host, guest = keys = (self._new_session(), self._new_session())
        server.select_match(host, 0)
        server.select_mode_and_players(host, 2, expert)
        server.select_match(guest, self._last(host, "RoomUpdate")["room"]["match"])
        for key, wizard in zip(keys, WIZARDS, strict=True):
            server.choose_wizard(key, wizard)
        script = self._find_script(host, expert)
        return Match(keys, [call_of(move, keys) for move in script.moves])

    def _new_session(self) -> str:
        key: str = self._game.open()
        answer = self._game.choose_nickname(key, nickname(next(self._names)))
        assert answer["type"] == "ActionValid", answer
        return key

    def _find_script(self, key: str, expert: bool) -> Script:
        created = msgspec.convert(self._last(key, "MatchCreated"), MatchCreated)
        return self._scripts[fingerprint(expert, created)]

    def _last(self, key: str, kind: str) -> dict[str, Any]:
        pushed = self._game.poll(key, 0, 0)["messages"]
        found: list[dict[str, Any]] = [message for message in pushed if message["type"] == kind]
        return found[-1]


class Crowd:
    """All threads; they live from one measurement to the next."""

    def __init__(self, players: int, addresses: tuple[str, str], scripts: Book) -> None:
        self.size = players
        self._gate = Barrier(players + 1)
        self._made = [0] * players
        self._work: Callable[[Player], int] | None = None
        for number in range(players):
            arguments = (number, addresses, scripts)
            Thread(target=self._live, args=arguments, daemon=True).start()

    def all(self, work: Callable[[Player], int | None]) -> int:
        """Let every player do something; the sum of what they say."""
        self._work = lambda player: work(player) or 0
        self._gate.wait()
        self._gate.wait()
        return sum(self._made)

    def _live(self, number: int, addresses: tuple[str, str], scripts: Book) -> None:
        player = Player(number, addresses, scripts)
        while True:
            self._gate.wait()
            assert self._work is not None
            try:
                self._made[number] = self._work(player)
            except BaseException:
                self._gate.abort()
                raise
            self._gate.wait()


def obey(crowd: Crowd, what: str, seconds: float) -> int:
    """Do one thing with all players; the calls that count."""
    deadline = perf_counter() + seconds
    match what:
        case "prepare":
            return crowd.all(lambda player: player.prepare(int(FASTEST * seconds / crowd.size)))
        case "moves":
            return crowd.all(lambda player: player.moves(deadline))
        case "leave":
            return crowd.all(Player.leave)
        case "busy":
            return crowd.all(lambda player: player.busy(deadline))
        case _:
            return crowd.all(lambda player: player.echo(deadline))


def main() -> None:
    """Do what the lines of the standard input ask for."""
    Pyro5.config.SERIALIZER = "msgpack"
    game, echo, players, scripts = sys.argv[1:]
    crowd = Crowd(int(players), (game, echo), book(int(scripts)))
    say(ready=True)
    for line in sys.stdin:
        what, seconds = line.split()
        start = perf_counter()
        made = obey(crowd, what, float(seconds))
        say(calls=made, seconds=perf_counter() - start)
    crowd.all(Player.hang_up)


if __name__ == "__main__":
    main()
