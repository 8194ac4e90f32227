"""Test the requests of a turn, their replies and random requests (B.2, B.3, B.4, B.7).

Every request is answered, and the connection stays open.
"""

from collections import Counter
from random import Random

import pytest

from server.dialects.shelfie import replies
from server.dialects.shelfie.commands import COMMANDS
from tests.games.shelfie.invariants import check
from tests.games.shelfie.tables import ALMOST, NONE, A, table
from tests.harness.dialects.shelfie_client import KNOWN
from tests.harness.dialects.shelfie_requests import request
from tests.harness.dialects.shelfie_server import (
    ShelfieConnection,
    ShelfieServer,
    both_journal_modes,
    names_of,
    payload,
    run_scenario,
    start_two_players,
)

FULL = table(NONE, NONE)


# --- selecting ------------------------------------------------------------------------------------


@both_journal_modes
def test_selection_is_sent_to_all_players_in_message_and_view_and_can_be_deselected(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server, on={13: "C", 14: "B"})
        received = await ada.request("selectCell|1|3")
        assert received[0] == f"message|{replies.SELECTED}"
        assert names_of(received) == ["message", "virtualView", "return"]
        assert received[1].endswith("|0")
        view = payload(received, "virtualView")
        assert view["board"][1][3] == ">__Cats__1.1"
        assert view["board"][0][3] is None
        assert view["currentPlayerHand"] == ["__Cats__1.1"]
        received = await bert.sync()
        assert received[0] == f"message|{replies.HAS_SELECTED.format(name='ada', items='(2,4)')}"
        assert names_of(received) == ["message", "virtualView", "notifyUpdate"]
        assert received[-1] == "notifyUpdate|500"
        assert payload(received, "virtualView")["board"][1][3] == ">__Cats__1.1"
        await ada.assert_accepted("selectCell|1|4")
        await ada.assert_accepted("deselectCards")
        assert server.state == table(NONE, NONE, on={13: "C", 14: "B"})

    run_scenario(scenario, written)


