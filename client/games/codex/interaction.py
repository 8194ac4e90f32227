"""Zones, previews, changes and recaps of Codex Naturalis for the full-screen client."""

from collections.abc import Sequence

from client.games import text as shared
from client.games.codex import text as phrases
from client.games.codex.area import after_placement, placed_zone
from client.games.codex.cards import (
    back_label,
    count_chips,
    kingdom_name,
    need_chips,
    points_words,
    symbol_chip,
)
from client.games.codex.goals import goal_chips, goal_progress, known_objectives, shape_words
from client.games.codex.panel import seat_zone, source_zone
from client.games.drawing import Line, Names, Span, Zone, join, plain
from messages.base import Change, Seat
from messages.codex import actions as codex
from messages.codex import table
from messages.codex.actions import CODEX_SOURCES, CodexAction, PlaceCodexCard
from messages.codex.area import CodexArea, CodexSpot, face_of, placement_points
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, LETTERS, CodexCard
from messages.codex.scoring import objective_points
from messages.codex.table import CodexView
from messages.text import clean

# --- zones ----------------------------------------------------------------------------------------


def zones(view: CodexView, action: CodexAction) -> tuple[Zone, ...]:
    """Return the zones of an action: card, side and spot of a placement, or a single choice.

    A card or spot that is not on the board has no zone.
    """
    match action:
        case PlaceCodexCard():
            return _placement_zones(view, action)
        case codex.DrawCodexCard():
            return (source_zone(CODEX_SOURCES.index(action.source)),)
        case codex.PlaceCodexStarter():
            return (("side", action.side.lower()),)
        case codex.ChooseCodexColor():
            return (("color", action.color.lower()),)
        case codex.ChooseCodexObjective(objective=objective) if objective in view.offer:
            return (("objective", str(view.offer.index(objective) + 1)),)
    return ()


def _placement_zones(view: CodexView, action: PlaceCodexCard) -> tuple[Zone, ...]:
    """Return card, side and spot of a placement, in this order.

    Empty if the card is not in the hand or the spot is not open.
    """
    number = spot_number(view, action)
    if action.card not in view.hand or number is None:
        return ()
    card = ("card", str(view.hand.index(action.card) + 1))
    return card, ("side", action.side.lower()), ("spot", str(number))


def spot_number(view: CodexView, action: PlaceCodexCard) -> int | None:
    """Return the number of the spot of a placement; None if it is not open."""
    spots = view.players[view.seat].area.spots if view.seat is not None else ()
    spot = CodexSpot(action.x, action.y)
    return spots.index(spot) + 1 if spot in spots else None


# --- previews -------------------------------------------------------------------------------------


def preview(view: CodexView, names: Names, action: CodexAction) -> Line:
    """Return the result of an action in one line; empty for a spectator and unknown cards."""
    if view.seat is None:
        return ()
    match action:
        case PlaceCodexCard():
            return _preview_placement(view, action)
        case codex.DrawCodexCard():
            return _preview_draw(view, action)
        case codex.PlaceCodexStarter():
            return _preview_starter(view, action)
        case codex.ChooseCodexColor():
            return plain(phrases.COLOR_MEANING.format(color=action.color.lower()))
        case codex.ChooseCodexObjective():
            return _preview_objective(view, action.objective)


def _preview_placement(view: CodexView, action: PlaceCodexCard) -> Line:
    """Return ``2 on [3]: +4, loses Q, closes [5]``: points, goals, symbols and spots.

    Empty if the card is unknown or not in the hand, or the spot is not open.
    """
    assert view.seat is not None
    before = view.players[view.seat].area
    after, number = after_placement(before, action), spot_number(view, action)
    if after is None or number is None or action.card not in view.hand:
        return ()
    card = view.hand.index(action.card) + 1
    back = " back" if action.side == "BACK" else ""
    points = placement_points(CODEX_CARDS[action.card], action.side, after, action.x, action.y)
    parts = [
        plain(f"+{points}", "legal+bold") if points else plain("no points"),
        *_lost_symbols(before, after, action),
        *_goal_gains(view, before, after),
        *_closed_spots(before, after, number),
        *_gained_symbols(action),
        *_opened_spots(before, after),
    ]
    return (Span(f"{card}{back} on [{number}]: "), *join(parts, ", "))


