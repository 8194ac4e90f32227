"""Phase "wizard": choosing wizards, leaving, the rights of the host, and the start."""

from typing import Any

import pytest

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChangeSeats,
    ChoosePartner,
    ChooseWizard,
    Error,
    ErrorCode,
    LeaveMatch,
    Message,
    PlayAgain,
    PlayersInfo,
    Refusal,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
    StartMatch,
)
from messages.registry import GameView
from server.effects import Outcome
from server.phases import room
from server.rooms import lifecycle
from server.sessions import InRoom
from tests.harness.handler import HandlerHarness


def _open_room(players: int = 2) -> tuple[HandlerHarness, int, int]:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(players))
    harness.send(bob, SelectMatch(1))
    return harness, ada, bob


def test_taken_wizard_is_refused_and_a_free_one_accepted_in_lower_case() -> None:
    harness, ada, bob = _open_room()
    text = "You have been successfully associated with the wizard that you chose"
    assert harness.send(ada, ChooseWizard("KING")) == ActionValid(text)
    error = harness.send(bob, ChooseWizard("KING"))
    assert isinstance(error, Error)
    assert error.error is ErrorCode.CHOICENOTVALID
    assert harness.send(bob, ChooseWizard("witch")) == ActionValid(text)


@pytest.mark.parametrize("wizard", ["GANDALF", "KING", ""])
def test_wizard_that_is_not_free_is_refused_with_the_free_ones_and_no_new_prompt(
    wizard: str,
) -> None:
    harness, ada, bob = _open_room()
    harness.send(ada, ChooseWizard("KING"))
    harness.pop_received_types(bob)
    error = harness.send(bob, ChooseWizard(wizard))
    assert isinstance(error, Error)
    assert error.message == "Choose one of the wizards still free: WITCH, SAGE, DRUID."
    assert harness.pop_received_types(bob) == []


def test_room_lists_the_free_wizards_also_after_one_was_changed_or_given_back() -> None:
    harness, ada, bob = _open_room(3)
    harness.send(ada, ChooseWizard("KING"))
    assert harness.received(bob, RoomUpdate)[-1].room.free_wizards == ("WITCH", "SAGE", "DRUID")
    harness.send(ada, ChooseWizard("SAGE"))
    assert harness.received(bob, RoomUpdate)[-1].room.free_wizards == ("KING", "WITCH", "DRUID")
    harness.send(ada, LeaveMatch())
    free = harness.received(bob, RoomUpdate)[-1].room.free_wizards
    assert free == ("KING", "WITCH", "SAGE", "DRUID")


def test_chosen_wizards_are_announced_to_the_room() -> None:
    harness, ada, bob = _open_room()
    harness.send(ada, ChooseWizard("KING"))
    assert harness.received(bob, RoomUpdate)[-1].room.wizards == {"ada": "KING"}


def test_wizard_can_be_changed_until_the_start() -> None:
    harness, ada, bob = _open_room()
    harness.send(ada, ChooseWizard("KING"))
    harness.send(ada, ChooseWizard("SAGE"))
    harness.send(bob, ChooseWizard("KING"))
    assert harness.received(bob, PlayersInfo)[0].map_player_wizard == {"ada": "SAGE", "bob": "KING"}


def _open_room_of_four(game: str = "eriantys", seats: int = 4) -> tuple[HandlerHarness, list[int]]:
    harness = HandlerHarness()
    peers = [harness.connect_named(name) for name in ("ada", "bob", "cyd", "dan")][:seats]
    harness.send(peers[0], SelectMatch(0))
    harness.send(peers[0], SelectModeAndPlayers(seats, game=game, standing=True))
    for peer in peers[1:]:
        harness.send(peer, SelectMatch(1))
    return harness, peers


def _room_after_a_match() -> tuple[HandlerHarness, int, int]:
    """Return a standing UNO room of ada and bob after a match, which cyd has left."""
    harness, (ada, bob, cyd) = _open_room_of_four("uno", 3)
    assert harness.received(ada, RoomUpdate)[-1].room.undecided == ()
    harness.send(ada, StartMatch())
    harness.send(cyd, LeaveMatch())
    harness.send(bob, LeaveMatch())
    harness.send(bob, SelectMatch(1))
    return harness, ada, bob


