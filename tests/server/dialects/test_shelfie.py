"""Conversations in My Shelfie's old dialect: every request, reply and refusal (B.3, B.4, B.7).

Each is held twice: answered at once, and with everything written down first.
"""

import pytest
from msgspec.structs import replace

from server.dialects import shelfie_words as words
from tests.games.shelfie.tables import ALMOST, NONE, A, table
from tests.server.dialects.shelfie_inn import Inn, Scene, Talker, names_of, payload, play

both = pytest.mark.parametrize("written", [False, True], ids=["at once", "written first"])

NAMES = ("ada", "bert")
FULL = table(NONE, NONE)


def evening(scene: Scene, written: bool) -> None:
    play(scene, written=written)


# --- login --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("framed", [True, False])
def test_login(written: bool, framed: bool) -> None:
    async def scene(inn: Inn) -> None:
        bert = await inn.guest("bert")
        ada = await inn.connect(framed=framed)
        heard = await ada.ask("login|ada")
        assert heard[0] == f"message|{words.LOGGED_IN}"
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
            assert await late.fails(f"login|{name}") == words.BAD_NAME
        assert await late.fails("createMatch|2") == words.FIRST_LOGIN
        await late.does("login|x.")
        assert await late.fails("login|other") == words.NOT_NOW

    evening(scene, written)


# --- rooms --------------------------------------------------------------------------------------


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
        assert f"message|{words.CREATED.format(seats=2, room=1)}" in heard
        view = payload(await cleo.heard(), "serverVirtualView")
        assert view["virtualMatchList"] == [["1", "WaitingPlayers", "1", "2"]]
        await ada.heard()
        heard = await bert.ask("join|1")
        start = ["message", "message", "virtualView", "serverVirtualView", "notifyStart"]
        start += ["serverVirtualView", "notifyUpdate", "message"]
        assert f"message|{words.FOUND.format(room=1)}" in heard
        assert names_of(heard)[-9:] == [*start, "return"]
        assert "turn" in heard[-2]
        assert "notifyWait" not in names_of(heard)
        told = await ada.heard()
        assert told[0] == f"message|{words.JOINED.format(name='bert', room=1)}"
        assert names_of(told)[1:] == start
        assert "notifyStart|1" in told
        view = payload(await cleo.heard(), "serverVirtualView")
        assert view["virtualMatchList"] == [["1", "GameGoing", "2", "2"]]
        assert ["ada", "GameMember"] in view["virtualOnlinePlayers"]
        assert await cleo.fails("join|1") == words.NOT_A_MEMBER

    evening(scene, written)


