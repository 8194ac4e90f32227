"""Every request, reply and refusal of a turn, and requests of any kind (B.2, B.3, B.4, B.7).

Whatever is sent, every request is answered and the connection lives.
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
    Inn,
    Talker,
    both,
    evening,
    names_of,
    payload,
    room_of,
)

FULL = table(NONE, NONE)


# --- selecting ------------------------------------------------------------------------------------


@both
def test_selecting_shows_everybody(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C", 14: "B"})
        heard = await ada.ask("selectCell|1|3")
        assert heard[0] == f"message|{replies.SELECTED}"
        assert names_of(heard) == ["message", "virtualView", "return"]
        assert heard[1].endswith("|0")
        view = payload(heard, "virtualView")
        assert view["board"][1][3] == ">__Cats__1.1"
        assert view["board"][0][3] is None
        assert view["currentPlayerHand"] == ["__Cats__1.1"]
        heard = await bert.heard()
        assert heard[0] == f"message|{replies.HAS_SELECTED.format(name='ada', items='(2,4)')}"
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
            return reason.removeprefix(replies.FAILED.format(reason=""))

        assert await why("selectCell|1|3") == replies.EMPTY_CELL
        for cell in ("0|0", "9|9", "4|9", "12|3", "x|y", "-1|4", "4|"):
            assert await why(f"selectCell|{cell}") == replies.ILLEGAL_CELL
        assert await why("selectCell|4|4") == replies.NO_FREE_SIDE
        assert await ada.fails("selectCell|4") == replies.NOT_NOW
        assert await bert.fails("selectCell|1|4") == replies.NOT_YOUR_TURN
        assert inn.state == before
        await ada.does("selectCell|1|4")
        assert await why("selectCell|7|5") == replies.NOT_IN_LINE
        assert await why("selectCell|1|4") == replies.ALREADY_SELECTED
        assert inn.state == before, "what is selected again is taken out"

    evening(scene, written)


@both
def test_selection_goes_step_by_step_and_stops_at_the_limit(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, _ = await room_of(inn, cells=(36, 46, 56, 66), shelf=NONE)
        await ada.does("selectCell|3|6")
        assert replies.NOT_IN_LINE in await ada.fails("selectCell|5|6")
        await ada.does("selectCell|4|6", "selectCell|5|6")
        assert replies.ALREADY_SELECTED in await ada.fails("selectCell|4|6")
        assert inn.state.picked == (), "without the middle nothing is left"

    evening(scene, written)


@both
def test_the_hand_limit_is_the_room_of_the_emptiest_column(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, _ = await room_of(inn, ALMOST)
        await ada.does("selectCell|1|3")
        assert replies.HAND_LIMIT in await ada.fails("selectCell|1|4")
        assert await ada.fails("insertInColumn|3") == replies.COLUMN_TOO_SMALL
        assert inn.state.step == "PICK", "nothing was lifted"

    evening(scene, written)


@both
def test_deselecting(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn)
        assert await ada.fails("deselectCards") == replies.NOTHING_SELECTED
        assert await bert.fails("deselectCards") == replies.NOT_YOUR_TURN
        await ada.does("selectCell|1|3", "confirmSelection")
        assert await ada.fails("deselectCards") == replies.DESELECT_FAILED

    evening(scene, written)


# --- inserting ------------------------------------------------------------------------------------


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
        assert f"message|{replies.HAS_INSERTED.format(name='ada', column=3)}" in heard
        assert f"message|{replies.TURN_ENDED.format(name='ada')}" in heard
        assert f"message|{replies.YOUR_TURN.format(name='bert')}" in heard
        assert heard[-2].startswith("virtualView|")
        assert await ada.fails("endTurn") == replies.NOT_YOUR_TURN

    evening(scene, written)


@both
def test_a_client_that_confirms_ends_the_turn_itself(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C", 14: "B"})
        assert await ada.fails("confirmSelection") == replies.NOT_NOW
        assert await ada.fails("insertInColumn|0") == replies.NOT_NOW
        await ada.does("selectCell|1|3", "confirmSelection")
        assert await ada.fails("confirmSelection") == replies.NOT_NOW
        assert await ada.fails("selectCell|1|4") == replies.NOT_NOW
        assert await ada.fails("endTurn") == replies.TILES_IN_HAND
        heard = await ada.ask("insertInColumn|4")
        view = payload(heard, "virtualView")
        assert view["shelves"][0][5][4] == "__Cats__1.1"
        assert (view["currentPlayer"], view["currentPlayerHand"]) == ("ada", [])
        assert await ada.fails("insertInColumn|3") == replies.NOT_NOW
        assert await ada.fails("sortHand|0|1") == replies.TOO_FEW_TILES
        await ada.does("endTurn")
        assert inn.state.turn == 1
        assert payload(await bert.heard(), "virtualView")["currentPlayer"] == "bert"

    evening(scene, written)


@both
def test_sorting_the_hand(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        ada, bert = await room_of(inn, on={13: "C", 14: "B"})
        assert await ada.fails("sortHand|0|1") == replies.TOO_FEW_TILES
        await ada.does("selectCell|1|3", "selectCell|1|4")
        for places in ("0|2", "0|0", "x|1", "1|-1"):
            assert await ada.fails(f"sortHand|{places}") == replies.BAD_INDEX
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
        assert await ada.fails(f"insertInColumn|{column}") == replies.NO_SUCH_COLUMN

    evening(scene, written)


BATCH = 60


def framed(data: bytes, talker: Talker) -> bytes:
    return len(data).to_bytes(2, "big") + data if talker.framed else data + b"\n"


async def annoy(inn: Inn, rounds: int, random: Random) -> Counter[str]:
    """Three guests say anything at all."""
    talkers = [await inn.guest(name, framed=name != "bert") for name in ("ada", "bert", "cleo")]
    counts: Counter[str] = Counter()
    for _ in range(rounds):
        for talker in talkers:
            rooms = list(inn.lobby.rooms)
            said = [framed(request(random, rooms), talker) for _ in range(BATCH)]
            talker.send_bytes(b"".join(said))
            heard = await talker.heard()
            counts.update(text.partition("|")[0] for text in heard)
            assert {text.partition("|")[0] for text in heard} <= KNOWN
        for room in inn.lobby.rooms.values():
            if room.match:
                check(room.match.state)
        if random.random() < 0.2:
            inn.pass_time(random.randrange(20))
    return counts


@pytest.mark.parametrize("written", [False, True])
def test_any_requests_at_all(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        counts = await annoy(inn, 12, Random(written))
        assert counts["return"] > 1500
        assert counts["virtualView"] > 20

    evening(scene, written)


@pytest.mark.soak
@pytest.mark.parametrize("written", [False, True])
def test_thirty_thousand_requests(written: bool) -> None:
    async def scene(inn: Inn) -> None:
        counts = await annoy(inn, 30_000 // (3 * BATCH), Random(written))
        assert {"notifyEndMatch", "publicChat", "notifyStart"} <= counts.keys()

    evening(scene, written)


def test_every_request_is_answered_under_its_own_name() -> None:
    async def scene(inn: Inn) -> None:
        for name in COMMANDS:
            talker = await inn.connect()
            outcome = (await talker.ask(f"{name}|a b|c"))[-1]
            wanted = "insertInColumn" if name == "insertInColumnCards" else name
            assert outcome == f"return|{wanted}|false"

    evening(scene, False)
