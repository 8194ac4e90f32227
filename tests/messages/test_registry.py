"""The registry and the protocol document contain all messages."""

import inspect
from importlib import import_module
from types import ModuleType

import pytest

import messages.lobby
import messages.play
import messages.registry
from messages import Message, codex, eriantys, rummy, shelfie, uno
from messages.base import Change, ClientMessage, GameMessages, ServerMessage, View, members
from messages.registry import BUILT_IN, CLIENT_MESSAGES, SERVER_MESSAGES, AnyView, BoardChange

DOCUMENT = (
    *("RequestNickname", "ChooseNickname", "ChooseMatch", "SelectMatch", "RequestSetUp"),
    *("SelectModeAndPlayers", "WaitForOtherPlayer", "SelectWizard", "ChooseWizard"),
    *("PlayersInfo", "MatchCreated", "SetUpSchoolStudent", "SetUpCharacterCard", "YourTurn"),
    *("IsTurnOfPlayer", "SelectAssistantCard", "PlayAssistantCard", "MoveStudent"),
    *("MoveMotherNature", "UpdateMessage", "UseCharacterCard", "GenericMessage", "YouWin"),
    "OtherPlayerWins",
)

TEXTS = {
    "RequestNickname": "Choose a nickname",
    "ChooseMatch": "Select a match to join or type 0 to create new match >",
    "RequestSetUp": "Select the number of players and the mode of the match",
    "WaitForOtherPlayer": "Wait for other players",
    "SelectWizard": "Select a wizard among the ones available",
    "YourTurn": "it's your turn",
    "YouWin": "Congratulations, you won!",
}


def test_all_24_messages_of_the_protocol_document_are_registered() -> None:
    assert len(DOCUMENT) == 24
    assert set(DOCUMENT) <= CLIENT_MESSAGES.keys() | SERVER_MESSAGES.keys()


def test_default_texts_are_those_of_the_protocol_document() -> None:
    for name, text in TEXTS.items():
        (default,) = [
            value
            for field, value in zip(
                reversed(SERVER_MESSAGES[name].__struct_fields__),
                reversed(SERVER_MESSAGES[name].__struct_defaults__),
                strict=False,
            )
            if field == "text"
        ]
        assert default == text


GAME_MODULES = [
    import_module(f"{game.__name__}.{part}")
    for game in (eriantys, uno, codex, shelfie, rummy)
    for part in ("actions", "table")
]


@pytest.mark.parametrize(
    "module", [messages.lobby, messages.play, messages.registry, *GAME_MODULES], ids=str
)
def test_every_message_change_and_view_class_of_a_module_is_registered(module: ModuleType) -> None:
    for name, cls in inspect.getmembers(module, inspect.isclass):
        if cls.__module__ != module.__name__:
            continue
        if issubclass(cls, Message):
            known = CLIENT_MESSAGES if issubclass(cls, ClientMessage) else SERVER_MESSAGES
            assert known[name] is cls
        elif issubclass(cls, Change):
            assert cls in members(BoardChange)
        elif issubclass(cls, View):
            assert cls in members(AnyView)


def test_first_five_built_in_games_have_the_order_of_the_protocol_page() -> None:
    names = [game.name for game in BUILT_IN[:5]]
    assert names == ["eriantys", "uno", "codex", "shelfie", "rummy500"]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_view_of_a_game_is_tagged_with_its_name_and_begins_with_the_seat(
    game: GameMessages,
) -> None:
    assert game.view.__struct_config__.tag == game.name
    assert game.view.__struct_fields__[0] == "seat"


def test_only_heartbeat_names_a_client_and_a_server_message() -> None:
    assert CLIENT_MESSAGES.keys() & SERVER_MESSAGES.keys() == {"Heartbeat"}
    assert not [c for c in CLIENT_MESSAGES.values() if issubclass(c, ServerMessage)]


def test_every_message_has_a_docstring() -> None:
    for cls in [*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values()]:
        assert cls.__doc__, cls
