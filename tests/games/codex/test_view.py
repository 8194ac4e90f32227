"""What players see and are asked, and what is listed for them."""

from games.base import Seating
from games.codex import CODEX
from games.codex.legal import fronts, legal
from games.codex.view import prompt, view
from games.rng import Rng
from messages.codex.actions import (
    CODEX_SOURCES,
    SelectCodexCard,
    SelectCodexColor,
    SelectCodexDraw,
    SelectCodexObjective,
    SelectCodexStarter,
)
from messages.codex.table import CodexRules
from messages.lobby import PlayersInfo
from tests.games.codex.tables import PLAIN, A, B, act, first_placement, table


def test_the_questions_of_the_set_up() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"ask")).state
    assert prompt(state, A) == SelectCodexStarter(card=state.starters[A])
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) == SelectCodexColor(colors=("RED", "BLUE", "GREEN", "YELLOW"))
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) == SelectCodexObjective(objectives=state.offers[A])
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) is None
    assert view(state, A).players[A].ready


def test_the_questions_of_a_turn() -> None:
    state = table(PLAIN, PLAIN, hands=("R01 G01 G02", "R03 R04 G03"))
    assert fronts(state, A) == ("R01",)
    assert prompt(state, A) == SelectCodexCard(fronts=("R01",), spots=PLAIN.spots)
    assert prompt(state, B) is None
    state = first_placement(state, A).state
    assert prompt(state, A) == SelectCodexDraw(sources=CODEX_SOURCES)


def test_a_hand_is_seen_by_its_owner_and_its_backs_by_all() -> None:
    state = table(PLAIN, PLAIN, hands=("R01 G11 R02", "R31 R04 G21"))
    assert view(state, A).hand == ("R01", "G11", "R02")
    assert view(state, None).hand == ()
    backs = ("GOLD PLANT", "RESOURCE FUNGI", "RESOURCE FUNGI")
    assert view(state, B).players[A].hand == backs


def test_objectives_are_seen_by_their_owner() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"own")).state
    assert view(state, A).offer == state.offers[A]
    assert view(state, None).offer == ()
    state = table(PLAIN, PLAIN)
    assert (view(state, B).objective, view(state, B).offer) == (state.secrets[B], ())
    assert view(state, None).objective is None


def test_everybody_learns_who_sits_where() -> None:
    (info,) = CODEX.opening(table(PLAIN, PLAIN), Seating(7, ("ada", "bob")))
    assert info == PlayersInfo(("ada", "bob"), 2, match=7, game="codex")
