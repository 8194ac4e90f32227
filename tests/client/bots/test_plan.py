import pytest

from client.bots.plan import Create, JoinAny, Outcome, Plan


@pytest.mark.parametrize(
    ("winners", "won"), [(("ada", "bob"), True), (("bob",), False), ((), False)]
)
def test_a_shared_victory_is_a_victory(winners: tuple[str, ...], won: bool) -> None:
    outcome = Outcome(match=1, game="uno", nickname="ada", winners=winners)
    assert outcome.won is won


def test_a_plan_is_one_new_match_by_default() -> None:
    assert (Plan().room, Plan().matches) == (Create(), 1)
    assert JoinAny().fallback == Create()
