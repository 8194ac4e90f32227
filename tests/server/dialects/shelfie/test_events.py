"""Test messages about goals, results and leavers (server.dialects.shelfie.events, B.4)."""

from typing import get_args, get_type_hints

from msgspec.structs import replace

from messages import PlayerStatus
from server.dialects.shelfie import events, replies
from tests.games.shelfie.tables import ALMOST, NONE, A, table
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


def test_every_player_status_except_late_has_a_text_and_player_status_is_handled() -> None:
    statuses = get_args(get_type_hints(PlayerStatus)["status"])
    assert set(statuses) - events.STATUS_TEXTS.keys() == {"late"}
    assert PlayerStatus in events.EVENTS


@both_journal_modes
def test_last_turn_sends_goal_end_token_winner_and_results_and_players_may_create_again(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        state = table(ALMOST, NONE, goals=("EIGHT",), first=1, on={13: "P"}, bag=20)
        shelf = b"\0" + b"P" * 8 + state.shelves[A][9:]
        ada, bert = await server.start_at(replace(state, shelves=(shelf, state.shelves[1])), *NAMES)
        received = await _play_last_turn(ada)
        texts = [text for text in received if text.startswith("message|")]
        assert replies.ACHIEVED.format(name="ada", goal="CommonGoal8Tiles", points=8) in texts[0]
        assert replies.END_TOKEN.format(name="ada") in texts[1]
        assert f"message|{replies.GAME_OVER}" in received
        assert f"message|{replies.WINNER.format(name='ada')}" in received
        assert names_of(received)[-5:] == [
            *("virtualView", "notifyEndMatch", "serverVirtualView", "notifyUpdate", "return"),
        ]
        view = payload(received, "virtualView")
        rows = view["gameResults"]
        assert [row[0] for row in rows] == ["ada", "bert", "ada"]
        assert rows[0][4] == "1"
        assert rows[1][4] is None
        assert rows[0][5] == str(view["scores"][0])
        assert view["endGameToken"] is False
        assert sorted(view["personalGoals"]) == [1, 2]
        received = await bert.sync()
        assert "notifyEndMatch" in received
        assert payload(received, "serverVirtualView")["virtualMatchList"] == []
        await bert.assert_accepted("createMatch|2")

    run_scenario(scenario, written)


async def _play_last_turn(connection: ShelfieConnection) -> list[str]:
    await connection.assert_accepted("selectCell|1|3")
    return await connection.request("insertInColumn|0")


@both_journal_modes
def test_leaving_a_match_with_leaving_end_ends_it_for_all_who_may_then_create_and_join(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await start_two_players(server, options={"leaving": "end"})
        received = await ada.request("leaveMatch")
        assert names_of(received) == [
            *("message", "notifyGoToMenu", "serverVirtualView", "notifyUpdate", "return"),
        ]
        received = await bert.sync()
        assert received[0] == f"message|{replies.LEFT_MATCH.format(name='ada')}"
        assert "notifyEndMatch" in received
        assert payload(received, "virtualView")["gameResults"][2][0] is None, "no player has points"
        await ada.assert_accepted("createMatch|2")
        await bert.assert_accepted("join|2")

    run_scenario(scenario, written)


@both_journal_modes
def test_exit_game_is_announced_as_leaving_the_game_in_a_match_and_in_an_open_room(
    written: bool,
) -> None:
    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await server.start_match(*NAMES)
        cleo, dora = await server.connect_named("cleo"), await server.connect_named("dora")
        await cleo.assert_accepted("createMatch|3")
        await dora.assert_accepted(f"join|{max(server.server_state.rooms)}")
        await dora.sync()
        for leaver in (ada, cleo):
            leaver.send("exitGame")
            await leaver.read_to_end()
        received = await bert.sync()
        assert received[0] == "message|ada has left the game"
        assert "notifyEndMatch" in received
        assert "message|cleo has left the game" in await dora.sync()

    run_scenario(scenario, written)
