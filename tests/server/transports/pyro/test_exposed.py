"""The exact list of methods that can be called over Pyro5; everything else is refused.

A new client message makes this test fail on purpose, so that its exposure is reviewed.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from Pyro5 import errors
from Pyro5.server import Daemon, DaemonObject

from server.transports.pyro import calls
from tests.harness.pyro import PyroServer, running

WORDS = """
    add_computer_player answer_drawn_uno_card answer_uno_challenge change_seats choose_cloud
    choose_codex_color choose_codex_objective choose_nickname choose_partner choose_uno_color
    choose_wizard close discard_rummy_card do draw_codex_card draw_rummy_stock draw_uno_card
    end_turn heartbeat kick_player lay_off_rummy_cards lay_rummy_meld leave_match list_actions
    list_players mark_shelfie_tiles move_mother_nature move_mother_nature_step move_student
    open place_codex_card place_codex_starter place_shelfie_tiles play_again
    play_assistant_card play_character_card play_rummy_turn play_uno_card poll quit reconnect
    report_player request_hint request_refresh request_view say_uno select_match
    select_mode_and_players send_chat sort_shelfie_tiles start_match swap_uno_hands
    take_rummy_discard take_shelfie_tiles use_character_card watch_match
"""
REACHABLE = set(WORDS.split())
TRIED = {
    *dir(Daemon),
    *dir(DaemonObject),
    *dir(calls.Calls),
    *dir(object),
    *(
        "__getattr__",
        "__setattr__",
        "__call__",
        "_pyroExposed",
        "_pyroId",
        "",
        "Open",
        "open ",
        "poll\0",
    ),
} - REACHABLE


@pytest.fixture(scope="module")
def server() -> Iterator[PyroServer]:
    with running() as server:
        yield server


def test_exposed_methods_are_exactly_the_reviewed_list_without_attributes_and_can_be_called(
    server: PyroServer,
) -> None:
    with server.proxy() as proxy:
        proxy._pyroBind()
        assert proxy._pyroMethods == REACHABLE
        assert proxy._pyroAttrs == set()
        assert proxy._pyroOneway == set()
        for name in REACHABLE:
            assert _invoke(proxy, name, "tavolata") is not AttributeError, name


@pytest.mark.parametrize(
    "name", ["tavolata", "Pyro.Daemon", "Pyro.NameServer", "Tavolata", "tavolata "]
)
def test_other_methods_and_objects_raise_attribute_error_or_daemon_error(
    server: PyroServer, name: str
) -> None:
    for method in sorted(TRIED if name in ("tavolata", "Pyro.Daemon") else TRIED | REACHABLE):
        if (name, method) != ("Pyro.Daemon", "get_metadata"):
            with server.proxy() as proxy:
                assert _invoke(proxy, method, name) in (AttributeError, errors.DaemonError)


def _invoke(proxy: Any, method: str, name: str) -> Any:
    """Return the result of a call without arguments, or the class of its exception."""
    try:
        return proxy._pyroInvoke(method, [], {}, objectId=name)
    except (AttributeError, errors.PyroError) as error:
        return type(error)
