"""The messages that lead to the room of a plan; tests/client/bots/test_player.py has more."""

import pytest

from client.bots.plan import Create, Join, JoinAny
from client.bots.rooms import MAX_JOIN_REFUSALS, RoomFinder
from client.model import Model
from messages import (
    AddComputerPlayer,
    ChooseMatch,
    ChooseWizard,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
)
from tests.harness.table_messages import room


@pytest.mark.parametrize(
    ("create", "is_private"),
    [
        (Create(players=3, opponents=("random", "greedy")), True),
        (Create(players=3, opponents=("random",), bots=1), True),
        (Create(players=3, opponents=("random",)), False),
        (Create(players=2, bots=1), False),
    ],
)
def test_room_is_private_if_opponents_take_all_other_seats(
    create: Create, is_private: bool
) -> None:
    message = RoomFinder(create, Model()).create()
    assert isinstance(message, SelectModeAndPlayers)
    assert message.private is is_private


def test_each_opponent_is_added_once_to_each_new_room() -> None:
    rooms = RoomFinder(JoinAny(Create(players=3, opponents=("basic", "random"))), Model())
    assert rooms.add_opponent() is None, "not before the room is created"
    for _ in range(2):
        rooms.create()
        added = [rooms.add_opponent() for _ in range(3)]
        assert added == [AddComputerPlayer("basic"), AddComputerPlayer("random"), None]


def test_only_join_any_selects_another_room_after_a_refusal() -> None:
    assert RoomFinder(Join(3), Model()).select_another(SelectMatch(3)) is None
    assert RoomFinder(JoinAny(), Model()).select_another(SelectMatch(0)) is None


def test_join_any_creates_a_room_after_max_join_refusals() -> None:
    model = Model()
    rooms = RoomFinder(JoinAny(), model)
    listed = tuple(room(match=number) for number in range(1, MAX_JOIN_REFUSALS + 5))
    model.receive(ChooseMatch((), listed))
    for number in range(1, MAX_JOIN_REFUSALS + 1):
        assert rooms.select(is_requested=False) == SelectMatch(number)
        assert rooms.select_another(SelectMatch(number)) is not None
    assert rooms.select(is_requested=False) == SelectMatch(0)


def test_last_free_wizard_is_chosen_and_a_refused_one_only_after_refusals_are_forgotten() -> None:
    model = Model()
    rooms = RoomFinder(Create(), model)
    assert rooms.choose_wizard() is None, "not before the prompt"
    model.receive(SelectWizard(("KING", "WITCH", "SAGE")))
    model.receive(RoomUpdate(room(wizards={"bob": "SAGE"})))
    assert rooms.choose_wizard() == ChooseWizard("WITCH")
    assert rooms.choose_another_wizard(ChooseWizard("WITCH")) == ChooseWizard("KING")
    assert rooms.choose_another_wizard(ChooseWizard("KING")) is None
    rooms.forget_wizard_refusals()
    assert rooms.choose_wizard() == ChooseWizard("WITCH")
