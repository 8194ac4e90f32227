"""The drawing of the UNO table: its parts, its sizes, and every legal zone in random games."""

from typing import Any

import pytest
from msgspec.structs import replace

from client.games.drawing import Marks, Size, Span, to_text, width
from client.games.uno.drawing import DRAWING, draw
from messages.registry import Action
from messages.uno.actions import UNO_MODES, AnswerDrawnUnoCard, AnswerUnoChallenge, SayUno
from messages.uno.table import UnoPlayerView, UnoView
from tests.client.games.random_matches import check_position, drawn_zones, random_positions
from tests.client.games.uno.tables import plays, uno_view

NAMES = ("quin", "Italo", "Lia", "Marco", "Nora", "Olmo", "Pia", "Remo", "Silva", "Tito")
HAND = ("RED 3", "RED REVERSE", "YELLOW 2", "YELLOW SKIP", "BLUE DRAW_2", "WILD WILD")
SMALL, MEDIUM, LARGE, FOLDED = Size(80, 16), Size(84, 24), Size(124, 46), Size(60, 9)
SIZES = (SMALL, MEDIUM, LARGE, FOLDED, Size(60, 15), Size(79, 23), Size(116, 30), Size(200, 55))
LONG_NAMES = tuple(f"日本-player-{n:06}" for n in range(10))


def marks_of(view: UnoView, actions: list[Action], **fields: Any) -> Marks:
    legal = frozenset(zone for action in actions for zone in DRAWING.zones(view, action))
    return Marks(legal=legal)._replace(**fields)


def draw_text(view: UnoView, size: Size, marks: Marks) -> str:
    return "\n".join(to_text(draw(view, NAMES, size, marks)))


GOLDEN_SMALL = """\
▶ quin (you)        ▮▮▮▮▮▮     6    0   ┏━━━━━┓   ░░░░░░░   round 1, to 500
▲ Italo             ▮ UNO!     1   10   ┃Y    ┃   ░ 60 ░░   discards 9
▲ Lia              ✦▮▮▮▮▮▮▮▮+ 12   20   ┃ +2  ┃   ░░░░░░░   play goes ▲ up
                                        ┗━━━━━┛   [draw]
                                         YELLOW

 YOUR HAND  6 cards, 115 points · raised cards can be played
                     ┏━━━━━━┓  ┏━━━━━━┓  ┏━━━━━━┓
 ╭──────╮  ╭──────╮  ┃Y     ┃  ┃Y     ┃  ┃B     ┃  ╭──────╮
 │R     │  │R     │  ┃  2   ┃  ┃  ⊘   ┃  ┃  +2  ┃  │W     │
 │  3   │  │  ⇄   │  ┃     Y┃  ┃     Y┃  ┃     B┃  │  ✱   │
 │     R│  │     R│  ┗━━━━━━┛  ┗━━━━━━┛  ┗━━━━━━┛  │     W│
 ╰──────╯  ╰──────╯    [3]       ▶4◀       [5]     ╰──────╯"""


def small_view() -> UnoView:
    view = uno_view(HAND, 1, 12, top="YELLOW DRAW_2", clockwise=False)
    players = (view.players[0], replace(view.players[1], said_uno=True), view.players[2])
    return replace(view, players=players)


def test_small_table_matches_the_expected_text() -> None:
    actions = plays("YELLOW 2", "YELLOW SKIP", "BLUE DRAW_2")
    changed = frozenset({("player", "2")})
    marks = marks_of(small_view(), actions, cursor=("card", "4"), changed=changed)
    assert draw_text(small_view(), SMALL, marks) == GOLDEN_SMALL


def test_ten_players_sit_around_the_piles_and_the_arrows_turn_with_the_direction() -> None:
    view = uno_view(HAND, *range(1, 10))
    clockwise = draw_text(view, MEDIUM, Marks()).splitlines()
    assert "╭─ Italo" in clockwise[0]
    assert "╭─ Tito" in clockwise[10]
    assert clockwise[1].count("▶") == 4
    assert clockwise[11].count("◀") == 4
    assert clockwise[6][0] == "▲"
    assert "▶ clockwise" in clockwise[6]
    reverse = draw_text(replace(view, clockwise=False), MEDIUM, Marks()).splitlines()
    assert reverse[1].count("◀") == 4
    assert reverse[11].count("▶") == 4
    assert reverse[6][0] == "▼"
    assert "◀ counterclockwise" in reverse[6]


def test_two_players_have_no_arrows() -> None:
    for size in (SMALL, MEDIUM, LARGE):
        text = draw_text(uno_view(HAND, 3), size, Marks())
        assert not {*"▼▲◀"} & {*text}


def test_playable_cards_are_bright_and_heavy_and_the_others_are_tinted() -> None:
    marks = marks_of(small_view(), plays("YELLOW 2"))
    roles = {
        span.zone: span.role for line in draw(small_view(), NAMES, SMALL, marks) for span in line
    }
    assert roles["card", "1"] == "tint:red"
    lines = draw(small_view(), NAMES, SMALL, marks)
    face = [span for line in lines for span in line if span.zone == ("card", "3")]
    assert face[0] == Span("┏━━━━━━┓", "chip:yellow+bold", ("card", "3"))


