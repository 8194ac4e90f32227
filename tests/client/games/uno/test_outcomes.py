"""Previews of UNO actions, compared with the rules in random games."""

from random import Random

import pytest
from msgspec.structs import replace

from client.games.drawing import to_text
from client.games.uno.drawing import DRAWING
from client.games.uno.outcomes import missed_uno, play_outcome, seat_after
from messages.registry import Action
from messages.uno.actions import (
    UNO_MODES,
    UNO_WILD_POLICIES,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SwapUnoHands,
)
from messages.uno.table import UnoPlayerView, UnoRoundEnded, UnoView
from tests.client.games.random_matches import Position, random_positions
from tests.client.games.uno.tables import uno_view

NAMES = tuple(f"p{n}" for n in range(10))
HAND = ("RED 5", "RED 7", "RED SKIP", "WILD WILD", "WILD DRAW_4")


def preview_text(view: UnoView, action: Action) -> str:
    return to_text([DRAWING.preview(view, NAMES, action)])[0]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (PlayUnoCard("RED 7"), "R7 on R5: p1 is next with 1 card"),
        (PlayUnoCard("RED SKIP"), "R⊘ on R5: p1 loses the turn, p2 is next with 4 cards"),
        (PlayUnoCard("WILD WILD", color="BLUE"), "B✱ on R5: p1 is next with 1 card"),
        (PlayUnoCard("WILD WILD"), "W✱ on R5: then choose a colour"),
        (
            PlayUnoCard("WILD DRAW_4", color="BLUE"),
            "B+4 on R5: p1 draws 4, p2 is next with 4 cards",
        ),
        (
            DrawUnoCard(),
            "draw 1: if it fits you may play it, otherwise p1 is next with 1 card",
        ),
        (SayUno(), "UNO! your last card is then safe"),
    ],
)
def test_preview_describes_the_result_of_each_action(action: Action, text: str) -> None:
    assert preview_text(uno_view(HAND, 1, 4), action) == text


def test_preview_describes_answers_to_other_decisions() -> None:
    view = uno_view(HAND, 1, 4, card="RED 5", pending=4)
    assert preview_text(view, AnswerDrawnUnoCard(play=True)) == "R5 on R5: p1 is next with 1 card"
    assert preview_text(view, AnswerDrawnUnoCard(play=False)) == "keep R5: p1 is next with 1 card"
    accept = "draw 4 and lose the turn: p1 is next with 1 card"
    assert preview_text(view, AnswerUnoChallenge(False)) == accept
    assert "you draw 6 and lose the turn" in preview_text(view, AnswerUnoChallenge(True))
    first_wild = uno_view(HAND, top="WILD WILD", decision="COLOR")
    assert preview_text(first_wild, ChooseUnoColor("RED")) == "R✱: you play on this colour"
    swap = uno_view(HAND, 1, 4, mode="seven_o", card="RED 7", decision="SWAP")
    text = "R7 on R5: you get the 4 cards of p2, p1 is next with 1 card"
    assert preview_text(swap, SwapUnoHands(2)) == text
    assert preview_text(swap, PlayUnoCard("RED 7")).endswith(
        "then choose a player to swap hands with"
    )


def test_last_card_wins_and_a_missed_uno_is_announced() -> None:
    view = uno_view(["RED DRAW_2"], 3, 4)
    assert (
        preview_text(view, PlayUnoCard("RED DRAW_2")) == "R+2 on R5: you win the round, p1 draws 2"
    )
    caught = preview_text(replace(view, uno_window=1), PlayUnoCard("RED DRAW_2"))
    assert caught.endswith(" · p1 draws 2 for a missed UNO")
    own = preview_text(replace(view, uno_window=0), PlayUnoCard("RED DRAW_2"))
    assert "win" not in own
    assert own.endswith("you draw 2 for a missed UNO")
    assert "missed" not in preview_text(replace(view, uno_window=0), SayUno())


def test_draw_from_empty_piles_is_shown_as_a_pass() -> None:
    view = uno_view(HAND, draw_pile=0, discard_pile=1, uno_window=1)
    assert preview_text(view, DrawUnoCard()) == "no card is left to draw: you pass"
    assert missed_uno(view) is None


def test_players_who_left_are_not_next() -> None:
    gone = UnoPlayerView(cards=0, score=0, gone=True)
    view = uno_view(HAND, 1, 4)
    view = replace(view, players=(view.players[0], gone, view.players[2]))
    assert [seat_after(view, seat, clockwise=True) for seat in (0, 1, 2)] == [2, 2, 0]
    assert [seat_after(view, seat, clockwise=False) for seat in (0, 1, 2)] == [2, 0, 0]


def _played(position: Position, action: Action) -> tuple[str, int | None] | None:
    """Return the card and the swap partner that an action plays; None if it plays no card."""
    match action:
        case PlayUnoCard():
            return action.card, action.swap
        case SwapUnoHands():
            return position.view.card, action.seat
        case ChooseUnoColor() if position.view.card is not None:
            return position.view.card, None
    return None


@pytest.mark.parametrize("policy", UNO_WILD_POLICIES)
@pytest.mark.parametrize("mode", UNO_MODES)
@pytest.mark.parametrize("players", [2, 4])
def test_outcome_of_a_card_is_that_of_the_rules(players: int, mode: str, policy: str) -> None:
    options = {"mode": mode, "wd4_policy": policy, "target_score": 10_000, "hand_size": 4}
    rng = Random(players)
    positions = random_positions(
        "uno", players, options, steps=150, seed=players, leaver=players // 2
    )
    for position in positions:
        action = rng.choice(position.legal)
        played = _played(position, action)
        if played is None:
            continue
        outcome, step = play_outcome(position.view, *played), position.apply("uno", action)
        is_won = any(isinstance(change, UnoRoundEnded) for change in step.changes)
        assert outcome.is_won == is_won
        if not is_won:
            after_hands = [len(hand) for hand in step.state.hands]
            assert outcome.next == step.state.turn
            assert outcome.pending == step.state.pending
            assert outcome.may_challenge == (step.state.decision == "CHALLENGE")
            assert outcome.hands == {n: after_hands[n] for n in step.state.seated}


@pytest.mark.parametrize("mode", UNO_MODES)
def test_preview_names_the_next_player_in_random_games(mode: str) -> None:
    options = {"mode": mode, "wd4_policy": "challenge", "target_score": 10_000}
    for position in random_positions("uno", 5, options, steps=150, leaver=2):
        for action in position.legal:
            text = preview_text(position.view, action)
            state = position.apply("uno", action).state
            if " is next with " in text and "if it fits" not in text and "win" not in text:
                cards = len(state.hands[state.turn])
                assert f"p{state.turn} is next with {cards} card" in text
