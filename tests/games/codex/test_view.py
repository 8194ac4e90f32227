"""Views, prompts and legal actions."""

from games.base import Seating
from games.codex import CODEX
from games.codex.legal import affordable_fronts, legal
from games.codex.state import State
from games.codex.view import prompt, redact, view
from games.rng import Rng
from messages.base import Seat
from messages.codex.actions import (
    CODEX_SOURCES,
    CodexSource,
    DrawCodexCard,
    SelectCodexCard,
    SelectCodexColor,
    SelectCodexDraw,
    SelectCodexObjective,
    SelectCodexStarter,
)
from messages.codex.table import CodexCardDrawn, CodexRules
from messages.lobby import PlayersInfo
from tests.games.codex.tables import PLAIN, A, B, act, first_placement, table


def test_set_up_prompts_for_starter_color_and_objective_and_then_the_player_is_ready() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"ask")).state
    assert prompt(state, A) == SelectCodexStarter(card=state.starters[A])
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) == SelectCodexColor(colors=("RED", "BLUE", "GREEN", "YELLOW"))
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) == SelectCodexObjective(objectives=state.offers[A])
    state = act(state, A, legal(state, A)[0])
    assert prompt(state, A) is None
    assert view(state, A).players[A].ready


def test_turn_prompts_for_a_card_with_affordable_fronts_and_then_for_a_draw() -> None:
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


def test_card_drawn_from_a_deck_is_visible_to_its_owner_only_and_from_a_slot_to_all() -> None:
    state = table(PLAIN, PLAIN, phase="DRAW")
    resource = [drawn_card(state, "RESOURCE", seat) for seat in (A, B, None)]
    assert resource == [state.resource[-1], None, None]
    gold = [drawn_card(state, "GOLD", seat) for seat in (A, B, None)]
    assert gold == [state.gold[-1], None, None]
    assert [drawn_card(state, "SLOT_1", seat) for seat in (A, B, None)] == [state.slots[0]] * 3


def drawn_card(state: State, source: CodexSource, viewer: Seat | None) -> str | None:
    """Return the card in the change that a viewer gets when A draws."""
    change = redact(CODEX.apply(state, A, DrawCodexCard(source)).changes[0], viewer)
    assert isinstance(change, CodexCardDrawn)
    return change.card


def test_offer_and_objective_are_visible_to_their_owner_and_not_to_a_spectator() -> None:
    state = CODEX.start(2, CodexRules(), Rng(b"own")).state
    assert view(state, A).offer == state.offers[A]
    assert view(state, None).offer == ()
    state = table(PLAIN, PLAIN)
    assert (view(state, B).objective, view(state, B).offer) == (state.secrets[B], ())
    assert view(state, None).objective is None


def test_opening_is_players_info_with_nicknames_match_and_game() -> None:
    (info,) = CODEX.opening(table(PLAIN, PLAIN), Seating(7, ("ada", "bob")))
    assert info == PlayersInfo(("ada", "bob"), 2, match=7, game="codex")
