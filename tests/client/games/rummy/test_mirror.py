"""Each Rummy change applied to a view; tests/games/test_every_game.py covers whole games."""

from msgspec.structs import replace

from client.games.rummy.mirror import _MIRRORS, apply_change
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyChange,
    RummyDiscardTaken,
    RummyGameEnded,
    RummyHandDealt,
    RummyMeldLaid,
    RummyMeldView,
    RummyPlayerView,
    RummyRoundEnded,
    RummyRoundStarted,
    RummySeatGone,
    RummyStockDrawn,
    RummyStockRenewed,
    RummyTurnStarted,
    RummyView,
)
from tests.client.games.rummy.tables import rummy_view
from tests.games.rummy.games import PLAYERS, moments, quick

VIEW = rummy_view(
    ("5H", "6H", "QC"),
    round=1,
    players=(RummyPlayerView(3, 10), RummyPlayerView(2, -5)),
    melds=(RummyMeldView(("7H", "8H", "9H"), (1, 1, 1)),),
    discard=("2D", "3D", "4D"),
    stock=30,
    decision="PLAY",
    owed="6H",
)


def counts(view: RummyView) -> list[int]:
    return [player.cards for player in view.players]


def test_exactly_the_rummy_changes_have_a_mirror_function() -> None:
    assert set(_MIRRORS) == set(RummyChange.__args__)


def test_own_draw_joins_the_sorted_hand_and_draw_of_another_is_counted_and_leads_to_play() -> None:
    after = apply_change(VIEW, RummyStockDrawn(0, "AC"))
    assert (after.hand, after.stock) == (("5H", "6H", "AC", "QC"), 29)
    after = apply_change(replace(VIEW, decision="DRAW"), RummyStockDrawn(1))
    assert (after.hand, after.decision, counts(after)) == (VIEW.hand, "PLAY", [3, 3])


def test_taken_cards_leave_the_pile_for_the_hand_and_the_lowest_is_owed() -> None:
    after = apply_change(VIEW, RummyDiscardTaken(1, ("2D", "3D")))
    assert (after.discard, after.owed, counts(after)) == (("4D",), "3D", [3, 4])
    assert apply_change(VIEW, RummyDiscardTaken(0, ("2D",))).hand == (*VIEW.hand, "2D")


def test_own_lay_off_sets_owners_and_clears_the_owed_card_and_meld_of_another_keeps_it() -> None:
    after = apply_change(VIEW, RummyCardsLaidOff(0, 1, ("5H", "6H"), ()))
    assert after.melds[0] == RummyMeldView(("5H", "6H", "7H", "8H", "9H"), (0, 0, 1, 1, 1))
    assert (after.hand, after.owed, counts(after)) == (("QC",), None, [1, 2])
    after = apply_change(VIEW, RummyMeldLaid(1, 2, ("AS", "AD")))
    assert (len(after.melds), after.owed, counts(after)) == (2, "6H", [3, 0])


def test_discard_goes_on_top_of_the_pile_and_lost_cards_below_with_nothing_owed() -> None:
    assert apply_change(VIEW, RummyCardDiscarded(0, "QC")).discard == ("QC", "2D", "3D", "4D")
    after = apply_change(VIEW, RummyCardsLost(0, ("QC", "5H"), 6))
    assert (after.discard, after.hand) == (("2D", "3D", "4D", "5H", "QC"), ("6H",))
    assert after.owed is None


def test_stock_renewed_sets_the_stock_and_leaves_only_the_top_discard() -> None:
    after = apply_change(VIEW, RummyStockRenewed(2))
    assert (after.discard, after.stock) == (("2D",), 2)


def test_seat_gone_clears_cards_and_score_of_the_player_and_an_own_hand() -> None:
    after = apply_change(VIEW, RummySeatGone(1, 32))
    assert after.players[1] == RummyPlayerView(0, 0, gone=True)
    assert apply_change(VIEW, RummySeatGone(0, 33)).hand == ()


def test_round_end_adds_points_and_new_round_resets_melds_pile_hands_and_turn() -> None:
    after = apply_change(VIEW, RummyRoundEnded((5, -7), (1, 2), 0))
    assert [player.score for player in after.players] == [15, -12]
    assert after.rounds == ((5, -7),)
    after = apply_change(after, RummyRoundStarted(2, 0, "KD", 13, 25))
    assert (after.melds, after.discard, counts(after)) == ((), ("KD",), [13, 13])
    after = apply_change(after, RummyHandDealt(0, ("AH",)))
    after = apply_change(after, RummyTurnStarted(1))
    assert (after.hand, after.turn, after.decision) == (("AH",), 1, "DRAW")


def test_game_end_clears_the_turn_and_sets_the_winners() -> None:
    after = apply_change(VIEW, RummyGameEnded((0, 1), "done"))
    assert (after.turn, after.decision, after.winners) == (None, "OVER", (0, 1))


def test_random_matches_with_leaves_and_timeouts_produce_every_change() -> None:
    produced = set()
    for players in PLAYERS:
        for seed in range(12):
            for moment in moments(players, quick(seed), seed, disturbed=True):
                produced |= {type(change) for change in moment.step.changes}
    assert produced == set(RummyChange.__args__)
