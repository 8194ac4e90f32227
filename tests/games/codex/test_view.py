"""Views, prompts and legal actions."""

from games.base import Seating
from games.codex import CODEX
from games.codex.legal import affordable_fronts, legal
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


def test_prompts_of_the_set_up() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"ask")).state
    assert prompt(state, A) == SelectCodexStarter(card=state.starters[A])
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) == SelectCodexColor(colors=("RED", "BLUE", "GREEN", "YELLOW"))
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) == SelectCodexObjective(objectives=state.offers[A])
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) is None
    assert view(state, A).players[A].ready


def test_prompts_of_a_turn() -> None:
    state = table(PLAIN, PLAIN, hands=("R01 G01 G02", "R03 R04 G03"))
    assert affordable_fronts(state, A) == ("R01",)
    assert prompt(state, A) == SelectCodexCard(fronts=("R01",), spots=PLAIN.spots)
    assert prompt(state, B) is None
    state = first_placement(state, A).state
    assert prompt(state, A) == SelectCodexDraw(sources=CODEX_SOURCES)


def test_hand_is_visible_to_its_owner_and_its_backs_to_all() -> None:
    state = table(PLAIN, PLAIN, hands=("R01 G11 R02", "R31 R04 G21"))
    assert view(state, A).hand == ("R01", "G11", "R02")
    assert view(state, None).hand == ()
    backs = ("GOLD PLANT", "RESOURCE FUNGI", "RESOURCE FUNGI")
    assert view(state, B).players[A].hand == backs


def test_objectives_are_visible_to_their_owner_only() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"own")).state
    assert view(state, A).offer == state.offers[A]
    assert view(state, None).offer == ()
    state = table(PLAIN, PLAIN)
    assert (view(state, B).objective, view(state, B).offer) == (state.secrets[B], ())
    assert view(state, None).objective is None


def test_opening_lists_the_players() -> None:
    (info,) = CODEX.opening(table(PLAIN, PLAIN), Seating(7, ("ada", "bob")))
    assert info == PlayersInfo(("ada", "bob"), 2, match=7, game="codex")
