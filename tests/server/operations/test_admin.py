"""What the operator sees and does."""

from typing import Any

import pytest

from messages import (
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
    SessionOpened,
    YouWin,
)
from server.delivery.hub import Hub
from server.effects import PeerId, Send
from server.operations.admin import COMMANDS, AdminError, Operator
from server.sessions import ClientKind
from tests.harness.handler import House


class Box:
    """An outbox that keeps what was put."""

    def __init__(self) -> None:
        self.got: list[Message] = []
        self.closed = False

    def answer(self, message: Message) -> None:
        self.got.append(message)

    def push(self, send: Send) -> None:
        self.got += send.messages

    def close(self) -> None:
        self.closed = True


class Office:
    """A hub with guests, and its operator."""

    def __init__(self) -> None:
        self.house = House()
        self.state = self.house.state
        self.hub = Hub(self.house.handler, lambda: 0.0)
        self.operator = Operator(self.hub)
        self.boxes: dict[PeerId, Box] = {}

    def guest(self, name: str = "", address: str = "127.0.0.1") -> PeerId:
        box = Box()
        peer = self.hub.connect(box, address)
        self.boxes[peer] = box
        if name:
            self.hub.receive(peer, ChooseNickname(name))
        return peer

    def table(self) -> tuple[PeerId, PeerId]:
        """Ada and Bob play UNO."""
        ada, bob = self.guest("ada"), self.guest("bob", "192.0.2.7")
        self.hub.receive(ada, SelectMatch(0))
        self.hub.receive(ada, SelectModeAndPlayers(2, game="uno"))
        self.hub.receive(bob, SelectMatch(1))
        return ada, bob

    def do(self, *words: str) -> list[dict[str, Any]]:
        return self.operator.obey(words)

    def got(self, peer: PeerId, kind: type[Any]) -> list[Any]:
        return [message for message in self.boxes[peer].got if isinstance(message, kind)]


@pytest.fixture
def office() -> Office:
    return Office()


def test_tables_and_connections_are_listed(office: Office) -> None:
    office.table()
    office.guest()
    (row,) = office.do("matches")
    assert (row["match"], row["game"], row["state"]) == (1, "uno", "playing")
    assert row["players"] == "ada,bob"
    about, *seats = office.do("match", "1")
    assert about == row
    assert [seat["name"] for seat in seats] == ["ada", "bob"]
    names = [(row["name"], row["address"], row["match"]) for row in office.do("connections")]
    assert names == [("ada", "127.0.0.1", 1), ("bob", "192.0.2.7", 1), ("-", "127.0.0.1", 0)]


def test_secrets_are_not_shown(office: Office) -> None:
    ada, _ = office.table()
    token = office.got(ada, SessionOpened)[0].token
    told = str([office.do(name, "1") for name in ("matches", "match", "connections")])
    assert token not in told
    assert "hand" not in told


def test_an_announcement_reaches_everybody_cleaned(office: Office) -> None:
    ada, bob = office.table()
    assert office.do("announce", "back", "at\x1b[2J", "eight") == [{"told": 2}]
    for peer in (ada, bob):
        assert office.got(peer, GenericMessage)[-1].msg == "back at[2J eight"


def test_who_is_kicked_is_told_and_the_seat_is_given_up(office: Office) -> None:
    ada, bob = office.table()
    token = office.got(bob, SessionOpened)[0].token
    assert office.do("kick", "BOB") == [{"kicked": "bob"}]
    assert office.got(bob, Error)[-1].error is ErrorCode.NOTALLOWED
    assert office.boxes[bob].closed
    assert office.got(ada, YouWin)
    again = office.guest()
    office.hub.receive(again, Reconnect("bob", token))
    assert office.got(again, Error)[-1].error is ErrorCode.SESSIONUNKNOWN


OLD = ClientKind(has_token=False, dialect="chess")


def test_a_guest_of_an_old_dialect_has_no_token_to_ban(office: Office) -> None:
    peer = office.hub.connect(Box(), "192.0.2.7", client=OLD)
    office.hub.receive(peer, ChooseNickname("old"))
    with pytest.raises(AdminError, match="ban the name"):
        office.do("ban", "token", "old")
    assert office.do("bans") == []
    assert "old" in office.state.sessions


@pytest.mark.parametrize("ban", [("name", "bob"), ("address", "192.0.2.0/24"), ("token", "bob")])
def test_a_ban_sends_away_and_keeps_out(office: Office, ban: tuple[str, str]) -> None:
    ada, bob = office.table()
    token = office.got(bob, SessionOpened)[0].token
    assert office.do("ban", *ban)[0]["kicked"] == 1
    assert office.boxes[bob].closed
    assert not office.boxes[ada].closed
    again = office.guest(address="192.0.2.7")
    office.hub.receive(again, Reconnect("bob", token))
    assert office.got(again, Error)[0].error is ErrorCode.NOTALLOWED
    (line,) = (row["ban"] for row in office.do("bans"))
    assert office.do("unban", *line.split()) == []


def test_a_banned_network_loses_those_without_a_name_too(office: Office) -> None:
    stranger = office.guest(address="192.0.2.9")
    office.do("ban", "address", "192.0.2.9")
    assert office.boxes[stranger].closed


def test_a_match_can_be_ended(office: Office) -> None:
    peers = office.table()
    assert office.do("end", "1") == [{"ended": 1}]
    for peer in peers:
        assert "ended" in office.got(peer, GenericMessage)[-1].msg
        assert isinstance(office.boxes[peer].got[-1], ChooseMatch)
    assert office.state.rooms == {}


def test_draining_waits_for_the_matches_that_are_on(office: Office) -> None:
    ada, _ = office.table()
    assert office.do("drain") == [{"draining": True, "matches": 1}]
    assert "no new ones" in office.got(ada, GenericMessage)[-1].msg
    assert not office.operator.drained
    eve = office.guest("eve")
    office.hub.receive(eve, SelectMatch(0))
    office.hub.receive(eve, SelectModeAndPlayers(2))
    assert office.got(eve, Error)[-1].error is ErrorCode.SERVERFULL
    office.do("end", "1")
    assert office.operator.drained


@pytest.mark.parametrize(
    "words",
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
def test_what_cannot_be_done_is_said_and_changes_nothing(
    office: Office, words: tuple[str, ...]
) -> None:
    ada, _ = office.table()
    with pytest.raises(AdminError) as refused:
        office.do(*words)
    assert "\x1b" not in str(refused.value)
    assert office.do("bans") == []
    office.hub.receive(ada, Heartbeat())
    assert len(office.do("connections")) == 2


def test_help_lists_every_command(office: Office) -> None:
    assert [row["command"] for row in office.do()] == list(COMMANDS)