def _lost_symbols(before: CodexArea, after: CodexArea, action: PlaceCodexCard) -> list[Line]:
    """Return ``loses Q F`` for the symbols that the card covers; no part without any."""
    shown = face_of(action.card, action.side).symbols
    lost = [
        seen + shown.count(symbol) - now
        for symbol, (seen, now) in enumerate(zip(before.symbols, after.symbols, strict=True))
    ]
    return _symbol_part("loses ", lost)


def _gained_symbols(action: PlaceCodexCard) -> list[Line]:
    """Return ``shows F A`` for the symbols of the card; no part without any.

    The card must be a known one.
    """
    shown = face_of(action.card, action.side).symbols
    return _symbol_part("shows ", [shown.count(symbol) for symbol in range(7)])


def _symbol_part(word: str, counts: Sequence[int]) -> list[Line]:
    """Return a word and a chip for each symbol; no part if all counts are 0."""
    chips = [symbol_chip(symbol) for symbol, count in enumerate(counts) for _ in range(count)]
    return [(Span(word), *chips)] if chips else []


def goal_differences(view: CodexView, before: CodexArea, after: CodexArea) -> list[tuple[str, int]]:
    """Return the objectives that count for the reader and their change in points, if any.

    Offered objectives do not count, and unknown ones are left out.
    """
    found = []
    for kind, objective in known_objectives(view):
        if kind != "offered" and objective in CODEX_OBJECTIVES:
            more = objective_points(after, objective) - objective_points(before, objective)
            found.append((objective, more))
    return [(objective, more) for objective, more in found if more]


def _goal_gains(view: CodexView, before: CodexArea, after: CodexArea) -> list[Line]:
    """Return ``goal FFP +3`` for each objective that gains or loses points."""
    return [
        (
            Span("goal "),
            *goal_chips(CODEX_OBJECTIVES[objective]),
            Span(f" {more:+}", "legal+bold" if more > 0 else "error"),
        )
        for objective, more in goal_differences(view, before, after)
    ]


def _closed_spots(before: CodexArea, after: CodexArea, number: int) -> list[Line]:
    """Return ``closes [5] [6]`` for other spots that are lost for ever; no part without any."""
    lost = [
        f"[{other}]"
        for other, spot in enumerate(before.spots, start=1)
        if other != number and spot not in after.spots
    ]
    return [plain(f"closes {' '.join(lost)}")] if lost else []


def _opened_spots(before: CodexArea, after: CodexArea) -> list[Line]:
    """Return a part with the number of new spots; empty if there are none."""
    new = len(set(after.spots) - set(before.spots))
    return [plain(f"opens {shared.amount(new, 'spot')}")] if new else []


def _preview_draw(view: CodexView, action: codex.DrawCodexCard) -> Line:
    """Return the card or the deck to draw from, and what a gold card needs.

    Empty for an empty slot or an unknown card.
    """
    assert view.seat is not None
    if action.source in ("RESOURCE", "GOLD"):
        deck = view.resource if action.source == "RESOURCE" else view.gold
        name = action.source.lower()
        return plain(f"{name} deck: {back_label(deck.top or '')} on top, {deck.left} left")
    index = CODEX_SOURCES.index(action.source)
    card = CODEX_CARDS.get(view.slots[index]) if index < len(view.slots) else None
    if card is None:
        return ()
    return (Span(f"{index + 1}: {_card_words(card)}"), *_needs(view, card))


def _card_words(card: CodexCard) -> str:
    """Return a card in words: ``gold fungi, 2 per covered corner``."""
    gold = "gold " if card.kind == "GOLD" else ""
    return f"{gold}{kingdom_name(card)}, {points_words(card)}"


def _needs(view: CodexView, card: CodexCard) -> Line:
    """Return what a card needs, and the symbols that the own area lacks; empty without needs."""
    assert view.seat is not None
    seen = view.players[view.seat].area.symbols
    if not any(card.needs):
        return ()
    lacking = [max(0, need - have) for need, have in zip(card.needs, seen, strict=True)]
    met = (Span(", missing "), *count_chips(lacking)) if any(lacking) else plain(": met")
    return (Span(", needs "), *need_chips(card.needs, seen), *met)


