"""Test the Codex Naturalis table in sentences."""

from msgspec.structs import replace

from client.games.codex.reading import card_words, read_board, read_own, read_scores
from client.games.drawing import Marks
from tests.client.games.codex.tables import codex_view

NAMES = ("ada", "bob")


def test_card_is_read_with_kingdom_corners_points_and_needs() -> None:
    assert card_words("R18") == (
        "R18 plant; upper left empty, upper right empty, lower left plant, no lower right, 1 point"
    )
    assert card_words("G20").endswith("no lower right, 5 points, needs plant 5")
    assert card_words("S01").startswith("S01 starter; front upper left")
    assert card_words("X\x1b99") == "X99"


def test_board_reads_sources_common_objectives_and_the_areas_of_others() -> None:
    board = read_board(codex_view(), NAMES)
    assert board[:2] == ["Round 1, placing a card.", "It is your turn."]
    assert any(fact.startswith("To draw 1: R05 fungi; ") for fact in board)
    assert "To draw 6: gold deck 1, top insect." in board
    assert board[-1] == "bob's area: S01 starter front at 0 0."
    assert any(fact.startswith("Common objective O05 3 per two fungi") for fact in board)
    over = read_board(codex_view(phase="OVER", turn=None), NAMES)
    assert not any(fact.startswith("To draw") for fact in over)


def test_own_things_are_objective_area_spots_and_hand() -> None:
    own = read_own(codex_view(), NAMES, Marks())
    assert own[0].startswith("Secret objective O01")
    assert "Your visible symbols: fungi 3, plant 2, animal 2." in own
    assert "Your area: R11 plant back at -1 1." in own
    assert "Open spot 3 is at -2 0." in own
    assert own[-1].startswith("Your card 3: G02 gold fungi; ")
    assert read_own(codex_view(seat=None), NAMES, Marks()) == []


def test_player_who_left_or_has_placed_nothing_has_one_sentence() -> None:
    view = codex_view()
    empty = replace(view.players[1], area=type(view.players[1].area)())
    gone = replace(view.players[1], gone=True)
    for player, text in ((empty, "bob's area is empty."), (gone, "bob has left the match.")):
        assert read_board(replace(view, players=(view.players[0], player)), NAMES)[-1] == text
    own = read_own(replace(view, players=(empty, view.players[1])), NAMES, Marks())
    assert any(fact.startswith("Your starter: S0") for fact in own)


def test_scores_include_the_points_of_objectives() -> None:
    view = codex_view()
    players = (replace(view.players[0], score=12, objective_points=(2, 0, 3)), view.players[1])
    assert read_scores(replace(view, players=players), NAMES) == [
        "You have 17 points.",
        "bob has 0 points.",
    ]
