"""Game packs are found, and each defect is refused with a text that names it."""

import shutil
from pathlib import Path

import pytest

from messages.packs import ENVIRONMENT, Pack, PackError, find_packs, load_messages
from messages.registry import BUILT_IN
from tests.harness.packs import NIM, install, write_package

CLASSES = """
from messages.base import Change, ClientMessage, GameMessages, ServerMessage, View

class TakeIt(ClientMessage, frozen=True): pass
class SelectIt(ServerMessage, frozen=True): pass
class ItTaken(Change, frozen=True): pass
class ItView(View, frozen=True, tag="it"): pass
"""
VALID = """
MESSAGES = GameMessages(
    name="it", actions=(TakeIt,), prompts=(SelectIt,), changes=(ItTaken,), view=ItView
)
"""
GOOD = CLASSES + VALID


def changed(old: str, new: str) -> str:
    """Return the valid module with one replacement."""
    assert old in GOOD
    return GOOD.replace(old, new)


BROKEN = {
    "no_messages": (CLASSES, "no_messages.messages does not define MESSAGES as a GameMessages"),
    "wrong_messages": (
        GOOD + "MESSAGES = 3",
        "wrong_messages.messages does not define MESSAGES as a GameMessages",
    ),
    "other_import": ("import nothing_like_this", "cannot be imported: No module named"),
    "failing": ("1 / 0", "failing.messages cannot be imported: ZeroDivisionError: division by"),
    "syntax": ("def", "syntax.messages cannot be imported: SyntaxError: invalid syntax"),
    "circular": (
        "from messages.registry import Missing",
        "circular.messages cannot be imported: ImportError: cannot import name 'Missing'",
    ),
    "name_taken": (
        GOOD.replace('"it"', '"uno"'),
        "there is already a game named uno",
    ),
    "name_spaced": (GOOD.replace('"it"', '"It is"'), "'It is' is not a lower-case name of a game"),
    "name_number": (changed('name="it"', "name=7"), "7 is not a lower-case name of a game"),
    "other_tag": (
        changed('tag="it"', 'tag="this"'),
        "its view has the tag 'this' instead of the game's name 'it'",
    ),
    "no_view": (changed("view=ItView", "view=SelectIt"), "in view is not a subclass of View"),
    "view_instance": (changed("view=ItView", "view=ItView(0)"), "in view is not a subclass of"),
    "no_action": (changed("(TakeIt,)", "(ItTaken,)"), "in actions is not a subclass of ClientM"),
    "no_prompt": (changed("(SelectIt,)", "(TakeIt,)"), "in prompts is not a subclass of ServerM"),
    "no_change": (changed("(ItTaken,)", "(TakeIt,)"), "in changes is not a subclass of Change"),
    "no_tuple": (changed("(TakeIt,)", "[TakeIt]"), "actions is not a tuple of message classes"),
    "no_actions": (changed("(TakeIt,)", "()"), "a game needs at least one action and one change"),
    "message_taken": (GOOD.replace("TakeIt", "PlayUnoCard"), "name PlayUnoCard is already taken"),
    "shared_taken": (GOOD.replace("TakeIt", "SendChat"), "the name SendChat is already taken"),
    "carrier_taken": (GOOD.replace("SelectIt", "GameView"), "the name GameView is already taken"),
    "method_taken": (GOOD.replace("TakeIt", "Poll"), "the name Poll is already taken"),
    "action_method_taken": (GOOD.replace("TakeIt", "Do"), "the name Do is already taken"),
    "change_taken": (GOOD.replace("ItTaken", "UnoSaid"), "the name UnoSaid is already taken"),
    "twice": (changed("(TakeIt,)", "(TakeIt, TakeIt)"), "the name TakeIt is already taken"),
    "snake_case": (GOOD.replace("TakeIt", "take_it"), "take_it must be a CamelCase name and its"),
    "own_tag": (
        changed("TakeIt(ClientMessage, frozen=True)", 'TakeIt(ClientMessage, tag="X")'),
        "TakeIt must be a CamelCase name and its own tag",
    ),
    "tag_field": (
        changed("TakeIt(ClientMessage,", 'TakeIt(ClientMessage, tag_field="kind",'),
        "TakeIt is not encoded like a ClientMessage",
    ),
    "array": (
        changed("ItTaken(Change,", "ItTaken(Change, array_like=True,"),
        "ItTaken is not encoded like a Change",
    ),
    "key": (
        changed(
            "class TakeIt(ClientMessage, frozen=True): pass",
            "class TakeIt(ClientMessage, frozen=True): key: int",
        ),
        "TakeIt has a field `key`, which is the session over Pyro5",
    ),
    "alias_spaced": (
        changed("view=ItView", 'view=ItView, aliases={"take it": TakeIt}'),
        "the alias 'take it' must be a CamelCase name",
    ),
    "alias_taken": (
        changed("view=ItView", 'view=ItView, aliases={"TakeIt": TakeIt}'),
        "the name TakeIt is already taken",
    ),
    "alias_of_another_game": (
        GOOD.replace("TakeIt", "PlayCharacterCard"),
        "the name PlayCharacterCard is already taken",
    ),
    "alias_of_a_prompt": (
        changed("view=ItView", 'view=ItView, aliases={"GrabIt": SelectIt}'),
        "the alias GrabIt is not for an action of the game",
    ),
    "undecodable": (
        changed(
            "class ItTaken(Change, frozen=True): pass",
            "class ItTaken(Change, frozen=True): what: int | bytearray | bytes",
        ),
        "ItTaken cannot be decoded: ",
    ),
}


