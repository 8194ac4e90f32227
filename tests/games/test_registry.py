"""The rules of a game pack are loaded, and each defect is refused with a sentence."""

from pathlib import Path

import pytest

from games.registry import BUILT_IN, GAMES, load_game
from messages.packs import Pack, PackError
from messages.registry import GAMES as MESSAGES
from tests.harness.packs import write_package

GOOD = """
from dataclasses import replace
from games.uno import UNO

GAME = UNO
"""
BROKEN = {
    "none": ("", "broken_rules_none.rules does not define GAME as a Game"),
    "wrong": ("GAME = 'uno'", "broken_rules_wrong.rules does not define GAME as a Game"),
    "failing": ("raise OSError(5)", "broken_rules_failing.rules cannot be imported: OSError: 5"),
    "name": ("GAME = replace(UNO, name='one')", "its rules are named 'one', its messages 'uno'"),
    "actions": (
        "GAME = replace(UNO, actions=UNO.actions[1:])",
        "its rules and its messages do not list the same actions",
    ),
    "seats": (
        "GAME = replace(UNO, seats=range(2, 18))",
        "its seats are range(2, 18) instead of a range within 1 to 16",
    ),
    "no_seats": (
        "GAME = replace(UNO, seats=range(0))",
        "its seats are range(0, 0) instead of a range within 1 to 16",
    ),
    "seats_list": (
        "GAME = replace(UNO, seats=[2, 3])",
        "its seats are [2, 3] instead of a range within 1 to 16",
    ),
    "absence_policy": (
        "GAME = replace(UNO, absence_policy='wait')",
        "'wait' is not one of skip, bot, suspend, forfeit",
    ),
    "function": ("GAME = replace(UNO, leave=None)", "leave of its rules is not a function"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_pack_with_broken_rules_is_refused_with_the_package_and_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    text, reason = BROKEN[name]
    package = f"broken_rules_{name}"
    write_package(tmp_path, package, rules=GOOD.replace("GAME = UNO", text))
    with pytest.raises(PackError) as caught:
        load_game("uno", Pack(package, "named by a test"))
    sentence = f"The game pack {package} (named by a test) cannot be used: {reason}."
    assert str(caught.value) == sentence


def test_pack_without_a_rules_module_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path, "without_rules")
    with pytest.raises(PackError, match=r"there is no module without_rules\.rules\."):
        load_game("uno", Pack("without_rules", "named by a test"))


def test_unbroken_rules_of_a_pack_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path, "good_rules", rules=GOOD)
    assert load_game("uno", Pack("good_rules", "named by a test")) is GAMES["uno"]


def test_rules_and_messages_list_the_same_games_in_order_with_built_in_ones_first() -> None:
    assert list(GAMES) == [messages.name for messages in MESSAGES]
    assert list(GAMES)[: len(BUILT_IN)] == [game.name for game in BUILT_IN]


def test_rules_and_messages_list_the_same_actions() -> None:
    for messages in MESSAGES:
        assert set(GAMES[messages.name].actions) == set(messages.actions)
