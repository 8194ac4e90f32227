"""Test the commands of an open room."""

import pytest

from client.games.parsing import CommandError
from client.model import Model
from client.tui.room_commands import parse_room_line, starts_by_itself
from messages import (
    AddComputerPlayer,
    ChangeSeats,
    ChoosePartner,
    ChooseWizard,
    ClientMessage,
    KickPlayer,
    PlayAgain,
    RoomInfo,
    RoomUpdate,
    SelectWizard,
    SessionOpened,
    StartMatch,
)
from tests.harness.table_messages import room

WIZARDS = ("KING", "WITCH", "SAGE")


def model_in(info: RoomInfo, wizards: tuple[str, ...] = ()) -> Model:
    model = Model()
    model.receive(SessionOpened("ada", "token"))
    model.receive(RoomUpdate(info))
    if wizards:
        model.receive(SelectWizard(wizards))
    return model


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("king", ChooseWizard("KING")),
        ("wizard W", ChooseWizard("WITCH")),
        ("3", ChooseWizard("SAGE")),
        ("add", AddComputerPlayer()),
        ("add random", AddComputerPlayer("random")),
        ("add easy", AddComputerPlayer("random")),
        ("ADD medium", AddComputerPlayer()),
        ("seats 3", ChangeSeats(3)),
        ("start", StartMatch()),
        ("partner Bob", ChoosePartner("Bob")),
        ("PARTNER two words", ChoosePartner("two words")),
        ("kick Bob", KickPlayer("Bob")),
        ("KICK " + "x" * 99, KickPlayer("x" * 64)),
    ],
)
def test_room_line_chooses_a_wizard_or_partner_or_is_a_command_of_the_host(
    line: str, message: ClientMessage
) -> None:
    assert parse_room_line(line, model_in(room(), WIZARDS)) == [message]


def test_fill_requests_a_computer_player_of_the_level_for_each_free_seat() -> None:
    model = model_in(room(game="uno", number_of_players=4))
    assert parse_room_line("fill hard", model) == [AddComputerPlayer("advanced")] * 3
    with pytest.raises(CommandError, match="No seat is free"):
        parse_room_line("fill", model_in(room(players=("bob", "ada"))))


@pytest.mark.parametrize(
    ("line", "free", "help"),
    [
        ("druid", WIZARDS, "use king, witch, sage, 1, 2 or 3"),
        ("9", WIZARDS, "is no free wizard"),
        ("wizard", WIZARDS, "name or the number"),
        ("the king", WIZARDS, "name or the number"),
        ("king", (), "Wait for the others"),
        ("add two of them", (), "Wait for the others"),
        ("partner", WIZARDS, "partner NAME"),
        ("kick", (), "kick NAME"),
    ],
)
def test_invalid_or_unavailable_wizard_is_refused_with_a_hint(
    line: str, free: tuple[str, ...], help: str
) -> None:
    with pytest.raises(CommandError, match=help):
        parse_room_line(line, model_in(room(), free))


def test_match_starts_by_itself_only_if_no_other_person_is_missing() -> None:
    assert starts_by_itself(Model(), 0)
    uno = room(game="uno", players=("ada",), number_of_players=2)
    assert not starts_by_itself(model_in(uno), 0)
    assert starts_by_itself(model_in(uno), 1), "a computer player is on its way"
    full = room(players=("ada", "bob"), free_wizards=WIZARDS)
    assert starts_by_itself(model_in(full), 0), "ada will be asked for a wizard"
    half = room(players=("ada", "bob"), free_wizards=WIZARDS, wizards={"ada": "KING"})
    assert not starts_by_itself(model_in(half), 0), "bob has to choose a wizard"
    chosen = room(players=("ada", "bob"), wizards={"ada": "KING", "bob": "SAGE"})
    assert starts_by_itself(model_in(chosen), 0)


def test_again_at_a_reopened_table_starts_it_for_the_host_when_the_others_are_ready() -> None:
    full = room(host="ada", players=("ada", "bob"), undecided=("ada",))
    assert parse_room_line("again", model_in(full)) == [StartMatch()]
    awaited = room(host="ada", players=("ada", "bob"), undecided=("ada", "bob"))
    assert parse_room_line("again", model_in(awaited)) == [PlayAgain()]


def test_again_of_a_guest_or_at_a_table_with_a_free_seat_says_that_the_player_stays() -> None:
    guest = room(players=("bob", "ada"), undecided=("ada",))
    assert parse_room_line("again", model_in(guest)) == [PlayAgain()]
    alone = room(host="ada", players=("ada",), undecided=("ada",))
    assert parse_room_line("again", model_in(alone)) == [PlayAgain()]
    for decided in (room(players=("bob", "ada")), room(host="ada", players=("ada",))):
        with pytest.raises(CommandError, match="You play again at this table"):
            parse_room_line("again", model_in(decided))
