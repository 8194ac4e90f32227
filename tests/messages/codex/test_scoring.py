"""Objectives are counted exactly: equal to an exhaustive search on random areas."""

from random import Random

import pytest

from messages.codex.area import CodexArea, CodexPlaced, CodexSide, with_card
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES
from messages.codex.scoring import joint_points, objective_points
from tests.games.codex.tables import scattered, showing

Copy = tuple[str, frozenset[tuple[int, int]]]
PLAYABLE = [card.id for card in CODEX_CARDS.values() if card.kind in ("RESOURCE", "GOLD")]
PATTERNS = [o.id for o in CODEX_OBJECTIVES.values() if o.pattern]
QUICK, MANY = 300, 10_000


def random_area(random: Random) -> CodexArea:
    """Return a random area. One or two kingdoms give many patterns, and backs never block."""
    kingdoms = random.sample(range(4), random.choice((1, 2, 2, 3, 4)))
    cards = [card for card in PLAYABLE if CODEX_CARDS[card].kingdom in kingdoms]
    random.shuffle(cards)
    area = with_card(CodexArea(), "S03", "BACK", 0, 0)
    for card in cards[: random.randint(3, 22)]:
        side: CodexSide = random.choice(("FRONT", "BACK", "BACK"))
        if area.spots:
            spot = random.choice(area.spots)
            area = with_card(area, card, side, spot.x, spot.y)
    return area


def dense_area(random: Random) -> CodexArea:
    """Return a full block of cards, denser than play makes it."""
    width, height = random.randint(2, 5), random.randint(4, 8)
    pattern = CODEX_OBJECTIVES[random.choice(PATTERNS)].pattern
    kingdoms = sorted({kingdom for kingdom, _, _ in pattern})
    cells = [(x, y) for x in range(width) for y in range(height) if (x + y) % 2 == 0]
    stocks = {k: [c for c in PLAYABLE if CODEX_CARDS[c].kingdom == k] for k in kingdoms}
    placed = []
    for x, y in cells:
        stock = stocks[random.choice(kingdoms)]
        if random.random() < 0.85 and stock:
            placed.append(CodexPlaced(stock.pop(), "BACK", x, y))
    return CodexArea(tuple(placed))


def copies(area: CodexArea, objective: str) -> list[Copy]:
    """Return all copies, found by trying every position as the pattern's origin."""
    there = {(p.x, p.y): CODEX_CARDS[p.card].kingdom for p in area.placed}
    pattern = CODEX_OBJECTIVES[objective].pattern
    found = []
    lefts, lows = zip(*there, strict=True)
    for x in range(min(lefts) - 2, max(lefts) + 1):
        for y in range(min(lows) - 3, max(lows) + 1):
            if all(there.get((x + dx, y + dy)) == k for k, dx, dy in pattern):
                found.append((objective, frozenset((x + dx, y + dy) for _, dx, dy in pattern)))
    return found


def most(all_copies: list[Copy]) -> int:
    """Return the most points of disjoint copies: either the first one counts or it does not."""
    if not all_copies:
        return 0
    (objective, cells), *rest = all_copies
    if all(cells.isdisjoint(other) for _, other in rest):
        return CODEX_OBJECTIVES[objective].points + most(rest)
    taken = most([copy for copy in rest if cells.isdisjoint(copy[1])])
    return max(CODEX_OBJECTIVES[objective].points + taken, most(rest))


def check(seed: int) -> int:
    """Compare every pattern on one area, and two of them together; return the number of copies."""
    random = Random(seed)
    area = random_area(random) if seed % 2 else dense_area(random)
    found = {objective: copies(area, objective) for objective in PATTERNS}
    for objective in PATTERNS:
        assert objective_points(area, objective) == most(found[objective])
    scored = [objective for objective in PATTERNS if found[objective]] or PATTERNS
    pair = random.sample(scored, min(2, len(scored)))
    assert sum(joint_points(area, pair)) == most([copy for o in pair for copy in found[o]])
    return sum(map(len, found.values()))


def test_pattern_and_joint_points_equal_an_exhaustive_search_on_300_areas() -> None:
    assert sum(map(check, range(QUICK))) > QUICK


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_pattern_and_joint_points_equal_an_exhaustive_search_on_10000_areas(part: int) -> None:
    size = MANY // 10
    assert sum(map(check, range(part * size, (part + 1) * size))) > size


def test_pattern_points_do_not_depend_on_the_order_of_the_cards() -> None:
    """Invariant 13."""
    for seed in range(50):
        area = dense_area(Random(seed))
        placed = list(area.placed)
        Random(seed).shuffle(placed)
        for objective in PATTERNS:
            again = CodexArea(tuple(placed))
            assert objective_points(area, objective) == objective_points(again, objective)


def test_pattern_points_do_not_fall_with_more_cards_and_each_copy_needs_three_cards() -> None:
    """Invariant 14, and at most a third of the cards' number of copies."""
    for seed in range(50):
        placed = dense_area(Random(seed)).placed
        for objective in PATTERNS:
            card = CODEX_OBJECTIVES[objective]
            scores = [
                objective_points(CodexArea(placed[:n]), objective) for n in range(len(placed) + 1)
            ]
            assert scores == sorted(scores)
            kingdoms = {kingdom for kingdom, _, _ in card.pattern}
            coloured = sum(CODEX_CARDS[p.card].kingdom in kingdoms for p in placed)
            assert scores[-1] // card.points * 3 <= coloured


def test_symbol_objective_pays_per_complete_set_and_nothing_without_one() -> None:
    assert objective_points(showing(fungi=8), "O09") == 4
    assert objective_points(showing(fungi=2, plant=9), "O09") == 0
    assert objective_points(showing(quill=3, inkwell=2, manuscript=1), "O13") == 3


def test_joint_points_count_a_card_for_one_pattern_only_and_symbols_as_usual() -> None:
    area = scattered("red 0 3", "red 0 1", "green 1 0", "red 1 4", "red 2 5")
    line = scattered("red 0 3", "red 0 1", "green 1 0", "red 1 4", "red 2 5", "red 3 6", "red 4 7")
    assert (objective_points(area, "O05"), objective_points(area, "O01")) == (3, 2)
    assert joint_points(area, ("O05", "O01", "O09")) == (3, 0, joint_points(area, ("O09",))[0])
    assert joint_points(line, ("O05", "O01")) == (3, 2)