def named(package: str) -> Pack:
    return Pack(package, "named by a test")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder from which packages can be imported."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", BROKEN)
def test_pack_with_broken_messages_is_refused_with_the_package_and_the_reason(
    folder: Path, name: str
) -> None:
    text, reason = BROKEN[name]
    package = f"broken_{name}"
    write_package(folder, package, messages=text)
    with pytest.raises(PackError) as caught:
        load_messages(BUILT_IN, [named(package)])
    sentence = str(caught.value)
    assert sentence.startswith(f"The game pack {package} (named by a test) cannot be used: ")
    assert reason in sentence
    assert sentence.endswith(".")


def test_unbroken_messages_of_a_pack_are_loaded_after_the_built_in_games(folder: Path) -> None:
    write_package(folder, "good_pack", messages=GOOD)
    games, packs = load_messages(BUILT_IN, [named("good_pack")])
    assert [game.name for game in games] == [*(game.name for game in BUILT_IN), "it"]
    assert packs == {"it": named("good_pack")}


def test_second_pack_with_the_game_name_of_the_first_is_refused(folder: Path) -> None:
    write_package(folder, "first_pack", messages=GOOD)
    write_package(folder, "second_pack", messages=GOOD)
    with pytest.raises(PackError, match=r"second_pack .* there is already a game named it"):
        load_messages(BUILT_IN, [named("first_pack"), named("second_pack")])


@pytest.mark.parametrize(
    ("package", "reason"),
    [
        ("no_such_package", "there is no module no_such_package"),
        ("json", "there is no module json.messages"),
        ("two words", "this is not the name of a package"),
        ("package:MESSAGES", "this is not the name of a package"),
        (".relative", "this is not the name of a package"),
    ],
)
def test_missing_package_or_module_or_invalid_package_name_is_refused_with_the_reason(
    package: str, reason: str
) -> None:
    with pytest.raises(PackError) as caught:
        load_messages(BUILT_IN, [named(package)])
    sentence = f"The game pack {package} (named by a test) cannot be used: {reason}."
    assert str(caught.value) == sentence


def test_packs_come_from_distributions_and_then_from_the_environment_each_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(NIM, folder)
    monkeypatch.setenv(ENVIRONMENT, " this, that,tavolata_nim,,this")
    origin = "named by --game-pack or TAVOLATA_GAME_PACKS"
    assert find_packs() == (
        Pack("tavolata_nim", "distribution tavolata-nim 1.0"),
        Pack("this", origin),
        Pack("that", origin),
    )


def test_without_the_environment_variable_all_packs_come_from_distributions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    assert [pack for pack in find_packs() if not pack.origin.startswith("distribution")] == []


def test_packs_of_an_archive_in_the_import_path_are_found(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(NIM, tmp_path / "content")
    archive = shutil.make_archive(str(tmp_path / "packs"), "zip", tmp_path / "content")
    monkeypatch.syspath_prepend(archive)
    assert Pack("tavolata_nim", "distribution tavolata-nim 1.0") in find_packs()
