"""Test when a full table is started, by whom, and when the bell rings."""

from typing import Any

import pytest

from client.model import Model
from client.tui.table_start import START_SECONDS, TableStart, can_wait_for_rematch, is_complete
from messages import (
    ChooseMatch,
    ClientMessage,
    Message,
    PlayersInfo,
    RoomInfo,
    RoomUpdate,
    SelectWizard,
    SessionOpened,
    StartMatch,
)
from tests.harness.table_messages import room


def table(**fields: Any) -> RoomInfo:
    """Return a full standing UNO table of ada, the host, and bob."""
    full = room(game="uno", players=("ada", "bob"), host="ada", standing=True)
    return full if not fields else room(**{**_fields(full), **fields})


def _fields(info: RoomInfo) -> dict[str, Any]:
    return {name: getattr(info, name) for name in info.__struct_fields__}


class Table:
    """The start of a table as the client of ada sees it."""

    def __init__(self, nickname: str = "ada") -> None:
        self.model, self.start = Model(), TableStart()
        self.receive(SessionOpened(nickname, "token"))

    def receive(self, message: Message, now: float = 0.0) -> list[ClientMessage]:
        self.model.receive(message)
        return self.start.on_message(self.model, message, now)

    def update(self, now: float = 0.0, **fields: Any) -> list[ClientMessage]:
        return self.receive(RoomUpdate(table(**fields)), now)


def test_host_starts_a_full_table_after_three_seconds_and_once() -> None:
    host = Table()
    assert host.update(10.0, players=("ada",)) == []
    assert host.start.seconds_left(10.0) is None
    assert host.update(10.0) == []
    assert host.start.seconds_left(10.5) == 3
    assert host.start.take_due(host.model, 12.9) == []
    assert host.start.take_due(host.model, 10.0 + START_SECONDS) == [StartMatch()]
    assert host.start.take_due(host.model, 20.0) == []
    assert host.update(21.0) == [], "a refused start is not repeated"
    assert host.start.seconds_left(21.0) is None


def test_esc_of_the_host_stops_it_until_the_table_changes() -> None:
    host = Table()
    host.update(0.0)
    assert host.start.stop(host.model)
    assert not host.start.stop(host.model)
    assert host.start.take_due(host.model, 9.0) == []
    host.update(10.0, players=("ada",))
    host.update(11.0)
    assert host.start.seconds_left(11.0) == 3


def test_guest_counts_too_but_neither_starts_nor_stops() -> None:
    guest = Table("bob")
    guest.update(0.0)
    assert guest.start.seconds_left(1.0) == 2
    assert not guest.start.stop(guest.model)
    assert guest.start.take_due(guest.model, 9.0) == []
    assert guest.start.seconds_left(9.0) == 0


def test_table_with_computer_players_only_starts_at_once_without_a_bell() -> None:
    host = Table()
    assert host.update(bots=1) == [StartMatch()]
    assert not host.start.take_bell()


def test_table_that_the_server_starts_is_not_counted_but_rings_at_the_start() -> None:
    host = Table()
    assert host.update(standing=False) == []
    assert host.start.seconds_left(0.0) is None
    assert not host.start.take_bell()
    host.receive(PlayersInfo(("ada", "bob"), 2, game="uno"))
    assert host.start.take_bell()
    assert not host.start.take_bell()


def test_bell_rings_once_when_the_table_is_full_and_not_again_at_the_start() -> None:
    guest = Table("bob")
    guest.update()
    assert guest.start.take_bell()
    guest.receive(PlayersInfo(("ada", "bob"), 2, game="uno"))
    assert not guest.start.take_bell()
    guest.update(undecided=("ada", "bob"))
    assert not guest.start.take_bell(), "the result of the match is still read"
    guest.update()
    assert guest.start.take_bell()


def test_leaving_the_table_ends_the_countdown() -> None:
    host = Table()
    host.update()
    host.receive(ChooseMatch(()))
    assert host.start.seconds_left(0.0) is None


@pytest.mark.parametrize(
    ("fields", "complete"),
    [
        ({}, True),
        ({"players": ("ada",)}, False),
        ({"undecided": ("bob",)}, False),
        ({"wizards": {"ada": "KING"}, "free_wizards": ("SAGE",)}, False),
        ({"wizards": {"ada": "KING", "bob": "SAGE"}}, True),
    ],
)
def test_table_is_complete_when_nobody_is_awaited(fields: dict[str, Any], complete: bool) -> None:
    assert is_complete(table(**fields)) == complete


def test_rematch_is_awaited_only_at_a_full_table_without_a_wizard_to_choose() -> None:
    guest = Table("bob")
    assert not can_wait_for_rematch(guest.model)
    guest.update()
    assert can_wait_for_rematch(guest.model)
    guest.receive(SelectWizard(("KING",)))
    assert not can_wait_for_rematch(guest.model)
    guest.update(players=("bob",))
    assert not can_wait_for_rematch(guest.model)
