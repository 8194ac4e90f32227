"""Bad lines of every kind: each gets one ERROR, nobody else hears of it, and nothing changes."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from server.dialects.codex.wire import LINE_BYTES
from tests.harness.dialects.codex_server import CodexServer, codex_scenario_runner, kinds

BATCH = 40

Request = dict[str, Any]
GOOD: tuple[Request, ...] = (
    {"networkType": "SET_PLAYER_NUMBER", "numPlayers": 2},
    {"networkType": "PLACE_STARTER", "side": "FRONT"},
    {"networkType": "CHOOSE_COLOR", "color": "RED"},
    {"networkType": "PLACE_OBJECTIVE", "chosenObjective": 0},
    {
        "networkType": "PLACE_CARD",
        "frontId": 1,
        "backId": 41,
        "side": "BACK",
        "position": {"x": 1, "y": 1},
    },
    {"networkType": "DRAW", "idToDraw": 4},
    {
        "networkType": "SEND_CHAT_MESSAGE",
        "message": {"sender": "ada", "receiver": "Everyone", "content": "hi"},
    },
)
STRANGE: tuple[object, ...] = (None, True, 2**70, 1.5, "", "ada", "UP", [], {}, [[]], {"x": 1})


def _good(random: Random) -> Request:
    return {"sender": "ada", **random.choice(GOOD)}


def _no_json(random: Random) -> bytes:
    text = json.dumps(_good(random)).encode()
    return text[: random.randrange(1, len(text) - 1)]


def _any_bytes(random: Random) -> bytes:
    return b"\x01" + random.randbytes(random.randrange(1, 40)).replace(b"\n", b"")


def _too_long(random: Random) -> bytes:
    return json.dumps({**_good(random), "more": "x" * LINE_BYTES}).encode()


def _deep(random: Random) -> bytes:
    return random.choice((b"[", b'{"a":', b'{"sender":')) * random.randrange(2, 1000)


def _unknown(random: Random) -> bytes:
    kind = random.choice((*STRANGE, "FLY", "SHOW_WINNERS", "FULL_LOBBY", "connect", "DRAW "))
    return json.dumps({**_good(random), "networkType": kind}).encode()


def _incomplete(random: Random) -> bytes:
    request = _good(random)
    del request[random.choice(list(request))]
    return json.dumps(request).encode()


def _strange(random: Random) -> bytes:
    request = _good(random)
    field = random.choice([name for name in request if name != "networkType"])
    request[field] = random.choice(STRANGE if field != "sender" else ("", "bob", "server", 7, None))
    return json.dumps(request).encode()


def _not_now(random: Random) -> bytes:
    """What is well said by somebody whose turn it is not, with values from everywhere."""
    request = random.choice([request for request in GOOD if "message" not in request])
    numbers = ("numPlayers", "chosenObjective", "frontId", "backId", "idToDraw")
    changed = {name: random.choice((-1, 0, 1, 5, 6, 172, 2**31)) for name in numbers}
    wanted = {name: changed.get(name, value) for name, value in request.items()}
    return json.dumps({"sender": "ada", **wanted}).encode()


WAYS: tuple[Callable[[Random], bytes], ...] = (
    *(_no_json, _any_bytes, _too_long, _deep, _unknown, _incomplete, _strange, _not_now),
)


async def _annoy(server: CodexServer, lines: int, seed: int) -> None:
    """Ada has finished the set-up and waits; whatever she says now is wrong."""
    random = Random(seed)
    ada, bob = await server.start_match("ada", "bob")
    for kind, fields in (("PLACE_STARTER", {"side": "BACK"}), ("CHOOSE_COLOR", {"color": "RED"})):
        await ada.sync(kind, **fields)
    await ada.sync("PLACE_OBJECTIVE", chosenObjective=0)
    await bob.sync()
    state = server.state
    for _ in range(lines // BATCH):
        said = [random.choice(WAYS)(random) for _ in range(BATCH)]
        ada.send_bytes(b"".join(line + b"\n" for line in said))
        heard = await ada.sync()
        assert kinds(heard) == ["ERROR"] * BATCH, (said, heard)
        assert all(line["details"] for line in heard)
        assert await bob.sync() == []
        assert server.state is state
        server.advance(1)
    assert "SHOW_UPDATE_AFTER_PLACE" in kinds(await bob.sync("PLACE_STARTER", side="FRONT"))
    assert kinds(await ada.sync()) == ["SHOW_UPDATE_AFTER_PLACE"], "the reader lives"


@pytest.mark.parametrize("written", [False, True])
def test_twenty_thousand_bad_lines_get_an_error_each(written: bool) -> None:
    codex_scenario_runner(written=written)(lambda server: _annoy(server, 10_000, written))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_many_more_bad_lines(seed: int) -> None:
    codex_scenario_runner(written=False)(lambda server: _annoy(server, 100_000, seed))
