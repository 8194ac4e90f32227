"""The invariants of the rules digest, A.14, as assertions, with the numbers of the digest.

``check`` checks one state, ``check_step`` one step, ``check_end`` a whole game. 13 is a test of
every game; 14 and 15 are in ``test_hidden``.
"""

from collections import Counter

from games.base import Step
from games.shelfie import SHELFIE
from games.shelfie.scoring import PERSONAL_GOALS, adjacency_points, personal_points
from games.shelfie.setup import STACKS
from games.shelfie.shelf import COLUMNS, max_tiles
from games.shelfie.state import NOBODY, State
from games.shelfie.tiles import ALL_TILES, CELLS
from messages.base import Seat
from messages.shelfie.actions import PlaceShelfieTiles, TakeShelfieTiles
from messages.shelfie.table import (
    ShelfieBoardRefilled,
    ShelfieSeatGone,
    ShelfieTilesPlaced,
    ShelfieTokenTaken,
    ShelfieTurnLost,
)


def check(state: State) -> None:
    _tiles(state)
    _shelves(state)
    _tokens(state)
    _turn(state)
    _cards(state)


def check_step(before: State, step: Step[State]) -> None:
    check(step.state)
    _shelf_changes(before, step)
    _board_changes(before, step)
    _pairs_to_take(before, step)
    _descending(before, step)


def _tiles(state: State) -> None:
    """1: all tiles are somewhere. 2: none on a cell that is not part of the game."""
    held = state.board.replace(b"\0", b"") + b"".join(state.shelves).replace(b"\0", b"")
    assert bytes(sorted(held + state.bag + state.hand)) == ALL_TILES
    playable = CELLS[len(state.shelves)]
    assert not any(tile for cell, tile in enumerate(state.board) if cell not in playable)


def _shelves(state: State) -> None:
    """3: no tile floats. 9: no room if and only if the shelf is full."""
    for shelf in state.shelves:
        for column in range(COLUMNS):
            filled = [bool(tile) for tile in shelf[column::COLUMNS]]
            assert filled == sorted(filled)
        room = max(shelf[column::COLUMNS].count(0) for column in range(COLUMNS))
        assert max_tiles(shelf) == min(3, room)
        assert (max_tiles(shelf) == 0) is (0 not in shelf)


def _tokens(state: State) -> None:
    """7: what was given and what is left is the stack. 8: the end token is for a full shelf."""
    stack = STACKS[len(state.shelves)]
    for number, left in enumerate(state.stacks):
        given = [own[number] for own in state.tokens if own[number]]
        assert sorted([*given, *left], reverse=True) == list(stack)
        assert left == stack[len(given) :]
    if state.filler != NOBODY:
        assert 0 not in state.shelves[state.filler]


def _turn(state: State) -> None:
    """9: whoever is on turn can take a tile."""
    if state.step == "OVER":
        assert SHELFIE.active(state) == frozenset()
        assert (state.hand, state.picked) == (b"", ())
        return
    assert state.turn in state.seated
    assert len(state.seated) > 1
    actions = SHELFIE.legal(state, state.turn)
    if state.step == "PICK":
        assert any(isinstance(a, TakeShelfieTiles) and len(a.cells) == 1 for a in actions)
        assert state.hand == b""
    else:
        assert len(state.hand) == len(state.picked)
        assert all(isinstance(a, PlaceShelfieTiles) for a in actions)


def _cards(state: State) -> None:
    """11: only these points exist. 12: no card is there twice."""
    assert len(set(state.cards)) == len(state.shelves)
    assert all(card < len(PERSONAL_GOALS) for card in state.cards)
    assert len(set(state.goals)) == len(state.goals) == state.options.common_goals
    for seat, shelf in enumerate(state.shelves):
        assert personal_points(state.cards[seat], shelf) in {0, 1, 2, 4, 6, 9, 12}
        assert sum(state.tokens[seat]) in range(0, 17, 2)
        assert adjacency_points(shelf) <= 40


def _shelf_changes(before: State, step: Step[State]) -> None:
    """4: only the shelf of the player on turn changes, in one column, by one to three tiles."""
    placed = [change for change in step.changes if isinstance(change, ShelfieTilesPlaced)]
    for seat, (old, new) in enumerate(zip(before.shelves, step.state.shelves, strict=True)):
        differ = [place for place in range(len(old)) if old[place] != new[place]]
        if not differ:
            assert all(change.seat != seat for change in placed)
            continue
        (change,) = placed
        assert seat == before.turn == change.seat
        assert {place % COLUMNS for place in differ} == {change.column}
        assert len(differ) == len(change.tiles) in (1, 2, 3)
        assert not any(old[place] for place in differ)


def _board_changes(before: State, step: Step[State]) -> None:
    """5: tiles leave the living room by picks, or by a refill that returns isolated tiles."""
    after = step.state
    removed = {cell for cell, tile in enumerate(before.board) if tile and tile != after.board[cell]}
    if before.step == "PICK" and after.step == "PLACE":
        assert removed == set(after.picked)
        assert after.hand == bytes(before.board[cell] for cell in after.picked)
    elif any(isinstance(change, ShelfieBoardRefilled) for change in step.changes):
        assert not removed or before.options.refill == "return"
    else:
        assert not removed
    back = any(isinstance(c, ShelfieTurnLost | ShelfieSeatGone) for c in step.changes)
    if back and before.hand and after.hand == b"":
        assert all(after.board[c] == t for c, t in zip(before.picked, before.hand, strict=True))


def _pairs_to_take(before: State, step: Step[State]) -> None:
    """6: after a turn two tiles lie side by side, unless the bag could not help."""
    state = step.state
    if state.step != "PICK" or not any(isinstance(c, ShelfieTilesPlaced) for c in step.changes):
        return
    cells = CELLS[len(state.shelves)]
    pairs = [c for c in cells for d in (1, 10) if state.board[c] and state.board[c + d]]
    assert pairs or not state.bag


def _descending(before: State, step: Step[State]) -> None:
    """7: the token that is taken is the highest that was left."""
    for change in step.changes:
        if isinstance(change, ShelfieTokenTaken):
            stack = before.stacks[before.goals.index(change.goal)]
            assert change.points == max(stack)


def check_end(state: State, turns: Counter[Seat]) -> None:
    """10: everybody had as many turns. 16: there is exactly one winner."""
    result = SHELFIE.result(state)
    assert result is not None
    if state.options.tie == "furthest":
        assert len(result.winners) == 1
    best = [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    assert set(result.winners) <= set(best)
    counts = [turns[seat] for seat in range(len(state.shelves))]
    assert max(counts) - min(counts) <= 1
    if state.options.end_round == "seat":
        assert len(set(counts)) == 1
