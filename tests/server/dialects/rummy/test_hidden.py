"""Nobody's hand, and nothing of the stock, reaches anybody else over the dialect (Rummy 13.8)."""

from random import Random

from games.rummy.cards import CARD_BY_TEXT, CARDS, TEXT
from games.rummy.state import State
from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_server import Inn, Said, Talker, play

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


async def _evening(inn: Inn, state: State, *, later: bool) -> list[Said]:
    """All that alice hears while the others draw, discard and leave."""
    alice, bob, carol = await inn.position(
        state, "alice", "bob", "carol", later=("alice",) if later else ()
    )
    heard: list[Said] = []
    if later:
        alice.send("TURN", "T")
        heard.append(await alice.expect("OK"))
        alice.send("TURN", "D", "Hand: 5H, 6H, KS, 9D", "Points: 0", "2C")
    else:
        heard += await _said(alice, "DRAW STOCK")
        heard += await _said(alice, "DISCARD 2 of Clubs")
    for talker in (alice, bob, carol):
        said = await talker.answered("MOVE")
        heard += [said] if talker is alice else []
    await inn.acknowledged()
    await _said(bob, "DRAW STOCK")
    await _said(bob, f"DISCARD {SHOWN}")
    for talker in (alice, bob, carol):
        said = await talker.answered("MOVE")
        heard += [said] if talker is alice else []
    await inn.acknowledged()
    await carol.close()
    heard.append(await alice.answered("MOVE"))
    return heard


async def _said(talker: Talker, text: str) -> list[Said]:
    talker.turn(text)
    return [await talker.expect("OK")]


def test_two_worlds_that_look_the_same_sound_the_same() -> None:
    for later in (False, True):
        heard: list[list[Said]] = []

        async def scene(inn: Inn, heard: list[list[Said]] = heard, later: bool = later) -> None:
            heard.append(await _evening(inn, _twin(Random(len(heard))), later=later))

        for _ in range(4):
            play(scene)
        assert len(heard[0]) >= 4
        assert all(said == heard[0] for said in heard)


def test_begin_differs_in_the_own_hand_only() -> None:
    async def scene(inn: Inn) -> None:
        talkers = [await inn.guest(name) for name in ("alice", "bob", "carol")]
        talkers[0].send("BEGIN", "Start")
        said = [await talker.answered("BEGIN") for talker in talkers]
        setups = [one.field("Setup info").split("; ") for one in said]
        hands = [setup[0].removeprefix("hand=").split(", ") for setup in setups]
        assert len({card for hand in hands for card in hand}) == 21
        assert len({tuple(setup[1:]) for setup in setups}) == 1
        assert len({(one.body[0], *one.body[2:]) for one in said}) == 1

    play(scene)
