"""Players and melds of Rummy 500."""

from msgspec.structs import replace

from client.games.drawing import Marks, to_text, width
from client.games.rummy.board import points_laid
from client.games.rummy.table_drawing import (
    draw_compact_melds,
    draw_melds,
    draw_player_table,
    draw_players,
)
from messages.rummy.actions import LayOffRummyCards
from messages.rummy.table import RummyMeldView, RummyPlayerView, RummyView
from tests.client.games.rummy.tables import MELDS, rummy_view

NAMES = ("rob", "Bianca", "Ugo")


def table_view(hand: tuple[str, ...] = ("4H", "9H", "TH")) -> RummyView:
    view = rummy_view(hand, 5, 8, melds=MELDS, rounds=((95, 140, -40), (115, 125, 25)), round=3)
    scores = (210, 265, -15)
    players = tuple(replace(p, score=s) for p, s in zip(view.players, scores, strict=True))
    return replace(view, players=players)


def test_players_have_cards_points_laid_and_a_bar_to_the_target() -> None:
    marks = Marks(changed=frozenset({("player", "1")}))
    assert to_text(draw_players(table_view(), NAMES, marks)) == [
        "▶ rob (you)    ▮▮▮         3 cards  laid  38  ████████············  210 of 500",
        "  Bianca      ✦▮▮▮▮▮       5 cards  laid  18  ██████████··········  265 of 500",
        "  Ugo          ▮▮▮▮▮▮▮▮    8 cards  laid   0  ····················  -15 of 500",
    ]


def test_table_of_players_has_the_last_rounds_that_fit() -> None:
    lines = to_text(draw_player_table(table_view(), NAMES, Marks(), 84))
    assert lines[0].endswith("r1    r2")
    assert lines[2].endswith("265  +140  +125")
    over = replace(table_view(), decision="OVER", rounds=((1, 2, 3),) * 8, round=12)
    lines = to_text(draw_player_table(over, NAMES, Marks(), 84))
    assert lines[0].endswith("r9   r10   r11   r12")
    assert max(map(width, draw_player_table(over, NAMES, Marks(), 78))) <= 78


def test_player_who_left_has_no_numbers() -> None:
    view = table_view()
    gone = (*view.players[:2], RummyPlayerView(cards=0, score=0, gone=True))
    for drawing in (
        draw_players(replace(view, players=gone), NAMES, Marks()),
        draw_player_table(replace(view, players=gone), NAMES, Marks(), 84),
    ):
        assert to_text(drawing)[-1] == "  Ugo          has left"


def test_laid_points_count_cards_on_melds_of_others() -> None:
    assert [points_laid(table_view(), seat) for seat in range(3)] == [38, 18, 0]


def test_melds_have_numbers_owners_fitting_cards_and_marks() -> None:
    marks = Marks(
        legal=frozenset({("meld", "1")}),
        cursor=("meld", "2"),
        changed=frozenset({("meld", "2")}),
    )
    assert to_text(draw_melds(table_view(), NAMES, marks, 80, title="melds")) == [
        "melds  [1] 5♥ 6♥ 7♥ 8♥  Bianca+you  ◂ 4♥ 9♥ fits",
        "       ▶2◀ 10♣ 10♠ 10♦  you✦ ◂ 10♥ fits",
    ]
    none = to_text(draw_melds(rummy_view(()), NAMES, Marks(), 80, title="melds"))
    assert none == ["melds  no melds yet"]


def test_selected_lay_off_is_shown_at_the_end_where_it_belongs() -> None:
    def first_meld(card: str) -> str:
        marks = Marks(preview=LayOffRummyCards(1, (card,)))
        return to_text(draw_melds(table_view(()), NAMES, marks, 80, title=""))[0]

    assert "1  ‹4♥›5♥ 6♥ 7♥ 8♥" in first_meld("4H")
    assert "8♥ ‹9♥›" in first_meld("9H")


def test_compact_melds_shorten_long_runs() -> None:
    run = RummyMeldView(tuple(f"{rank}S" for rank in "3456789"), (0,) * 7)
    view = rummy_view(("TS",), melds=(run, MELDS[1]))
    assert to_text(draw_compact_melds(view, Marks(), 80)) == ["  1 3♠ ‥ 9♠ ◂10♠   2 10♣ 10♠ 10♦"]
