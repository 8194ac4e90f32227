"""Test that hands and stock are not revealed over the Rummy dialect (Rummy 13.8)."""

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
BOBS_DISCARD = "KC"
"""The card that Bob discards in every state."""


def _random_equivalent_state(random: Random) -> State:
    """Return a state with the same cards for Alice, pile and discard of Bob; the rest is random."""
    known = {CARD_BY_TEXT[card] for card in [*HAND.split(), "4S", "9D", BOBS_DISCARD]}
    hidden = [TEXT[card] for card in CARDS if card not in known]
    random.shuffle(hidden)
    bob, carol = " ".join([*hidden[:4], BOBS_DISCARD]), " ".join(hidden[4:8])
    return table(HAND, bob, carol, discard="4S", stock=" ".join(["9D", *hidden[8:]]))


async def _observe_scripted_match(
    server: RummyServer, state: State, *, later: bool
) -> list[HostMessage]:
    """Return all messages that Alice receives while the others draw, discard and leave."""
    alice, bob, carol = await server.start_at(
        state, "alice", "bob", "carol", later=("alice",) if later else ()
    )
    observed: list[HostMessage] = []
    if later:
        alice.send("TURN", "T")
        observed.append(await alice.expect("OK"))
        alice.send("TURN", "D", "Hand: 5H, 6H, KS, 9D", "Points: 0", "2C")
    else:
        observed += await _send_turn(alice, "DRAW STOCK")
        observed += await _send_turn(alice, "DISCARD 2 of Clubs")
    for connection in (alice, bob, carol):
        message = await connection.expect_and_acknowledge("MOVE")
        observed += [message] if connection is alice else []
    await server.wait_for_acknowledgements()
    await _send_turn(bob, "DRAW STOCK")
    await _send_turn(bob, f"DISCARD {BOBS_DISCARD}")
    for connection in (alice, bob, carol):
        message = await connection.expect_and_acknowledge("MOVE")
        observed += [message] if connection is alice else []
    await server.wait_for_acknowledgements()
    await carol.close()
    observed.append(await alice.expect_and_acknowledge("MOVE"))
    return observed


async def _send_turn(connection: RummyConnection, text: str) -> list[HostMessage]:
    connection.send_turn(text)
    return [await connection.expect("OK")]


def test_messages_to_a_player_of_either_profile_do_not_depend_on_hidden_state() -> None:
    for later in (False, True):
        observed: list[list[HostMessage]] = []

        async def scenario(
            server: RummyServer, observed: list[list[HostMessage]] = observed, later: bool = later
        ) -> None:
            observed.append(
                await _observe_scripted_match(
                    server, _random_equivalent_state(Random(len(observed))), later=later
                )
            )

        for _ in range(4):
            run_scenario(scenario)
        assert len(observed[0]) >= 4
        assert all(message == observed[0] for message in observed)


def test_begin_differs_for_the_players_only_in_the_hand_and_no_card_is_in_two_hands() -> None:
    async def scenario(server: RummyServer) -> None:
        connections = [await server.connect_named(name) for name in ("alice", "bob", "carol")]
        connections[0].send("BEGIN", "Start")
        messages = [await connection.expect_and_acknowledge("BEGIN") for connection in connections]
        setups = [message.field("Setup info").split("; ") for message in messages]
        hands = [setup[0].removeprefix("hand=").split(", ") for setup in setups]
        assert len({card for hand in hands for card in hand}) == 21
        assert len({tuple(setup[1:]) for setup in setups}) == 1
        assert len({(message.body[0], *message.body[2:]) for message in messages}) == 1

    run_scenario(scenario)