@both_journal_modes
def test_cell_is_refused_with_its_reason_and_selecting_a_selected_cell_deselects_it(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        cells = [cell for cell in range(89) if FULL.board[cell]]
        cells.remove(13)
        ada, bert = await start_two_players(server, cells=cells)
        before = server.state

        async def selection_refusal(request: str) -> str:
            reason = await ada.assert_refused(request)
            return reason.removeprefix(replies.FAILED.format(reason=""))

        assert await selection_refusal("selectCell|1|3") == replies.EMPTY_CELL
        for cell in ("0|0", "9|9", "4|9", "12|3", "x|y", "-1|4", "4|"):
            assert await selection_refusal(f"selectCell|{cell}") == replies.ILLEGAL_CELL
        assert await selection_refusal("selectCell|4|4") == replies.NO_FREE_SIDE
        assert await ada.assert_refused("selectCell|4") == replies.NOT_NOW
        assert await bert.assert_refused("selectCell|1|4") == replies.NOT_YOUR_TURN
        assert server.state == before
        await ada.assert_accepted("selectCell|1|4")
        assert await selection_refusal("selectCell|7|5") == replies.NOT_IN_LINE
        assert await selection_refusal("selectCell|1|4") == replies.ALREADY_SELECTED
        assert server.state == before, "selecting a cell again deselects it"

    run_scenario(scenario, written)


@both_journal_modes
def test_selected_cells_must_be_adjacent_and_deselecting_the_middle_one_deselects_all(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, _ = await start_two_players(server, cells=(36, 46, 56, 66), shelf=NONE)
        await ada.assert_accepted("selectCell|3|6")
        assert replies.NOT_IN_LINE in await ada.assert_refused("selectCell|5|6")
        await ada.assert_accepted("selectCell|4|6", "selectCell|5|6")
        assert replies.ALREADY_SELECTED in await ada.assert_refused("selectCell|4|6")
        assert server.state.picked == (), "deselecting the middle deselects all"

    run_scenario(scenario, written)


@both_journal_modes
def test_hand_limit_is_the_space_of_the_emptiest_column_and_a_full_column_is_refused(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, _ = await start_two_players(server, ALMOST)
        await ada.assert_accepted("selectCell|1|3")
        assert replies.HAND_LIMIT in await ada.assert_refused("selectCell|1|4")
        assert await ada.assert_refused("insertInColumn|3") == replies.COLUMN_TOO_SMALL
        assert server.state.step == "PICK", "no tile was taken"

    run_scenario(scenario, written)


@both_journal_modes
def test_deselection_is_refused_without_a_selection_out_of_turn_and_after_confirming(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server)
        assert await ada.assert_refused("deselectCards") == replies.NOTHING_SELECTED
        assert await bert.assert_refused("deselectCards") == replies.NOT_YOUR_TURN
        await ada.assert_accepted("selectCell|1|3", "confirmSelection")
        assert await ada.assert_refused("deselectCards") == replies.DESELECT_FAILED

    run_scenario(scenario, written)


# --- inserting ------------------------------------------------------------------------------------


@both_journal_modes
@pytest.mark.parametrize("insertion", ["insertInColumnCards|2", "insertInColumn|2"])
def test_insertion_without_confirmation_ends_the_turn_and_is_sent_to_all_players(
    written: bool, insertion: str
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server, on={13: "C", 14: "B"})
        await ada.assert_accepted("selectCell|1|3", "selectCell|1|4")
        await bert.sync()
        received = await ada.request(insertion)
        assert received[-1] == "return|insertInColumn|true"
        view = payload(received, "virtualView")
        assert view["currentPlayer"] == "bert"
        assert view["shelves"][0][5][2] == "__Cats__1.1"
        assert view["shelves"][0][4][2] == "_Books__1.1"
        received = await bert.sync()
        assert f"message|{replies.HAS_INSERTED.format(name='ada', column=3)}" in received
        assert f"message|{replies.TURN_ENDED.format(name='ada')}" in received
        assert f"message|{replies.YOUR_TURN.format(name='bert')}" in received
        assert received[-2].startswith("virtualView|")
        assert await ada.assert_refused("endTurn") == replies.NOT_YOUR_TURN

    run_scenario(scenario, written)


@both_journal_modes
def test_turn_with_a_confirmation_waits_for_end_turn_and_refuses_requests_out_of_order(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server, on={13: "C", 14: "B"})
        assert await ada.assert_refused("confirmSelection") == replies.NOT_NOW
        assert await ada.assert_refused("insertInColumn|0") == replies.NOT_NOW
        await ada.assert_accepted("selectCell|1|3", "confirmSelection")
        assert await ada.assert_refused("confirmSelection") == replies.NOT_NOW
        assert await ada.assert_refused("selectCell|1|4") == replies.NOT_NOW
        assert await ada.assert_refused("endTurn") == replies.TILES_IN_HAND
        received = await ada.request("insertInColumn|4")
        view = payload(received, "virtualView")
        assert view["shelves"][0][5][4] == "__Cats__1.1"
        assert (view["currentPlayer"], view["currentPlayerHand"]) == ("ada", [])
        assert await ada.assert_refused("insertInColumn|3") == replies.NOT_NOW
        assert await ada.assert_refused("sortHand|0|1") == replies.TILES_MISSING
        await ada.assert_accepted("endTurn")
        assert server.state.turn == 1
        assert payload(await bert.sync(), "virtualView")["currentPlayer"] == "bert"

    run_scenario(scenario, written)


@both_journal_modes
def test_sort_hand_confirms_and_swaps_two_tiles_for_all_and_refuses_bad_indexes(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server, on={13: "C", 14: "B"})
        assert await ada.assert_refused("sortHand|0|1") == replies.TILES_MISSING
        await ada.assert_accepted("selectCell|1|3", "selectCell|1|4")
        for indexes in ("0|2", "0|0", "x|1", "1|-1"):
            assert await ada.assert_refused(f"sortHand|{indexes}") == replies.BAD_INDEX
        assert server.state.step == "PICK"
        await bert.sync()
        received = await ada.request("sortHand|0|1")
        assert payload(received, "virtualHand") == ["_Books__1.1", "__Cats__1.1"]
        assert received[-1] == "return|sortHand|true"
        assert payload(await bert.sync(), "virtualHand") == ["_Books__1.1", "__Cats__1.1"]
        await ada.assert_accepted("insertInColumn|0")
        assert server.state.shelves[A][25:26] == b"B"
        assert server.state.turn == 1, "sorting is an implied confirmation, so no endTurn is needed"

    run_scenario(scenario, written)


@both_journal_modes
@pytest.mark.parametrize("column", ["5", "-1", "x", ""])
def test_insertion_into_an_unknown_column_is_refused(written: bool, column: str) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, _ = await start_two_players(server)
        await ada.assert_accepted("selectCell|1|3")
        assert await ada.assert_refused(f"insertInColumn|{column}") == replies.NO_SUCH_COLUMN

    run_scenario(scenario, written)


BATCH = 60


def as_sent(data: bytes, connection: ShelfieConnection) -> bytes:
    return len(data).to_bytes(2, "big") + data if connection.framed else data + b"\n"


async def send_random_requests(server: ShelfieServer, rounds: int, random: Random) -> Counter[str]:
    """Send random requests from three clients; return how often each answer was received."""
    connections = [
        await server.connect_named(name, framed=name != "bert") for name in ("ada", "bert", "cleo")
    ]
    counts: Counter[str] = Counter()
    for _ in range(rounds):
        for connection in connections:
            rooms = list(server.server_state.rooms)
            requests = [as_sent(request(random, rooms), connection) for _ in range(BATCH)]
            connection.send_bytes(b"".join(requests))
            received = await connection.sync()
            counts.update(text.partition("|")[0] for text in received)
            assert {text.partition("|")[0] for text in received} <= KNOWN
        for room in server.server_state.rooms.values():
            if room.match:
                check(room.match.state)
        if random.random() < 0.2:
            server.advance(random.randrange(20))
    return counts


@pytest.mark.parametrize("written", [False, True])
def test_batches_of_random_requests_get_known_answers_and_keep_the_rules_of_each_match(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        counts = await send_random_requests(server, 12, Random(written))
        assert counts["return"] > 1500
        assert counts["virtualView"] > 20

    run_scenario(scenario, written)


@pytest.mark.soak
@pytest.mark.parametrize("written", [False, True])
def test_30000_random_requests_get_known_answers_and_keep_the_rules_of_each_match(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        counts = await send_random_requests(server, 30_000 // (3 * BATCH), Random(written))
        assert {"notifyEndMatch", "publicChat", "notifyStart"} <= counts.keys()

    run_scenario(scenario, written)


def test_result_of_a_request_before_the_login_is_false_and_has_the_name_of_the_request() -> None:
    async def scenario(server: ShelfieServer) -> None:
        for name in COMMANDS:
            connection = await server.connect()
            result = (await connection.request(f"{name}|a b|c"))[-1]
            result_name = "insertInColumn" if name == "insertInColumnCards" else name
            assert result == f"return|{result_name}|false"

    run_scenario(scenario, False)
