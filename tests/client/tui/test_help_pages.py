"""Test the pages of help."""

from itertools import islice

import pytest

from client.games.drawing import Marks, Size, to_text
from client.games.eriantys.text import TEXT
from client.games.registry import ui
from client.tui.help_pages import build_help, wrap_all
from messages import YourTurn
from messages.eriantys.actions import SelectSteps
from messages.registry import BUILT_IN
from tests.client.games.random_matches import NAMES, play
from tests.harness.conversation import ConversationHarness, seated
from tests.harness.table_messages import table_messages

BOARD = "[7] ▶8◀ ★"


def test_first_page_has_the_prompt_with_its_rules_and_the_commands_of_the_game() -> None:
    now = build_help(seated(YourTurn(), SelectSteps(2)).model, 1000)["now"]
    assert now[0] == "Move mother nature 1 to 2 steps."
    assert " ".join(TEXT.prompt_rules[SelectSteps]) in now
    assert any(line.startswith("mother 2") for line in now)


def test_pages_of_a_match_are_now_rules_signs_and_keys() -> None:
    pages = build_help(seated(YourTurn()).model, 1000, BOARD)
    assert list(pages) == ["now", "rules", "signs", "keys"]
    assert pages["rules"] == list(ui("eriantys").text.rules_summary)
    assert any("F5" in line for line in pages["keys"])
    assert any(line.startswith("chat TEXT") for line in pages["keys"])


def test_only_signs_on_the_board_are_explained() -> None:
    model = seated(YourTurn()).model
    signs = build_help(model, 1000, BOARD)["signs"]
    assert any(line.startswith("[7]") for line in signs)
    assert any(line.startswith("▶7◀") for line in signs)
    assert not any(line.startswith("✦") for line in signs)
    assert any(line.startswith("✦") for line in build_help(model, 1000, "✦")["signs"])


def test_pages_before_a_match_have_lobby_and_then_room_commands_but_no_signs() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:3])
    pages = build_help(conversation.model, 80)
    assert list(pages) == ["now", "keys"]
    assert any("join 3" in line for line in pages["now"])
    conversation.receive(table_messages()[3])
    assert any("seats 3" in line for line in build_help(conversation.model, 80)["now"])


def test_help_wrapped_to_60_columns_keeps_explanations_in_their_column() -> None:
    lines = build_help(seated(YourTurn(), SelectSteps(2)).model, 60)["keys"]
    assert max(map(len, lines)) <= 60
    row = next(n for n, line in enumerate(lines) if line.startswith("chat TEXT"))
    assert lines[row].startswith("chat TEXT                 talk to the table")
    assert lines[row + 1].startswith(" " * 26)
    assert lines[row + 1][26] != " "
    assert wrap_all([""], 60) == [""]


def test_signs_of_the_game_are_explained_if_they_are_on_the_board() -> None:
    model = seated(YourTurn()).model
    signs = build_help(model, 1000, BOARD)["signs"]
    assert any(line.startswith("★ ") and "professor" in line for line in signs)
    assert not any(line.startswith("⊘ ") for line in signs)
    assert any(line.startswith("⊘ ") for line in build_help(model, 1000, "⊘")["signs"])


@pytest.mark.parametrize("name", [game.name for game in BUILT_IN])
def test_every_explained_sign_is_drawn_in_a_random_match(name: str) -> None:
    drawing = ui(name).drawing
    assert drawing is not None
    missing = {sign.mark for sign in drawing.signs.values()}
    for seed in range(60):
        size = (Size(80, 23), Size(118, 40))[seed % 2]
        steps = 400 if seed < 4 else 1  # later matches differ only by their set-up
        for position in islice(play(name, 2 + seed % 3, seed), 0, steps, 20):
            view = position.view
            legal = frozenset(z for a in position.legal for z in drawing.zones(view, a))
            drawn = drawing.draw(view, NAMES, size, Marks(legal=legal))
            missing -= {mark for mark in missing if mark in "\n".join(to_text(drawn))}
    assert missing <= {"by rank"}, "the order that must be chosen first"