def test_color_is_chosen_with_four_chips_and_answers_with_keys() -> None:
    view = uno_view(HAND)
    lines = draw(view, NAMES, SMALL, marks_of(view, plays("WILD WILD")))
    assert Span("[green]", "chip:green+bold", ("color", "GREEN")) in [
        s for line in lines for s in line
    ]
    answers: list[Action] = [AnswerUnoChallenge(True), AnswerUnoChallenge(False), SayUno()]
    text = draw_text(view, SMALL, marks_of(view, answers))
    assert "[UNO!]   [challenge]   [accept]" in text
    drawn = replace(view, card="RED 3")
    keep: list[Action] = [AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False)]
    text = draw_text(drawn, SMALL, marks_of(drawn, keep))
    assert "[keep it]" in text
    assert "[1]" in text


def test_player_who_did_not_say_uno_may_be_caught_and_the_reader_may_not() -> None:
    view = uno_view(HAND, 1, 4, uno_window=1)
    for size in SIZES:
        assert "▮ [catch]" in draw_text(view, size, Marks()) or size.columns < 80
    assert "[catch]" not in draw_text(replace(view, uno_window=0), SMALL, Marks())


def test_pending_cards_are_in_the_key_of_the_draw_pile() -> None:
    view = uno_view(HAND, pending=6)
    for size in SIZES:
        assert "[draw 6]" in draw_text(view, size, marks_of(view, plays()))


def test_equal_cards_have_one_zone_and_only_the_first_is_at_the_cursor() -> None:
    view = uno_view(["RED 5", "RED 5"])
    marks = marks_of(view, plays("RED 5"), cursor=("card", "1"))
    lines = draw(view, NAMES, SMALL, marks)
    keys = {span.text for line in lines for span in line if span.zone == ("card", "1")}
    assert {"▶1◀", "[2]"} <= keys


def test_new_cards_of_the_hand_have_a_sign() -> None:
    marks = Marks(changed=frozenset({("card", "1"), ("top",)}))
    lines = draw(uno_view(HAND), NAMES, SMALL, marks)
    signs = {span.zone for line in lines for span in line if span.text == "✦"}
    assert signs == {("card", "1"), ("top",)}


def spectator_view() -> UnoView:
    """Return the view of a spectator; the second player has left."""
    players = (UnoPlayerView(cards=5, score=0), UnoPlayerView(cards=0, score=0, gone=True))
    return uno_view([], players=players, seat=None)


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


@pytest.mark.parametrize("count", [1, 9, 12, 13, 18, 19, 30, 40])
@pytest.mark.parametrize("players", [2, 10])
def test_hands_of_1_to_40_cards_show_every_card_in_every_size(count: int, players: int) -> None:
    hand = [f"{color} {n}" for color in ("RED", "YELLOW", "GREEN", "BLUE") for n in range(10)][
        :count
    ]
    view = uno_view(hand, *[7] * (players - 1), top="WILD WILD")
    marks = marks_of(view, plays(*hand))
    for size in SIZES:
        lines = draw(view, LONG_NAMES, size, marks)
        assert {("card", str(n + 1)) for n in range(count)} <= drawn_zones(lines)
        assert max(map(width, lines)) <= size.columns
        if size.columns >= 80:
            assert len(lines) <= size.lines


def test_hand_over_12_cards_overlaps_and_over_19_has_two_rows_at_80_columns() -> None:
    hand = [f"{color} {n}" for color in ("RED", "BLUE") for n in range(10)]
    overlapping = [draw_text(uno_view(hand[:n]), SMALL, Marks()).count("─╭─") for n in (12, 18)]
    assert overlapping == [0, 17]
    lines = draw_text(uno_view(hand), SMALL, Marks()).splitlines()
    assert sum("│R 0 │" in line or "│B 9 │" in line for line in lines) == 2


@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 5, 10])
def test_every_legal_zone_is_drawn_at_every_size_in_random_games(players: int, mode: str) -> None:
    policy = {"normal": "challenge", "progressive": "challenge"}.get(mode, "free")
    options = {"mode": mode, "wd4_policy": policy, "target_score": 10_000}
    leaver = 1 if players > 2 else None
    seed = players + UNO_MODES.index(mode)
    for position in random_positions("uno", players, options, seed=seed, leaver=leaver):
        check_position(DRAWING, position, LONG_NAMES, (SMALL, MEDIUM, LARGE, FOLDED))


def test_text_of_a_hostile_server_is_drawn_without_control_characters() -> None:
    hand = ["", "\x1b[2J WILD\n\n", "日本 日本語", "RED \x1b[31m"]
    view = uno_view(hand, top="\x1b[2J \n")
    for size in SIZES:
        for line in draw(view, ("\x1b[2J", "b\u202eob"), size, Marks()):
            assert all(span.text.isprintable() for span in line)
            assert width(line) <= size.columns