def _preview_starter(view: CodexView, action: codex.PlaceCodexStarter) -> Line:
    """Return the symbols and the number of open corners of a side of the starter.

    Empty if the starter is unknown.
    """
    assert view.seat is not None
    starter = view.players[view.seat].starter
    if starter not in CODEX_CARDS:
        return ()
    face = face_of(starter, action.side)
    counts = [face.symbols.count(symbol) for symbol in range(7)]
    spots = shared.amount(sum(corner > -2 for corner in face.corners), "spot")
    return (Span(f"starter {action.side.lower()}: "), *count_chips(counts), Span(f", {spots}"))


def _preview_objective(view: CodexView, objective: str) -> Line:
    """Return points, symbols and form of an objective, and its progress.

    An unknown objective is shown by its id.
    """
    assert view.seat is not None
    card = CODEX_OBJECTIVES.get(objective)
    if card is None:
        return plain(clean(objective, 20))
    progress = goal_progress(view.players[view.seat].area, objective)
    now = f", {progress.points} now, {progress.missing}" if progress else ""
    form = "" if not card.pattern else f" {shape_words(card)}"
    return (Span(f"{card.points} points per "), *goal_chips(card), Span(f"{form}{now}"))


# --- changes --------------------------------------------------------------------------------------


def changed(before: CodexView, now: CodexView) -> frozenset[Zone]:
    """Return the new cards in areas, the players with a new score, and the changed slots.

    The decks are not compared.
    """
    found: set[Zone] = set()
    for seat, (old, new) in enumerate(zip(before.players, now.players, strict=False)):
        known = {(placed.x, placed.y) for placed in old.area.placed}
        found |= {placed_zone(seat, p) for p in new.area.placed if (p.x, p.y) not in known}
        if old.score != new.score:
            found.add(seat_zone(seat))
    slots = zip(before.slots, now.slots, strict=False)
    found |= {source_zone(index) for index, (old, new) in enumerate(slots) if old != new}
    return frozenset(found)


def recap(view: CodexView, names: Names, changes: Sequence[Change]) -> list[Line]:
    """Return a line for each player who acted: ``Bianca placed F gold, +3 = 14; drew P``.

    Scores are those of ``view``, the view after all changes. Changes without a seat are left out.
    """
    parts: dict[Seat, list[Line]] = {}
    for change in changes:
        seat: Seat | None = getattr(change, "seat", None)
        done = _change_part(view, change)
        if done and seat is not None:
            parts.setdefault(seat, []).append(done)
    return [
        (Span(f"{shared.seat_name(names, seat)} ", "text+bold"), *join(done, "; "))
        for seat, done in parts.items()
    ]


def _change_part(view: CodexView, change: Change) -> Line:
    """Return what a change did in some words; empty if it is no act of a player."""
    match change:
        case table.CodexCardPlaced():
            return _placed_part(view, change)
        case table.CodexCardDrawn():
            return (Span("drew "), *_back_chip(change.back))
        case table.CodexStarterPlaced():
            return plain(f"laid the starter {change.side.lower()} up")
        case table.CodexColorChosen():
            return plain(f"took {change.color.lower()}")
        case table.CodexObjectiveChosen():
            return plain("kept an objective")
        case table.CodexTurnSkipped():
            return plain("lost the turn")
        case table.CodexSeatGone():
            return plain("left the match")
        case table.CodexObjectivesScored():
            return plain(f"objectives +{sum(change.points)}")
    return ()


def _placed_part(view: CodexView, change: table.CodexCardPlaced) -> Line:
    """Return the placed card, ``back`` if so, and any points with the score of the player.

    An unknown card is ``placed a card`` without points.
    """
    card = CODEX_CARDS.get(change.card)
    if card is None:
        return plain("placed a card")
    side = (Span(" back"),) if change.side == "BACK" else ()
    score = view.players[change.seat].score
    points = (Span(f", +{change.points} = {score}", "legal+bold"),) if change.points else ()
    return (Span("placed "), *_back_chip(card.back_text), *side, *points)


def _back_chip(back: str) -> Line:
    """Return the kingdom of a back as a chip, and ``gold`` for a gold card.

    The chip of an unknown back is grey.
    """
    letter = back_label(back, "{}")
    color = dict(zip(LETTERS, phrases.SYMBOL_COLORS, strict=True)).get(letter, "grey")
    gold = (Span(" gold"),) if back.startswith("GOLD") else ()
    return (Span(letter, f"chip:{color}"), *gold)
