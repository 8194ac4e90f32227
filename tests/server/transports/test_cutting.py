"""Many connections end few by few."""

from collections.abc import Callable

from server.transports.cutting import FEW, cut_late


class Guest:
    def __init__(self, due: float) -> None:
        self.due = due
        self.cut = 0

    def is_late(self, now: float) -> bool:
        return now > self.due

    def abort(self) -> None:
        self.cut += 1


def test_all_are_cut_but_only_few_in_one_turn() -> None:
    turns: list[Callable[[], None]] = []
    crowd = [Guest(due=1.0) for _ in range(3 * FEW + 1)]
    friend = Guest(due=3.0)
    cut_late([friend, *crowd], 2.0, turns.append)
    gone = [sum(one.cut for one in crowd)]
    while turns:
        turns.pop()()
        gone.append(sum(one.cut for one in crowd))
    assert gone == [FEW, 2 * FEW, 3 * FEW, 3 * FEW + 1]
    assert {one.cut for one in crowd} == {1}
    assert friend.cut == 0


def test_nobody_is_nothing_to_do() -> None:
    turns: list[Callable[[], None]] = []
    cut_late([], 2.0, turns.append)
    assert not turns
