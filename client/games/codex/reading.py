"""Reads the Codex Naturalis table in sentences of one fact, for the line client.

Cards have the ids that can be typed; their corners and symbols are words.
"""

from collections.abc import Sequence

from client.games import text as shared
from client.games.base import BoardReading, Names
from client.games.codex import text as phrases
from client.games.codex.area import known_cards, shown_spots
from client.games.codex.board import deck_texts, objective_progress, phase_text
from client.games.codex.goals import known_objectives
from client.games.codex.text import objective_line
from client.games.drawing import Marks
from messages.base import Seat
from messages.codex.area import CodexPlaced
from messages.codex.cards import CODEX_CARDS, CODEX_SYMBOLS, HIDDEN, KINGDOMS, CodexFace
from messages.codex.table import CodexView
from messages.text import clean

CORNERS = ("upper left", "upper right", "lower left", "lower right")


def read_board(view: CodexView, names: Names) -> list[str]:
    """Return round, turn, sources, common objectives, and symbols and areas of other players."""
    seats = (seat for seat in range(len(view.players)) if seat != view.seat)
    facts = [
        f"Round {view.round}, {phase_text(view)}.",
        shared.turn_sentence(view, names),
        *_read_sources(view),
        *_read_objectives(view, is_common=True),
        *(fact for seat in seats for fact in _read_area(view, names, seat)),
    ]
    return [fact for fact in facts if fact]


def _read_sources(view: CodexView) -> list[str]:
    """Return the cards and decks to draw from with their numbers; nothing after the match."""
    if view.phase == "OVER":
        return []
    slots = [card_words(card) if card else "empty" for card in view.slots]
    return [f"To draw {n}: {text}." for n, text in enumerate((*slots, *deck_texts(view)), start=1)]


def card_words(card: str) -> str:
    """Return id and kingdom of a card, and corners, points and needs of its front, in words.

    A starter has both sides. An unknown id is cleaned.
    """
    printed = CODEX_CARDS.get(card)
    if printed is None:
        return clean(card, 20)
    if printed.kind == "STARTER":
        front, back = _corner_words(printed.front), _corner_words(printed.back)
        centre = ", ".join(CODEX_SYMBOLS[symbol].lower() for symbol in printed.back.centre)
        return f"{card} starter; front {front}; back {back}, in the centre {centre}"
    gold = "gold " if printed.kind == "GOLD" else ""
    needs = f", needs {_symbol_words(printed.needs)}" if any(printed.needs) else ""
    points = phrases.front_points(printed)
    value = f", {points}" if points else ""
    kingdom = KINGDOMS[printed.kingdom].lower()
    return f"{card} {gold}{kingdom}; {_corner_words(printed.front)}{value}{needs}"


def _corner_words(face: CodexFace) -> str:
    """Return each corner of a face with its symbol, or that it is empty or missing."""
    return ", ".join(
        f"no {place}"
        if corner == HIDDEN
        else f"{place} {'empty' if corner < 0 else CODEX_SYMBOLS[corner].lower()}"
        for place, corner in zip(CORNERS, face.corners, strict=True)
    )


def _symbol_words(counts: Sequence[int]) -> str:
    """Return the number of each symbol, as ``fungi 2, quill 1``; ``none`` without symbols."""
    pairs = zip(CODEX_SYMBOLS, counts, strict=False)
    return ", ".join(f"{name.lower()} {number}" for name, number in pairs if number) or "none"


def _read_objectives(view: CodexView, *, is_common: bool) -> list[str]:
    """Return the common objectives, or else the secret or offered ones, with their progress."""
    facts = []
    for kind, objective in known_objectives(view):
        if (kind == "common") is is_common:
            progress = objective_progress(view, objective)
            suffix = f" You: {progress}." if progress else ""
            facts.append(f"{kind.capitalize()} objective {objective_line(objective)}.{suffix}")
    return facts


def _read_area(view: CodexView, names: Names, seat: Seat) -> list[str]:
    """Return the visible symbols and each known card of an area, in the order of placing.

    An empty area, and that of a player who left, is one sentence.
    """
    player, whose = view.players[seat], shared.possessor(view, names, seat)
    if player.gone:
        return [shared.gone_sentence(names, seat)]
    if not player.area.placed:
        return [f"{whose} area is empty."]
    symbols = f"{whose} visible symbols: {_symbol_words(player.area.symbols)}."
    return [symbols, *(f"{whose} area: {_placed_words(p)}." for p in known_cards(player.area))]


def _placed_words(placed: CodexPlaced) -> str:
    """Return id, kingdom, side and position of a card in an area."""
    printed = CODEX_CARDS[placed.card]
    kind = "starter" if printed.kind == "STARTER" else KINGDOMS[printed.kingdom].lower()
    return f"{placed.card} {kind} {placed.side.lower()} at {placed.x} {placed.y}"


def read_own(view: CodexView, names: Names, marks: Marks) -> list[str]:
    """Return the own objectives, area, open spots and hand, and the starter until it is placed.

    There are no sentences for a spectator.
    """
    if view.seat is None:
        return []
    player = view.players[view.seat]
    starter = [] if player.area.placed else [f"Your starter: {card_words(player.starter)}."]
    spots = [
        f"Open spot {number} is at {spot.x} {spot.y}."
        for number, spot in enumerate(shown_spots(view, view.seat), start=1)
    ]
    hand = [f"Your card {n}: {card_words(card)}." for n, card in enumerate(view.hand, start=1)]
    objectives = _read_objectives(view, is_common=False)
    return [*objectives, *_read_area(view, names, view.seat), *spots, *starter, *hand]


def read_scores(view: CodexView, names: Names) -> list[str]:
    """Return the points of each player, after the match with those of the objectives.

    Players who left are omitted.
    """
    return [
        f"{shared.player_has(view, names, seat)} "
        f"{shared.amount(player.score + sum(player.objective_points), 'point')}."
        for seat, player in enumerate(view.players)
        if not player.gone
    ]


READING = BoardReading(board=read_board, own=read_own, scores=read_scores)
