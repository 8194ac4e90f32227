"""Turns of both profiles on the wire (Rummy 10.5, 10.6, 11)."""

import pytest

from games.rummy.view import view
from server.dialects.rummy.guest import RummySettings
from server.effects import Outcome
from server.rooms import lifecycle
from tests.games.rummy.tables import A, B, table
from tests.harness.dialects.rummy_server import Inn, Said, Talker, play

FORGIVING = {"forgiving": True}
NAMES = ("alice", "bob")


async def refused(talker: Talker, text: str) -> str:
    """The reason why this turn was refused."""
    talker.turn(text)
    said = await talker.expect("ERR")
    assert said.body[0] == "Resend TURN"
    return said.field("Reason")


async def drawn(talker: Talker, text: str = "DRAW STOCK") -> str:
    """Draw; the cards given."""
    talker.turn(text)
    said = await talker.expect("OK")
    assert said.body[0] == "valid"
    return said.field("Cards")


async def moved(talkers: list[Talker], *body: str) -> list[Said]:
    """Everybody hears of the same MOVE and acknowledges it."""
    said = [await talker.answered("MOVE") for talker in talkers]
    assert len(set(said)) == 1
    assert said[0].body[:-1] == body
    return said


def test_the_example_of_the_digest() -> None:
    state = table("5H 6H KS", "2C 3C", discard="4S", stock="7H")

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES)
        assert await drawn(alice) == "7 of Hearts"
        alice.turn("MELD 5 of Hearts, 6 of Hearts, 7 of Hearts; DISCARD K of Spades")
        await alice.expect("OK", "valid")
        meld = "DRAW STOCK; MELD #1 5 of Hearts, 6 of Hearts, 7 of Hearts; DISCARD K of Spades"
        await moved([alice, bob], "Player: alice", f"Move: {meld}", "Next player: none")
        for talker in (alice, bob):
            said = await talker.answered("BEGIN")
            assert said.field("Round") == "2"
            assert said.field("Scores") == "alice - 18, bob - -5"
            assert said.field("First player") == "bob"

    play(scene)


def test_a_turn_in_several_messages() -> None:
    melds = ((B, "9D TD JD"),)
    state = table("5H 6H 7H 8H QD KS 2H", "2C 3C", discard="4S", stock="AC", melds=melds)

    async def scene(inn: Inn) -> None:
        both = [alice, _] = await inn.position(state, *NAMES)
        await drawn(alice)
        alice.turn("MELD 5H, 6H, 7H")
        await alice.expect("OK", "valid")
        text = "Move: DRAW STOCK; MELD #2 5 of Hearts, 6 of Hearts, 7 of Hearts"
        await moved(both, "Player: alice", text, "Next player: alice")
        await inn.acknowledged()
        alice.turn("LAYOFF #1 Q of diamonds, K of Spades")
        assert (await alice.expect("ERR")).body[0] == "Resend TURN"
        alice.turn("LAYOFF #1 Q of Diamonds; layoff #2 8h;")
        await alice.expect("OK", "valid")
        text = "Move: LAYOFF #1 Q of Diamonds; LAYOFF #2 8 of Hearts"
        await moved(both, "Player: alice", text, "Next player: alice")
        await inn.acknowledged()
        alice.turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        (said, _) = await moved(
            both, "Player: alice", "Move: DISCARD K of Spades", "Next player: bob"
        )
        assert said.field("Seq") == "3"

    play(scene)


def test_a_deep_take_is_reported_with_its_card() -> None:
    state = table("7H 8H KS", "2C 3C", discard="4S 9H 2D")

    async def scene(inn: Inn) -> None:
        both = [alice, _] = await inn.position(state, *NAMES)
        assert await drawn(alice, "DRAW DISCARD 9 of Hearts") == "4 of Spades, 9 of Hearts"
        assert "9H" in await refused(alice, "DISCARD K of Spades")
        alice.turn("MELD 7H, 8H, 9H; DISCARD KS")
        await alice.expect("OK", "valid")
        text = (
            "Move: DRAW DISCARD 9 of Hearts; MELD #1 7 of Hearts, 8 of Hearts, 9 of Hearts;"
            " DISCARD K of Spades"
        )
        await moved(both, "Player: alice", text, "Next player: bob")

    play(scene)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ";",
        "DANCE",
        "DRAW",
        "DRAW STOCK; DISCARD K of Spades",
        "DRAW DISCARD",
        "DRAW DISCARD 1 of Hearts",
        "DRAW DISCARD 9 of Hearts",
        "MELD",
        "MELD 5 of Harts",
        "LAYOFF #x 5H",
        "LAYOFF 5H",
        "DISCARD",
        "DISCARD 5H; DISCARD 6H",
        "DISCARD 5H; MELD 5H, 6H, 7H",
        "DISCARD K of Spades",
    ],
)
def test_refused_turns_leave_everything_as_it_is(text: str) -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S")

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES)
        assert await refused(alice, text)
        assert await refused(bob, "DRAW STOCK") == "not your turn"
        assert inn.playing.match is not None
        assert inn.playing.match.state == state
        assert await drawn(alice)

    play(scene)


