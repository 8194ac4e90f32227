"""The commands of the operator, executed without a socket."""

import errno
from pathlib import Path
from typing import Any

import pytest

from messages import (
    ChangeSeats,
    ChatMessage,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    GenericMessage,
    Heartbeat,
    Message,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
    StartMatch,
    YouWin,
)
from server.delivery.hub import Hub
from server.effects import PeerId, Report, Send
from server.operations.admin import COMMANDS, AdminError, Operator
from server.sessions import ClientKind
from tests.harness.handler import HandlerHarness


class RecordingOutbox:
    """An outbox that records messages and the close."""

    transport_name = "test"

    def __init__(self) -> None:
        self.received: list[Message] = []
        self.closed = False

    def answer(self, message: Message) -> None:
        self.received.append(message)

    def push(self, send: Send) -> None:
        self.received += send.messages

    def close(self) -> None:
        self.closed = True


class AdminHarness:
    """A hub with connected players, and its operator."""

    def __init__(self) -> None:
        self.harness = HandlerHarness()
        self.state = self.harness.state
        self.hub = Hub(self.harness.handler, lambda: 0.0)
        self.operator = Operator(self.hub)
        self.outboxes: dict[PeerId, RecordingOutbox] = {}

    def connect(self, name: str = "", address: str = "127.0.0.1") -> PeerId:
        outbox = RecordingOutbox()
        peer = self.hub.connect(outbox, address)
        self.outboxes[peer] = outbox
        if name:
            self.hub.receive(peer, ChooseNickname(name))
        return peer

    def start_match(self) -> tuple[PeerId, PeerId]:
        """Start a match of UNO between Ada and Bob."""
        ada, bob = self.connect("ada"), self.connect("bob", "192.0.2.7")
        self.hub.receive(ada, SelectMatch(0))
        self.hub.receive(ada, SelectModeAndPlayers(2, game="uno"))
        self.hub.receive(bob, SelectMatch(1))
        return ada, bob

    def run_command(self, *command_line: str) -> list[dict[str, Any]]:
        return self.operator.execute(command_line)

    def received(self, peer: PeerId, kind: type[Any]) -> list[Any]:
        return [message for message in self.outboxes[peer].received if isinstance(message, kind)]


@pytest.fixture
def admin_harness() -> AdminHarness:
    return AdminHarness()


def test_matches_seats_of_a_match_and_connections_are_listed(admin_harness: AdminHarness) -> None:
    admin_harness.start_match()
    admin_harness.connect()
    (row,) = admin_harness.run_command("matches")
    assert (row["match"], row["game"], row["state"]) == (1, "uno", "playing")
    assert row["players"] == "ada,bob"
    table_row, *seats = admin_harness.run_command("match", "1")
    assert table_row == row
    assert [seat["name"] for seat in seats] == ["ada", "bob"]
    names = [
        (row["name"], row["address"], row["match"])
        for row in admin_harness.run_command("connections")
    ]
    assert names == [("ada", "127.0.0.1", 1), ("bob", "192.0.2.7", 1), ("-", "127.0.0.1", 0)]


def test_rows_of_matches_and_connections_contain_no_token_and_no_hand(
    admin_harness: AdminHarness,
) -> None:
    ada, _ = admin_harness.start_match()
    token = admin_harness.received(ada, SessionOpened)[0].token
    shown_rows = str(
        [
            admin_harness.run_command(*words.split())
            for words in ("matches", "match 1", "connections")
        ]
    )
    assert token not in shown_rows
    assert "hand" not in shown_rows


def test_announcement_is_sanitized_reaches_all_clients_and_counts_them(
    admin_harness: AdminHarness,
) -> None:
    ada, bob = admin_harness.start_match()
    assert admin_harness.run_command("announce", "back", "at\x1b[2J", "eight") == [
        {"recipients": 2}
    ]
    for peer in (ada, bob):
        assert admin_harness.received(peer, GenericMessage)[-1].msg == "back at[2J eight"


