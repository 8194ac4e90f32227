"""How long messages are on the socket wire."""

from statistics import mean

from benchmarks.harness import Plan, Reporter, Row
from benchmarks.scripts import book
from games.registry import GAMES
from games.rng import Rng
from messages import ActionValid, Message
from messages.codec import encode
from messages.eriantys.actions import MoveStudent
from messages.eriantys.table import StudentMoved
from messages.framing import frame
from messages.registry import GameView, UpdateMessage

SEED = bytes(16)


def sizes(plan: Plan, report: Reporter) -> list[Row]:
    """Single messages, and what one move of a random game sends in all."""
    report.step("frames are counted")
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


def _row(what: str, message: Message) -> Row:
    return Row(name="frame-size", what=what, value=f"{len(frame(encode(message))):,} B")


def _traffic(plan: Plan) -> Row:
    moves = [move for script in book(plan.scripts).values() for move in script.moves]
    sent = mean(len(move.frame) for move in moves)
    told = mean(sum(move.sizes) for move in moves)
    return Row(
        name="frame-size",
        what="a move of random two-player games, with all that is said to both",
        value=f"{sent + told:,.0f} B",
        detail=f"{sent:.0f} B up, {told:.0f} B down",
    )
