"""Many connections end few by few."""

from collections.abc import Callable

from server.guard.cutting import FEW, Cuttable, cut


class Late:
    def __init__(self) -> None:
        self.cut = 0

    def abort(self) -> None:
        self.cut += 1


def test_all_are_cut_but_only_few_in_one_turn() -> None:
    turns: list[Callable[[], None]] = []
    crowd = [Late() for _ in range(3 * FEW + 1)]
    late: list[Cuttable] = [*crowd]
    cut(late, turns.append)
    gone = [sum(one.cut for one in crowd)]
    while turns:
        turns.pop()()
        gone.append(sum(one.cut for one in crowd))
    assert gone == [FEW, 2 * FEW, 3 * FEW, 3 * FEW + 1]
    assert {one.cut for one in crowd} == {1}


def test_nobody_is_nothing_to_do() -> None:
    turns: list[Callable[[], None]] = []
    cut([], turns.append)
    assert not turns
