"""Test disconnects, unreadable requests and pings (server.dialects.shelfie.peer, B.2, B.7)."""

import asyncio
from collections import deque

import pytest

from messages.framing import MAX_SERVER_FRAME
from server.admission.returns import address_hash
from server.dialects.shelfie import SHELFIE, replies
from server.dialects.shelfie.peer import (
    MAX_CHAT_BYTES,
    MAX_CHAT_LINES,
    PING_SECONDS,
    _drop_oldest_lines,
    _sent_bytes,
)
from server.dialects.shelfie.views import to_json
from server.dialects.shelfie.wire import MAX_TEXT_LENGTH, encode, encode_java_utf8
from server.phases.entry import OTHER_ADDRESS
from tests.games.shelfie.tables import NONE, table
from tests.harness.dialects.restart import RESTART_AT, restarted
from tests.harness.dialects.shelfie_server import (
    ShelfieConnection,
    ShelfieServer,
    both_journal_modes,
    names_of,
    payload,
    run_scenario,
    start_two_players,
)

NAMES = ("ada", "bert")


@both_journal_modes
def test_disconnected_player_resumes_with_the_name_and_sees_selection_goal_and_chat(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server, on={13: "C"})
        await bert.request("sendPublicMessage|hello")
        await ada.assert_accepted("selectCell|1|3")
        await bert.sync()
        ada.reset()
        received = await bert.read_until("message|")
        assert received[-1] == f"message|{replies.SUSPENDED.format(name='ada')}"
        returned = await server.connect(framed=False)
        received = await returned.request("login|ada")
        assert received[-1] == "return|login|true"
        assert "notifyStart|1" in received
        view = payload(received, "virtualView")
        assert view["personalGoals"] == [1, 0]
        assert view["board"][1][3] == ">__Cats__1.1"
        assert view["publicChat"] == ["bert: hello"]
        assert f"message|{replies.IS_BACK.format(name='ada')}" in await bert.sync()
        await returned.assert_accepted("insertInColumn|0")
        assert server.state.turn == 1

    run_scenario(scenario, written)


