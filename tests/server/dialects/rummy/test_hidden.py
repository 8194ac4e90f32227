"""Nobody's hand, and nothing of the stock, reaches anybody else over the dialect (Rummy 13.8)."""

from random import Random

from games.rummy.cards import CARD_BY_TEXT, CARDS, TEXT
from games.rummy.state import State
from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_server import (
    HostMessage,
    RummyConnection,
    RummyServer,
    run_scenario,
)

HAND = "5H 6H KS 2C"
SHOWN = "KC"
"""The card that bob discards in every world."""


def _twin(random: Random) -> State:
    """Alice's cards, the pile, her next card and bob's discard are always the same."""
    known = {CARD_BY_TEXT[card] for card in [*HAND.split(), "4S", "9D", SHOWN]}
    hidden = [TEXT[card] for card in CARDS if card not in known]
    random.shuffle(hidden)
    bob, carol = " ".join([*hidden[:4], SHOWN]), " ".join(hidden[4:8])
    return table(HAND, bob, carol, discard="4S", stock=" ".join(["9D", *hidden[8:]]))


async def _evening(server: RummyServer, state: State, *, later: bool) -> list[HostMessage]:
    """All that alice hears while the others draw, discard and leave."""
    alice, bob, carol = await server.start_at(
        state, "alice", "bob", "carol", later=("alice",) if later else ()
    )
    heard: list[HostMessage] = []
    if later:
        alice.send("TURN", "T")
        heard.append(await alice.expect("OK"))
        alice.send("TURN", "D", "Hand: 5H, 6H, KS, 9D", "Points: 0", "2C")
    else:
        heard += await _said(alice, "DRAW STOCK")
        heard += await _said(alice, "DISCARD 2 of Clubs")
    for connection in (alice, bob, carol):
        said = await connection.expect_and_acknowledge("MOVE")
        heard += [said] if connection is alice else []
    await server.wait_for_acknowledgements()
    await _said(bob, "DRAW STOCK")
    await _said(bob, f"DISCARD {SHOWN}")
    for connection in (alice, bob, carol):
        said = await connection.expect_and_acknowledge("MOVE")
        heard += [said] if connection is alice else []
    await server.wait_for_acknowledgements()
    await carol.close()
    heard.append(await alice.expect_and_acknowledge("MOVE"))
    return heard


async def _said(connection: RummyConnection, text: str) -> list[HostMessage]:
    connection.send_turn(text)
    return [await connection.expect("OK")]


def test_two_worlds_that_look_the_same_sound_the_same() -> None:
    for later in (False, True):
        heard: list[list[HostMessage]] = []

        async def scenario(
            server: RummyServer, heard: list[list[HostMessage]] = heard, later: bool = later
        ) -> None:
            heard.append(await _evening(server, _twin(Random(len(heard))), later=later))

        for _ in range(4):
            run_scenario(scenario)
        assert len(heard[0]) >= 4
        assert all(said == heard[0] for said in heard)


def test_begin_differs_in_the_own_hand_only() -> None:
    async def scenario(server: RummyServer) -> None:
        connections = [await server.connect_named(name) for name in ("alice", "bob", "carol")]
        connections[0].send("BEGIN", "Start")
        said = [await connection.expect_and_acknowledge("BEGIN") for connection in connections]
        setups = [one.field("Setup info").split("; ") for one in said]
        hands = [setup[0].removeprefix("hand=").split(", ") for setup in setups]
        assert len({card for hand in hands for card in hand}) == 21
        assert len({tuple(setup[1:]) for setup in setups}) == 1
        assert len({(one.body[0], *one.body[2:]) for one in said}) == 1

    run_scenario(scenario)
