"""Zones, changed zones, recap and round summary of UNO."""

from typing import Any

from msgspec.structs import replace

from client.games.drawing import to_text, width
from client.games.uno.drawing import DRAWING
from client.games.uno.interaction import changed, recap, summary
from client.games.uno.mirror import apply_change
from games.registry import GAMES
from messages.base import Change
from messages.registry import Action
from messages.uno import actions, table
from messages.uno.table import UnoCardPlayed, UnoCardsDrawn, UnoPlayerView
from tests.client.games.random_matches import random_positions
from tests.client.games.uno.tables import uno_view

NAMES = ("quin", "Italo", "Silva")
HAND = ("RED 5", "RED 5", "RED 7", "WILD WILD")


def test_every_action_has_the_zones_that_choose_it() -> None:
    view = uno_view(HAND, card="RED 7")
    expected: dict[Action, tuple[tuple[str, ...], ...]] = {
        actions.PlayUnoCard("RED 5"): (("card", "1"),),
        actions.PlayUnoCard("RED 7", swap=2): (("card", "3"), ("player", "2")),
        actions.PlayUnoCard("WILD WILD", color="BLUE"): (("card", "4"), ("color", "BLUE")),
        actions.DrawUnoCard(): (("draw",),),
        actions.AnswerDrawnUnoCard(play=True): (("card", "3"),),
        actions.AnswerDrawnUnoCard(play=False): (("keep",),),
        actions.ChooseUnoColor("RED"): (("color", "RED"),),
        actions.SwapUnoHands(1): (("player", "1"),),
        actions.AnswerUnoChallenge(True): (("challenge", "yes"),),
        actions.AnswerUnoChallenge(False): (("challenge", "no"),),
        actions.SayUno(): (("uno",),),
    }
    assert {action: DRAWING.zones(view, action) for action in expected} == expected
    assert {type(action) for action in expected} == set(actions.UnoAction.__args__)


def test_changed_zones_are_players_new_cards_and_the_top_card() -> None:
    before = uno_view(["RED 5"], 7, 7)
    assert changed(before, before) == frozenset()
    now = apply_change(before, UnoCardPlayed(1, "RED 9"))
    assert changed(before, now) == {("player", "1"), ("top",)}
    now = apply_change(before, UnoCardsDrawn(0, 1, "PENALTY", ("BLUE 2",)))
    assert changed(before, now) == {("player", "0"), ("card", "2")}


def test_after_a_new_deal_only_changed_scores_are_marked() -> None:
    before = uno_view(["RED 5"], 7, 7)
    scored = replace(before.players[1], score=99)
    now = replace(before, round=2, top="BLUE 1", players=(before.players[0], scored, scored))
    assert changed(before, now) == {("player", "1"), ("player", "2")}


def test_recap_has_one_line_per_player_who_acted() -> None:
    changes: list[Change] = [
        UnoCardPlayed(1, "RED 3"),
        table.UnoSaid(1),
        UnoCardPlayed(2, "YELLOW DRAW_2"),
        UnoCardsDrawn(0, 2, "PENALTY", ("RED 1", "RED 2")),
        table.UnoTurnLost(0, "PENALTY"),
        UnoCardsDrawn(1, 1, "CHOICE"),
        table.UnoTurnLost(2, "TIMEOUT"),
    ]
    assert to_text(recap(uno_view(HAND), NAMES, changes)) == [
        "Italo R3, UNO!, drew 1",
        "Silva Y+2, you drew 2, lost the turn",
    ]


def test_recap_describes_rare_changes() -> None:
    changes: list[Change] = [
        UnoCardPlayed(1, "RED SKIP", jumped=True),
        table.UnoTurnLost(2, "SKIP"),
        UnoCardPlayed(1, "RED 7"),
        table.UnoHandsSwapped(1, 0),
        UnoCardPlayed(1, "RED 0"),
        table.UnoHandsPassed(1, clockwise=True),
        table.UnoChallenged(2, 1, guilty=True),
        UnoCardsDrawn(1, 4, "PENALTY"),
        UnoCardsDrawn(2, 2, "MISSED_UNO"),
        table.UnoRoundEnded(1, 30, (10, 0, 20)),
        table.UnoSeatGone(2, "LEFT", 50),
    ]
    assert to_text(recap(uno_view(HAND), NAMES, changes)) == [
        "Italo jumped in with R⊘, Silva lost the turn, R7, swapped hands with you, R0,"
        " all hands moved on, won the round, +30",
        "Silva challenged Italo: unfair, Italo drew 4, did not say UNO: drew 2, left the match",
    ]


def test_changes_before_the_first_act_are_left_out() -> None:
    changes: list[Change] = [
        table.UnoRoundStarted(1, 0, "RED 1", 7, 50),
        table.UnoTurnLost(1, "SKIP"),
    ]
    assert recap(uno_view(HAND), NAMES, changes) == []


def test_summary_lists_hands_points_and_totals_with_the_highest_total_first() -> None:
    players = (UnoPlayerView(cards=2, score=120), UnoPlayerView(cards=0, score=240))
    left = UnoPlayerView(cards=0, score=0, gone=True)
    view = uno_view(HAND, players=(*players, left))
    change = table.UnoRoundEnded(1, 70, (70, 0, 0))
    assert to_text(summary(view, NAMES, change)) == [
        " Italo won the round: +70 points",
        "                        in hand   round   total",
        "   Italo                      0     +70     240",
        "   quin (you)                70             120",
        "   The match goes to 500 points.",
    ]
    assert summary(view, NAMES, table.UnoSaid(1)) == []


def test_recap_and_changes_of_random_games() -> None:
    game: Any = GAMES["uno"]
    names = ("日本-player-000000",) * 4
    options = {"mode": "seven_o", "wd4_policy": "challenge", "target_score": 10_000, "hand_size": 3}
    for position in random_positions("uno", 4, options, steps=100):
        step = position.apply("uno", position.legal[-1])
        changes = [c for c in (game.redact(c, 0) for c in step.changes) if c is not None]
        now = game.view(step.state, 0)
        lines = recap(now, names, changes)
        assert all(0 < width(line) <= 120 for line in lines)
        assert changed(position.view, position.view) == frozenset()