def test_a_stale_turn_is_refused_where_that_is_checked() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S")

    async def scene(inn: Inn) -> None:
        alice, _ = await inn.position(state, *NAMES)
        alice.send("TURN", "previous game state: DISCARD 4 of Spades", "new turn: DRAW STOCK")
        assert (await alice.expect("ERR")).field("Reason") == "stale"
        alice.send("TURN", "previous game state: none", "new turn: DRAW STOCK")
        await alice.expect("OK")

    play(scene, RummySettings(check_previous=True))


def test_who_leaves_is_announced() -> None:
    state = table("5H 6H 7H KS", "2C 3C", "4C 5C", discard="4S")

    async def scene(inn: Inn) -> None:
        alice, bob, carol = await inn.position(state, *NAMES, "carol")
        await drawn(alice)
        await carol.close()
        await moved([alice, bob], "Player: carol", "Move: LEFT", "Next player: alice")
        await inn.acknowledged()
        await alice.close()
        await bob.answered("MOVE")
        said = await bob.expect("END", "Winner: bob", "End Connection")
        assert said.type == "END"
        bob.ok("END")
        assert await bob.rest() == []
        await inn.turn()
        await inn.quiet()
        assert inn.lobby.rooms == {}
        assert inn.lobby.sessions == {}

    play(scene)


def test_a_table_that_is_gone_without_an_end_lets_its_guests_go() -> None:
    async def scene(inn: Inn) -> None:
        both = await inn.table(*NAMES)
        outcome = Outcome()
        lifecycle.close(inn.lobby, inn.playing, outcome)
        inn.hub.deliver(outcome)
        for talker in both:
            assert await talker.rest() == []

    play(scene)


def test_a_table_that_plays_for_a_slow_guest_says_so() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S", stock="9C")

    async def scene(inn: Inn) -> None:
        both = await inn.position(state, *NAMES)
        for _ in range(12):
            inn.pass_time(10)
            for talker in both:
                talker.send("OK", "ping")
            await inn.turn()
        text = "Move: DRAW STOCK; DISCARD 9 of Clubs"
        await moved(both, "Player: alice", text, "Next player: bob")

    play(scene)


# --- the later profile --------------------------------------------------------------------------


def later_turn(talker: Talker, *body: str) -> None:
    talker.send("TURN", *body)


def test_a_whole_turn_of_the_later_profile() -> None:
    state = table("5H 6H 7H KS 2H", "2C 3C", discard="4S 9S", stock="AC")

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK", "TURN", "A of Clubs")
        hand = "Hand: 2 of Hearts, A of Clubs, "
        later_turn(alice, "D", hand, "Points: 99", "K of Spades")
        await alice.answered(
            "MOVE",
            "Player: alice",
            "Points: 18",
            "Next player: bob",
            "Discarded: K of Spades",
            "K of Spades, 4 of Spades, 9 of Spades",
        )
        said = await bob.answered("MOVE")
        meld = "MELD #1 5 of Hearts, 6 of Hearts, 7 of Hearts"
        assert said.field("Move") == f"DRAW STOCK; {meld}; DISCARD K of Spades"

    play(scene)


def test_p_takes_from_the_pile_by_index() -> None:
    state = table("7H 8H KS 2H", "2C 3C", discard="4S 9H 2D")

    async def scene(inn: Inn) -> None:
        alice, _ = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "P", "1")
        await alice.expect("OK", "TURN", "4 of Spades, 9 of Hearts")

    play(scene)


@pytest.mark.parametrize("index", ["3", "0", "99", "-1", "x", "999999999999"])
def test_t20_an_unlawful_p_gets_a_stock_card(index: str) -> None:
    state = table("4H 9C JS", "2C 3C", discard="4S 9H 2D KD", stock="AC")

    async def scene(inn: Inn) -> None:
        alice, _ = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "P", index)
        await alice.expect("OK", "TURN", "A of Clubs")
        assert inn.playing.match is not None
        assert inn.playing.match.state.discard == state.discard

    play(scene)


