import pytest

from client.games.parsing import CommandError
from client.tui.lobby_dialogue import parse_new, parse_room_choice, parse_room_line
from client.tui.text.typing import JOIN_USAGE
from messages import (
    AddComputerPlayer,
    ChangeSeats,
    ChoosePartner,
    ChooseWizard,
    ClientMessage,
    KickPlayer,
    SelectMatch,
    SelectModeAndPlayers,
    StartMatch,
)

DEFAULT = SelectModeAndPlayers(2, bots=1)
WIZARDS = ("KING", "WITCH", "SAGE")


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("", DEFAULT),
        ("3 expert bots 2", SelectModeAndPlayers(3, mode=True, bots=2)),
        ("Private EXP bots 0", SelectModeAndPlayers(2, mode=True, private=True)),
        ("eriantys 4 base public", SelectModeAndPlayers(4, bots=1)),
        (
            "hand=7 draw=true mode=jump_in",
            SelectModeAndPlayers(2, bots=1, options={"hand": 7, "draw": True, "mode": "jump_in"}),
        ),
        ("2 bot 0 cl 30", SelectModeAndPlayers(2, clock=30)),
        ("clock 60 standing", SelectModeAndPlayers(2, bots=1, clock=60, standing=True)),
    ],
)
def test_new_parses_a_setup_and_keeps_defaults_for_the_rest(
    line: str, wanted: SelectModeAndPlayers
) -> None:
    assert parse_new(line.split(), DEFAULT) == wanted


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("bots", "Like this: new 3 bots 1"),
        ("2 bot", "Like this: new 3 bots 1"),
        ("bots many", "use a number"),
        ("chess", "'chess' is no setting: use expert, base, private.* bots or clock"),
    ],
)
def test_invalid_setup_of_new_is_refused_with_a_hint(line: str, help: str) -> None:
    with pytest.raises(CommandError, match=help):
        parse_new(line.split(), DEFAULT)


def test_join_selects_by_number_or_code_and_is_refused_without_one() -> None:
    assert parse_room_choice(["3"], SelectMatch, JOIN_USAGE) == SelectMatch(3)
    assert parse_room_choice(["abc234"], SelectMatch, JOIN_USAGE) == SelectMatch(0, code="ABC234")
    with pytest.raises(CommandError, match="join 3"):
        parse_room_choice([], SelectMatch, JOIN_USAGE)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("king", ChooseWizard("KING")),
        ("wizard W", ChooseWizard("WITCH")),
        ("3", ChooseWizard("SAGE")),
        ("add", AddComputerPlayer()),
        ("add random", AddComputerPlayer("random")),
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
    assert parse_room_line(line, WIZARDS) == message


@pytest.mark.parametrize(
    ("line", "free", "help"),
    [
        ("druid", WIZARDS, "use king, witch, sage, 1, 2 or 3"),
        ("9", WIZARDS, "is no free wizard"),
        ("wizard", WIZARDS, "name or the number"),
        ("the king", WIZARDS, "name or the number"),
        ("king", (), "Wait for the others"),
        ("partner", WIZARDS, "partner NAME"),
        ("kick", (), "kick NAME"),
    ],
)
def test_invalid_or_unavailable_wizard_is_refused_with_a_hint(
    line: str, free: tuple[str, ...], help: str
) -> None:
    with pytest.raises(CommandError, match=help):
        parse_room_line(line, free)
