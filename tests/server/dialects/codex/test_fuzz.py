"""Test that each bad line gets one ERROR, changes nothing and is not sent to others."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from server.dialects.codex.wire import MAX_LINE_BYTES
from tests.harness.dialects.codex_server import CodexServer, codex_scenario_runner, kinds

BATCH = 40

Request = dict[str, Any]
LEGAL: tuple[Request, ...] = (
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
WRONG_VALUES: tuple[object, ...] = (None, True, 2**70, 1.5, "", "ada", "UP", [], {}, [[]], {"x": 1})


def _legal(random: Random) -> Request:
    return {"sender": "ada", **random.choice(LEGAL)}


def _truncated_json(random: Random) -> bytes:
    text = json.dumps(_legal(random)).encode()
    return text[: random.randrange(1, len(text) - 1)]


def _random_bytes(random: Random) -> bytes:
    return b"\x01" + random.randbytes(random.randrange(1, 40)).replace(b"\n", b"")


def _too_long(random: Random) -> bytes:
    return json.dumps({**_legal(random), "more": "x" * MAX_LINE_BYTES}).encode()


def _deeply_nested(random: Random) -> bytes:
    return random.choice((b"[", b'{"a":', b'{"sender":')) * random.randrange(2, 1000)


def _unknown_type(random: Random) -> bytes:
    kind = random.choice((*WRONG_VALUES, "FLY", "SHOW_WINNERS", "FULL_LOBBY", "connect", "DRAW "))
    return json.dumps({**_legal(random), "networkType": kind}).encode()


def _missing_field(random: Random) -> bytes:
    request = _legal(random)
    del request[random.choice(list(request))]
    return json.dumps(request).encode()


def _wrong_value(random: Random) -> bytes:
    request = _legal(random)
    field = random.choice([name for name in request if name != "networkType"])
    request[field] = random.choice(
        WRONG_VALUES if field != "sender" else ("", "bob", "server", 7, None)
    )
    return json.dumps(request).encode()


def _out_of_turn(random: Random) -> bytes:
    """Return a well-formed request of a player who is not on turn, with random numbers."""
    request = random.choice([request for request in LEGAL if "message" not in request])
    numbers = ("numPlayers", "chosenObjective", "frontId", "backId", "idToDraw")
    changed = {name: random.choice((-1, 0, 1, 5, 6, 172, 2**31)) for name in numbers}
    fields = {name: changed.get(name, value) for name, value in request.items()}
    return json.dumps({"sender": "ada", **fields}).encode()


MUTATIONS: tuple[Callable[[Random], bytes], ...] = (
    *(
        _truncated_json,
        _random_bytes,
        _too_long,
        _deeply_nested,
        _unknown_type,
        _missing_field,
        _wrong_value,
        _out_of_turn,
    ),
)


async def _send_bad_lines(server: CodexServer, lines: int, seed: int) -> None:
    """Send bad lines from Ada, who has finished the set-up and must wait."""
    random = Random(seed)
    ada, bob = await server.start_match("ada", "bob")
    for kind, fields in (("PLACE_STARTER", {"side": "BACK"}), ("CHOOSE_COLOR", {"color": "RED"})):
        await ada.sync(kind, **fields)
    await ada.sync("PLACE_OBJECTIVE", chosenObjective=0)
    await bob.sync()
    state = server.state
    for _ in range(lines // BATCH):
        sent = [random.choice(MUTATIONS)(random) for _ in range(BATCH)]
        ada.send_bytes(b"".join(line + b"\n" for line in sent))
        received = await ada.sync()
        assert kinds(received) == ["ERROR"] * BATCH, (sent, received)
        assert all(line["details"] for line in received)
        assert await bob.sync() == []
        assert server.state is state
        server.advance(1)
    assert "SHOW_UPDATE_AFTER_PLACE" in kinds(await bob.sync("PLACE_STARTER", side="FRONT"))
    assert kinds(await ada.sync()) == ["SHOW_UPDATE_AFTER_PLACE"], "the connection is still open"


@pytest.mark.parametrize("with_journal", [False, True])
def test_each_of_10000_bad_lines_gets_one_error_changes_nothing_and_is_not_sent_to_others(
    with_journal: bool,
) -> None:
    codex_scenario_runner(written=with_journal)(
        lambda server: _send_bad_lines(server, 10_000, with_journal)
    )


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_each_of_100000_bad_lines_gets_one_error_changes_nothing_and_is_not_sent_to_others(
    seed: int,
) -> None:
    codex_scenario_runner(written=False)(lambda server: _send_bad_lines(server, 100_000, seed))
