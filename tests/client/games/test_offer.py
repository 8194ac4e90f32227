from client.games.eriantys.commands import text
from client.games.offer import MANY, everything, numbered
from messages.eriantys.actions import ChooseCloud, MoveStudent


def test_a_list_is_counted_from_one() -> None:
    offer = numbered([ChooseCloud(4), ChooseCloud(5)], text)
    assert offer.numbers == {1: ChooseCloud(4), 2: ChooseCloud(5)}
    assert offer.lines == ("   1  cloud 4", "   2  cloud 5")


def test_everything_is_in_columns_and_bounded() -> None:
    moves = [MoveStudent("ISLAND", "YELLOW", island) for island in range(MANY + 7)]
    lines = everything(moves, text)
    assert lines[0].split("move ")[1:] == [
        "yellow island 0    ",
        "yellow island 1    ",
        "yellow island 2",
    ]
    assert max(map(len, lines)) <= 80
    assert lines[-1] == "  and 7 more like these"
    assert everything([], text) == []
