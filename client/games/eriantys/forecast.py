"""Predict the public changes of an action from a view, for the preview of the full-screen client.

A forecast contains no hidden information: students that are drawn from the bag, the next prompt and
the end of the match are left out. The server decides what really happens; a test compares both.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from client.games.eriantys.board import influence, parties_in_play
from client.games.eriantys.mirror import apply_change
from messages.base import Change, Seat
from messages.eriantys import actions as eriantys
from messages.eriantys import table
from messages.eriantys.actions import COLORS, Color, EriantysAction, Tower, UseCharacterCard
from messages.eriantys.table import EriantysView, IslandView

Changes = list[Change]
COIN_SEATS = frozenset((3, 6, 9))
"""Seats of a dining table that pay a coin when they are covered."""
THIEF_LIMIT = 3


def forecast(view: EriantysView, action: EriantysAction) -> Changes:
    """Return the public changes of a legal action of the player on turn.

    The prompts that follow, students drawn from the bag and the end of the match are left out.
    """
    seat = view.turn or 0
    match action:
        case eriantys.PlayAssistantCard():
            return [table.AssistantPlayed(seat, action.card_value)]
        case eriantys.MoveStudent(move_to="SCHOOL"):
            moved = table.StudentMoved(seat, action.color, "ENTRANCE", "SCHOOL")
            return _with_dining(view, seat, moved)
        case eriantys.MoveStudent():
            tile = island_at(view, action.island_position or 0).tiles[0]
            return [table.StudentMoved(seat, action.color, "ENTRANCE", "ISLAND", tile)]
        case eriantys.MoveMotherNature():
            island = island_after(view, action.steps)
            return [table.MotherNatureMoved(action.steps, island.tiles[0]), *resolve(view, island)]
        case eriantys.ChooseCloud():
            return [table.CloudTaken(seat, action.cloud)]
        case UseCharacterCard():
            return _forecast_character(view, seat, action)
    return []


def apply_changes(view: EriantysView, changes: Iterable[Change]) -> EriantysView:
    """Return the view after the changes."""
    for change in changes:
        view = apply_change(view, change)
    return view


# --- islands --------------------------------------------------------------------------------------


def island_at(view: EriantysView, tile: int) -> IslandView:
    """Return the island that contains this tile."""
    return next(island for island in view.islands if tile in island.tiles)


def island_after(view: EriantysView, steps: int) -> IslandView:
    """Return the island that mother nature reaches after this many steps."""
    current = view.islands.index(island_at(view, view.mother_nature))
    return view.islands[(current + steps) % len(view.islands)]


def maybe_conqueror(view: EriantysView, island: IslandView) -> Tower | None:
    """Return the party that would build on the island if it were resolved now.

    Returns None on a tie or if the strongest party owns the island; no-entry tiles are ignored.
    """
    strengths = influence(view, island)
    highest = max(strengths.values())
    leaders = [party for party, strength in strengths.items() if strength == highest]
    return leaders[0] if len(leaders) == 1 and leaders[0] != island.tower else None


def towers_left(view: EriantysView) -> dict[Tower, int]:
    """Return the number of towers that each party has not built; partners share them."""
    return {
        party: sum(school.towers for school in view.schools if school.tower == party)
        for party in parties_in_play(view)
    }


def resolve(view: EriantysView, island: IslandView) -> Changes:
    """Return the changes of an island that is resolved: a no-entry tile, a conquest, or none.

    A conquest builds at most the towers that are left, and may unite islands.
    """
    if island.no_entry:
        return [table.NoEntryRemoved(island.tiles[0])]
    winner = maybe_conqueror(view, island)
    if winner is None:
        return []
    built = min(len(island.tiles), towers_left(view)[winner])
    conquered = table.IslandConquered(island.tiles[0], winner, built, island.tower)
    return [conquered, *_merge(view, island, winner)]


def _merge(view: EriantysView, island: IslandView, owner: Tower) -> Changes:
    """Return the merge of the island with its neighbours of the same owner, if there are any."""
    count, index = len(view.islands), view.islands.index(island)
    around = [view.islands[i] for i in ((index - 1) % count, index, (index + 1) % count)]
    parts = [part for part in around if part is island or part.tower == owner]
    tiles = tuple(tile for part in parts for tile in part.tiles)
    return [table.IslandsMerged(tiles)] if len(parts) > 1 else []


# --- dining rooms ---------------------------------------------------------------------------------


def _with_dining(view: EriantysView, seat: Seat, moved: table.StudentMoved) -> Changes:
    """Return a move to the dining room with the coin and the professor that follow from it."""
    after = apply_change(view, moved)
    changes: Changes = [moved]
    if view.supply and after.schools[seat].dining[moved.color] in COIN_SEATS:
        changes.append(table.CoinTaken(seat))
    return changes + _professor_moves(after, seat, (moved.color,))


def _professor_moves(view: EriantysView, seat: Seat, colors: Iterable[Color]) -> Changes:
    """Return the moves of professors of these colours to the seat, with the Farmer on a tie too.

    Only colours with students of the seat count.
    """
    bonus = 1 if view.effect == "FARMER" else 0
    changes: Changes = []
    for color in colors:
        counts = [school.dining.get(color, 0) for school in view.schools]
        others = max(counts[:seat] + counts[seat + 1 :])
        holder = view.professors.get(color)
        if counts[seat] and counts[seat] + bonus > others and holder != seat:
            changes.append(table.ProfessorMoved(color, seat, holder))
    return changes


def _reassign_professors(view: EriantysView) -> Changes:
    """Return the professors that move to the only seat with the most students of their colour.

    On a tie the professor stays.
    """
    changes: Changes = []
    for color in COLORS:
        counts = [school.dining.get(color, 0) for school in view.schools]
        leader, holder = counts.index(max(counts)), view.professors.get(color)
        if max(counts) and counts.count(max(counts)) == 1 and holder != leader:
            changes.append(table.ProfessorMoved(color, leader, holder))
    return changes


# --- characters -----------------------------------------------------------------------------------


def _forecast_character(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the payment and the effect of a character."""
    card = next(card for card in view.characters if card.name == use.asset)
    position = use.island_position
    tile = None if position is None else island_at(view, position).tiles[0]
    paid = table.CharacterUsed(seat, card.name, card.price, use.color, tile)
    effect = _EFFECTS.get(card.name)
    after = apply_change(view, paid)
    return [paid, *(effect(after, seat, use) if effect else [])]


