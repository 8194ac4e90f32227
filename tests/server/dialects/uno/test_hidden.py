"""Test that hands, draw pile and seed are not revealed, over the dialect and other transports.

UNO 14.4; ``tests/games/uno/test_hidden.py`` tests the same for the rules alone.
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


def _random_equivalent_state(mode: str, random: Random) -> State:
    """Return a state with fixed hand of Alice and top card; everything else is random."""
    own = [CARD_BY_TEXT[card.strip()][0] for card in f"{HAND}, RED 1".split(",")]
    hidden = list(DECK)
    for kind in own:
        hidden.remove(kind)
    random.shuffle(hidden)
    texts = [HAND_TEXT[kind] for kind in hidden]
    others = [", ".join(texts[:5]), ", ".join(texts[5:9])]
    state = table(HAND, *others, draw=", ".join(texts[9:]), options={"mode": mode})
    return replace(state, rng=Rng(random.randbytes(16)))


async def _observe_scripted_match(server: UnoServer, state: State) -> list[str]:
    """Return all lines that Alice receives in a match in which no other player shows a card."""
    alice, bob, carol = await server.start_at(state, *NAMES)
    observed = await alice.sync("PC|GREEN 9", "DC|x", "UNO", "RC|true", "MC7|bob|GREEN 7", "SM|hm")
    observed += await _observe_refusals(alice, bob, "PC|nonsense", "SM|hm", "CC|RED", "UNO")
    observed += await alice.sync("PC|RED 3")
    server.advance(60)
    observed += await alice.sync("PC|RED 2")
    observed += await _observe_refusals(alice, carol, "PC|nonsense", "DC|x")
    server.advance(60)
    observed += await alice.sync("PC|BLUE 9")
    bob.send("LG")
    await bob.read_to_end()
    observed += await alice.sync("PC|BLUE 9")
    await carol.close()
    return observed + await alice.read_lines(4)


async def _observe_refusals(alice: UnoConnection, other: UnoConnection, *lines: str) -> list[str]:
    await other.sync(*lines)
    return await alice.sync()


@pytest.mark.parametrize("mode", UNO_MODES)
def test_lines_to_a_player_do_not_depend_on_hidden_state_in_a_scripted_match(
    mode: str, run_scenario: RunScenario
) -> None:
    observed: list[list[str]] = []

    async def scenario(server: UnoServer) -> None:
        observed.append(
            await _observe_scripted_match(
                server, _random_equivalent_state(mode, Random(len(observed)))
            )
        )

    for _ in range(6):
        run_scenario(scenario)
    assert len(observed[0]) > 20
    assert all(lines == observed[0] for lines in observed)


def test_drawn_card_is_sent_only_to_its_player_also_when_it_is_kept(
    run_scenario: RunScenario,
) -> None:
    async def scenario(server: UnoServer) -> None:
        state = table("RED 2, RED 3", "BLUE 5", "BLUE 6", draw="RED 9, GREEN 8")
        alice, bob, carol = await server.start_at(state, *NAMES)
        assert await alice.sync("DC") == ["BDC|alice", "DPC|RED 9"]
        assert await bob.sync() == await carol.sync() == ["BDC|alice"]
        await alice.sync("RC|false")
        for connection in (bob, carol):
            assert "RED 9" not in "".join(await connection.sync())

    run_scenario(scenario)


# --- any moment of any game ---------------------------------------------------------------------

ALICE, ADA, BOB = range(3)
"""Alice uses the dialect, Ada and Bob another transport; both observe the actions of Bob."""


async def _receive_until_reply(client: MemoryConnection, message_id: int) -> list[bytes]:
    """Return all messages, encoded, up to the answer to a request with this id."""
    await client.send(RequestView(id=message_id))
    received: list[bytes] = []
    while True:
        message = await client.receive()
        received.append(encode(message))
        if isinstance(message, ServerMessage) and message.reply_to == message_id:
            return received


async def _observe_action(
    server: UnoServer, state: State, moment: Moment, viewer: Seat
) -> list[str] | list[bytes]:
    """Return what the viewer receives when Bob acts in this position."""
    alice, ada, bob = (
        await server.connect_named("alice"),
        server.connect_memory(),
        server.connect_memory(),
    )
    for client, name in ((ada, "Ada"), (bob, "Bob")):
        await client.send(ChooseNickname(name))
        await client.send(SelectMatch(1))
    await alice.sync(f"SG|{state.options.mode}")
    await _receive_until_reply(ada, 1)
    server.set_position(state)
    assert moment.action is not None
    await bob.send(moment.action)
    return await alice.sync() if viewer == ALICE else await _receive_until_reply(ada, 2)


def _equivalent_moments(mode: UnoMode, viewer: Seat) -> list[tuple[Moment, State]]:
    """Return moments at which Bob acts, each with a state that must look the same to the viewer."""
    random, pairs = Random(viewer), list[tuple[Moment, State]]()
    for moment in moments(3, quick(mode, viewer), viewer):
        if moment.seat != BOB or draws(moment.step, viewer) or revealing(moment.step, viewer):
            continue
        other = another_world(moment.state, viewer, shown_by(moment), 0, random)
        step = followed(other, moment)
        same = step is not None and step.state.decision == moment.step.state.decision
        if same and step is not None and not draws(step, viewer):
            pairs.append((moment, other))
    return pairs[:12]


@pytest.mark.parametrize("viewer", [ALICE, ADA])
@pytest.mark.parametrize("mode", UNO_MODES)
def test_messages_about_an_action_of_another_player_do_not_depend_on_hidden_state(
    mode: UnoMode, viewer: Seat
) -> None:
    non_empty = 0
    for moment, other in _equivalent_moments(mode, viewer):
        observed = [
            _observe_on_fresh_server(state, moment, viewer) for state in (moment.state, other)
        ]
        assert observed[0] == observed[1]
        non_empty += bool(observed[0])
    assert non_empty > 5


def _observe_on_fresh_server(state: State, moment: Moment, viewer: Seat) -> list[str] | list[bytes]:
    """Return what the viewer receives on a new server."""
    observed: list[list[str] | list[bytes]] = []

    async def scenario(server: UnoServer) -> None:
        observed.append(await _observe_action(server, state, moment, viewer))

    scenario_runner(written=False)(scenario)
    return observed[0]