def test_kick_notifies_and_disconnects_the_player_ends_the_match_and_the_session(
    admin_harness: AdminHarness,
) -> None:
    ada, bob = admin_harness.start_match()
    token = admin_harness.received(bob, SessionOpened)[0].token
    assert admin_harness.run_command("kick", "BOB") == [{"kicked": "bob"}]
    assert admin_harness.received(bob, Error)[-1].error is ErrorCode.NOTALLOWED
    assert admin_harness.outboxes[bob].closed
    assert admin_harness.received(ada, YouWin)
    new_peer = admin_harness.connect()
    admin_harness.hub.receive(new_peer, Reconnect("bob", token))
    assert admin_harness.received(new_peer, Error)[-1].error is ErrorCode.SESSIONUNKNOWN


LEGACY_CLIENT = ClientKind(has_token=False, dialect="chess")


def test_token_ban_of_a_legacy_client_is_refused_and_its_session_stays(
    admin_harness: AdminHarness,
) -> None:
    peer = admin_harness.hub.connect(RecordingOutbox(), "192.0.2.7", client=LEGACY_CLIENT)
    admin_harness.hub.receive(peer, ChooseNickname("old"))
    with pytest.raises(AdminError, match="ban its name"):
        admin_harness.run_command("ban", "token", "old")
    assert admin_harness.run_command("bans") == []
    assert "old" in admin_harness.state.sessions


@pytest.mark.parametrize("ban", [("name", "bob"), ("address", "192.0.2.0/24"), ("token", "bob")])
def test_ban_kicks_only_the_player_rejects_a_reconnect_and_can_be_lifted(
    admin_harness: AdminHarness, ban: tuple[str, str]
) -> None:
    ada, bob = admin_harness.start_match()
    token = admin_harness.received(bob, SessionOpened)[0].token
    assert admin_harness.run_command("ban", *ban)[0]["kicked"] == 1
    assert admin_harness.outboxes[bob].closed
    assert not admin_harness.outboxes[ada].closed
    new_peer = admin_harness.connect(address="192.0.2.7")
    admin_harness.hub.receive(new_peer, Reconnect("bob", token))
    assert admin_harness.received(new_peer, Error)[0].error is ErrorCode.NOTALLOWED
    (line,) = (row["ban"] for row in admin_harness.run_command("bans"))
    assert admin_harness.run_command("unban", *line.split()) == []
    lifted = admin_harness.connect(address="192.0.2.7")
    admin_harness.hub.receive(lifted, ChooseNickname("bob"))
    assert admin_harness.received(lifted, SessionOpened)


def test_address_ban_closes_a_connection_without_a_nickname(admin_harness: AdminHarness) -> None:
    unnamed = admin_harness.connect(address="192.0.2.9")
    admin_harness.run_command("ban", "address", "192.0.2.9")
    assert admin_harness.outboxes[unnamed].closed


def test_end_notifies_the_players_sends_them_to_the_lobby_and_removes_the_room(
    admin_harness: AdminHarness,
) -> None:
    peers = admin_harness.start_match()
    assert admin_harness.run_command("end", "1") == [{"ended": 1}]
    for peer in peers:
        assert "ended" in admin_harness.received(peer, GenericMessage)[-1].msg
        assert isinstance(admin_harness.outboxes[peer].received[-1], ChooseMatch)
    assert admin_harness.state.rooms == {}


def test_drain_notifies_players_refuses_new_matches_and_waits_for_those_in_progress(
    admin_harness: AdminHarness,
) -> None:
    ada, _ = admin_harness.start_match()
    assert admin_harness.run_command("drain") == [{"draining": True, "matches": 1}]
    assert "No new match" in admin_harness.received(ada, GenericMessage)[-1].msg
    assert not admin_harness.operator.is_drained
    eve = admin_harness.connect("eve")
    admin_harness.hub.receive(eve, SelectMatch(0))
    admin_harness.hub.receive(eve, SelectModeAndPlayers(2))
    assert admin_harness.received(eve, Error)[-1].error is ErrorCode.SERVERFULL
    admin_harness.run_command("end", "1")
    assert admin_harness.operator.is_drained


def test_drain_does_not_wait_for_matches_without_connected_people(
    admin_harness: AdminHarness,
) -> None:
    ada, bob = admin_harness.start_match()
    admin_harness.hub.disconnect(ada)
    assert admin_harness.run_command("drain") == [{"draining": True, "matches": 1}]
    assert not admin_harness.operator.is_drained
    admin_harness.hub.disconnect(bob)
    assert admin_harness.state.match_count == 1
    assert admin_harness.operator.is_drained


