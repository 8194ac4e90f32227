"""The tricky cases of the digest that are about the wire, in its numbering (Rummy 12).

16 to 18, 20 and 21 are in test_commands.py, the others with the rules.
"""

from msgspec.structs import replace

from messages import ChooseNickname, SelectMatch
from messages.rummy.actions import DiscardRummyCard, DrawRummyStock
from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_server import PING, Inn, Talker, play

NAMES = ("alice", "bob")
STATE = table("5H 6H 7H KS", "2C 3C QD", "4C 5C QH", discard="4S", stock="9C")


async def refused(talker: Talker) -> str:
    talker.turn("DRAW STOCK")
    return (await talker.expect("ERR")).field("Reason")


async def first_move(alice: Talker) -> None:
    """A turn of alice, whose own MOVE is acknowledged."""
    alice.turn("DRAW STOCK")
    await alice.expect("OK")
    alice.turn("DISCARD K of Spades")
    await alice.expect("OK", "valid")
    await alice.answered("MOVE")


def test_t11_double_victory() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(495, 512))

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES)
        alice.turn("DRAW STOCK")
        await alice.expect("OK")
        alice.turn("MELD 4H, 5H, 6H")
        await alice.expect("OK", "valid")
        for talker in (alice, bob):
            assert (await talker.answered("MOVE")).field("Next player") == "none"
            await talker.answered("END", "Winner: alice, bob", "End Connection")
            assert await talker.rest() == []

    play(scene)


def test_t13_a_turn_before_all_have_acknowledged_begin() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.guest("alice"), await inn.guest("bob")
        alice.send("BEGIN", "Start")
        first = (await alice.answered("BEGIN")).field("First player")
        await bob.expect("BEGIN")
        starter = alice if first == "alice" else bob
        assert await refused(starter) == "waiting"
        bob.ok("BEGIN")
        await inn.acknowledged()
        starter.turn("DRAW STOCK")
        assert (await starter.expect("OK")).body[0] == "valid"

    play(scene)


def test_t14_one_player_never_acknowledges_a_move() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob, carol = await inn.position(STATE, *NAMES, "carol")
        await first_move(alice)
        await bob.answered("MOVE")
        move = await carol.expect("MOVE")
        await inn.acknowledged("carol")
        assert await refused(bob) == "waiting"
        for _ in range(3):
            inn.pass_time(5)
            for talker in (alice, bob):
                talker.send("OK", "ping")
            await inn.turn()
            assert await carol.expect("MOVE") == move
        assert await refused(bob) == "waiting"
        inn.pass_time(5)
        for talker in (alice, bob):
            assert (await talker.answered("MOVE")).field("Move") == "LEFT"
        await inn.acknowledged()
        bob.turn("DRAW STOCK")
        await bob.expect("OK")
        assert all(said in (PING, move) for said in await carol.rest())

    play(scene)


def test_t14_answering_pings_alone_is_not_enough() -> None:
    """Otherwise the others would wait for ever."""

    async def scene(inn: Inn) -> None:
        alice, bob, carol = await inn.position(STATE, *NAMES, "carol")
        await first_move(alice)
        await bob.answered("MOVE")
        await inn.acknowledged("carol")
        for _ in range(4):
            inn.pass_time(5)
            for talker in (alice, bob, carol):
                talker.send("OK", "ping")
            await inn.turn()
        assert (await alice.answered("MOVE")).field("Move") == "LEFT"

    play(scene)


def test_t15_err_to_move_brings_the_identical_move_to_that_player_only() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(table("5H 6H KS", "2C 3C", discard="4S"), *NAMES)
        await first_move(alice)
        move = await bob.expect("MOVE")
        bob.send("ERR", "Resend MOVE")
        assert await bob.expect("MOVE") == move
        bob.send("ERR", "Resend BEGIN")
        bob.ok("MOVE")
        await inn.acknowledged()
        assert await alice.heard() == []
        assert await bob.heard() == []

    play(scene)


def test_t19_end_unanswered_is_sent_three_times_then_cut() -> None:
    state = table("4H 5H", "2D", stock="6H", discard="3D", scores=(495, 0))

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES)
        alice.turn("DRAW STOCK")
        await alice.expect("OK")
        alice.turn("MELD 4H, 5H, 6H")
        await alice.expect("OK", "valid")
        for talker in (alice, bob):
            await talker.answered("MOVE")
        await alice.answered("END")
        assert await alice.rest() == []
        for seconds in (5, 5, 4):
            await bob.expect("END", "Winner: alice", "End Connection")
            inn.pass_time(seconds)
            bob.send("OK", "ping")
            await inn.turn()
        inn.pass_time(1)
        assert all(said == PING for said in await bob.rest())

    play(scene)


def test_pings_come_and_any_message_answers_them() -> None:
    async def scene(inn: Inn) -> None:
        alice = await inn.guest("alice")
        for _ in range(6):
            inn.pass_time(5)
            assert await alice.next() == PING
            alice.send("OK", "anything")
            await inn.turn()
        inn.pass_time(20)
        assert all(said == PING for said in await alice.rest())
        await inn.quiet()
        assert inn.lobby.sessions == {}

    play(scene)


def test_the_later_profile_is_not_pinged() -> None:
    async def scene(inn: Inn) -> None:
        bob = await inn.guest("bob", later=True)
        inn.pass_time(60)
        await inn.guest("alice")
        assert bob.alias in inn.lobby.sessions

    play(scene)


def test_surplus_acknowledgements_mean_nothing() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(table("5H 6H KS", "2C 3C", discard="4S"), *NAMES)
        for word in ("begun", "move received", "ending", "connected", "nonsense"):
            bob.send("OK", word)
        alice.turn("DRAW STOCK")
        await alice.expect("OK")
        assert await bob.heard() == []

    play(scene)


def test_guests_of_other_routes_do_not_wait_for_a_slow_acknowledger() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.guest("alice"), await inn.guest("bob")
        other = inn.memory()
        await other.send(ChooseNickname("carla"))
        (room,) = inn.lobby.rooms.values()
        await other.send(SelectMatch(room.number))
        for talker in (alice, bob):
            await talker.answered("CONNECT")
        await inn.acknowledged()
        alice.send("BEGIN", "Start")
        await alice.answered("BEGIN")
        await bob.expect("BEGIN")
        inn.stage(replace(STATE, turn=2))
        await other.send(DrawRummyStock())
        await other.send(DiscardRummyCard("QH"))
        await inn.quiet()
        assert room.match is not None
        assert room.match.state.turn == 0, "bob has not even acknowledged the BEGIN"
        assert (await alice.answered("MOVE")).field("Player") == "carla"
        assert await refused(alice) == "waiting"
        bob.ok("BEGIN")
        await bob.answered("MOVE")

    play(scene)