def test_t21_the_same_refused_d_twice() -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC", options=FORGIVING)

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        body = ("D", "Hand: A of Clubs, 4 of Hearts", "Points: 40", "K of Spades")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
        said = await alice.answered("MOVE")
        assert said.field("Points") == "0"
        assert said.body[-1] == "K of Spades, 2 of Diamonds, J of Spades, 9 of Clubs"
        text = "DRAW STOCK; LOST 9 of Clubs, J of Spades; DISCARD K of Spades"
        assert (await bob.answered("MOVE")).field("Move") == text
        assert inn.playing.match is not None
        assert view(inn.playing.match.state, A).hand == ("4H", "AC")

    play(scene)


def test_an_unmet_duty_costs_the_card_when_the_d_comes_again() -> None:
    state = table("7H 8H KS 2H", "2C 3C", discard="9H", options=FORGIVING)

    async def scene(inn: Inn) -> None:
        alice, _ = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "P", "0")
        await alice.expect("OK", "TURN", "9 of Hearts")
        body = ("D", "Hand: 7H, 8H, 9H, 2H, ", "Points: 0", "KS")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
        await alice.answered("MOVE")
        assert inn.playing.match is not None
        assert inn.playing.match.state.fines == (9, 0)

    play(scene)


def test_at_a_table_that_does_not_forgive_the_discard_is_made() -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC")

    async def scene(inn: Inn) -> None:
        alice, _ = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        body = ("D", "Hand: A of Clubs, 4 of Hearts", "Points: 40", "K of Spades")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
        assert (await alice.answered("MOVE")).field("Discarded") == "K of Spades"

    play(scene)


@pytest.mark.parametrize(
    "body",
    [
        ("D", "Hand: 4H, A of Diamonds", "Points: 0", "KS"),
        ("D", "Hand: 4H, 9C", "Points: 0", "A of Diamonds"),
        ("D", "Hand: 4H, KS", "Points: 0", "KS"),
        ("D", "Hand: rubbish", "Points: 0", "KS"),
        ("D",),
    ],
)
def test_cards_nobody_has_are_refused_once_then_the_player_goes(body: tuple[str, ...]) -> None:
    state = table("4H 9C JS KS", "2C 3C", discard="2D", stock="AC", options=FORGIVING)

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        later_turn(alice, *body)
        await alice.expect("ERR", "Resend TURN")
        later_turn(alice, *body)
        assert await alice.rest() == []
        assert (await bob.answered("MOVE")).field("Move") == "LEFT"

    play(scene)


def test_the_later_profile_is_never_told_to_wait_but_waits() -> None:
    """An ERR would be repeated for ever; so the turn is held until all have acknowledged."""
    state = table("2C 3C KS", "4H 9C JS", discard="2D", stock="AC")

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES, later=("bob",))
        await drawn(alice)
        alice.turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.expect("MOVE")
        await bob.answered("MOVE")
        later_turn(bob, "T")
        await inn.turn()
        assert inn.playing.match is not None
        assert inn.playing.match.state.decision == "DRAW"
        alice.ok("MOVE")
        assert (await bob.expect("OK")).body[0] == "TURN"

    play(scene)


def test_a_draw_out_of_turn_waits_and_a_discard_out_of_turn_is_dropped() -> None:
    state = table("2C 3C KS", "4H 9C JS", discard="2D", stock="AC")

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES, later=("bob",))
        later_turn(bob, "D", "Hand: 4H, 9C", "Points: 0", "JS")
        later_turn(bob, "T")
        await drawn(alice)
        alice.turn("DISCARD K of Spades")
        await alice.expect("OK", "valid")
        await alice.answered("MOVE")
        await bob.answered("MOVE")
        assert (await bob.expect("OK")).body[0] == "TURN"

    play(scene)


def test_a_round_that_ends_is_followed_directly_by_begin_for_the_later_profile() -> None:
    state = table("5H 6H 7H KS", "2C 3C", discard="4S", stock="8H")

    async def scene(inn: Inn) -> None:
        alice, bob = await inn.position(state, *NAMES, later=("alice",))
        later_turn(alice, "T")
        await alice.expect("OK")
        later_turn(alice, "D", "Hand: ", "Points: 26", "K of Spades")
        assert (await alice.answered("BEGIN")).field("Scores") == "alice - 26, bob - -5"
        assert (await bob.answered("MOVE")).field("Next player") == "none"
        await bob.answered("BEGIN")

    play(scene)
