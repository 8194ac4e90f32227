"""An Eriantys table with something of everything on it, and messages of a match around it."""

from typing import Any

from msgspec.structs import replace

from messages import (
    ChooseMatch,
    PlayersInfo,
    RequestNickname,
    RoomInfo,
    RoomUpdate,
    SelectWizard,
    ServerMessage,
    SessionOpened,
)
from messages.eriantys.table import CharacterView, EriantysView, IslandView, SchoolView
from messages.registry import GameView

NAMES = ("ada", "bob")


def full_view(**fields: Any) -> EriantysView:
    """Two seats in expert mode, in the middle of a turn of the first."""
    view = EriantysView(
        seat=0,
        expert=True,
        round=4,
        phase="STUDENTS",
        turn=0,
        order=(0, 1),
        students_left=2,
        max_steps=3,
        islands=(
            IslandView((0,), {"YELLOW": 1, "RED": 2}),
            IslandView((1, 2), {"YELLOW": 2, "BLUE": 2, "GREEN": 10, "RED": 1}, 2, "WHITE", 1),
            IslandView((3,), {}),
            IslandView((4,), {"GREEN": 1}),
            IslandView((5, 6, 7), {"PINK": 1, "RED": 1}, 3, "BLACK"),
            IslandView((8,), {"PINK": 1}),
            IslandView((9,), {"BLUE": 1}),
            IslandView((10, 11), {"PINK": 4}),
        ),
        mother_nature=6,
        clouds=({"BLUE": 1, "RED": 2}, {}),
        bag=74,
        schools=(
            SchoolView(
                tower="WHITE",
                towers=6,
                entrance={"YELLOW": 2, "BLUE": 1, "RED": 3},
                dining={"YELLOW": 1, "RED": 3},
                hand=(1, 2, 4, 6, 7, 9, 10),
                played=5,
                coins=2,
            ),
            SchoolView(
                tower="BLACK",
                towers=1,
                entrance={"GREEN": 4, "PINK": 3},
                dining={"GREEN": 10, "YELLOW": 1},
                hand=(1, 2, 3, 6, 7, 8),
                played=4,
                coins=1,
            ),
        ),
        professors={"RED": 0, "GREEN": 1},
        characters=(
            CharacterView("MONK", 1, students={"RED": 2, "PINK": 2}),
            CharacterView("GRANDMA", 3, used=True, no_entry=3),
            CharacterView("JESTER", 1, students={"BLUE": 2, "RED": 2, "PINK": 2}),
        ),
        supply=16,
    )
    return replace(view, **fields)


def room(**fields: Any) -> RoomInfo:
    """An open match with one guest."""
    info = RoomInfo(
        match=7,
        game="eriantys",
        mode=True,
        options={},
        players=("bob",),
        number_of_players=2,
        bots=0,
        host="bob",
        private=False,
        state="open",
    )
    return replace(info, **fields)


def table_messages(view: EriantysView | None = None) -> list[ServerMessage]:
    """All that comes before the first turn of ``ada`` at a table with ``bob``."""
    return [
        RequestNickname(),
        SessionOpened("ada", "secret"),
        ChooseMatch((), (room(),)),
        RoomUpdate(room(players=("bob", "ada"))),
        SelectWizard(("KING", "WITCH")),
        PlayersInfo(NAMES[::-1] if view is None else NAMES, 2, match=7),
        GameView(view or full_view(seat=1, turn=1), seq=10),
    ]