def test_drain_within_seconds_ends_although_people_play(admin_harness: AdminHarness) -> None:
    admin_harness.start_match()
    assert admin_harness.run_command("drain", "--within", "60")[0]["matches"] == 1
    admin_harness.state.now = 59.0
    assert not admin_harness.operator.is_drained
    admin_harness.state.now = 60.0
    assert admin_harness.operator.is_drained


@pytest.mark.parametrize("words", [("--within",), ("--within", "-1"), ("60", "60"), ("60",)])
def test_drain_with_other_arguments_is_refused(
    admin_harness: AdminHarness, words: tuple[str, ...]
) -> None:
    with pytest.raises(AdminError, match="--within SECONDS"):
        admin_harness.run_command("drain", *words)
    assert not admin_harness.state.draining


def test_undrain_starts_the_matches_of_full_rooms_and_needs_a_drain(
    admin_harness: AdminHarness,
) -> None:
    with pytest.raises(AdminError, match="does not drain"):
        admin_harness.run_command("undrain")
    ada, bob = admin_harness.connect("ada"), admin_harness.connect("bob")
    admin_harness.hub.receive(ada, SelectMatch(0))
    admin_harness.hub.receive(ada, SelectModeAndPlayers(3, game="uno"))
    admin_harness.hub.receive(bob, SelectMatch(1))
    admin_harness.run_command("drain", "--within", "0")
    admin_harness.hub.receive(ada, ChangeSeats(2))
    assert admin_harness.state.match_count == 0
    assert admin_harness.run_command("undrain") == [{"draining": False, "matches": 1}]
    assert not admin_harness.operator.is_drained
    assert "can start again" in str(admin_harness.received(bob, GenericMessage))


def test_drain_starts_no_match_in_rooms_that_are_already_open(
    admin_harness: AdminHarness,
) -> None:
    ada, bob, eve = (admin_harness.connect(name) for name in ("ada", "bob", "eve"))
    admin_harness.hub.receive(ada, SelectMatch(0))
    admin_harness.hub.receive(ada, SelectModeAndPlayers(3, game="uno"))
    admin_harness.hub.receive(bob, SelectMatch(1))
    admin_harness.run_command("drain")
    admin_harness.hub.receive(eve, SelectMatch(1))
    assert admin_harness.received(eve, Error)[-1].error is ErrorCode.SERVERFULL
    admin_harness.hub.receive(ada, StartMatch())
    assert admin_harness.received(ada, Error)[-1].error is ErrorCode.SERVERFULL
    admin_harness.hub.receive(ada, ChangeSeats(2))
    assert admin_harness.state.rooms[1].is_full
    assert "no match starts" in admin_harness.received(bob, GenericMessage)[-1].msg
    assert admin_harness.state.match_count == 0
    assert admin_harness.operator.is_drained


def test_connections_have_the_name_of_their_transport(admin_harness: AdminHarness) -> None:
    admin_harness.connect("ada")
    (row,) = admin_harness.run_command("connections")
    assert (row["transport"], row["name"]) == ("test", "ada")


@pytest.mark.parametrize(
    "command_line",
    [
        ("dance",),
        ("kick",),
        ("kick", "nobody"),
        ("match", "7"),
        ("end", "x"),
        ("ban", "name"),
        ("ban", "planet", "x"),
        ("ban", "address", "x"),
        ("ban", "token", "nobody"),
        ("\x1b[2J",),
    ],
)
def test_invalid_command_gets_a_clean_error_and_adds_no_ban_and_closes_no_connection(
    admin_harness: AdminHarness, command_line: tuple[str, ...]
) -> None:
    ada, _ = admin_harness.start_match()
    with pytest.raises(AdminError) as refused:
        admin_harness.run_command(*command_line)
    assert "\x1b" not in str(refused.value)
    assert admin_harness.run_command("bans") == []
    admin_harness.hub.receive(ada, Heartbeat())
    assert len(admin_harness.run_command("connections")) == 2


def test_empty_command_line_lists_every_command(admin_harness: AdminHarness) -> None:
    assert [row["command"] for row in admin_harness.run_command()] == list(COMMANDS)


