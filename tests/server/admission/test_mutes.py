"""Muted nicknames: chat, names of tables and of computer players are refused, also later."""

from pathlib import Path

import pytest

from messages import (
    AddComputerPlayer,
    ChooseNickname,
    Error,
    ErrorCode,
    Quit,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    WatchMatch,
)
from server.admission.bans import FILE, MUTED_TEXT, Bans
from tests.harness.handler import HandlerHarness

SETUP = SelectModeAndPlayers(3, game="eriantys")


def test_muted_names_are_saved_beside_the_bans_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text("# old file\nname eve\n")
    bans = Bans.load(file)
    bans.add("mute", "Ada")
    assert file.read_text() == "# old file\nname eve\nmute ada\n"
    reloaded = Bans.load(file)
    assert reloaded.is_muted("ADA")
    assert reloaded.is_muted("\uff21da")
    assert not reloaded.is_muted("eve")
    reloaded.check_name("ada")
    reloaded.remove("mute", "ADA")
    assert not Bans.load(file).is_muted("ada")


def test_chat_of_a_muted_player_is_refused_in_lobby_and_room_and_private_until_unmuted() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.state.bans.add("mute", "ADA")
    harness.inboxes[bob].clear()

    def assert_muted() -> None:
        for message in (SendChat("hello"), SendChat("hello", "bob")):
            assert harness.send(ada, message) == Error(ErrorCode.NOTALLOWED, MUTED_TEXT)

    assert_muted()
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SETUP)
    assert_muted()
    assert harness.inboxes[bob] == []
    harness.assert_accepted(bob, SendChat("hello", "ada"))
    harness.state.bans.remove("mute", "ada")
    harness.assert_accepted(ada, SendChat("hello"))


def test_muted_spectator_and_player_of_a_match_cannot_chat_but_can_play() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    wes = harness.connect_named("wes")
    harness.assert_accepted(wes, WatchMatch(1))
    for name in ("ada", "wes"):
        harness.state.bans.add("mute", name)
    for peer in (ada, wes):
        assert harness.assert_refused(peer, SendChat("hello")) is ErrorCode.NOTALLOWED


def test_mute_survives_a_reconnect_and_a_new_session_of_the_nickname() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    token = harness.received(ada, SessionOpened)[0].token
    harness.state.bans.add("mute", "ada")
    harness.disconnect(ada)
    again = harness.connect()
    harness.assert_accepted(again, Reconnect("ada", token))
    assert harness.assert_refused(again, SendChat("hello")) is ErrorCode.NOTALLOWED
    harness.assert_accepted(again, Quit())
    new = harness.connect()
    harness.assert_accepted(new, ChooseNickname("Ada"))
    assert harness.assert_refused(new, SendChat("hello")) is ErrorCode.NOTALLOWED


@pytest.mark.parametrize("muted", [False, True])
def test_muted_player_cannot_write_with_names_of_tables_and_computer_players(muted: bool) -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    if muted:
        harness.state.bans.add("mute", "ada")
    harness.send(ada, SelectMatch(0))
    named = SelectModeAndPlayers(3, game="eriantys", name="you all stink")
    refused = isinstance(harness.send(ada, named), Error)
    if refused:
        harness.assert_accepted(ada, SETUP)
    assert refused is muted
    assert isinstance(harness.send(ada, AddComputerPlayer(name="you-stink")), Error) is muted
    harness.assert_accepted(ada, AddComputerPlayer())
