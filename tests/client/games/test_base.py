from msgspec.structs import replace

from client.games.base import mirror_by_type, number_actions, replace_at, replace_player, set_fields
from client.games.generic import command_text
from messages import SendChat
from messages.uno.table import UnoDirectionChanged
from tests.client.games.uno.tables import uno_view


def test_number_actions_numbers_actions_and_their_lines_from_1() -> None:
    offer = number_actions([SendChat("a"), SendChat("b")], command_text)
    assert offer.numbers == {1: SendChat("a"), 2: SendChat("b")}
    assert offer.lines == ("   1  send chat a ", "   2  send chat b ")


def test_replace_at_replaces_only_the_item_at_the_index() -> None:
    assert replace_at(("a", "b", "c"), 1, "x") == ("a", "x", "c")


def test_replace_player_sets_the_cards_of_one_player_and_keeps_the_rest_of_the_view() -> None:
    view = uno_view(["RED 1"])
    after = replace_player(view, 1, cards=3, score=7)
    assert [player.cards for player in after.players] == [1, 3, 7]
    assert replace(after, players=view.players) == view


def test_set_fields_copies_fields_of_the_change_and_sets_constants() -> None:
    view = uno_view(["RED 1"])
    mirror = mirror_by_type({UnoDirectionChanged: set_fields("clockwise", pending=2)})
    after = mirror(view, UnoDirectionChanged(clockwise=not view.clockwise))
    assert after == replace(view, clockwise=not view.clockwise, pending=2)
