"""ReportPlayer: what a report contains, and who may send how many."""

import pytest

from messages import (
    ActionValid,
    ChatMessage,
    ChooseNickname,
    Error,
    ErrorCode,
    Quit,
    ReportPlayer,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    WatchMatch,
)
from server.effects import Outcome, Report
from server.limits import Limits
from server.phases.reports import UNKNOWN_TEXT
from tests.harness.handler import HandlerHarness


class ReportHarness(HandlerHarness):
    """A handler harness that records reports."""

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self.reports: list[Report] = []
        self.state.unix_time = lambda: 1_700_000_000.0

    def _deliver(self, outcome: Outcome) -> None:
        super()._deliver(outcome)
        self.reports += outcome.reports

    def connect_from(self, name: str, address: str) -> int:
        peer = self.connect(address=address)
        self.assert_accepted(peer, ChooseNickname(name))
        return peer


def _texts(report: Report) -> list[str]:
    return [line.text for line in report.chat]


def test_report_has_time_people_address_table_cleaned_reason_and_chat() -> None:
    harness = ReportHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_from("bob", "192.0.2.7")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3))
    harness.send(bob, SelectMatch(1))
    harness.send(bob, SendChat("bad words"))
    harness.inboxes[bob].clear()
    answer = harness.send(ada, ReportPlayer("BOB", "insults\n\x1b[2J[bold]\u202e"))
    text = "Your report about bob was passed to the person who runs this server"
    assert answer == ActionValid(text)
    assert harness.reports == [
        Report(
            time="2023-11-14T22:13:20+00:00",
            reporter="ada",
            reporter_address="127.0.0.1",
            reported="bob",
            address="192.0.2.7",
            match=1,
            reason="insults [2J[bold]",
            chat=(ChatMessage("bob", "bad words"),),
        )
    ]
    assert harness.inboxes[bob] == [], "the reported player learns nothing"


def test_report_has_private_lines_of_the_reporter_only() -> None:
    harness = ReportHarness()
    ada, bob, cyd = (harness.connect_named(name) for name in ("ada", "bob", "cyd"))
    harness.send(bob, SendChat("to all"))
    harness.send(bob, SendChat("to ada", "ada"))
    harness.send(bob, SendChat("to cyd", "cyd"))
    harness.send(ada, ReportPlayer("bob"))
    harness.send(cyd, ReportPlayer("bob"))
    assert list(map(_texts, harness.reports)) == [["to all", "to ada"], ["to all", "to cyd"]]


def test_private_line_from_the_lobby_is_in_the_report_of_its_addressee_at_a_table() -> None:
    harness = ReportHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(3))
    harness.send(bob, SendChat("secret insult", "ada"))
    harness.send(ada, ReportPlayer("bob"))
    assert _texts(harness.reports[0]) == ["secret insult"]


def test_spectator_reports_a_player_and_gets_only_the_last_ten_lines() -> None:
    harness = ReportHarness()
    ada, _ = harness.start_match("ada", "bob")
    wes = harness.connect_named("wes")
    harness.send(wes, WatchMatch(1))
    for number in range(12):
        harness.send(ada, SendChat(f"line {number}"))
    harness.assert_accepted(wes, ReportPlayer("ada"))
    assert _texts(harness.reports[0]) == [f"line {number}" for number in range(2, 12)]


def test_player_who_has_left_can_be_reported_while_a_line_is_remembered() -> None:
    harness = ReportHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("Bob")
    harness.send(bob, SendChat("bad words"))
    harness.send(bob, Quit())
    harness.assert_accepted(ada, ReportPlayer("bob"))
    assert (harness.reports[0].reported, harness.reports[0].address) == ("Bob", "")


def test_refusal_of_an_unknown_name_says_where_the_names_are() -> None:
    harness = ReportHarness()
    answer = harness.send(harness.connect_named("ada"), ReportPlayer("nobody"))
    assert answer == Error(ErrorCode.CHOICENOTVALID, UNKNOWN_TEXT)
    assert "ListPlayers" in UNKNOWN_TEXT


@pytest.mark.parametrize("name", ["nobody", "", "ada", "ADA", "robot", "x" * 64, "\x1b[2J"])
def test_unknown_players_computer_players_and_oneself_cannot_be_reported(name: str) -> None:
    harness = ReportHarness()
    ada = harness.connect_named("ada")
    harness.assert_accepted(harness.connect(computer=True), ChooseNickname("robot"))
    assert harness.assert_refused(ada, ReportPlayer(name)) is ErrorCode.CHOICENOTVALID
    assert harness.reports == []


def test_reports_of_a_nickname_are_limited_also_after_it_quit() -> None:
    harness = ReportHarness(Limits(reports=2, report_seconds=100.0))
    ada = harness.connect_named("ada")
    harness.connect_named("bob")
    for _ in range(2):
        harness.assert_accepted(ada, ReportPlayer("bob"))
    assert harness.assert_refused(ada, ReportPlayer("bob")) is ErrorCode.RATELIMITED
    harness.send(ada, Quit())
    ada = harness.connect_named("ada")
    assert harness.assert_refused(ada, ReportPlayer("bob")) is ErrorCode.RATELIMITED
    harness.tick(50.0)
    harness.assert_accepted(ada, ReportPlayer("bob"))
    assert len(harness.reports) == 3


@pytest.mark.parametrize("address", ["192.0.2.7", "127.0.0.1"])
def test_reports_from_an_address_are_limited_over_all_nicknames(address: str) -> None:
    harness = ReportHarness(Limits(reports_per_address=3))
    harness.connect_named("bob")
    answers = [
        harness.send(harness.connect_from(f"ada{number}", address), ReportPlayer("bob"))
        for number in range(4)
    ]
    assert [isinstance(answer, Error) for answer in answers] == [False, False, False, True]
    harness.assert_accepted(harness.connect_from("eve", "192.0.2.99"), ReportPlayer("bob"))


def test_buckets_of_reporters_are_forgotten_when_they_are_full_again() -> None:
    harness = ReportHarness(Limits(reports_per_address=1000, report_seconds=10.0))
    harness.connect_named("bob")
    by_name, by_address = harness.state.report_buckets
    for number in range(20):
        peer = harness.connect_named(f"ada{number}")
        harness.assert_accepted(peer, ReportPlayer("bob"))
        harness.tick(11.0)
    assert (len(by_name), len(by_address)) == (1, 1)
