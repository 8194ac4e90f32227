"""Zones, changed zones, recap and round summary of Rummy 500."""

from typing import Any

from msgspec.structs import replace

from client.games.drawing import to_text, width
from client.games.rummy.drawing import DRAWING
from client.games.rummy.interaction import changed, recap, summary
from client.games.rummy.mirror import apply_change
from games.registry import GAMES
from messages.base import Change
from messages.registry import Action
from messages.rummy import actions, table
from messages.rummy.actions import DiscardRummyCard, LayOffRummyCards, LayRummyMeld
from messages.rummy.table import RummyPlayerView
from tests.client.games.random_matches import random_positions
from tests.client.games.rummy.tables import MELDS, rummy_view

NAMES = ("rob", "Bianca", "Ugo")
HAND = ("3H", "4H", "5H", "9H", "KC")


def test_every_action_has_the_zones_that_choose_it() -> None:
    view = rummy_view(HAND)
    run = LayRummyMeld(("3H", "4H", "5H"))
    laid = (("card", "3H"), ("card", "4H"), ("card", "5H"))
    off = LayOffRummyCards(1, ("9H",))
    expected: dict[Action, tuple[tuple[str, ...], ...]] = {
        actions.DrawRummyStock(): (("stock",),),
        actions.TakeRummyDiscard("2D"): (("discard", "2"),),
        run: laid,
        off: (("card", "9H"), ("meld", "1")),
        DiscardRummyCard("KC"): (("card", "KC"), ("pile",)),
        actions.PlayRummyTurn(plays=(run, off), discard="KC"): (
            *laid,
            ("card", "9H"),
            ("meld", "1"),
            ("card", "KC"),
            ("pile",),
        ),
    }
    assert {action: DRAWING.zones(view, action) for action in expected} == expected
    assert {type(action) for action in expected} == set(actions.RummyAction.__args__)


def test_changed_zones_are_players_melds_discards_and_new_cards() -> None:
    before = rummy_view(HAND, melds=MELDS)
    assert changed(before, before) == frozenset()
    now = apply_change(before, table.RummyCardsLaidOff(1, 1, back=("9H",)))
    now = apply_change(now, table.RummyMeldLaid(1, 3, ("2S", "3S", "4S")))
    now = apply_change(now, table.RummyCardDiscarded(1, "QS"))
    assert changed(before, now) == {
        *(("player", "1"), ("meld", "1"), ("meld", "3")),
        ("discard", "1"),
    }
    drawn = apply_change(before, table.RummyStockDrawn(0, "AD"))
    assert changed(before, drawn) == {("player", "0"), ("card", "AD")}


def test_after_a_new_deal_only_changed_scores_are_marked() -> None:
    before = rummy_view(HAND)
    players = (before.players[0], replace(before.players[1], score=99), before.players[2])
    now = replace(before, round=3, hand=("AD",), discard=("2S",), players=players)
    assert changed(before, now) == {("player", "1")}


def test_recap_has_one_line_per_player_who_acted() -> None:
    changes: list[Change] = [
        table.RummyTurnStarted(1),
        table.RummyStockDrawn(1),
        table.RummyMeldLaid(1, 1, ("5D", "6D", "7D")),
        table.RummyCardDiscarded(1, "JD"),
        table.RummyDiscardTaken(2, ("JD", "2H")),
        table.RummyCardsLaidOff(2, 1, back=("8D",)),
        table.RummyCardsLost(2, ("KS",), fine=2),
        table.RummyStockDrawn(0, "AS"),
    ]
    assert to_text(recap(rummy_view(HAND), NAMES, changes)) == [
        "Bianca laid 5♦ 6♦ 7♦ (18), threw J♦",
        "Ugo took 2♥ J♦, added 8♦ to meld 1, gave up K♠ -2",
        "you drew",
    ]


def test_recap_of_the_end_of_a_round_and_of_a_player_who_left() -> None:
    changes: list[Change] = [
        table.RummyCardDiscarded(1, "JD"),
        table.RummyRoundEnded((0, 5, 0), (10, 0, 5), out=1),
        table.RummyRoundStarted(2, 1, "AS", 7, 30),
        table.RummySeatGone(2, 37),
        table.RummyRoundEnded((0, 5, 0), (10, 0, 5)),
    ]
    assert to_text(recap(rummy_view(HAND), NAMES, changes)) == [
        "Bianca threw J♦, went out",
        "Ugo left the match",
    ]


def test_summary_lists_laid_held_round_and_total_with_the_highest_total_first() -> None:
    players = (RummyPlayerView(2, 120), RummyPlayerView(0, 240), RummyPlayerView(0, 0, gone=True))
    view = rummy_view(HAND, players=players)
    change = table.RummyRoundEnded((-8, 42, 0), (20, 0, 0), out=1)
    assert to_text(summary(view, NAMES, change)) == [
        " Bianca went out: the round is over",
        "                           laid in hand   round   total",
        "   Bianca                    42       0     +42     240",
        "   rob (you)                 12     -20      -8     120",
        "   The match goes to 500 points.",
    ]
    empty = summary(view, NAMES, table.RummyRoundEnded((-8, 42, 0), (20, 0, 0)))
    assert to_text(empty)[0] == " The stock is empty: the round is over"
    assert summary(view, NAMES, table.RummyTurnStarted(1)) == []


def test_recaps_of_random_games_are_short() -> None:
    game: Any = GAMES["rummy500"]
    names = ("日本-player-000000",) * 3
    for position in random_positions("rummy500", 3, {}, steps=100):
        step = position.apply("rummy500", position.legal[-1])
        changes = [c for c in (game.redact(c, 0) for c in step.changes) if c is not None]
        for line in recap(game.view(step.state, 0), names, changes):
            assert 0 < width(line) <= 120