@pytest.mark.parametrize("words", [("ban", "name", "bob"), ("ban", "token", "bob"), ("mute", "x")])
def test_ban_on_a_full_disk_is_in_force_and_answered_with_an_error(
    admin_harness: AdminHarness,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:
    def fail(file: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    _, bob = admin_harness.start_match()
    admin_harness.state.bans.file = tmp_path / "bans.txt"
    monkeypatch.setattr("server.admission.bans.write_durably", fail)
    answer = admin_harness.operator.answer(words)
    reason = "No space left on device"
    assert answer == {"error": f"in force until the server stops, but not saved: {reason}"}
    assert len(admin_harness.run_command("bans")) == 1
    assert admin_harness.outboxes[bob].closed == (words[0] == "ban")


@pytest.mark.parametrize(
    "words", [("unban", "name", "bob"), ("unban", "address", "192.0.2.1"), ("unmute", "bob")]
)
def test_removal_of_an_unknown_entry_is_an_error(
    admin_harness: AdminHarness, words: tuple[str, ...]
) -> None:
    admin_harness.run_command("ban", "name", "ada")
    with pytest.raises(AdminError, match="try bans"):
        admin_harness.run_command(*words)
    assert admin_harness.run_command("bans") == [{"ban": "name ada"}]


@pytest.mark.parametrize(
    "words", [("kick", "bob", "by"), ("ban", "name", "bob", "by"), ("mute", "bob", "by")]
)
def test_name_with_an_unquoted_space_is_refused_and_concerns_nobody(
    admin_harness: AdminHarness, words: tuple[str, ...]
) -> None:
    _, bob = admin_harness.start_match()
    with pytest.raises(AdminError, match="quote a name with spaces"):
        admin_harness.run_command(*words)
    assert not admin_harness.outboxes[bob].closed
    assert admin_harness.run_command("bans") == []


def test_match_number_of_thousands_of_digits_is_unknown(admin_harness: AdminHarness) -> None:
    with pytest.raises(AdminError, match="there is no match"):
        admin_harness.run_command("match", "9" * 5000)


def test_mute_is_listed_refuses_chat_of_the_player_and_can_be_lifted(
    admin_harness: AdminHarness,
) -> None:
    ada, bob = admin_harness.start_match()
    assert admin_harness.run_command("mute", "Bob\x1b") == [{"muted": "Bob"}]
    assert admin_harness.run_command("mute", "away") == [{"muted": "away"}]
    assert admin_harness.run_command("bans") == [{"ban": "mute away"}, {"ban": "mute bob"}]
    admin_harness.hub.receive(bob, SendChat("hello"))
    assert admin_harness.received(bob, Error)[-1].error is ErrorCode.NOTALLOWED
    assert admin_harness.received(ada, ChatMessage) == []
    assert not admin_harness.outboxes[bob].closed
    assert admin_harness.run_command("unmute", "BOB") == [{"ban": "mute away"}]
    admin_harness.hub.receive(bob, SendChat("hello"))
    assert [line.text for line in admin_harness.received(ada, ChatMessage)] == ["hello"]


@pytest.mark.parametrize("command", ["ban", "unban"])
def test_mute_is_not_a_kind_of_ban_for_the_operator(
    admin_harness: AdminHarness, command: str
) -> None:
    with pytest.raises(AdminError, match="use mute NAME"):
        admin_harness.run_command(command, "mute", "bob")
    assert admin_harness.run_command("bans") == []


def test_reports_are_listed_with_their_chat_lines_and_need_a_number_and_a_data_folder(
    admin_harness: AdminHarness,
) -> None:
    chat = (ChatMessage("bob", "hello"), ChatMessage("bob", "psst", "ada"))
    report = Report("2026-01-01", "ada", "127.0.0.1", "bob", "192.0.2.7", 3, "insults", chat)
    operator = Operator(admin_harness.hub, lambda count: [report] * count)
    row, *lines = operator.execute(("reports", "1"))
    assert (row["reporter"], row["reported"], row["address"]) == ("ada", "bob", "192.0.2.7")
    assert lines == [{"chat": "[bob] hello"}, {"chat": "[bob to ada] psst"}]
    assert len(operator.execute(("reports",))) == 30
    assert len(operator.execute(("reports", "99999999"))) == 300
    for count in ("0", "-1", "x", "9" * 99):
        with pytest.raises(AdminError, match="COUNT"):
            operator.execute(("reports", count))
    with pytest.raises(AdminError, match="no data folder"):
        admin_harness.run_command("reports")
