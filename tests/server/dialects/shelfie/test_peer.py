"""How connections end in My Shelfie's dialect, and what is not understood (B.2, B.7)."""

import asyncio

import pytest

from server.dialects.shelfie import SHELFIE, replies
from server.dialects.shelfie.peer import PING_SECONDS
from tests.games.shelfie.tables import NONE, table
from tests.harness.dialects.restart import RESTART_AT, restarted
from tests.harness.dialects.shelfie_server import (
    Inn,
    Talker,
    both,
    evening,
    names_of,
    payload,
    room_of,
)

NAMES = ("ada", "bert")


@both
def test_who_loses_the_connection_in_a_match_takes_the_seat_back(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C"})
        await bert.ask("sendPublicMessage|hello")
        await ada.does("selectCell|1|3")
        await bert.heard()
        ada.reset()
        heard = await bert.until("message|")
        assert heard[-1] == f"message|{replies.SUSPENDED.format(name='ada')}"
        late = await inn.connect(framed=False)
        heard = await late.ask("login|ada")
        assert heard[-1] == "return|login|true"
        assert "notifyStart|1" in heard
        view = payload(heard, "virtualView")
        assert view["personalGoals"] == [1, 0]
        assert view["board"][1][3] == ">__Cats__1.1"
        assert view["publicChat"] == ["bert: hello"]
        assert f"message|{replies.IS_BACK.format(name='ada')}" in await bert.heard()
        await late.does("insertInColumn|0")
        assert inn.state.turn == 1

    evening(scene, written)


@both
def test_a_suspended_player_is_passed_over_and_at_last_forgotten(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert, _ = await inn.position(table(NONE, NONE, NONE), "ada", "bert", "cleo")
        ada.reset()
        await bert.until("message|")
        inn.pass_time(16)
        assert f"message|{replies.TURN_LOST.format(name='ada')}" in await bert.heard()
        assert inn.state.turn == 1

    evening(scene, written)


@both
def test_outside_a_match_a_lost_connection_is_a_player_who_left(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await inn.guest("ada"), await inn.guest("bert")
        await ada.does("createMatch|3")
        await bert.does("join|1")
        await bert.heard()
        ada.reset()
        heard = await bert.until("notifyWait|")
        assert heard[0] == f"message|{replies.LEFT_MATCH.format(name='ada')}"
        await (await inn.guest("ada")).does("join|1")

    evening(scene, written)


def test_after_a_restart_players_come_back_by_name() -> None:
    async def scene(inn: Inn) -> None:
        await room_of(inn)
        assert inn.journal is not None
        async with restarted(inn.journal, SHELFIE) as (hub, port):
            for number, name in enumerate(NAMES):
                wire = await asyncio.open_connection("127.0.0.1", port)
                inn.talkers.append(back := Talker(inn, *wire, framed=True))
                heard = names_of(await back.ask(f"login|{name}"))
                assert {"notifyStart", "virtualView"} <= set(heard)
                hub.tick(RESTART_AT)
                (room,) = hub.handler.state.rooms.values()
                assert len(room.connected) == number + 1

    evening(scene, True)


@both
def test_nobody_else_takes_a_suspended_seat(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn)
        (guest,) = [p for p in inn.route.shared.peers.values() if p.name == "ada"]
        guest.wire.address = "192.0.2.1"
        ada.reset()
        await bert.until("message|")
        thief = await inn.connect()
        assert await thief.ask("login|ada") == ["return|login|false"]

    evening(scene, written)


@both
def test_exit(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada = await inn.guest("ada")
        ada.send("exitGame", "createMatch|2")
        assert await ada.rest() == [f"message|{replies.GOODBYE}", "return|exitGame|true"]
        await inn.guest("ada")

    evening(scene, written)


# --- the rest -------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("framed", [True, False])
def test_what_is_unknown_or_unreadable_is_answered(written: bool, framed: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada = await inn.guest("ada", framed=framed)
        assert await ada.fails("dance|now") == replies.UNKNOWN
        bad = b"selectCell|\xff\xfe"
        ada.send_bytes(len(bad).to_bytes(2, "big") + bad if framed else bad + b"\n")
        assert await ada.until("return|") == [f"message|{replies.UNKNOWN}", "return||false"]
        ada.send("", "  ")
        await ada.does("createMatch|2")

    evening(scene, written)


def test_pings_have_their_distance_and_need_a_login() -> None:
    async def scene(inn: Inn) -> None:
        ada, stranger = await inn.guest("ada"), await inn.connect()
        start = inn.route.now()
        for late in (1, 2, PING_SECONDS, PING_SECONDS + 2):
            inn.route.sweep(start + PING_SECONDS + late)
        assert await ada.heard() == ["ping", "ping"]
        assert await stranger.heard() == []

    evening(scene, False)


@both
def test_guests_of_other_routes_are_members_like_any(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada = await inn.guest("ada")
        await ada.does("createMatch|3")
        (room,) = inn.lobby.rooms.values()
        assert room.setup.options == {"leaving": "end"}
        assert (room.game.name, room.setup.number_of_players) == ("shelfie", 3)

    evening(scene, written)