@both
def test_what_is_wrong_with_rooms(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await inn.guest("ada"), await inn.guest("bert")
        for seats in ("1", "5", "two", "-2", "", "99999999999999"):
            assert await ada.fails(f"createMatch|{seats}") == words.BAD_SEATS
        assert await ada.fails("createMatch") == words.NOT_NOW
        for number in ("0", "7", "x", ""):
            assert await bert.fails(f"join|{number}") == words.NO_SUCH_ROOM
        assert await ada.fails("leaveMatch") == words.NOT_NOW
        await ada.does("createMatch|3")
        assert await ada.fails("createMatch|3") == words.ALREADY_IN_ROOM
        assert await ada.fails("join|1") == words.ALREADY_IN_ROOM
        assert await ada.fails("selectCell|1|3") == words.NOT_NOW

    evening(scene, written)


@both
def test_the_admin_may_start_with_fewer(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await inn.guest("ada"), await inn.guest("bert")
        await ada.does("createMatch|4")
        await bert.does("join|1")
        assert await bert.fails("changeMatchSeats|2") == words.ADMIN_ONLY
        assert await ada.fails("changeMatchSeats|3") == words.SEATS_FIXED
        assert await ada.fails("changeMatchSeats|9") == words.BAD_SEATS
        await ada.does("changeMatchSeats|4")
        heard = await ada.ask("changeMatchSeats|2")
        assert "notifyStart|1" in heard
        assert payload(heard, "virtualView")["players"] == ["ada", "bert"]
        assert "notifyStart|1" in await bert.heard()

    evening(scene, written)


@both
def test_when_the_admin_leaves_a_waiting_room_the_next_one_is_it(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await inn.guest("ada"), await inn.guest("bert")
        await ada.does("createMatch|3")
        await bert.does("join|1")
        assert f"message|{words.JOINED.format(name='bert', room=1)}" in await ada.heard()
        heard = await ada.ask("leaveMatch")
        assert names_of(heard) == [
            *("message", "notifyGoToMenu", "serverVirtualView", "notifyUpdate", "return"),
        ]
        heard = await bert.heard()
        assert f"message|{words.LEFT_MATCH.format(name='ada')}" in heard
        assert payload(heard, "notifyWait") == [1, 3, "bert"]
        await bert.does("leaveMatch")
        assert inn.lobby.rooms == {}

    evening(scene, written)


# --- selecting ----------------------------------------------------------------------------------


async def room_of(inn: Inn, shelf: str = NONE, **position: object) -> list[Talker]:
    return await inn.position(table(shelf, NONE, **position), *NAMES)  # type: ignore[arg-type]


@both
def test_selecting_shows_everybody(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C", 14: "B"})
        heard = await ada.ask("selectCell|1|3")
        assert heard[0] == f"message|{words.SELECTED}"
        assert names_of(heard) == ["message", "virtualView", "return"]
        assert heard[1].endswith("|0")
        view = payload(heard, "virtualView")
        assert view["board"][1][3] == ">__Cats__1.1"
        assert view["board"][0][3] is None
        assert view["currentPlayerHand"] == ["__Cats__1.1"]
        heard = await bert.heard()
        assert heard[0] == f"message|{words.HAS_SELECTED.format(name='ada', items='(2,4)')}"
        assert names_of(heard) == ["message", "virtualView", "notifyUpdate"]
        assert heard[-1] == "notifyUpdate|500"
        assert payload(heard, "virtualView")["board"][1][3] == ">__Cats__1.1"
        await ada.does("selectCell|1|4")
        await ada.does("deselectCards")
        assert inn.state == table(NONE, NONE, on={13: "C", 14: "B"})

    evening(scene, written)


@both
def test_every_reason_why_a_cell_is_not_selected(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        cells = [cell for cell in range(89) if FULL.board[cell]]
        cells.remove(13)
        ada, bert = await room_of(inn, cells=cells)
        before = inn.state

        async def why(request: str) -> str:
            reason = await ada.fails(request)
            return reason.removeprefix(words.FAILED.format(reason=""))

        assert await why("selectCell|1|3") == words.EMPTY_CELL
        for cell in ("0|0", "9|9", "4|9", "12|3", "x|y", "-1|4", "4|"):
            assert await why(f"selectCell|{cell}") == words.ILLEGAL_CELL
        assert await why("selectCell|4|4") == words.NO_FREE_SIDE
        assert await ada.fails("selectCell|4") == words.NOT_NOW
        assert await bert.fails("selectCell|1|4") == words.NOT_YOUR_TURN
        assert inn.state == before
        await ada.does("selectCell|1|4")
        assert await why("selectCell|7|5") == words.NOT_IN_LINE
        assert await why("selectCell|1|4") == words.ALREADY_SELECTED
        assert inn.state == before, "what is selected again is taken out"

    evening(scene, written)


@both
def test_selection_goes_step_by_step_and_stops_at_the_limit(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, _ = await room_of(inn, cells=(36, 46, 56, 66), shelf=NONE)
        await ada.does("selectCell|3|6")
        assert words.NOT_IN_LINE in await ada.fails("selectCell|5|6")
        await ada.does("selectCell|4|6", "selectCell|5|6")
        assert words.ALREADY_SELECTED in await ada.fails("selectCell|4|6")
        assert inn.state.picked == (), "without the middle nothing is left"

    evening(scene, written)


@both
def test_the_hand_limit_is_the_room_of_the_emptiest_column(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, _ = await room_of(inn, ALMOST)
        await ada.does("selectCell|1|3")
        assert words.HAND_LIMIT in await ada.fails("selectCell|1|4")
        assert await ada.fails("insertInColumn|3") == words.COLUMN_TOO_SMALL
        assert inn.state.step == "PICK", "nothing was lifted"

    evening(scene, written)


@both
def test_deselecting(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn)
        assert await ada.fails("deselectCards") == words.NOTHING_SELECTED
        assert await bert.fails("deselectCards") == words.NOT_YOUR_TURN
        await ada.does("selectCell|1|3", "confirmSelection")
        assert await ada.fails("deselectCards") == words.DESELECT_FAILED

    evening(scene, written)


# --- inserting ----------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("insertion", ["insertInColumnCards|2", "insertInColumn|2"])
def test_a_client_of_the_document_goes_from_selecting_to_the_insertion(
    written: bool, insertion: str
) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C", 14: "B"})
        await ada.does("selectCell|1|3", "selectCell|1|4")
        await bert.heard()
        heard = await ada.ask(insertion)
        assert heard[-1] == "return|insertInColumn|true"
        view = payload(heard, "virtualView")
        assert view["currentPlayer"] == "bert"
        assert view["shelves"][0][5][2] == "__Cats__1.1"
        assert view["shelves"][0][4][2] == "_Books__1.1"
        heard = await bert.heard()
        assert f"message|{words.HAS_INSERTED.format(name='ada', column=3)}" in heard
        assert f"message|{words.TURN_ENDED.format(name='ada')}" in heard
        assert f"message|{words.YOUR_TURN.format(name='bert')}" in heard
        assert heard[-2].startswith("virtualView|")
        assert await ada.fails("endTurn") == words.NOT_YOUR_TURN

    evening(scene, written)


@both
def test_a_client_that_confirms_ends_the_turn_itself(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C", 14: "B"})
        assert await ada.fails("confirmSelection") == words.NOT_NOW
        assert await ada.fails("insertInColumn|0") == words.NOT_NOW
        await ada.does("selectCell|1|3", "confirmSelection")
        assert await ada.fails("confirmSelection") == words.NOT_NOW
        assert await ada.fails("selectCell|1|4") == words.NOT_NOW
        assert await ada.fails("endTurn") == words.TILES_IN_HAND
        heard = await ada.ask("insertInColumn|4")
        view = payload(heard, "virtualView")
        assert view["shelves"][0][5][4] == "__Cats__1.1"
        assert (view["currentPlayer"], view["currentPlayerHand"]) == ("ada", [])
        assert await ada.fails("insertInColumn|3") == words.NOT_NOW
        assert await ada.fails("sortHand|0|1") == words.TOO_FEW_TILES
        await ada.does("endTurn")
        assert inn.state.turn == 1
        assert payload(await bert.heard(), "virtualView")["currentPlayer"] == "bert"

    evening(scene, written)


@both
def test_sorting_the_hand(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C", 14: "B"})
        assert await ada.fails("sortHand|0|1") == words.TOO_FEW_TILES
        await ada.does("selectCell|1|3", "selectCell|1|4")
        for places in ("0|2", "0|0", "x|1", "1|-1"):
            assert await ada.fails(f"sortHand|{places}") == words.BAD_INDEX
        assert inn.state.step == "PICK"
        await bert.heard()
        heard = await ada.ask("sortHand|0|1")
        assert payload(heard, "virtualHand") == ["_Books__1.1", "__Cats__1.1"]
        assert heard[-1] == "return|sortHand|true"
        assert payload(await bert.heard(), "virtualHand") == ["_Books__1.1", "__Cats__1.1"]
        await ada.does("insertInColumn|0")
        assert inn.state.shelves[A][25:26] == b"B"
        assert inn.state.turn == 1, "sorting is an implied confirmation, so no endTurn is needed"

    evening(scene, written)


@both
@pytest.mark.parametrize("column", ["5", "-1", "x", ""])
def test_a_column_that_does_not_exist(written: bool, column: str) -> None:
    async def scene(inn: Inn) -> None:
        ada, _ = await room_of(inn)
        await ada.does("selectCell|1|3")
        assert await ada.fails(f"insertInColumn|{column}") == words.NO_SUCH_COLUMN

    evening(scene, written)


# --- goals and the end --------------------------------------------------------------------------


@both
def test_goals_and_the_end_are_told_to_all(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        state = table(ALMOST, NONE, goals=("EIGHT",), first=1, on={13: "P"}, bag=20)
        shelf = b"\0" + b"P" * 8 + state.shelves[A][9:]
        ada, bert = await inn.position(replace(state, shelves=(shelf, state.shelves[1])), *NAMES)
        heard = await _last_turn(ada)
        texts = [text for text in heard if text.startswith("message|")]
        assert words.ACHIEVED.format(name="ada", goal="CommonGoal8Tiles", points=8) in texts[0]
        assert words.END_TOKEN.format(name="ada") in texts[1]
        assert f"message|{words.GAME_OVER}" in heard
        assert f"message|{words.WINNER.format(name='ada')}" in heard
        assert names_of(heard)[-5:] == [
            *("virtualView", "notifyEndMatch", "serverVirtualView", "notifyUpdate", "return"),
        ]
        view = payload(heard, "virtualView")
        rows = view["gameResults"]
        assert [row[0] for row in rows] == ["ada", "bert", "ada"]
        assert rows[0][4] == "1"
        assert rows[1][4] is None
        assert rows[0][5] == str(view["scores"][0])
        assert view["endGameToken"] is False
        assert sorted(view["personalGoals"]) == [1, 2]
        heard = await bert.heard()
        assert "notifyEndMatch" in heard
        assert payload(heard, "serverVirtualView")["virtualMatchList"] == []
        await bert.does("createMatch|2")

    evening(scene, written)


async def _last_turn(talker: Talker) -> list[str]:
    await talker.does("selectCell|1|3")
    return await talker.ask("insertInColumn|0")


@both
def test_leaving_a_match_ends_it_for_all(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, options={"leaving": "end"})
        heard = await ada.ask("leaveMatch")
        assert names_of(heard) == [
            *("message", "notifyGoToMenu", "serverVirtualView", "notifyUpdate", "return"),
        ]
        heard = await bert.heard()
        assert heard[0] == f"message|{words.LEFT_MATCH.format(name='ada')}"
        assert "notifyEndMatch" in heard
        assert payload(heard, "virtualView")["gameResults"][2][0] is None, "nobody has a point"
        await ada.does("createMatch|2")
        await bert.does("join|2")

    evening(scene, written)


@both
def test_who_loses_the_connection_in_a_match_takes_the_seat_back(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C"})
        await bert.ask("sendPublicMessage|hello")
        await ada.does("selectCell|1|3")
        await bert.heard()
        ada.reset()
        heard = await bert.until("message|")
        assert heard[-1] == f"message|{words.SUSPENDED.format(name='ada')}"
        late = await inn.connect(framed=False)
        heard = await late.ask("login|ada")
        assert heard[-1] == "return|login|true"
        assert "notifyStart|1" in heard
        view = payload(heard, "virtualView")
        assert view["personalGoals"] == [1, 0]
        assert view["board"][1][3] == ">__Cats__1.1"
        assert view["publicChat"] == ["bert: hello"]
        assert f"message|{words.IS_BACK.format(name='ada')}" in await bert.heard()
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
        assert f"message|{words.TURN_LOST.format(name='ada')}" in await bert.heard()
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
        assert heard[0] == f"message|{words.LEFT_MATCH.format(name='ada')}"
        await (await inn.guest("ada")).does("join|1")

    evening(scene, written)


@both
def test_nobody_else_takes_a_suspended_seat(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn)
        guest = inn.route._house.guests["ada"]
        guest.address = "192.0.2.1"
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
        assert await ada.rest() == [f"message|{words.GOODBYE}", "return|exitGame|true"]
        await inn.guest("ada")

    evening(scene, written)


# --- chat ---------------------------------------------------------------------------------------


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
        assert await cleo.fails("sendPublicMessage|anybody?") == words.NOT_SENT
        assert await ada.fails("sendPublicMessage|") == words.NOT_SENT
        assert await ada.fails("sendPublicMessage|\x1b\x07") == words.NOT_SENT

    evening(scene, written)


@both
def test_private_chat_works_across_rooms(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn)
        cleo = await inn.guest("cleo")
        heard = await cleo.ask("sendPrivateMessage|psst|ada|false")
        assert f"message|{words.SENT_TO.format(name='ada')}" in heard
        heard = await ada.heard()
        assert f"chatNotification|{words.SAYS.format(name='cleo', text='psst')}" in heard
        view = payload(heard, "serverVirtualView")
        assert view["virtualPrivateChats"] == [["cleo: psst"]]
        assert view["virtualChatMap"] == [["ada@cleo", 0]]
        assert await bert.heard() == []
        assert await cleo.fails("sendPrivateMessage|x|nobody") == words.NO_SUCH_PLAYER.format(
            name="nobody"
        )
        assert await cleo.fails("sendPrivateMessage|x|cleo") == words.NOT_DELIVERED.format(
            name="cleo"
        )
        assert await cleo.fails("sendPrivateMessage|x") == words.NOT_NOW

    evening(scene, written)


# --- the rest -----------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("framed", [True, False])
def test_what_is_unknown_or_unreadable_is_answered(written: bool, framed: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada = await inn.guest("ada", framed=framed)
        assert await ada.fails("dance|now") == words.UNKNOWN
        bad = b"selectCell|\xff\xfe"
        ada.send_bytes(len(bad).to_bytes(2, "big") + bad if framed else bad + b"\n")
        assert await ada.until("return|") == [f"message|{words.UNKNOWN}", "return||false"]
        ada.send("", "  ")
        await ada.does("createMatch|2")

    evening(scene, written)


def test_a_ping_every_ten_seconds() -> None:
    async def scene(inn: Inn) -> None:
        ada, stranger = await inn.guest("ada"), await inn.connect()
        start = inn.route.now()
        for seconds in (11, 12, 20, 22):
            inn.route.now = lambda late=seconds: start + late  # type: ignore
            inn.route.sweep()
        assert await ada.heard() == ["ping", "ping"]
        assert stranger

    evening(scene, False)


@both
def test_guests_of_other_routes_are_members_like_any(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada = await inn.guest("ada")
        await ada.does("createMatch|3")
        (room,) = inn.lobby.rooms.values()
        assert room.asked.options == {"leaving": "end"}
        assert (room.game.name, room.asked.number_of_players) == ("shelfie", 3)

    evening(scene, written)