@both_journal_modes
def test_resumed_client_gets_login_then_match_then_missed_chat_and_redraws_only_the_match(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        await bob.assert_accepted("sendPublicMessage|before")
        await ada.sync()
        ada.reset()
        await bob.read_until("message|")
        await bob.assert_accepted("sendPublicMessage|one", "sendPublicMessage|two")
        server.advance(16)
        returned = await server.connect()
        received = await returned.request("login|ada")
        assert received[:2] == [f"message|{replies.LOGGED_IN}", "message|Hi ada"]
        start = received.index("notifyStart|1")
        assert set(names_of(received[:start])) == {"message", "virtualView", "serverVirtualView"}
        assert received[-5:] == [
            'publicChat|["bob: before","bob: one","bob: two"]',
            f"message|{replies.BACK}",
            "chatNotification|\nbob says > one",
            "chatNotification|\nbob says > two",
            "return|login|true",
        ]

    run_scenario(scenario, written)


@both_journal_modes
def test_missed_chat_includes_a_repeated_text_and_none_of_the_player_itself(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bob = await server.start_match("ada", "bob")
        await bob.assert_accepted("sendPublicMessage|hey")
        await ada.assert_accepted("sendPublicMessage|hey")
        ada.reset()
        await bob.read_until("message|")
        await bob.assert_accepted("sendPublicMessage|hey")
        received = await (await server.connect()).request("login|ada")
        notices = [text for text in received if text.startswith("chatNotification|")]
        assert notices == ["chatNotification|\nbob says > hey"]

    run_scenario(scenario, written)


@both_journal_modes
def test_disconnected_player_on_turn_loses_the_turn_after_16_seconds(written: bool) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert, _ = await server.start_at(table(NONE, NONE, NONE), "ada", "bert", "cleo")
        ada.reset()
        await bert.read_until("message|")
        server.advance(16)
        assert f"message|{replies.TURN_LOST.format(name='ada')}" in await bert.sync()
        assert server.state.turn == 1

    run_scenario(scenario, written)


@both_journal_modes
def test_disconnect_in_an_open_room_leaves_it_and_frees_the_name_for_a_new_login(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await server.connect_named("ada"), await server.connect_named("bert")
        await ada.assert_accepted("createMatch|3")
        await bert.assert_accepted("join|1")
        await bert.sync()
        ada.reset()
        received = await bert.read_until("notifyWait|")
        assert f"message|{replies.LEFT_GAME.format(name='ada')}" in received
        await (await server.connect_named("ada")).assert_accepted("join|1")

    run_scenario(scenario, written)


def test_both_players_resume_with_their_names_after_a_restart() -> None:
    async def scenario(server: ShelfieServer) -> None:
        await start_two_players(server)
        assert server.journal is not None
        async with restarted(server.journal, SHELFIE) as (hub, port):
            for number, name in enumerate(NAMES):
                wire = await asyncio.open_connection("127.0.0.1", port)
                server.connections.append(back := ShelfieConnection(server, *wire, framed=True))
                received = names_of(await back.request(f"login|{name}"))
                assert {"notifyStart", "virtualView"} <= set(received)
                hub.tick(RESTART_AT)
                (room,) = hub.handler.state.rooms.values()
                assert len(room.connected_people) == number + 1

    run_scenario(scenario, True)


@both_journal_modes
def test_login_with_the_name_of_a_disconnected_player_from_another_address_is_refused(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server)
        server.server_state.sessions["ada"].token_hash = address_hash("192.0.2.1")
        ada.reset()
        await bert.read_until("message|")
        impostor = await server.connect()
        text = OTHER_ADDRESS.format(name="ada")
        assert await impostor.request("login|ada") == [f"message|{text}", "return|login|false"]

    run_scenario(scenario, written)


@both_journal_modes
def test_exit_game_sends_a_farewell_ignores_later_requests_and_frees_the_name(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada = await server.connect_named("ada")
        ada.send("exitGame", "createMatch|2")
        assert await ada.read_to_end() == [f"message|{replies.FAREWELL}", "return|exitGame|true"]
        await server.connect_named("ada")

    run_scenario(scenario, written)


# --- the rest -------------------------------------------------------------------------------------


@both_journal_modes
@pytest.mark.parametrize("framed", [True, False])
def test_unknown_or_unreadable_request_gets_a_false_result_and_a_blank_one_none(
    written: bool, framed: bool
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada = await server.connect_named("ada", framed=framed)
        assert await ada.assert_refused("dance|now") == replies.UNKNOWN
        bad = b"selectCell|\xff\xfe"
        ada.send_bytes(len(bad).to_bytes(2, "big") + bad if framed else bad + b"\n")
        assert await ada.read_until("return|") == [f"message|{replies.UNKNOWN}", "return||false"]
        ada.send("", "  ")
        await ada.assert_accepted("createMatch|2")

    run_scenario(scenario, written)


def test_ping_is_sent_once_per_interval_after_the_login_and_not_before() -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, unnamed = await server.connect_named("ada"), await server.connect()
        start = server.transport.now()
        for delay in (1, 2, PING_SECONDS, PING_SECONDS + 2):
            server.transport.sweep(start + PING_SECONDS + delay)
        assert await ada.sync() == ["ping", "ping"]
        assert await unnamed.sync() == []

    run_scenario(scenario, False)


@both_journal_modes
def test_created_room_has_the_game_and_options_of_the_dialect_and_the_chosen_seats(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada = await server.connect_named("ada")
        await ada.assert_accepted("createMatch|3")
        (room,) = server.server_state.rooms.values()
        assert room.setup.options == {"leaving": "end"}
        assert (room.game.name, room.setup.number_of_players) == ("shelfie", 3)

    run_scenario(scenario, written)


def test_room_chat_of_the_longest_texts_fits_into_a_frame_without_its_oldest_lines() -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await server.start_match("ada", "bert")
        (peer,) = [p for p in server.transport.shared.peers.values() if p.name == "ada"]
        for _ in range(MAX_CHAT_LINES):
            peer.add_room_line("\U00020000" * MAX_TEXT_LENGTH)
        await bert.assert_accepted("sendPublicMessage|hello")
        received = await ada.sync()
        public = payload(received, "publicChat")
        assert public[-1] == "bert: hello"
        assert 30 < len(public) < MAX_CHAT_LINES
        assert all(len(encode(text, is_framed=True)) <= MAX_SERVER_FRAME for text in received)

    run_scenario(scenario, written=False)


def test_private_chats_of_the_longest_texts_fit_into_a_frame_together() -> None:
    chats = [deque(["\U00020000" * MAX_TEXT_LENGTH] * MAX_CHAT_LINES) for _ in range(4)]
    _drop_oldest_lines(chats)
    assert 10 > max(map(len, chats)) - min(map(len, chats)) >= 0
    assert 38 < sum(map(len, chats)) < MAX_CHAT_BYTES / (6 * MAX_TEXT_LENGTH)


@pytest.mark.parametrize("text", ["", 'a"b\\', "\u20ac", "a\U00020000"])
def test_sent_bytes_count_json_and_the_encoding_of_java(text: str) -> None:
    assert _sent_bytes(text) == len(encode_java_utf8(to_json([text]))) - 1
