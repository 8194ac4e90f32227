"""The text of every My Shelfie change and prompt, and names of tiles and cells."""

import pytest

from client.games.shelfie.text import (
    GOAL_TEXTS,
    TEXT,
    TILE_NAMES,
    cell_name,
    cell_names,
    maybe_cell,
    tile_names,
)
from client.tui.text.messages import prompt_text
from messages import Change, ServerMessage
from messages.base import members
from messages.shelfie.actions import (
    SHELFIE_GOALS,
    SHELFIE_TILES,
    SelectShelfieColumn,
    SelectShelfieTiles,
    ShelfiePrompt,
)
from messages.shelfie.table import (
    ShelfieBoardRefilled,
    ShelfieChange,
    ShelfieEndTokenTaken,
    ShelfieGameEnded,
    ShelfieResult,
    ShelfieSeatGone,
    ShelfieTilesMarked,
    ShelfieTilesPlaced,
    ShelfieTilesSorted,
    ShelfieTilesTaken,
    ShelfieTokenTaken,
    ShelfieTurnLost,
    ShelfieTurnStarted,
)
from tests.harness.sentences import colored_words, sentence_of

RESULT = ShelfieResult(goal=(), common=8, personal=2, adjacency=5, end=1, total=16)
OTHER = ShelfieResult(goal=(), common=0, personal=2, adjacency=5, end=0, total=7)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (ShelfieTilesMarked(0, (13, 14)), "You marked b4 b5."),
        (ShelfieTilesMarked(1, ()), "bob took the marks away."),
        (ShelfieTilesTaken(1, (13, 14), "CB"), "bob took cat, book from b4 b5."),
        (ShelfieTilesSorted(0, (14, 13), "BC"), "You sorted the hand: book, cat."),
        (ShelfieTilesPlaced(0, 2, "BC"), "You placed book, cat in column 3."),
        (ShelfieTokenTaken(1, "EIGHT", 8), "bob had eight equal tiles anywhere and got 8 points!"),
        (ShelfieEndTokenTaken(0), "You filled the shelf first: the last round!"),
        (
            ShelfieBoardRefilled((), 9),
            "The living room was filled up; 9 tiles are left in the bag.",
        ),
        (ShelfieTurnLost(1), "bob took too long and lost the turn."),
        (ShelfieSeatGone(1), "bob left the match for good; the shelf does not count."),
        (ShelfieTurnStarted(1), ""),
        (
            ShelfieGameEnded((0,), "Most points.", (RESULT, OTHER)),
            "The match is over: Most points.\n"
            "  You: 8 common, 2 personal, 5 groups, 1 end = 16 points\n"
            "  bob: 0 common, 2 personal, 5 groups = 7 points",
        ),
    ],
)
def test_change_is_described_by_its_text_or_not_at_all(change: Change, text: str) -> None:
    assert sentence_of(change, ("You", "bob").__getitem__) == text


def test_every_change_and_prompt_has_text() -> None:
    assert {*members(ShelfieChange)} <= TEXT.changes.keys()
    assert {*members(ShelfiePrompt)} <= TEXT.prompts.keys()


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        (SelectShelfieTiles(limit=3, cells=()), "Take up to three tiles"),
        (SelectShelfieTiles(limit=2, cells=()), "Take up to two tiles"),
        (SelectShelfieTiles(limit=1, cells=()), "Take one tile"),
        (SelectShelfieColumn(hand="C", columns=(4,)), "Place cat in column 5."),
        (SelectShelfieColumn(hand="CB", columns=(0, 2)), "Place cat, book (lowest first)"),
    ],
)
def test_prompt_text_starts_with_what_to_decide(prompt: ServerMessage, text: str) -> None:
    assert prompt_text(prompt).startswith(text)


def test_every_tile_and_goal_has_text_and_tile_names_are_joined() -> None:
    assert tuple(GOAL_TEXTS) == SHELFIE_GOALS
    assert "".join(TILE_NAMES) == SHELFIE_TILES
    assert tile_names("CBC") == "cat, book, cat"


@pytest.mark.parametrize("cell", [0, 8, 13, 44, 80, 88])
def test_cell_name_survives_a_round_trip_in_upper_or_lower_case(cell: int) -> None:
    assert maybe_cell(cell_name(cell)) == cell
    assert maybe_cell(cell_name(cell).upper()) == cell


@pytest.mark.parametrize("word", ["", "b", "b0", "j1", "b10", "44", "take", "b٣", "é4"])
def test_other_words_are_not_cells(word: str) -> None:
    assert maybe_cell(word) is None


def test_cell_names_are_joined_and_an_unknown_cell_is_its_number() -> None:
    assert cell_names((13, 14)) == "b4 b5"
    assert cell_name(-5) == "-5"


def test_tiles_have_their_colour_in_the_log() -> None:
    placed = ShelfieTilesPlaced(1, 0, "CP?")
    assert colored_words(placed, ("You", "bob").__getitem__) == [
        ("cat", "ink:green"),
        ("plant", "ink:pink"),
    ]
