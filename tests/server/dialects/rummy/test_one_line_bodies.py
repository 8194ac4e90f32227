"""Test bodies whose fields are all on one line, as the draft prints them (Rummy 10.2)."""

import pytest

from server.dialects.rummy.wire import Frame, FrameReader
from tests.games.rummy.tables import table
from tests.harness.dialects.rummy_server import HostMessage, RummyServer, run_scenario

NAMES = ("alice", "bob")
STATE = table("5H 6H 7H KS 2H", "2C 3C", discard="9H 4S", stock="AC")


@pytest.mark.parametrize(
    ("kind", "line", "body"),
    [
        (
            "CONNECT",
            "IP Address: 10.0.0.7 Port Num: 55000 Player: alice",
            ("IP Address: 10.0.0.7", "Port Num: 55000", "Player: alice"),
        ),
        (
            "TURN",
            "player: alice previous game state: MELD #1 5H, 6H, 7H; DISCARD KS"
            " new turn: DRAW STOCK cards remaining: 8",
            (
                "player: alice",
                "previous game state: MELD #1 5H, 6H, 7H; DISCARD KS",
                "new turn: DRAW STOCK",
                "cards remaining: 8",
            ),
        ),
        ("TURN", "NEW TURN :DISCARD KS", ("NEW TURN :DISCARD KS",)),
        ("TURN", "P 3", ("P", "3")),
        ("TURN", "T", ("T",)),
        (
            "TURN",
            "D Hand: 2H, AC, Points: -18 K of Spades",
            ("D", "Hand: 2H, AC,", "Points: -18", "K of Spades"),
        ),
        ("TURN", "D Hand: Points: 26 KS", ("D", "Hand:", "Points: 26", "KS")),
        ("OK", "move received points: 3", ("move received points: 3",)),
    ],
)
def test_line_with_several_fields_is_split_into_a_line_for_each(
    kind: str, line: str, body: tuple[str, ...]
) -> None:
    data = f"Message Type: {kind}\nSender: alice\n\n{line}\n\n".encode()
    assert FrameReader().feed(data) == [Frame(kind, "alice", body)]


def test_connect_on_one_line_is_accepted_with_its_alias_and_address() -> None:
    async def scenario(server: RummyServer) -> None:
        first, second = await server.connect(), await server.connect()
        for connection in (first, second):
            line = b"IP Address: 10.0.0.7 Port Num: 55000 Player: alice"
            connection.send_bytes(b"Message Type: CONNECT Sender: x\n\n" + line + b"\n\n")
        await first.expect("OK", "connected")
        assert list(server.server_state.sessions) == ["alice"]
        await second.expect("ERR", "Error Connecting ip in use")

    run_scenario(scenario)


def test_whole_turn_of_the_seed_profile_in_one_line_bodies_is_accepted() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(STATE, *NAMES)
        head = "player: alice previous game state: none new turn:"
        alice.send("TURN", f"{head} DRAW STOCK cards remaining: 6")
        await alice.expect("OK", "valid", "Cards: A of Clubs")
        alice.send("TURN", f"{head} MELD 5H, 6H, 7H; DISCARD K of Spades cards remaining: 2")
        await alice.expect("OK", "valid")
        move = await alice.expect("MOVE")
        meld = "MELD #1 5 of Hearts, 6 of Hearts, 7 of Hearts"
        assert move.field("Move") == f"DRAW STOCK; {meld}; DISCARD K of Spades"

    run_scenario(scenario)


def test_whole_turn_of_the_later_profile_in_one_line_bodies_is_accepted() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(STATE, *NAMES, later=("alice",))
        alice.send("TURN", "P 0")
        assert await alice.expect("OK") == HostMessage("OK", ("TURN", "A of Clubs"))
        alice.send("TURN", "D Hand: 2 of Hearts, A of Clubs, Points: 18 K of Spades")
        assert (await alice.expect("MOVE")).field("Points") == "18"

    run_scenario(scenario)


def test_refused_turn_in_a_one_line_body_gets_a_reason() -> None:
    async def scenario(server: RummyServer) -> None:
        alice, _ = await server.start_at(STATE, *NAMES)
        alice.send("TURN", "player: alice new turn: DISCARD K of Spades cards remaining: 4")
        assert (await alice.expect("ERR")).field("Reason")

    run_scenario(scenario)


def test_body_of_many_spaces_and_keys_is_split_in_linear_time() -> None:
    """A pattern that backtracks would need minutes for these 8 KB."""
    for line in ("player:" + " " * 8000 + "x", "new turn " * 880, "points: 1 " * 800):
        data = f"Message Type: TURN\nSender: alice\n\n{line}\n\n".encode()
        (frame,) = FrameReader().feed(data)
        assert frame is not None
