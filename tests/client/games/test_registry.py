"""The registry of game UIs: built-in games, games of packs, and unknown games."""

from pathlib import Path

import pytest

from client.games import generic, registry
from client.games.registry import BUILT_IN, PLAYABLE, apply_change, load_ui, ui, ui_of
from games.registry import GAMES
from messages import View, YourTurn
from messages.base import GameMessages
from messages.eriantys.table import EriantysView, LastRound
from messages.packs import Pack, PackError
from messages.registry import BUILT_IN as MESSAGES
from tests.client.games.eriantys.tables import small_view
from tests.harness.packs import write_package

every_game = pytest.mark.parametrize("game", MESSAGES, ids=lambda game: game.name)


def test_every_built_in_game_has_a_ui_of_its_name_in_the_order_of_the_games() -> None:
    assert tuple(BUILT_IN) == tuple(GAMES)[: len(BUILT_IN)] == PLAYABLE[: len(BUILT_IN)]
    assert [ui(name).name for name in BUILT_IN] == list(BUILT_IN)


@every_game
def test_exactly_the_changes_and_prompts_of_the_game_have_texts_and_its_prompts_rules(
    game: GameMessages,
) -> None:
    record = ui(game.name)
    assert set(record.text.changes) == set(game.changes)
    assert set(record.text.prompts) == set(record.text.prompt_rules) == set(game.prompts)


@every_game
def test_rules_summary_has_6_to_20_lines_of_at_most_80_columns(game: GameMessages) -> None:
    lines = ui(game.name).text.rules_summary
    assert 5 < len(lines) <= 20
    assert all(len(line) <= 80 for line in lines)


@every_game
def test_every_game_has_a_stats_part_and_no_board_part(game: GameMessages) -> None:
    assert "stats" in ui(game.name).parts
    assert "board" not in ui(game.name).parts, "it is always there"


@every_game
def test_ui_is_found_by_every_message_class_of_the_game(game: GameMessages) -> None:
    record = ui(game.name)
    for cls in (*game.actions, *game.prompts, *game.setup, *game.changes, game.view):
        assert registry._ui_of(cls) is record


def test_apply_change_calls_the_mirror_function_of_the_game_of_the_view() -> None:
    view: View = small_view()
    after = apply_change(view, LastRound("why"))
    assert isinstance(after, EriantysView)
    assert after.last_round


INVALID_UIS = {
    "none": ("", "broken_ui_none.ui does not define UI as a GameUI"),
    "wrong": ("UI = 'uno'", "broken_ui_wrong.ui does not define UI as a GameUI"),
    "failing": ("import nowhere", "broken_ui_failing.ui cannot be imported: No module named"),
    "name": ("UI = replace(UNO, name='one')", "its UI is named 'one', its messages 'uno'"),
    "mirror": ("UI = replace(UNO, mirror=None)", "mirror of its UI is not a function"),
    "strategies": ("UI = replace(UNO, strategies=())", "its UI has no strategy"),
    "bot": (
        "UI = replace(UNO, strategies=('random', 'clever'))",
        "its UI has no bot for the strategy 'clever'",
    ),
}


@pytest.mark.parametrize("name", INVALID_UIS)
def test_invalid_ui_of_a_pack_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    text, reason = INVALID_UIS[name]
    start = "from dataclasses import replace\nfrom client.games.uno import UI as UNO\n"
    write_package(tmp_path, f"broken_ui_{name}", ui=start + text)
    with pytest.raises(PackError) as caught:
        load_ui("uno", Pack(f"broken_ui_{name}", "named by a test"))
    assert f"cannot be used: {reason}" in str(caught.value)


def test_pack_without_ui_module_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path, "without_ui")
    with pytest.raises(PackError, match=r"there is no module without_ui\.ui\."):
        load_ui("uno", Pack("without_ui", "named by a test"))


def test_valid_ui_of_a_pack_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path, "good_ui", ui="from client.games.uno import UI")
    assert load_ui("uno", Pack("good_ui", "named by a test")) is ui("uno")


def test_unknown_game_gets_generic_board_random_strategy_idle_mirror_and_no_prompt_rules() -> None:
    record = ui("chess")
    assert (record.name, record.board, record.strategies) == (
        "chess",
        generic.render_fields,
        ("random",),
    )
    assert record.mirror(small_view(), LastRound("why")) == small_view()
    assert ui_of(YourTurn()).text.prompt_rules == {}
