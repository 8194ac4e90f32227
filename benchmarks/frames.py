"""Measure the size of messages on the socket wire."""

from statistics import mean

from benchmarks.harness import Plan, Reporter, Row
from benchmarks.scripts import record_book
from games.registry import GAMES
from games.rng import Rng
from messages import ActionValid, Message
from messages.codec import encode
from messages.eriantys.actions import MoveStudent
from messages.eriantys.table import StudentMoved
from messages.framing import frame
from messages.registry import GameView, UpdateMessage

SEED = bytes(16)


def frame_sizes(plan: Plan, report: Reporter) -> list[Row]:
    """Return the sizes of single messages, and the traffic of one move of a random game."""
    report.step("measuring frames")
    return [*(_row(*pair) for pair in _examples()), _traffic(plan)]


def _examples() -> list[tuple[str, Message]]:
    eriantys = GAMES["eriantys"]
    state = eriantys.start(2, eriantys.options(True, {}), Rng(SEED)).state
    moved = StudentMoved(0, "YELLOW", "ENTRANCE", "ISLAND", 7)
    return [
        ("MoveStudent to an island", MoveStudent("ISLAND", "YELLOW", 7)),
        ("ActionValid after it", ActionValid("You have successfully moved the student")),
        ("UpdateMessage after it", UpdateMessage(moved, seq=100)),
        ("GameView, two players, expert, first turn", GameView(eriantys.view(state, 0), seq=100)),
    ]


def _row(description: str, message: Message) -> Row:
    return Row(
        name="frame-size", description=description, value=f"{len(frame(encode(message))):,} B"
    )


def _traffic(plan: Plan) -> Row:
    moves = [move for script in record_book(plan.scripts).values() for move in script.moves]
    sent = mean(len(move.frame) for move in moves)
    received = mean(sum(move.sizes) for move in moves)
    return Row(
        name="frame-size",
        description="one move of random two-player games with everything sent to both players",
        value=f"{sent + received:,.0f} B",
        detail=f"{sent:.0f} B up, {received:.0f} B down",
    )
