"""The UNO table with its cards drawn."""

import re

from client.games.uno import board
from client.games.uno.board_drawn import render
from client.tui import boards
from tests.client.games.uno.tables import NAMES, uno_view
from tests.client.games.uno.test_board import HAND, full

GOLDEN = """\
Round 1 | normal, to 500 points | play goes down the list
Top card: wild draw 4 (red) | 4 cards to draw | draw pile 60, discards 9
╭─────────╮  >ada (you)                   7 cards      0 points
│ red     │   bob                          1 card    120 points  UNO
│ wild    │   carol                     has left
│ draw 4  │
╰─────────╯
Your hand:
╭─────────╮╭─────────╮╭─────────╮╭─────────╮╭─────────╮╭─────────╮╭─────────╮
│ 1       ││ 2       ││ 3       ││ 4       ││ 5       ││ 6       ││ 7       │
│ red     ││ red     ││ yellow  ││ blue    ││ blue    ││ wild    ││ wild    │
│ 3       ││ 7       ││ skip    ││ draw 2  ││ reverse ││         ││ draw 4  │
╰─────────╯╰─────────╯╰─────────╯╰─────────╯╰─────────╯╰─────────╯╰─────────╯"""


def bare(lines: list[str]) -> list[str]:
    return [re.sub(r"\x1b\[[0-9]+m", "", line) for line in lines]


def test_the_whole_table() -> None:
    lines = render(full(), NAMES, 80, 17)
    assert "\n".join(bare(lines)) == GOLDEN
    assert lines == boards.fit(full(), NAMES, 80, 17)
    assert lines[9].startswith("\x1b[91m│ 1 ")


def test_where_there_is_no_room_nothing_is_drawn() -> None:
    assert render(full(), NAMES, 80, 12) == board.render(full(), NAMES)
    many = uno_view(HAND * 3)
    assert render(many, NAMES, 80, 17) == board.render(many, NAMES)
    assert len(render(many, NAMES, 144, 43)) == 2 + 5 + 1 + 2 * 5


def test_many_players_are_beside_the_card_and_a_watcher_sees_no_hand() -> None:
    view = uno_view([], *range(1, 10), seat=None)
    lines = bare(render(view, [f"p{n}" for n in range(10)], 80, 17))
    assert len(lines) == 12
    assert lines[-1].startswith(" " * 14 + "p9")


def test_it_is_never_wider_than_the_screen() -> None:
    names = ["a name of twenty 1234"] * 3
    for view in (full(), uno_view(HAND * 2)):
        assert max(map(len, bare(render(view, names, 80, 60)))) <= 80


def test_an_empty_hand_is_said() -> None:
    assert render(uno_view([]), NAMES, 80, 17)[-1] == "Your hand is empty."
