"""Test random lines: only known answers, the connection stays open, no card is lost."""

from collections import Counter
from random import Random

import pytest

from games.uno.cards import DECK, HAND_TEXT
from games.uno.state import State
from messages import Options
from server.dialects.uno.commands import COMMANDS
from server.dialects.uno.peer import UnoSettings
from tests.harness.dialects.uno_client import COLORS, KNOWN
from tests.harness.dialects.uno_server import UnoServer, scenario_runner
from tests.harness.timeouts import within

BATCH = 15
"""Random lines between two legal ones, so that refusals in a row never end the connection."""

ARGUMENTS = (
    *("", " ", "alice", "bob", "hal", "main", "room", "true", "false", "normal", "seven_o"),
    *("jump_in", "progressive", "basic", "human_player", "x" * 40, "é", "a:b", "a;b", "\x00", "\r"),
    *("\u202e", "-1", "RED", "RED 5;", "WILD", "PICK", ";", ":", "RED  5", "nan", "None", "lol"),
)


def _random_line(random: Random) -> bytes:
    if random.random() < 0.1:
        return random.randbytes(random.randrange(1, 30)).replace(b"\n", b"") or b"?"
    codes = [code for code in COMMANDS if code not in ("LG", "LOL")]
    code = random.choice([*codes, "DC", "PC", "PC", "PC", "RC", "CC", random.choice(ARGUMENTS)])
    values = (*ARGUMENTS, *HAND_TEXT, *COLORS)
    arguments = [random.choice(values) for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3)))]
    return "|".join((code, *arguments)).replace("\n", "").encode()


def _check_all_cards_present(state: State) -> None:
    cards = Counter(state.draw) + Counter(state.discard)
    for hand in state.hands:
        cards += Counter(hand)
    assert cards == Counter(DECK)


async def _send_random_lines(server: UnoServer, lines: int, random: Random) -> Counter[str]:
    """Send random lines from two clients; return how often each code was received."""
    alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
    counts: Counter[str] = Counter()
    for _ in range(lines // BATCH):
        for connection in (alice, bob):
            connection.send_bytes(b"".join(_random_line(random) + b"\n" for _ in range(BATCH)))
            received = await within(connection.sync())
            counts.update(line.split("|")[0] for line in received)
            assert not {line.split("|")[0] for line in received} - KNOWN
        for room in server.server_state.rooms.values():
            if room.match:
                _check_all_cards_present(room.match.state)
        if random.random() < 0.2:
            server.advance(random.randrange(20))
    return counts


async def _fuzz(server: UnoServer, lines: int) -> Counter[str]:
    return await _send_random_lines(server, lines, Random(lines))


@pytest.mark.parametrize("with_journal", [False, True])
def test_4500_random_lines_get_known_answers_and_no_card_is_lost(with_journal: bool) -> None:
    async def scenario(server: UnoServer) -> None:
        counts = await _fuzz(server, 4500)
        assert counts["ERR"] > 2000

    options: Options = {"target_score": 50, "max_idle_turns": 0}
    scenario_runner(written=with_journal)(scenario, UnoSettings(options=options))


@pytest.mark.soak
@pytest.mark.parametrize("with_journal", [False, True])
def test_100000_random_lines_get_known_answers_reach_the_end_of_games_and_lose_no_card(
    with_journal: bool,
) -> None:
    async def scenario(server: UnoServer) -> None:
        assert {"BGI", "GE", "AC", "DPC", "BUNO", "RE"} <= (await _fuzz(server, 100_000)).keys()

    options: Options = {"target_score": 50, "max_idle_turns": 0}
    scenario_runner(written=with_journal)(scenario, UnoSettings(options=options))
