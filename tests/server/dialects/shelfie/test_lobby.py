"""Login, rooms and chat in My Shelfie's old dialect (B.3, B.4, B.7)."""

import pytest

from games.shelfie import SHELFIE
from messages import ChangeSeats, ChooseNickname, SelectMatch, SelectModeAndPlayers
from server.dialects.shelfie import lobby, replies
from tests.harness.dialects.shelfie_server import (
    Inn,
    both,
    evening,
    names_of,
    payload,
    room_of,
)


def test_rooms_have_the_sizes_of_the_game() -> None:
    assert SHELFIE.seats == lobby.SEATS


# --- login ----------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("framed", [True, False])
def test_login(written: bool, framed: bool) -> None:
    async def scene(inn: Inn) -> None:
        bert = await inn.guest("bert")
        ada = await inn.connect(framed=framed)
        heard = await ada.ask("login|ada")
        assert heard[0] == f"message|{replies.LOGGED_IN}"
        assert heard[1] == "message|Hi ada"
        assert names_of(heard[2:]) == ["serverVirtualView", "notifyUpdate", "return"]
        view = payload(heard, "serverVirtualView")
        assert view == {
            "virtualMatchList": [],
            "virtualOnlinePlayers": [["bert", "Online"], ["ada", "Online"]],
        }
        assert names_of(await bert.heard()) == ["serverVirtualView", "notifyUpdate"]

    evening(scene, written)


