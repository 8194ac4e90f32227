"""The drawing of the Rummy 500 table: its sizes, and every legal zone in random games."""

from random import Random

import pytest
from msgspec.structs import replace

from client.games.drawing import Marks, Size, to_text, width
from client.games.rummy.drawing import DRAWING, draw
from client.games.rummy.text import RANKS, SUITS
from messages.rummy.actions import RUMMY_STOCK_OUT, DrawRummyStock, TakeRummyDiscard
from messages.rummy.table import RummyMeldView, RummyPlayerView, RummyView
from tests.client.games.random_matches import check_position, drawn_zones, random_positions
from tests.client.games.rummy.tables import rummy_view

NAMES = ("rob", "Bianca-bot", "Ugo-bot")
LONG_NAMES = tuple(f"日本-player-{n:06}" for n in range(5))
SMALL, MEDIUM, LARGE, FOLDED = Size(80, 16), Size(84, 24), Size(124, 46), Size(60, 9)
SIZES = (SMALL, MEDIUM, LARGE, FOLDED, Size(60, 15), Size(79, 23), Size(116, 30), Size(200, 55))
DECK = [rank + suit for suit in SUITS for rank in RANKS]
MELDS = (
    RummyMeldView(("7S", "8S", "9S", "TS"), (1,) * 4),
    RummyMeldView(("KS", "KH", "KC"), (0,) * 3),
)

GOLDEN_SMALL = """\
▶ rob (you)    ▮▮▮▮▮▮      6 cards  laid  30  ····················    0 of 500
  Bianca-bot   ▮▮▮▮▮▮▮     7 cards  laid  34  ····················   10 of 500
  Ugo-bot      ▮▮▮▮▮▮▮     7 cards  laid   0  ····················   20 of 500
melds   1  7♠ 8♠ 9♠ 10♠  Bianca-bot         2  K♠ K♥ K♣  you  ◂ K♦ fits

 ░░░░░░   10♣  ▏5♥   ▏J♦   ▏5♠   ▏ discards, top right
 ░ 20 ░        ▏     ▏     ▏     ▏ one takes all to its right
 ░░░░░░       ♣▏    ♥▏    ♦▏    ♠▏
[stock]     4   ━▶3◀━ ━ 2 ━ ━ 1 ━

 YOUR HAND  6 cards, 29 points · by suit
 3♥    ▏4♥    ▏
       ▏      ▏2♠    ▏4♠    ▏6♦    ▏K♦    ▏
       ▏      ▏      ▏      ▏      ▏      ▏
      ♥▏     ♥▏      ▏      ▏      ▏      ▏
 ━━━━━━ ━━━━━━      ♠▏     ♠▏     ♦▏     ♦▏"""


def small_view() -> RummyView:
    hand = ("3H", "4H", "2S", "4S", "6D", "KD")
    return rummy_view(hand, melds=MELDS, discard=("5S", "JD", "5H", "TC"))


def draw_text(view: RummyView, size: Size, marks: Marks) -> str:
    return "\n".join(to_text(draw(view, NAMES, size, marks)))


def test_small_table_matches_the_expected_text() -> None:
    take = TakeRummyDiscard("5H")
    zones = [DRAWING.zones(small_view(), action) for action in (DrawRummyStock(), take)]
    legal = frozenset(zone for part in zones for zone in part)
    marks = Marks(legal=legal, cursor=("discard", "3"), preview=take)
    assert draw_text(small_view(), SMALL, marks) == GOLDEN_SMALL


def test_medium_table_has_titles_and_rounds() -> None:
    view = replace(small_view(), rounds=((95, 140, -40),))
    text = draw_text(view, MEDIUM, Marks())
    assert [
        word for word in ("PLAYERS", "MELDS", "DISCARDS", "YOUR HAND") if word not in text
    ] == []
    assert " r1" in text
    assert "+140" in text


def spectator_view() -> RummyView:
    """Return the view of a spectator; the second player has left."""
    players = (RummyPlayerView(5, 0), RummyPlayerView(0, 0, gone=True))
    return rummy_view((), players=players, seat=None)


def test_spectators_see_a_notice_instead_of_a_hand() -> None:
    for size in (SMALL, MEDIUM, LARGE):
        text = draw_text(spectator_view(), size, Marks())
        assert "You are watching" in text
        assert "YOUR HAND" not in text


def test_players_who_left_are_marked_and_the_reader_who_left_sees_a_notice() -> None:
    for size in (SMALL, MEDIUM, LARGE):
        assert "has left" in draw_text(spectator_view(), size, Marks())
    own = replace(spectator_view(), seat=1)
    assert "You have left the match." in draw_text(own, SMALL, Marks())


@pytest.mark.parametrize("count", [1, 7, 13, 14, 20, 30, 40])
@pytest.mark.parametrize("discards", [0, 1, 12])
def test_hands_of_1_to_40_cards_show_every_card_in_every_size(count: int, discards: int) -> None:
    deck = DECK[:]
    Random(count).shuffle(deck)
    view = rummy_view(deck[:count], 7, 7, 7, 7, discard=tuple(deck[count : count + discards]))
    legal = {("card", card) for card in view.hand}
    legal |= {("discard", str(n + 1)) for n in range(discards)}
    marks = Marks(legal=frozenset({*legal, ("stock",), ("pile",)}))
    for size in SIZES:
        lines = draw(view, LONG_NAMES, size, marks)
        assert marks.legal <= drawn_zones(lines)
        assert max(map(width, lines)) <= size.columns
        if size.columns >= 80:
            assert len(lines) <= size.lines


def test_table_full_of_melds_and_discards_shows_every_zone() -> None:
    melds = tuple(RummyMeldView(tuple(rank + suit for suit in "HCS"), (0, 1, 2)) for rank in RANKS)
    view = rummy_view(("AD", "2D"), melds=melds, discard=tuple(rank + "D" for rank in RANKS[2:]))
    legal = {("meld", str(n)) for n in range(1, 14)} | {("discard", str(n)) for n in range(1, 12)}
    for size in SIZES:
        lines = draw(view, NAMES, size, Marks(legal=frozenset(legal)))
        assert legal <= drawn_zones(lines)
        assert max(map(width, lines)) <= size.columns


@pytest.mark.parametrize("stock_out", RUMMY_STOCK_OUT)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_legal_zone_is_drawn_at_every_size_in_random_games(
    players: int, stock_out: str
) -> None:
    options = {"stock_out": stock_out, "target": 10_000}
    leaver = 1 if players > 2 else None
    positions = random_positions(
        "rummy500", players, options, steps=80, seed=players, leaver=leaver
    )
    for position in positions:
        check_position(DRAWING, position, LONG_NAMES, (SMALL, MEDIUM, LARGE, FOLDED))


def test_text_of_a_hostile_server_is_drawn_without_control_characters() -> None:
    hostile = ("", "\x1b[2J", "日本\n" * 9, "XX")
    melds = (RummyMeldView(hostile, (0,) * 4), RummyMeldView((), ()), RummyMeldView(("",), (0,)))
    view = rummy_view(hostile, melds=melds, discard=hostile, owed="\x1b[2J")
    for size in SIZES:
        for line in draw(view, ("\x1b[2J", "b\u202eob"), size, Marks()):
            assert all(span.text.isprintable() for span in line)
            assert width(line) <= size.columns
