import pytest

from client.bots.plan import Create, JoinAny, Outcome, Plan


@pytest.mark.parametrize(
    ("winners", "won"), [(("ada", "bob"), True), (("bob",), False), ((), False)]
)
def test_shared_victory_counts_as_won(winners: tuple[str, ...], won: bool) -> None:
    outcome = Outcome(match=1, game="uno", nickname="ada", winners=winners)
    assert outcome.won is won


def test_default_plan_is_one_new_match() -> None:
    assert (Plan().room, Plan().matches) == (Create(), 1)
    assert JoinAny().fallback == Create()
