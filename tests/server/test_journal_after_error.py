"""A match that ends with an internal error leaves records that `verify` accepts."""

from dataclasses import replace
from typing import Any

import pytest

from games.base import AnyGame
from games.registry import GAMES
from messages import Error, ErrorCode, LeaveMatch, Reconnect, SelectMatch, SessionOpened, WatchMatch
from messages.lobby import ChooseWizard, SelectModeAndPlayers
from server.history.archive import verify
from server.journal.records import Abandoned, decode_record
from tests.harness.handler import legal_action, turn_holder
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal


class Bug:
    """Functions of a game that raise while named in ``broken``; redact only for spectators."""

    def __init__(self) -> None:
        self.broken: set[str] = set()

    def game(self) -> AnyGame:
        """Return Eriantys with functions that can be broken later."""
        game: AnyGame = GAMES["eriantys"]
        functions = ("redact", "leave", "view")
        return replace(game, **{name: self._function(game, name) for name in functions})

    def _function(self, game: AnyGame, name: str) -> Any:
        def function(*args: Any) -> Any:
            for_spectators = args[-1] is None
            if name in self.broken and (name != "redact" or for_spectators):
                raise ZeroDivisionError("planted")
            return getattr(game, name)(*args)

        return function


@pytest.fixture
def bug() -> Bug:
    return Bug()


@pytest.fixture
def harness(bug: Bug) -> JournalledHarness:
    return JournalledHarness(MemoryJournal(), games={"eriantys": bug.game()})


def _assert_journal_is_valid(harness: JournalledHarness, records: int) -> None:
    """Check the journal: one match with this many records, the last of them Abandoned."""
    (verdict,) = verify(harness.journal, GAMES)
    assert (verdict.error, verdict.records, verdict.is_over) == ("", records, True)
    *_, last = harness.journal.entries(1)
    assert decode_record(last.body) == Abandoned("an internal error")
    assert (harness.state.rooms, harness.restart().state.rooms) == ({}, {})


def test_action_whose_step_cannot_be_sent_is_not_journalled_and_the_match_is_abandoned(
    harness: JournalledHarness, bug: Bug
) -> None:
    peers = harness.start_match("ada", "bob")
    harness.play_actions(peers, 3)
    harness.send(harness.connect_named("eve"), WatchMatch(1))
    active, _ = turn_holder(harness, peers)
    action = legal_action(harness, active)
    bug.broken = {"redact"}  # sending to spectators follows the journal entry
    error = harness.send(active, action)
    assert isinstance(error, Error)
    assert error.error is ErrorCode.INTERNALERROR
    _assert_journal_is_valid(harness, records=5)


def test_exception_in_leave_sends_an_error_to_the_others_and_keeps_the_journal_valid(
    harness: JournalledHarness, bug: Bug
) -> None:
    ada, *others = harness.start_match("ada", "bob", "eve")
    bug.broken = {"leave"}
    harness.send(ada, LeaveMatch())
    for peer in others:
        assert [e.error for e in harness.received(peer, Error)] == [ErrorCode.INTERNALERROR]
    _assert_journal_is_valid(harness, records=2)


def test_reconnect_that_fails_after_its_new_token_was_chained_leaves_an_abandoned_match(
    harness: JournalledHarness, bug: Bug
) -> None:
    ada, _ = harness.start_match("ada", "bob")
    token = harness.received(ada, SessionOpened)[-1].token
    harness.disconnect(ada)
    bug.broken = {"view"}
    assert isinstance(harness.send(harness.connect(), Reconnect("ada", token)), Error)
    _assert_journal_is_valid(harness, records=2)


def test_absent_player_whose_removal_fails_leaves_an_abandoned_match(
    harness: JournalledHarness, bug: Bug
) -> None:
    ada, *_ = harness.start_match(
        "ada", "bob", "eve", setup=SelectModeAndPlayers(3, absent="forfeit")
    )
    harness.disconnect(ada)
    bug.broken = {"leave"}
    harness.tick(61.0)
    _assert_journal_is_valid(harness, records=2)


def test_match_that_fails_at_its_start_has_no_records(harness: JournalledHarness, bug: Bug) -> None:
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2))
    harness.send(bob, SelectMatch(1))
    harness.send(ada, ChooseWizard("KING"))
    bug.broken = {"view"}
    error = harness.send(bob, ChooseWizard("SAGE"))
    assert isinstance(error, Error)
    assert error.error is ErrorCode.INTERNALERROR
    assert (harness.journal.matches(), harness.state.rooms) == ([], {})
