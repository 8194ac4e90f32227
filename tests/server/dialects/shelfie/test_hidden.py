"""Test that personal goals and the bag are not revealed over the Shelfie dialect."""

from random import Random

from msgspec.structs import replace

from games.shelfie.state import State
from tests.games.shelfie.tables import NONE, table
from tests.harness.dialects.shelfie_server import ShelfieServer, run_scenario


def random_equivalent_state(random: Random) -> State:
    """Return a state with fixed goal of Ada and board; everything else is random."""
    state = table(NONE, NONE, on={13: "C", 14: "B"})
    bag = bytes(random.sample(state.bag, len(state.bag)))
    return replace(state, cards=bytes((3, random.choice([1, 5, 8]))), bag=bag)


def observed_lines(state: State) -> list[str]:
    """Return all messages that Ada receives in several turns."""
    observed: list[str] = []

    async def scenario(server: ShelfieServer) -> None:
        ada, bert = await server.start_at(state, "ada", "bert")
        for request in ("selectCell|1|3", "sendPublicMessage|hm", "insertInColumn|1"):
            observed.extend(await ada.request(request))
        for request in ("selectCell|7|5", "dance", "confirmSelection", "insertInColumn|0"):
            await bert.request(request)
        observed.extend(await ada.sync())
        await bert.request("endTurn")
        observed.extend(await ada.sync())

    run_scenario(scenario, False)
    return observed


def test_lines_to_a_player_do_not_depend_on_the_bag_or_the_goal_of_the_other_player() -> None:
    first = observed_lines(random_equivalent_state(Random(1)))
    assert len(first) > 10
    for seed in (2, 3, 4):
        assert observed_lines(random_equivalent_state(Random(seed))) == first