Effect = Callable[[EriantysView, Seat, UseCharacterCard], Changes]


def _monk(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the move of a student from the card to an island."""
    tile = island_at(view, use.island_position or 0).tiles[0]
    return [table.StudentMoved(seat, use.color or "RED", "CARD", "ISLAND", tile, "MONK")]


def _princess(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the move of a student from the card to the dining room, and what follows from it."""
    color = use.color or "RED"
    moved = table.StudentMoved(seat, color, "CARD", "SCHOOL", None, "PRINCESS")
    return _with_dining(view, seat, moved)


def _herald(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the changes of the chosen island, which is resolved now."""
    return resolve(view, island_at(view, use.island_position or 0))


def _grandma(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the no-entry tile on the chosen island."""
    return [table.NoEntryPlaced(island_at(view, use.island_position or 0).tiles[0])]


def _jester(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the swap of students between the entrance and the card."""
    return [table.StudentsSwapped(seat, "CARD", use.taken, use.given)]


def _minstrel(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the swap with the dining room, and the coins and professors that follow.

    A coin is paid for each coin seat that becomes covered, as long as there is a supply.
    """
    swapped = table.StudentsSwapped(seat, "SCHOOL", use.taken, use.given)
    after = apply_change(view, swapped)
    before, later = view.schools[seat].dining, after.schools[seat].dining
    covered = Counter({c: later.get(c, 0) // 3 - before.get(c, 0) // 3 for c in COLORS})
    coins = min(view.supply, sum((+covered).values()))
    paid: Changes = [table.CoinTaken(seat, coins)] if coins else []
    return [swapped, *paid, *_reassign_professors(after)]


def _thief(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the students that go back to the bag and the professors that move.

    Each player loses at most THIEF_LIMIT students of the colour.
    """
    color = use.color or "RED"
    counts = tuple(min(THIEF_LIMIT, school.dining.get(color, 0)) for school in view.schools)
    returned = table.StudentsReturned(color, counts, view.bag + sum(counts))
    return [returned, *_reassign_professors(apply_change(view, returned))]


def _farmer(view: EriantysView, seat: Seat, use: UseCharacterCard) -> Changes:
    """Return the professors that the seat takes now, also on a tie."""
    return _professor_moves(view, seat, COLORS)


_EFFECTS: dict[str, Effect] = {
    "MONK": _monk,
    "PRINCESS": _princess,
    "HERALD": _herald,
    "GRANDMA": _grandma,
    "JESTER": _jester,
    "MINSTREL": _minstrel,
    "THIEF": _thief,
    "FARMER": _farmer,
}
"""Effects that cause changes at once; the Postman only allows more steps."""
