"""Nobody's hand, no draw pile and no seed reach anybody else, on the dialect and beside it.

UNO 14.4; ``tests/games/uno/test_hidden.py`` holds the same for the rules alone.
"""

from random import Random

import pytest
from msgspec.msgpack import encode
from msgspec.structs import replace

from games.rng import Rng
from games.uno.cards import CARD_BY_TEXT, DECK, HAND_TEXT
from games.uno.state import State
from messages import ChooseNickname, RequestView, SelectMatch, ServerMessage
from messages.base import Seat
from messages.uno.actions import UNO_MODES, UnoMode
from tests.games.uno.games import Moment, moments, quick
from tests.games.uno.tables import table
from tests.games.uno.worlds import another_world, draws, followed, revealing, shown_by
from tests.harness.dialects.uno_server import RunScenario, UnoConnection, UnoServer, scenario_runner
from tests.harness.memory_connection import MemoryConnection

HAND = "RED 2, RED 3, RED 7, BLUE 5"
NAMES = ("alice", "bob", "carol")


def _twin(mode: str, random: Random) -> State:
    """Alice's cards and the top card are always the same, everything else is not."""
    own = [CARD_BY_TEXT[card.strip()][0] for card in f"{HAND}, RED 1".split(",")]
    hidden = list(DECK)
    for kind in own:
        hidden.remove(kind)
    random.shuffle(hidden)
    texts = [HAND_TEXT[kind] for kind in hidden]
    others = [", ".join(texts[:5]), ", ".join(texts[5:9])]
    state = table(HAND, *others, draw=", ".join(texts[9:]), options={"mode": mode})
    return replace(state, rng=Rng(random.randbytes(16)))


async def _evening(server: UnoServer, state: State) -> list[str]:
    """All that alice hears while nobody shows a card; no line depends on what others hold."""
    alice, bob, carol = await server.start_at(state, *NAMES)
    heard = await alice.sync("PC|GREEN 9", "DC|x", "UNO", "RC|true", "MC7|bob|GREEN 7", "SM|hm")
    heard += await _quietly(alice, bob, "PC|nonsense", "SM|hm", "CC|RED", "UNO")
    heard += await alice.sync("PC|RED 3")
    server.advance(60)
    heard += await alice.sync("PC|RED 2")
    heard += await _quietly(alice, carol, "PC|nonsense", "DC|x")
    server.advance(60)
    heard += await alice.sync("PC|BLUE 9")
    bob.send("LG")
    await bob.read_to_end()
    heard += await alice.sync("PC|BLUE 9")
    await carol.close()
    return heard + await alice.read_lines(4)


async def _quietly(alice: UnoConnection, other: UnoConnection, *lines: str) -> list[str]:
    await other.sync(*lines)
    return await alice.sync()


@pytest.mark.parametrize("mode", UNO_MODES)
def test_two_worlds_that_look_the_same_sound_the_same(mode: str, play: RunScenario) -> None:
    heard: list[list[str]] = []

    async def scenario(server: UnoServer) -> None:
        heard.append(await _evening(server, _twin(mode, Random(len(heard)))))

    for _ in range(6):
        play(scenario)
    assert len(heard[0]) > 20
    assert all(lines == heard[0] for lines in heard)


def test_a_drawn_card_is_for_the_drawer_only(play: RunScenario) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 2, RED 3", "BLUE 5", "BLUE 6", draw="RED 9, GREEN 8")
        alice, bob, carol = await server.start_at(state, *NAMES)
        assert await alice.sync("DC") == ["BDC|alice", "DPC|RED 9"]
        assert await bob.sync() == await carol.sync() == ["BDC|alice"]
        await alice.sync("RC|false")
        for connection in (bob, carol):
            assert "RED 9" not in "".join(await connection.sync())

    play(scenario)


# --- any moment of any game ---------------------------------------------------------------------

ALICE, ADA, BOB = range(3)
"""Alice speaks the dialect, the others our own messages; what Bob does is told to both."""


async def _told(guest: MemoryConnection, fence: int) -> list[bytes]:
    """All that came, as it travels, and last the answer to what is asked under this number."""
    await guest.send(RequestView(id=fence))
    told: list[bytes] = []
    while True:
        message = await guest.receive()
        told.append(encode(message))
        if isinstance(message, ServerMessage) and message.reply_to == fence:
            return told


async def _heard(
    server: UnoServer, state: State, moment: Moment, viewer: Seat
) -> list[str] | list[bytes]:
    """What the viewer is told when Bob acts in this position."""
    alice, ada, bob = (
        await server.connect_named("alice"),
        server.connect_memory(),
        server.connect_memory(),
    )
    for guest, name in ((ada, "Ada"), (bob, "Bob")):
        await guest.send(ChooseNickname(name))
        await guest.send(SelectMatch(1))
    await alice.sync(f"SG|{state.options.mode}")
    await _told(ada, 1)
    server.set_position(state)
    assert moment.action is not None
    await bob.send(moment.action)
    return await alice.sync() if viewer == ALICE else await _told(ada, 2)


def _twins(mode: UnoMode, viewer: Seat) -> list[tuple[Moment, State]]:
    """Moments at which Bob acts, each with another world in which the same is to be heard."""
    random, found = Random(viewer), list[tuple[Moment, State]]()
    for moment in moments(3, quick(mode, viewer), viewer):
        if moment.seat != BOB or draws(moment.step, viewer) or revealing(moment.step, viewer):
            continue
        other = another_world(moment.state, viewer, shown_by(moment), 0, random)
        step = followed(other, moment)
        same = step is not None and step.state.decision == moment.step.state.decision
        if same and step is not None and not draws(step, viewer):
            found.append((moment, other))
    return found[:12]


@pytest.mark.parametrize("viewer", [ALICE, ADA])
@pytest.mark.parametrize("mode", UNO_MODES)
def test_any_move_sounds_the_same_in_another_world(mode: UnoMode, viewer: Seat) -> None:
    loud = 0
    for moment, other in _twins(mode, viewer):
        heard = [_evening_of(state, moment, viewer) for state in (moment.state, other)]
        assert heard[0] == heard[1]
        loud += bool(heard[0])
    assert loud > 5


def _evening_of(state: State, moment: Moment, viewer: Seat) -> list[str] | list[bytes]:
    """What is heard of the moment at an inn of its own."""
    heard: list[list[str] | list[bytes]] = []

    async def scenario(server: UnoServer) -> None:
        heard.append(await _heard(server, state, moment, viewer))

    scenario_runner(written=False)(scenario)
    return heard[0]
