"""Test login, rooms and chat (server.dialects.shelfie.lobby, B.3, B.4, B.7)."""

import pytest

from games.shelfie import SHELFIE
from messages import ChangeSeats, ChooseNickname, SelectMatch, SelectModeAndPlayers
from server.dialects.shelfie import lobby, replies
from tests.harness.dialects.shelfie_server import (
    ShelfieServer,
    both_journal_modes,
    names_of,
    payload,
    run_scenario,
    start_two_players,
)


def test_numbers_of_seats_are_those_of_the_game() -> None:
    assert SHELFIE.seats == lobby.SEAT_COUNTS


# --- login ----------------------------------------------------------------------------------------


@both_journal_modes
@pytest.mark.parametrize("framed", [True, False])
def test_login_greets_and_sends_people_and_rooms_and_the_others_are_told(
    written: bool, framed: bool
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        bert = await server.connect_named("bert")
        ada = await server.connect(framed=framed)
        received = await ada.request("login|ada")
        assert received[0] == f"message|{replies.LOGGED_IN}"
        assert received[1] == "message|Hi ada"
        assert names_of(received[2:]) == ["serverVirtualView", "notifyUpdate", "return"]
        view = payload(received, "serverVirtualView")
        assert view == {
            "virtualMatchList": [],
            "virtualOnlinePlayers": [["bert", "Online"], ["ada", "Online"]],
        }
        assert names_of(await bert.sync()) == ["serverVirtualView", "notifyUpdate"]

    run_scenario(scenario, written)


@both_journal_modes
def test_login_is_refused_with_a_used_or_illegal_name_or_twice_and_needed_for_a_room(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        await server.connect_named("ada")
        late = await server.connect()
        assert await late.request("login|ADA") == ["return|login|false"]
        for name in ("", "a b", "a" * 21, "\x1b[31m", "a/b", "{name}"):
            assert await late.assert_refused(f"login|{name}") == replies.BAD_NAME
        assert await late.assert_refused("createMatch|2") == replies.FIRST_LOGIN
        await late.assert_accepted("login|x.")
        assert await late.assert_refused("login|other") == replies.NOT_NOW

    run_scenario(scenario, written)


# --- rooms ----------------------------------------------------------------------------------------


@both_journal_modes
def test_created_room_is_listed_and_starts_when_full_and_then_refuses_to_be_joined(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert, cleo = [await server.connect_named(name) for name in ("ada", "bert", "cleo")]
        await ada.sync()
        received = await ada.request("createMatch|2")
        assert names_of(received) == [
            *("notifyWait", "serverVirtualView", "notifyUpdate", "message", "return"),
        ]
        assert payload(received, "notifyWait") == [1, 2, "ada"]
        assert f"message|{replies.CREATED.format(seats=2, room=1)}" in received
        view = payload(await cleo.sync(), "serverVirtualView")
        assert view["virtualMatchList"] == [["1", "WaitingPlayers", "1", "2"]]
        await ada.sync()
        received = await bert.request("join|1")
        start = ["message", "message", "virtualView", "serverVirtualView", "notifyStart"]
        start += ["serverVirtualView", "notifyUpdate", "message", "message"]
        assert f"message|{replies.FOUND.format(room=1)}" in received
        assert names_of(received)[-10:] == [*start, "return"]
        assert "turn" in received[-2]
        assert "notifyWait" not in names_of(received)
        received_by_others = await ada.sync()
        assert received_by_others[0] == f"message|{replies.JOINED.format(name='bert', room=1)}"
        assert names_of(received_by_others)[1:] == start
        assert "notifyStart|1" in received_by_others
        view = payload(await cleo.sync(), "serverVirtualView")
        assert view["virtualMatchList"] == [["1", "GameGoing", "2", "2"]]
        assert ["ada", "GameMember"] in view["virtualOnlinePlayers"]
        assert await cleo.assert_refused("join|1") == replies.NOT_A_MEMBER

    run_scenario(scenario, written)


@both_journal_modes
def test_room_requests_with_bad_arguments_or_in_the_wrong_phase_are_refused(written: bool) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await server.connect_named("ada"), await server.connect_named("bert")
        for seats in ("1", "5", "two", "-2", "", "99999999999999"):
            assert await ada.assert_refused(f"createMatch|{seats}") == replies.BAD_SEATS
        assert await ada.assert_refused("createMatch") == replies.NOT_NOW
        for number in ("0", "7", "x", ""):
            assert await bert.assert_refused(f"join|{number}") == replies.NO_SUCH_ROOM
        assert await ada.assert_refused("leaveMatch") == replies.NOT_NOW
        await ada.assert_accepted("createMatch|3")
        assert await ada.assert_refused("createMatch|3") == (
            "The player already exists in a match. In order to create a new match, you need to "
            "abandon the current one.\nDo you wish to continue?"
        )
        assert len(server.server_state.rooms) == 1
        assert await ada.assert_refused("join|1") == replies.ALREADY_IN_ROOM
        assert await ada.assert_refused("selectCell|1|3") == replies.NOT_NOW

    run_scenario(scenario, written)


@both_journal_modes
def test_only_the_admin_changes_the_seats_which_all_see_and_a_full_room_starts(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert, cleo = [await server.connect_named(name) for name in ("ada", "bert", "cleo")]
        assert await ada.assert_refused("changeMatchSeats|3") == replies.NOT_NOW
        await ada.assert_accepted("createMatch|3")
        await bert.assert_accepted("join|1")
        await bert.sync()
        await cleo.sync()
        assert await bert.assert_refused("changeMatchSeats|2") == replies.HOST_ONLY
        for seats in ("1", "5", "9", "x", ""):
            assert await ada.assert_refused(f"changeMatchSeats|{seats}") == replies.BAD_SEATS
        received = await ada.request("changeMatchSeats|4")
        assert payload(received, "notifyWait") == [1, 4, "ada"]
        assert received[-1] == "return|changeMatchSeats|true"
        received_by_others = await bert.sync()
        assert payload(received_by_others, "notifyWait") == [1, 4, "ada"]
        for messages in (received_by_others, await cleo.sync()):
            rooms = payload(messages, "serverVirtualView")["virtualMatchList"]
            assert rooms == [["1", "WaitingPlayers", "2", "4"]]
        await ada.assert_accepted("changeMatchSeats|3", "changeMatchSeats|3")
        received = await ada.request("changeMatchSeats|2")
        assert "notifyStart|1" in received
        assert payload(received, "virtualView")["players"] == ["ada", "bert"]
        assert "notifyStart|1" in await bert.sync()

    run_scenario(scenario, written)


@both_journal_modes
def test_seats_changed_by_a_host_of_another_transport_are_sent_to_the_members(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        host, ada = server.connect_memory(), await server.connect_named("ada")
        for message in (
            ChooseNickname("carla"),
            SelectMatch(0),
            SelectModeAndPlayers(3, game="shelfie"),
        ):
            await host.send(message)
        await server.wait_until_idle()
        await ada.assert_accepted("join|1")
        await ada.sync()
        await host.send(ChangeSeats(4))
        received = await ada.sync()
        assert payload(received, "notifyWait") == [1, 4, "carla"]
        assert payload(received, "serverVirtualView")["virtualMatchList"][0][3] == "4"

    run_scenario(scenario, written)


@both_journal_modes
def test_fewer_seats_than_members_are_refused_and_the_room_keeps_its_seats(written: bool) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada = await server.connect_named("ada")
        await ada.assert_accepted("createMatch|4")
        for name in ("bert", "cleo"):
            await (await server.connect_named(name)).assert_accepted("join|1")
        assert "3 to 4 seats" in await ada.assert_refused("changeMatchSeats|2")
        assert server.server_state.rooms[1].setup.number_of_players == 4

    run_scenario(scenario, written)


@both_journal_modes
def test_next_member_becomes_admin_when_the_admin_leaves_and_an_empty_room_is_closed(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await server.connect_named("ada"), await server.connect_named("bert")
        await ada.assert_accepted("createMatch|3")
        await bert.assert_accepted("join|1")
        assert f"message|{replies.JOINED.format(name='bert', room=1)}" in await ada.sync()
        received = await ada.request("leaveMatch")
        assert names_of(received) == [
            *("message", "notifyGoToMenu", "serverVirtualView", "notifyUpdate", "return"),
        ]
        received = await bert.sync()
        assert f"message|{replies.LEFT_MATCH.format(name='ada')}" in received
        assert payload(received, "notifyWait") == [1, 3, "bert"]
        await bert.assert_accepted("leaveMatch")
        assert server.server_state.rooms == {}

    run_scenario(scenario, written)


# --- chat -----------------------------------------------------------------------------------------


@both_journal_modes
def test_public_chat_goes_to_the_room_and_its_views_and_is_refused_empty_or_without_a_room(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server)
        received = await ada.request("sendPublicMessage|hello there|true")
        assert received == ['publicChat|["ada: hello there"]', "return|sendPublicMessage|true"]
        received = await bert.sync()
        assert received == [
            'publicChat|["ada: hello there"]',
            "chatNotification|ada says > hello there",
        ]
        await ada.assert_accepted("selectCell|1|3")
        view = payload(await bert.sync(), "virtualView")
        assert view["publicChat"] == ["ada: hello there"]
        cleo = await server.connect_named("cleo")
        assert await cleo.assert_refused("sendPublicMessage|anybody?") == replies.NOT_SENT
        assert await ada.assert_refused("sendPublicMessage|") == replies.NOT_SENT
        assert await ada.assert_refused("sendPublicMessage|\x1b\x07") == replies.NOT_SENT

    run_scenario(scenario, written)


@both_journal_modes
def test_chat_notice_follows_the_public_chat_and_starts_with_a_line_break_in_a_frame(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        await ada.assert_accepted("sendPublicMessage|one", "sendPublicMessage|two")
        assert await bob.sync() == [
            'publicChat|["ada: one"]',
            "chatNotification|\nada says > one",
            'publicChat|["ada: one","ada: two"]',
            "chatNotification|\nada says > two",
        ]

    run_scenario(scenario, written)


@both_journal_modes
def test_private_chat_reaches_only_its_receiver_without_a_common_room_who_must_exist(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server)
        cleo = await server.connect_named("cleo")
        received = await cleo.request("sendPrivateMessage|psst|ada|false")
        assert f"message|{replies.SENT_TO.format(name='ada')}" in received
        received = await ada.sync()
        assert names_of(received) == ["serverVirtualView", "chatNotification"]
        assert received[1] == "chatNotification|\ncleo whispers > psst"
        view = payload(received, "serverVirtualView")
        assert view["virtualPrivateChats"] == [["cleo: psst"]]
        assert view["virtualChatMap"] == [["ada@cleo", 0]]
        assert await bert.sync() == []
        assert await cleo.assert_refused(
            "sendPrivateMessage|x|nobody"
        ) == replies.NO_SUCH_PLAYER.format(name="nobody")
        assert await cleo.assert_refused(
            "sendPrivateMessage|x|cleo"
        ) == replies.NOT_DELIVERED.format(name="cleo")
        assert await cleo.assert_refused("sendPrivateMessage|x") == replies.NOT_NOW

    run_scenario(scenario, written)
