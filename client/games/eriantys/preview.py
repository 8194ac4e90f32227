"""Describe the result of an action in one line, before it is sent."""

from collections.abc import Iterable, Sequence

from client.games.drawing import Line, Names, Span, join
from client.games.eriantys import text as phrases
from client.games.eriantys.board import influence, parties_in_play, tile_range_text
from client.games.eriantys.forecast import (
    apply_changes,
    forecast,
    island_after,
    island_at,
    towers_left,
)
from client.games.eriantys.pieces import (
    COIN,
    MOTHER_NATURE,
    NO_ENTRY,
    PROFESSOR,
    assistant_text,
    color_chip,
    party_chip,
    students_line,
    tower_chip,
)
from client.games.text import amount, seat_name
from messages.base import Change, Seat
from messages.eriantys import actions as eriantys
from messages.eriantys import table
from messages.eriantys.actions import Color, EriantysAction, UseCharacterCard
from messages.eriantys.table import EriantysView, IslandView

ISLANDS_AT_END = 3
POSTMAN_STEPS = 2
GAP = "   "


def preview(view: EriantysView, names: Names, action: EriantysAction) -> Line:
    """Return the result of a legal action in one line."""
    match action:
        case eriantys.PlayAssistantCard():
            return _assistant(view, names, action.card_value)
        case eriantys.MoveStudent(move_to="SCHOOL"):
            return _dining(view, names, action, action.color)
        case eriantys.MoveStudent():
            return _student_on_island(view, action, action.color, action.island_position or 0)
        case eriantys.MoveMotherNature():
            island = island_after(view, action.steps)
            return (MOTHER_NATURE, Span(" "), *_resolution(view, island, action))
        case eriantys.ChooseCloud():
            after = apply_changes(view, forecast(view, action))
            students = students_line(view.clouds[action.cloud])
            entrance = students_line(after.schools[view.turn or 0].entrance)
            label = Span(f"cloud {action.cloud}: ")
            return (label, *students, Span(f"{GAP}{phrases.ENTRANCE_THEN}"), *entrance)
        case UseCharacterCard():
            return _character(view, names, action)
        case eriantys.EndTurn():
            return (Span(phrases.END_OF_TURN),)


