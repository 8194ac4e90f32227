"""The choices of a bot, and the meaning of a refusal."""

from collections.abc import Sequence

import pytest

from client.bots.base import Bot
from client.bots.choices import WrongChoice
from client.bots.decisions import Decisions, Forfeit
from client.bots.plan import OnIllegal
from messages import Error, ErrorCode, ServerMessage
from messages.eriantys.actions import ChooseCloud, SelectCloud
from messages.registry import Action, AnyView
from tests.client.games.eriantys.tables import full_view

OFFERED = (ChooseCloud(0), ChooseCloud(1))
ILLEGAL = ChooseCloud(77)
VIEW = full_view()
REFUSED = Error(ErrorCode.ACTIONNONVALID, "There is no such cloud.")


class StubbornBot(Bot):
    """Always returns the same action, also at once if it is set."""

    def __init__(self, action: Action, urgent: Action | None = None) -> None:
        self._action = action
        self._urgent = urgent

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return self._action

    def at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        return self._urgent


def choose(decisions: Decisions) -> Action | None:
    return decisions.choose(VIEW, OFFERED, is_my_turn=True)


def test_illegal_action_raises_wrong_choice_by_default() -> None:
    decisions = Decisions(StubbornBot(ILLEGAL), "raise")
    assert choose(decisions) == ILLEGAL
    with pytest.raises(WrongChoice, match=r"StubbornBot\.choose .*There is no such cloud"):
        decisions.handle_refusal(ILLEGAL, REFUSED)


def test_illegal_action_raises_forfeit() -> None:
    decisions = Decisions(StubbornBot(ILLEGAL), "forfeit")
    choose(decisions)
    with pytest.raises(Forfeit, match="There is no such cloud"):
        decisions.handle_refusal(ILLEGAL, REFUSED)


@pytest.mark.parametrize("code", [ErrorCode.MALFORMEDMESSAGE, ErrorCode.NOTALLOWED])
def test_every_illegal_action_is_replaced_and_only_the_first_is_warned_of(code: ErrorCode) -> None:
    decisions = Decisions(StubbornBot(ILLEGAL), "warn")
    warnings = []
    for _ in range(3):
        assert choose(decisions) == ILLEGAL
        decisions.handle_refusal(ILLEGAL, Error(code, "No."))
        warnings.append(bool(decisions.warning))
        assert choose(decisions) in OFFERED
        decisions.forget_refusals()
    assert warnings == [True, False, False]
    assert decisions.illegal_count == 3
    decisions.reset()
    assert decisions.illegal_count == 0


def test_refused_action_that_was_offered_came_too_late_and_is_excluded_after_two_refusals() -> None:
    decisions = Decisions(StubbornBot(OFFERED[0]), "raise")
    for _ in range(2):
        assert choose(decisions) == OFFERED[0]
        decisions.handle_refusal(OFFERED[0], REFUSED)
    assert choose(decisions) == OFFERED[1]
    assert decisions.illegal_count == 0


def test_refused_own_action_is_illegal_only_without_news_of_the_match() -> None:
    decisions = Decisions(StubbornBot(ILLEGAL), "raise")
    choose(decisions)
    decisions.record_news()
    decisions.handle_refusal(ILLEGAL, REFUSED)
    choose(decisions)
    with pytest.raises(WrongChoice):
        decisions.handle_refusal(ILLEGAL, REFUSED)


@pytest.mark.parametrize("code", [ErrorCode.RATELIMITED, ErrorCode.INTERNALERROR])
def test_faults_of_others_do_not_make_an_action_illegal(code: ErrorCode) -> None:
    decisions = Decisions(StubbornBot(ILLEGAL), "raise")
    choose(decisions)
    decisions.handle_refusal(ILLEGAL, Error(code, "No."))
    assert decisions.illegal_count == 0


@pytest.mark.parametrize("on_illegal", ["warn", "random"])
def test_illegal_urgent_answer_is_replaced_by_the_choice_of_the_bot(on_illegal: OnIllegal) -> None:
    decisions = Decisions(StubbornBot(OFFERED[1], urgent=ILLEGAL), on_illegal)
    prompt = SelectCloud((0, 1))
    assert decisions.answer_at_once(VIEW, prompt) == ILLEGAL
    decisions.handle_refusal(ILLEGAL, REFUSED)
    assert decisions.illegal_count == 1
    assert decisions.answer_at_once(VIEW, prompt) is None, "it is not repeated"
    assert choose(decisions) == OFFERED[1]


def test_illegal_urgent_answer_names_at_once() -> None:
    decisions = Decisions(StubbornBot(OFFERED[1], urgent=ILLEGAL), "raise")
    decisions.answer_at_once(VIEW, SelectCloud((0, 1)))
    with pytest.raises(WrongChoice, match=r"StubbornBot\.at_once returned ChooseCloud"):
        decisions.handle_refusal(ILLEGAL, REFUSED)