def test_player_of_the_last_match_is_undecided_until_play_again() -> None:
    harness, ada, bob = _room_after_a_match()
    room = harness.received(bob, RoomUpdate)[-1].room
    assert room.standing
    assert room.undecided == ("ada",), "bob has joined after the match"
    assert harness.send(ada, PlayAgain()) == ActionValid("You play the next match")
    for peer in (ada, bob):
        assert harness.received(peer, RoomUpdate)[-1].room.undecided == ()


def test_repeated_play_again_sends_no_update() -> None:
    harness, ada, bob = _room_after_a_match()
    harness.send(ada, PlayAgain())
    updates = len(harness.received(bob, RoomUpdate))
    assert harness.send(ada, PlayAgain()) == ActionValid("You play the next match")
    assert len(harness.received(bob, RoomUpdate)) == updates


def test_host_may_start_while_somebody_is_undecided() -> None:
    harness, ada, _ = _room_after_a_match()
    assert isinstance(harness.send(ada, StartMatch()), ActionValid)
    assert len(harness.received(ada, PlayersInfo)) == 2


def test_choosing_a_wizard_says_to_play_again_and_computer_players_always_play() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, standing=True))
    harness.send(bob, SelectMatch(1))
    harness.send(ada, ChooseWizard("KING"))
    harness.send(bob, ChooseWizard("SAGE"))
    (room,) = harness.state.rooms.values()
    room.members[1].is_computer = True
    harness.send(ada, StartMatch())
    lifecycle.reopen(harness.state, room, Outcome())
    assert room.info().undecided == ("ada",)
    harness.send(ada, ChooseWizard("KING"))
    assert room.info().undecided == ()


def test_play_again_is_refused_outside_a_room() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    assert harness.assert_refused(ada, PlayAgain()) == ErrorCode.UNEXPECTEDMESSAGE


def test_room_lists_the_teams_by_the_order_of_joining_until_partners_are_chosen() -> None:
    harness, (ada, bob, cyd, dan) = _open_room_of_four()
    teams = [update.room.teams for update in harness.received(ada, RoomUpdate)]
    assert teams == [
        (("ada",), ()),
        (("ada",), ("bob",)),
        (("ada", "cyd"), ("bob",)),
        (("ada", "cyd"), ("bob", "dan")),
    ]
    answer = harness.send(bob, ChoosePartner("CYD"))
    assert answer == ActionValid("You play in one team with cyd")
    for peer in (ada, bob, cyd, dan):
        teams_now = harness.received(peer, RoomUpdate)[-1].room.teams
        assert sorted(map(sorted, teams_now)) == [["ada", "dan"], ["bob", "cyd"]]


def test_chosen_partners_get_seats_of_one_team_at_the_start() -> None:
    harness, peers = _open_room_of_four()
    harness.send(peers[0], ChoosePartner("bob"))
    for peer, wizard in zip(peers, ("KING", "WITCH", "SAGE", "DRUID"), strict=True):
        harness.send(peer, ChooseWizard(wizard))
    harness.send(peers[0], StartMatch())
    for peer in peers:
        info = harness.received(peer, PlayersInfo)[0]
        assert info.player_nicknames == ("ada", "cyd", "bob", "dan")
        assert info.map_tower_to_player["ada"] == info.map_tower_to_player["bob"] == "WHITE"
        assert info.map_player_wizard["bob"] == "WITCH"
        seat = harness.received(peer, GameView)[0].view.seat
        assert info.player_nicknames[seat or 0] == harness.state.peers[peer].session.name  # type: ignore[union-attr]
    assert harness.state.rooms[1].info().teams == (("ada", "bob"), ("cyd", "dan"))


def test_last_choice_of_a_partner_counts_and_ends_when_one_of_them_leaves() -> None:
    harness, (ada, _, cyd, dan) = _open_room_of_four()
    harness.send(ada, ChoosePartner("bob"))
    harness.send(dan, ChoosePartner("ada"))
    teams = harness.state.rooms[1].info().teams
    assert sorted(map(sorted, teams)) == [["ada", "dan"], ["bob", "cyd"]]
    harness.send(dan, LeaveMatch())
    assert harness.state.rooms[1].pairs == []
    assert harness.received(cyd, RoomUpdate)[-1].room.teams == (("ada", "cyd"), ("bob",))


