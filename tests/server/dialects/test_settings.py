"""Test that settings of a dialect are the options of the games that its clients create."""

import pytest

from server.dialects.registry import DIALECTS
from server.dialects.settings import RoomSettings
from server.operations.config import BadSetting, make_settings, parse_settings
from tests.harness.dialects.codex_server import CodexServer, codex_scenario_runner


def test_every_dialect_has_settings_with_options_of_its_game() -> None:
    assert RoomSettings().options == {}
    for dialect in DIALECTS.values():
        assert isinstance(dialect.settings().options, dict)


def test_setting_of_the_command_line_is_an_option_of_a_game_that_a_codex_client_creates() -> None:
    chosen = make_settings(parse_settings(["codex.refill_from_other_deck=true"]))

    async def scenario(server: CodexServer) -> None:
        await server.start_match("ada", "bob")
        assert server.state.rules.refill_from_other_deck
        assert server.active_room.info().options == {"refill_from_other_deck": True}

    codex_scenario_runner(written=False, **chosen["codex"].options)(scenario)


def test_option_that_the_game_does_not_have_is_refused_with_the_names_of_its_options() -> None:
    with pytest.raises(BadSetting, match=r"no option refill; there are .*refill_from_other_deck"):
        make_settings(parse_settings(["codex.refill=true"]))
