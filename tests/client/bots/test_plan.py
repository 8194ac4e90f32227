import pytest

from client.bots.plan import Create, JoinAny, Outcome, Plan


@pytest.mark.parametrize(
    ("winners", "won"), [(("ada", "bob"), True), (("bob",), False), ((), False)]
)
def test_outcome_is_won_only_if_the_nickname_is_among_the_winners(
    winners: tuple[str, ...], won: bool
) -> None:
    outcome = Outcome(match=1, game="uno", nickname="ada", winners=winners)
    assert outcome.won is won


def test_default_plan_is_one_new_match_and_join_any_falls_back_to_creating() -> None:
    assert (Plan().room, Plan().matches) == (Create(), 1)
    assert JoinAny().fallback == Create()