def _assistant(view: EriantysView, names: Names, value: int) -> Line:
    """Return the steps that an assistant allows and the players who act before and after it.

    Players who have not played an assistant yet are left out.
    """
    played = {seat: school.played for seat, school in enumerate(view.schools) if school.played}
    before = [s for s, other in played.items() if other <= value]
    after = [s for s, other in played.items() if other > value]
    steps = amount((value + 1) // 2, "step")
    parts = [phrases.STEPS.format(card=assistant_text(value), steps=steps)]
    parts += [f"after {_join_names(view, names, before)}"] if before else []
    parts += [f"before {_join_names(view, names, after)}"] if after else []
    return (Span(f"{parts[0]}{GAP}{', '.join(parts[1:])}".rstrip()),)


def _join_names(view: EriantysView, names: Names, seats: Iterable[Seat]) -> str:
    """Return the names of players, separated by commas."""
    return ", ".join(short_name(view, names, seat) for seat in seats)


def short_name(view: EriantysView, names: Names, seat: Seat) -> str:
    """Return the name of a player cut to 12 characters; ``you`` for the reader."""
    return "you" if seat == view.seat else seat_name(names, seat, 12)


# --- islands --------------------------------------------------------------------------------------


def _strengths(view: EriantysView, island: IslandView) -> Line:
    """Return the influence of each party on an island as chips, also of those with 0."""
    strengths = influence(view, island)
    return join((party_chip(party, strengths[party]),) for party in parties_in_play(view))


def _student_on_island(view: EriantysView, action: EriantysAction, color: Color, tile: int) -> Line:
    """Return the influence on an island before and after a student comes to it.

    If it stays the same, it is shown once.
    """
    after = apply_changes(view, forecast(view, action))
    island, grown = island_at(view, tile), island_at(after, tile)
    target = Span(f" to island {tile_range_text(island.tiles)}: ")
    before = _strengths(view, island)
    later = _strengths(after, grown)
    if before == later:
        return (color_chip(color), target, *later, Span(" as before"))
    return (color_chip(color), target, *before, Span(" → "), *later)


def _resolution(view: EriantysView, island: IslandView, action: EriantysAction) -> Line:
    """Return the influence on an island that is resolved, and what is built there.

    After a conquest follow united islands, the towers left, and the end of the match; if nothing is
    built, the reason follows.
    """
    head = (Span(f"on {tile_range_text(island.tiles)}: "), *_strengths(view, island), Span(" "))
    changes = forecast(view, action)
    for change in changes:
        match change:
            case table.NoEntryRemoved():
                return (*head, Span(phrases.NO_ENTRY_USED))
            case table.IslandConquered():
                after = apply_changes(view, changes)
                return (*head, *_conquest_line(island, change), *_consequences(changes, after))
    return (*head, Span(_unchanged_reason(view, island)))


def _conquest_line(island: IslandView, change: table.IslandConquered) -> Line:
    """Return the party that builds, with the towers before and after."""
    towers = tower_chip(change.tower, change.towers)
    if island.tower is None:
        return (Span(f"{phrases.BUILDS.format(party=change.tower.lower())} "), towers)
    old = tower_chip(island.tower, island.towers)
    return (Span(phrases.TAKES.format(party=change.tower.lower())), old, Span(" → "), towers)


def _consequences(changes: Sequence[Change], after: EriantysView) -> Line:
    """Return united islands, the towers that each party can still build, and the end of the match.

    The end is named only if a party has no tower left, or ISLANDS_AT_END islands or less remain.
    """
    line: list[Span] = []
    for change in changes:
        if isinstance(change, table.IslandsMerged):
            line.append(Span(phrases.MERGED.format(tiles=tile_range_text(change.tiles))))
    left = towers_left(after)
    chips = join((party_chip(party, count),) for party, count in left.items())
    line += [Span(f"{GAP}to build: "), *chips]
    if not all(left.values()) or len(after.islands) <= ISLANDS_AT_END:
        line.append(Span(f"{GAP}{phrases.MATCH_ENDS}", "change+bold"))
    return tuple(line)


def _unchanged_reason(view: EriantysView, island: IslandView) -> str:
    """Return the reason why an island stays as it is when it is resolved.

    Its owner is the strongest, there is a tie, or nobody has influence. The island must have no
    no-entry tile.
    """
    strengths = influence(view, island)
    highest = max(strengths.values())
    if list(strengths.values()).count(highest) == 1:
        return phrases.KEEPS.format(party=(island.tower or "").lower())
    return phrases.TIE if highest else phrases.NO_INFLUENCE


# --- schools --------------------------------------------------------------------------------------


def _dining(view: EriantysView, names: Names, action: EriantysAction, color: Color) -> Line:
    """Return the dining table before and after a student comes to it.

    Professors that move and coins follow.
    """
    changes = forecast(view, action)
    after = apply_changes(view, changes)
    seat = view.turn or 0
    counts = [v.schools[seat].dining.get(color, 0) for v in (view, after)]
    old, new = (color_chip(color, f"{color[0]}{count}") for count in counts)
    head = (color_chip(color), Span(" to dining: "), old, Span(" → "), new)
    return (*head, *_gains(view, names, changes))


def _gains(view: EriantysView, names: Names, changes: Iterable[Change]) -> Line:
    """Return the professors that move and the coins earned; empty for none."""
    line: list[Span] = []
    for change in changes:
        if isinstance(change, table.CoinTaken):
            line += [Span(GAP), Span(f"{COIN}+{change.coins}", "change")]
        elif isinstance(change, table.ProfessorMoved):
            line += [Span(GAP), *_professor(view, names, change)]
    return tuple(line)


def _professor(view: EriantysView, names: Names, change: table.ProfessorMoved) -> Line:
    """Return a professor that moves: ``★R to ugo``; for the player on turn ``★R from Bianca``.

    For the player on turn and a professor without a holder, return the sign alone.
    """
    sign = (Span(PROFESSOR, "change"), color_chip(change.color))
    if change.seat != view.turn:
        return (*sign, Span(f" to {short_name(view, names, change.seat)}"))
    if change.previous is None:
        return sign
    return (*sign, Span(f" from {short_name(view, names, change.previous)}"))


# --- characters -----------------------------------------------------------------------------------


def _character(view: EriantysView, names: Names, use: UseCharacterCard) -> Line:
    """Return name and price of a character, and the effect of using it with these arguments."""
    card = next(card for card in view.characters if card.name == use.asset)
    head = Span(f"{phrases.character_name(card.name)} for {COIN}{card.price}: ")
    return (head, *_effect(view, names, use))


def _effect(view: EriantysView, names: Names, use: UseCharacterCard) -> Line:
    """Return the effect of a character with its arguments; for most others the printed text."""
    changes = forecast(view, use)
    after = apply_changes(view, changes)
    match use.asset:
        case "MONK":
            return _student_on_island(view, use, use.color or "RED", use.island_position or 0)
        case "PRINCESS":
            return _dining(view, names, use, use.color or "RED")
        case "HERALD":
            return _resolution(view, island_at(view, use.island_position or 0), use)
        case "GRANDMA":
            island = island_at(view, use.island_position or 0)
            return (Span(f"{NO_ENTRY} on island {tile_range_text(island.tiles)}"),)
        case "JESTER" | "MINSTREL":
            return (*_swap(use), *_gains(view, names, changes))
        case "THIEF":
            return (*_losses(view, names, changes), *_gains(view, names, changes))
        case "FARMER":
            gains = _gains(after, names, changes)
            return (Span(phrases.FARMER_TIES), *gains)
        case "POSTMAN" if view.max_steps:
            return (Span(f"up to {view.max_steps + POSTMAN_STEPS} steps"),)
        case "MUSHROOM_HUNTER":
            color = color_chip(use.color or "RED")
            return (color, Span(phrases.BANNED))
    return (Span(phrases.EFFECTS[_card_name(use)]),)


def _card_name(use: UseCharacterCard) -> eriantys.Character:
    """Return the name of the character with the type of the keys of ``EFFECTS``."""
    return next(name for name in eriantys.CHARACTERS if name == use.asset)


def _swap(use: UseCharacterCard) -> Line:
    """Return the students given and taken, and the place from which they are taken."""
    source = "the dining room" if use.asset == "MINSTREL" else "the card"
    given = join((color_chip(color),) for color in use.given)
    taken = join((color_chip(color),) for color in use.taken)
    return (Span("give "), *given, Span(" take "), *taken, Span(f" of {source}"))


def _losses(view: EriantysView, names: Names, changes: Iterable[Change]) -> Line:
    """Return how many students of a colour each player loses to the bag, or ``none``."""
    returned = next(c for c in changes if isinstance(c, table.StudentsReturned))
    losers = [
        f"{short_name(view, names, seat)} {count}"
        for seat, count in enumerate(returned.counts)
        if count
    ]
    return (
        color_chip(returned.color),
        Span(phrases.RETURNED.format(losers=", ".join(losers) or "none")),
    )
