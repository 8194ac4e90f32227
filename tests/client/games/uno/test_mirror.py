"""Each UNO change applied to a view; tests/games/uno/test_whole_games.py covers whole games."""

from msgspec.structs import replace

from client.games.uno.mirror import _MIRRORS, apply_change
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoChallenged,
    UnoChange,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoGameEnded,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoHandTaken,
    UnoPileReshuffled,
    UnoPlayerView,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoSaid,
    UnoSeatGone,
    UnoStepStarted,
    UnoTurnLost,
    UnoView,
)

VIEW = UnoView(
    seat=0,
    mode="normal",
    wd4_policy="strict",
    hand_size=7,
    target_score=500,
    uno_penalty=2,
    round=1,
    dealer=2,
    hand=("RED 7", "BLUE 2", "WILD WILD"),
    players=(UnoPlayerView(3, 0), UnoPlayerView(2, 5), UnoPlayerView(9, 1)),
    top="RED 1",
    color="RED",
    clockwise=True,
    turn=0,
    decision="PLAY",
    draw_pile=60,
    discard_pile=20,
)
SPECTATOR = replace(VIEW, seat=None, hand=())


def counts(view: UnoView) -> list[int]:
    return [player.cards for player in view.players]


def test_exactly_the_uno_changes_have_a_mirror_function() -> None:
    assert set(_MIRRORS) == set(UnoChange.__args__)


def test_own_played_card_leaves_the_hand_for_the_pile_and_sets_the_color() -> None:
    after = apply_change(VIEW, UnoCardPlayed(0, "GREEN WILD"))
    assert after.hand == ("RED 7", "BLUE 2")
    assert (after.top, after.color, after.discard_pile) == ("GREEN WILD", "GREEN", 21)
    assert counts(after) == [2, 2, 9]


def test_card_played_by_another_player_lowers_the_count_and_keeps_own_hand_and_said_uno() -> None:
    said = apply_change(VIEW, UnoSaid(1))
    after = apply_change(said, UnoCardPlayed(1, "RED SKIP"))
    assert after.hand == VIEW.hand
    assert after.players[1] == UnoPlayerView(1, 5, said_uno=True)


def test_uno_is_forgotten_if_the_play_does_not_leave_one_card() -> None:
    said = apply_change(VIEW, UnoSaid(0))
    assert not apply_change(said, UnoCardPlayed(0, "RED 7")).players[0].said_uno


def test_said_uno_closes_the_uno_window_of_that_player_only() -> None:
    view = replace(VIEW, uno_window=1)
    assert apply_change(view, UnoSaid(1)).uno_window is None
    assert apply_change(view, UnoSaid(0)).uno_window == 1


def test_own_drawn_cards_are_sorted_into_the_hand_and_those_of_another_clear_said_uno() -> None:
    after = apply_change(VIEW, UnoCardsDrawn(0, 2, "PENALTY", ("WILD DRAW_4", "RED SKIP")))
    assert after.hand == ("RED 7", "RED SKIP", "BLUE 2", "WILD WILD", "WILD DRAW_4")
    assert (counts(after), after.draw_pile) == ([5, 2, 9], 58)
    other = apply_change(apply_change(VIEW, UnoSaid(1)), UnoCardsDrawn(1, 2, "PENALTY"))
    assert (other.hand, counts(other)) == (VIEW.hand, [3, 4, 9])
    assert not other.players[1].said_uno


def test_named_color_is_set_on_the_wild() -> None:
    view = replace(VIEW, top="WILD WILD", color=None)
    after = apply_change(view, UnoColorNamed(0, "BLUE"))
    assert (after.top, after.color) == ("BLUE WILD", "BLUE")


def test_swapped_or_passed_hands_exchange_counts_of_present_players_and_taken_hand_is_set() -> None:
    assert counts(apply_change(SPECTATOR, UnoHandsSwapped(0, 2))) == [9, 2, 3]
    assert counts(apply_change(SPECTATOR, UnoHandsPassed(0, True))) == [9, 3, 2]
    assert counts(apply_change(SPECTATOR, UnoHandsPassed(0, False))) == [2, 9, 3]
    gone = apply_change(SPECTATOR, UnoSeatGone(1, "LEFT", 62))
    assert counts(apply_change(gone, UnoHandsPassed(0, True))) == [9, 0, 3]
    assert apply_change(VIEW, UnoHandTaken(0, ("RED 1",))).hand == ("RED 1",)


def test_seat_gone_clears_score_uno_window_and_only_an_own_hand_and_sets_the_draw_pile() -> None:
    after = apply_change(replace(VIEW, uno_window=1), UnoSeatGone(1, "IDLE", 62))
    assert after.players[1] == UnoPlayerView(0, 0, gone=True)
    assert (after.draw_pile, after.uno_window, after.hand) == (62, None, VIEW.hand)
    assert apply_change(VIEW, UnoSeatGone(0, "LEFT", 63)).hand == ()


def test_pile_reshuffled_direction_changed_and_step_started_set_their_fields() -> None:
    after = apply_change(VIEW, UnoPileReshuffled(19))
    assert (after.draw_pile, after.discard_pile) == (19, 1)
    assert not apply_change(VIEW, UnoDirectionChanged(False)).clockwise
    step = apply_change(VIEW, UnoStepStarted(1, "RETAIN", 2, 0, "RED 9"))
    assert (step.turn, step.decision, step.pending) == (1, "RETAIN", 2)
    assert (step.uno_window, step.card) == (0, "RED 9")


def test_lost_turn_and_challenge_change_nothing() -> None:
    for change in (UnoTurnLost(1, "SKIP"), UnoChallenged(1, 0, True)):
        assert apply_change(VIEW, change) == VIEW


def test_round_end_adds_points_and_new_round_resets_hands_piles_direction_and_said_uno() -> None:
    view = apply_change(VIEW, UnoRoundEnded(1, 40, (10, 0, 30)))
    assert [player.score for player in view.players] == [0, 45, 1]
    view = apply_change(apply_change(view, UnoSaid(1)), UnoDirectionChanged(False))
    after = apply_change(view, UnoRoundStarted(2, 0, "WILD WILD", 7, 86))
    assert (after.round, after.dealer, after.top, after.color) == (2, 0, "WILD WILD", None)
    assert (counts(after), after.clockwise, after.hand) == ([7, 7, 7], True, ())
    assert (after.draw_pile, after.discard_pile) == (86, 1)
    assert not any(player.said_uno for player in after.players)


def test_game_end_clears_turn_pending_draw_and_uno_window_and_sets_the_winners() -> None:
    view = replace(VIEW, pending=4, uno_window=1)
    after = apply_change(view, UnoGameEnded((1,), "500 points were the target."))
    assert (after.turn, after.decision, after.winners) == (None, "OVER", (1,))
    assert (after.pending, after.uno_window, after.card) == (0, None, None)
