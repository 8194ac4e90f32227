"""Views, prompts, redaction and confirmations."""

from games.base import Seating
from games.uno import UNO
from games.uno.view import confirm, prompt, redact, view
from messages.lobby import PlayersInfo
from messages.uno.actions import (
    DrawUnoCard,
    SelectDrawnUnoCard,
    SelectUnoCard,
    SelectUnoChallenge,
    SelectUnoColor,
    SelectUnoInterrupt,
    SelectUnoSwap,
)
from messages.uno.table import UnoCardsDrawn, UnoHandTaken, UnoPlayerView, UnoStepStarted
from tests.games.uno.tables import A, B, C, kinds, play, table

FULL = "BLUE 1, BLUE 2, BLUE 3"
HANDS = ("RED 7, RED 7, WILD WILD", FULL, "GREEN 1")


def test_a_seat_sees_its_own_hand_and_counts_of_the_others() -> None:
    state = table(*HANDS, scores=(1, 2, 3), said=0b100)
    shown = view(state, B)
    assert (shown.seat, shown.hand) == (B, ("BLUE 1", "BLUE 2", "BLUE 3"))
    assert shown.players == (
        UnoPlayerView(3, 1),
        UnoPlayerView(3, 2),
        UnoPlayerView(1, 3, said_uno=True),
    )
    assert (shown.top, shown.color, shown.turn, shown.decision) == ("RED 1", "RED", A, "PLAY")
    assert (shown.draw_pile, shown.discard_pile) == (100, 1)


def test_a_spectator_sees_no_hand() -> None:
    shown = view(table(*HANDS), None)
    assert (shown.seat, shown.hand) == (None, ())


def test_view_shows_the_pending_card_to_the_deciding_seat_only() -> None:
    state = table(*HANDS, decision="RETAIN", card=kinds("RED 7")[0])
    assert [view(state, seat).card for seat in (A, B, None)] == ["RED 7", None, None]


def test_wild_turned_up_has_no_color_in_the_view_until_it_is_named() -> None:
    shown = view(table(*HANDS, top="WILD WILD", decision="COLOR"), A)
    assert (shown.top, shown.color, shown.card) == ("WILD WILD", None, None)


def test_every_decision_has_its_prompt_and_a_finished_game_none() -> None:
    seven, wild = kinds("RED 7")[0], kinds("WILD WILD")[0]
    assert prompt(table(*HANDS), A) == SelectUnoCard(cards=("RED 7", "WILD WILD"))
    pending = table("RED DRAW_2, RED 5", FULL, top="BLUE DRAW_2", pending=2)
    assert prompt(pending, A) == SelectUnoCard(cards=("RED DRAW_2",), pending=2)
    retain = table(*HANDS, decision="RETAIN", card=seven)
    assert prompt(retain, A) == SelectDrawnUnoCard(card="RED 7")
    color = table(*HANDS, decision="COLOR", card=wild)
    assert prompt(color, A) == SelectUnoColor(card="WILD WILD")
    swap = table(*HANDS, decision="SWAP", card=seven)
    assert prompt(swap, A) == SelectUnoSwap(card="RED 7", seats=(B, C))
    challenge = table(*HANDS, decision="CHALLENGE", accused=C)
    assert prompt(challenge, A) == SelectUnoChallenge(seat=C)
    assert prompt(table(*HANDS, decision="OVER", turn=-1), A) is None


def test_seats_off_turn_are_prompted_only_for_a_missed_uno_or_a_jump_in() -> None:
    state = table(*HANDS, window=C)
    assert prompt(state, B) is None
    assert prompt(state, C) == SelectUnoInterrupt(say_uno=True)
    jump = table(FULL, "RED 7, RED 8, RED 9", top="RED 7", options={"mode": "jump_in"})
    assert prompt(jump, B) == SelectUnoInterrupt(cards=("RED 7",))
    two = table(FULL, "RED 8, RED 9", top="RED 7", options={"mode": "jump_in"})
    assert B in UNO.active(two)
    assert prompt(two, B) is None


def test_drawn_cards_are_shown_to_the_drawer_and_counted_for_the_others() -> None:
    drawn = UnoCardsDrawn(A, 2, "PENALTY", ("RED 7", "RED 8"))
    assert redact(drawn, A) is drawn
    assert redact(drawn, B) == UnoCardsDrawn(A, 2, "PENALTY")
    assert redact(drawn, B) is redact(drawn, C) is redact(drawn, None)


def test_hand_is_sent_to_its_owner_only() -> None:
    hand = UnoHandTaken(A, ("RED 7",))
    assert redact(hand, A) is hand
    assert redact(hand, B) is redact(hand, None) is None


def test_pending_card_is_sent_to_its_owner_only() -> None:
    public, private = UnoStepStarted(A, "PLAY"), UnoStepStarted(A, "RETAIN", card="RED 7")
    assert redact(public, B) is public
    assert redact(private, A) is private
    assert redact(private, B) == UnoStepStarted(A, "RETAIN")
    assert redact(private, B) is redact(private, None)


def test_changes_of_a_played_wild_are_not_redacted() -> None:
    step = UNO.apply(table(*HANDS), A, play("BLUE WILD"))
    assert all(redact(change, seat) is change for change in step.changes for seat in (A, B, None))


def test_opening_is_players_info_with_nicknames_match_and_game() -> None:
    (info,) = UNO.opening(table(*HANDS), Seating(7, ("ada", "bob", "cyd")))
    assert isinstance(info, PlayersInfo)
    assert (info.player_nicknames, info.match, info.game) == (("ada", "bob", "cyd"), 7, "uno")


def test_drawing_is_confirmed_with_its_text() -> None:
    assert confirm(DrawUnoCard()) == "You have drawn"
