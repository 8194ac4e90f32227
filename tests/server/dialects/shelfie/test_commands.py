"""Anything at all may be said: every request is answered and the connection lives (B.2).

What the other tests of this dialect talk through: server.dialects.shelfie.asking,
server.dialects.shelfie.news, server.dialects.shelfie.peer, server.dialects.shelfie.replies and
server.dialects.steps.
"""

from collections import Counter
from random import Random

import pytest

from server.dialects.shelfie.commands import COMMANDS
from tests.games.shelfie.invariants import check
from tests.harness.dialects.shelfie_client import KNOWN
from tests.harness.dialects.shelfie_server import Inn, Talker, evening

ARGUMENTS = (
    *("0", "1", "2", "3", "4", "5", "6", "8", "9", "-1", "x", "", " ", "999999999999"),
    *("ada", "bert", "true", "hello", "\x1b[2J", "🎲", "{name}", "%s", "a" * 500),
)
ODD = (b"\xff\xfe\xfd", b"\0\0\0", b"|||||", b"return|login|true", b"selectCell" * 50, b"")
LEAVING = ("exitGame", "leaveMatch")
BATCH = 60


def request(random: Random, rooms: list[int]) -> bytes:
    """Mostly a known name with odd arguments; often a sensible move; sometimes anything."""
    luck = random.random()
    if luck < 0.03:
        return random.choice(ODD)
    if luck < 0.1:
        return random.choice(["createMatch|2", *(f"join|{room}" for room in rooms)]).encode()
    if luck < 0.4:
        cell = f"{random.randrange(9)}|{random.randrange(9)}"
        moves = (f"insertInColumn|{random.randrange(5)}", "sortHand|0|1", "endTurn")
        return random.choice((*(f"selectCell|{cell}",) * 4, *moves)).encode()
    name = random.choice([name for name in COMMANDS if name not in LEAVING])
    if luck > 0.995:
        name = "leaveMatch"
    arguments = random.choices(ARGUMENTS, k=random.randrange(4))
    return "|".join([name, *arguments]).encode()


def framed(data: bytes, talker: Talker) -> bytes:
    return len(data).to_bytes(2, "big") + data if talker.framed else data + b"\n"


async def annoy(inn: Inn, rounds: int, random: Random) -> Counter[str]:
    """Three guests say anything at all."""
    talkers = [await inn.guest(name, framed=name != "bert") for name in ("ada", "bert", "cleo")]
    counts: Counter[str] = Counter()
    for _ in range(rounds):
        for talker in talkers:
            rooms = list(inn.lobby.rooms)
            said = [framed(request(random, rooms), talker) for _ in range(BATCH)]
            talker.send_bytes(b"".join(said))
            heard = await talker.heard()
            counts.update(text.partition("|")[0] for text in heard)
            assert {text.partition("|")[0] for text in heard} <= KNOWN
        for room in inn.lobby.rooms.values():
            if room.match:
                check(room.match.state)
        if random.random() < 0.2:
            inn.pass_time(random.randrange(20))
    return counts


@pytest.mark.parametrize("written", [False, True])
def test_any_requests_at_all(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        counts = await annoy(inn, 12, Random(written))
        assert counts["return"] > 1500
        assert counts["virtualView"] > 20

    evening(scene, written)


@pytest.mark.soak
@pytest.mark.parametrize("written", [False, True])
def test_thirty_thousand_requests(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        counts = await annoy(inn, 30_000 // (3 * BATCH), Random(written))
        assert {"notifyEndMatch", "publicChat", "notifyStart"} <= counts.keys()

    evening(scene, written)


def test_every_request_is_answered_under_its_own_name() -> None:
    async def scene(inn: Inn) -> None:
        for name in COMMANDS:
            talker = await inn.connect()
            outcome = (await talker.ask(f"{name}|a b|c"))[-1]
            wanted = "insertInColumn" if name == "insertInColumnCards" else name
            assert outcome == f"return|{wanted}|false"

    evening(scene, False)