@pytest.mark.parametrize("partner", ["ada", "eve", ""])
def test_partner_who_is_not_another_member_is_refused(partner: str) -> None:
    harness, (ada, *_) = _open_room_of_four()
    before = harness.state.rooms[1].info()
    assert harness.assert_refused(ada, ChoosePartner(partner)) is ErrorCode.CHOICENOTVALID
    assert harness.state.rooms[1].info() == before


def test_partner_is_refused_with_three_seats_in_other_games_and_after_the_start() -> None:
    harness, (ada, *_) = _open_room_of_four(seats=3)
    assert harness.assert_refused(ada, ChoosePartner("bob")) is ErrorCode.CHOICENOTVALID
    assert harness.state.rooms[1].info().teams == ()
    harness, (ada, *_) = _open_room_of_four("uno")
    assert harness.assert_refused(ada, ChoosePartner("bob")) is ErrorCode.UNEXPECTEDMESSAGE
    harness.send(ada, StartMatch())
    answer = harness.send(ada, ChoosePartner("bob"))
    assert isinstance(answer, Error)
    assert answer.error is ErrorCode.UNEXPECTEDMESSAGE
    assert answer.message == "Partners are chosen before the match starts."


def test_expert_match_starts_with_messages_in_protocol_order() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, True))
    for peer in (ada, bob):
        names = harness.pop_received_types(peer)
        start = names.index("PlayersInfo")
        view = names.index("GameView")
        assert names[start : start + 5] == [
            "PlayersInfo",
            "MatchCreated",
            "SetUpSchoolStudent",
            "SetUpSchoolStudent",
            "SetUpCharacterCard",
        ]
        assert set(names[start + 5 : view]) == {"UpdateMessage"}, "the first round begins"
        assert names[view + 1 :] in (["YourTurn", "SelectAssistantCard"], ["IsTurnOfPlayer"])


def test_host_who_leaves_before_the_start_frees_seat_and_wizard_and_the_next_is_host() -> None:
    harness, ada, bob = _open_room()
    harness.send(ada, ChooseWizard("KING"))
    harness.send(ada, LeaveMatch())
    assert harness.received(bob, RoomUpdate)[-1].room.players == ("bob",)
    assert harness.received(bob, RoomUpdate)[-1].room.host == "bob", "the next member becomes host"
    carl = harness.connect_named("carl")
    harness.send(carl, SelectMatch(1))
    assert "KING" in harness.received(carl, SelectWizard)[-1].available_wizards


def test_open_room_is_closed_when_all_have_left() -> None:
    harness, ada, bob = _open_room()
    harness.send(ada, LeaveMatch())
    harness.send(bob, LeaveMatch())
    assert harness.state.rooms == {}
    assert harness.state.open_rooms == {}


@pytest.mark.parametrize(
    ("handle", "message"),
    [
        (room.add_bot, AddComputerPlayer()),
        (room.change_seats, ChangeSeats(2)),
        (room.start_match, StartMatch()),
    ],
)
def test_member_who_is_not_host_may_not_add_bots_change_seats_or_start(
    handle: Any, message: Message
) -> None:
    harness, _, bob = _open_room(3)
    member = harness.session_state(bob, InRoom)
    with pytest.raises(Refusal, match="Only the host of this match may do that; ask ada"):
        handle(harness.state, harness.state.peers[bob], member, message)
    assert (member.room.bot_seats, member.room.setup.number_of_players) == (0, 3)
    assert member.room.match is None


def test_host_may_change_the_number_of_seats() -> None:
    harness, ada, _ = _open_room(3)
    host = harness.session_state(ada, InRoom)
    outcome = room.change_seats(harness.state, harness.state.peers[ada], host, ChangeSeats(4))
    assert outcome.answer == ActionValid("The table has changed its size")
    assert host.room.setup.number_of_players == 4