@both
def test_login_is_refused_for_a_name_in_use_and_for_names_that_cannot_be(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        await inn.guest("ada")
        late = await inn.connect()
        assert await late.ask("login|ADA") == ["return|login|false"]
        for name in ("", "a b", "a" * 21, "\x1b[31m", "a/b", "{name}"):
            assert await late.fails(f"login|{name}") == replies.BAD_NAME
        assert await late.fails("createMatch|2") == replies.FIRST_LOGIN
        await late.does("login|x.")
        assert await late.fails("login|other") == replies.NOT_NOW

    evening(scene, written)


# --- rooms ----------------------------------------------------------------------------------------


@both
def test_a_room_is_made_and_starts_when_it_is_full(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert, cleo = [await inn.guest(name) for name in ("ada", "bert", "cleo")]
        await ada.heard()
        heard = await ada.ask("createMatch|2")
        assert names_of(heard) == [
            *("notifyWait", "serverVirtualView", "notifyUpdate", "message", "return"),
        ]
        assert payload(heard, "notifyWait") == [1, 2, "ada"]
        assert f"message|{replies.CREATED.format(seats=2, room=1)}" in heard
        view = payload(await cleo.heard(), "serverVirtualView")
        assert view["virtualMatchList"] == [["1", "WaitingPlayers", "1", "2"]]
        await ada.heard()
        heard = await bert.ask("join|1")
        start = ["message", "message", "virtualView", "serverVirtualView", "notifyStart"]
        start += ["serverVirtualView", "notifyUpdate", "message"]
        assert f"message|{replies.FOUND.format(room=1)}" in heard
        assert names_of(heard)[-9:] == [*start, "return"]
        assert "turn" in heard[-2]
        assert "notifyWait" not in names_of(heard)
        told = await ada.heard()
        assert told[0] == f"message|{replies.JOINED.format(name='bert', room=1)}"
        assert names_of(told)[1:] == start
        assert "notifyStart|1" in told
        view = payload(await cleo.heard(), "serverVirtualView")
        assert view["virtualMatchList"] == [["1", "GameGoing", "2", "2"]]
        assert ["ada", "GameMember"] in view["virtualOnlinePlayers"]
        assert await cleo.fails("join|1") == replies.NOT_A_MEMBER

    evening(scene, written)


@both
def test_what_is_wrong_with_rooms(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await inn.guest("ada"), await inn.guest("bert")
        for seats in ("1", "5", "two", "-2", "", "99999999999999"):
            assert await ada.fails(f"createMatch|{seats}") == replies.BAD_SEATS
        assert await ada.fails("createMatch") == replies.NOT_NOW
        for number in ("0", "7", "x", ""):
            assert await bert.fails(f"join|{number}") == replies.NO_SUCH_ROOM
        assert await ada.fails("leaveMatch") == replies.NOT_NOW
        await ada.does("createMatch|3")
        assert await ada.fails("createMatch|3") == replies.ALREADY_IN_ROOM
        assert await ada.fails("join|1") == replies.ALREADY_IN_ROOM
        assert await ada.fails("selectCell|1|3") == replies.NOT_NOW

    evening(scene, written)


@both
def test_the_admin_changes_the_seats_and_a_room_that_is_full_by_it_starts(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert, cleo = [await inn.guest(name) for name in ("ada", "bert", "cleo")]
        assert await ada.fails("changeMatchSeats|3") == replies.NOT_NOW
        await ada.does("createMatch|3")
        await bert.does("join|1")
        await bert.heard()
        await cleo.heard()
        assert await bert.fails("changeMatchSeats|2") == replies.ADMIN_ONLY
        for seats in ("1", "5", "9", "x", ""):
            assert await ada.fails(f"changeMatchSeats|{seats}") == replies.BAD_SEATS
        heard = await ada.ask("changeMatchSeats|4")
        assert payload(heard, "notifyWait") == [1, 4, "ada"]
        assert heard[-1] == "return|changeMatchSeats|true"
        told = await bert.heard()
        assert payload(told, "notifyWait") == [1, 4, "ada"]
        for messages in (told, await cleo.heard()):
            rooms = payload(messages, "serverVirtualView")["virtualMatchList"]
            assert rooms == [["1", "WaitingPlayers", "2", "4"]]
        await ada.does("changeMatchSeats|3", "changeMatchSeats|3")
        heard = await ada.ask("changeMatchSeats|2")
        assert "notifyStart|1" in heard
        assert payload(heard, "virtualView")["players"] == ["ada", "bert"]
        assert "notifyStart|1" in await bert.heard()

    evening(scene, written)


@both
def test_a_host_of_another_route_changes_the_seats_too(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        host, ada = inn.memory(), await inn.guest("ada")
        for message in (
            ChooseNickname("carla"),
            SelectMatch(0),
            SelectModeAndPlayers(3, game="shelfie"),
        ):
            await host.send(message)
        await inn.quiet()
        await ada.does("join|1")
        await ada.heard()
        await host.send(ChangeSeats(4))
        heard = await ada.heard()
        assert payload(heard, "notifyWait") == [1, 4, "carla"]
        assert payload(heard, "serverVirtualView")["virtualMatchList"][0][3] == "4"

    evening(scene, written)


@both
def test_a_room_never_gets_smaller_than_those_in_it(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada = await inn.guest("ada")
        await ada.does("createMatch|4")
        for name in ("bert", "cleo"):
            await (await inn.guest(name)).does("join|1")
        assert "3 to 4 seats" in await ada.fails("changeMatchSeats|2")
        assert inn.lobby.rooms[1].setup.number_of_players == 4

    evening(scene, written)


@both
def test_when_the_admin_leaves_a_waiting_room_the_next_one_is_it(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await inn.guest("ada"), await inn.guest("bert")
        await ada.does("createMatch|3")
        await bert.does("join|1")
        assert f"message|{replies.JOINED.format(name='bert', room=1)}" in await ada.heard()
        heard = await ada.ask("leaveMatch")
        assert names_of(heard) == [
            *("message", "notifyGoToMenu", "serverVirtualView", "notifyUpdate", "return"),
        ]
        heard = await bert.heard()
        assert f"message|{replies.LEFT_MATCH.format(name='ada')}" in heard
        assert payload(heard, "notifyWait") == [1, 3, "bert"]
        await bert.does("leaveMatch")
        assert inn.lobby.rooms == {}

    evening(scene, written)


# --- chat -----------------------------------------------------------------------------------------


@both
def test_public_chat(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn)
        heard = await ada.ask("sendPublicMessage|hello there|true")
        assert heard == ['publicChat|["ada: hello there"]', "return|sendPublicMessage|true"]
        heard = await bert.heard()
        assert heard[0] == "chatNotification|ada: hello there"
        assert payload(heard, "publicChat") == ["ada: hello there"]
        await ada.does("selectCell|1|3")
        view = payload(await bert.heard(), "virtualView")
        assert view["publicChat"] == ["ada: hello there"]
        cleo = await inn.guest("cleo")
        assert await cleo.fails("sendPublicMessage|anybody?") == replies.NOT_SENT
        assert await ada.fails("sendPublicMessage|") == replies.NOT_SENT
        assert await ada.fails("sendPublicMessage|\x1b\x07") == replies.NOT_SENT

    evening(scene, written)


@both
def test_private_chat_works_across_rooms(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn)
        cleo = await inn.guest("cleo")
        heard = await cleo.ask("sendPrivateMessage|psst|ada|false")
        assert f"message|{replies.SENT_TO.format(name='ada')}" in heard
        heard = await ada.heard()
        assert f"chatNotification|{replies.SAYS.format(name='cleo', text='psst')}" in heard
        view = payload(heard, "serverVirtualView")
        assert view["virtualPrivateChats"] == [["cleo: psst"]]
        assert view["virtualChatMap"] == [["ada@cleo", 0]]
        assert await bert.heard() == []
        assert await cleo.fails("sendPrivateMessage|x|nobody") == replies.NO_SUCH_PLAYER.format(
            name="nobody"
        )
        assert await cleo.fails("sendPrivateMessage|x|cleo") == replies.NOT_DELIVERED.format(
            name="cleo"
        )
        assert await cleo.fails("sendPrivateMessage|x") == replies.NOT_NOW

    evening(scene, written)
