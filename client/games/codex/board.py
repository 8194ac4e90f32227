"""Render the Codex Naturalis table as text: pure functions from a view to lines.

Players, cards to draw and objectives with their progress come first, the own area and hand last,
just above the prompt. Of an area larger than its space only a window is shown.
"""

from collections.abc import Iterable, Sequence

from client.games import text as shared
from client.games.codex import text as phrases
from client.games.codex.area import shown_seat
from client.games.codex.area_drawing import Size, draw_area
from client.games.codex.goals import goal_progress, known_objectives
from client.games.codex.text import (
    card_line,
    objective_line,
    symbols_text,
)
from client.games.drawing import Marks
from messages.codex.table import CodexDeck, CodexPlayerView, CodexView
from messages.text import clean

PHASES = {
    "SETUP": "everybody decides",
    "PLACE": "placing a card",
    "DRAW": "drawing a card",
    "OVER": shared.OVER,
}

AREA_WITH_HAND = Size(79, 14)
"""The space for an area above hand and prompt on a small screen."""
AREA_ALONE = Size(79, 20)
"""The space for an area that is shown without the rest of the table."""


def render(view: CodexView, names: Sequence[str]) -> list[str]:
    """Render the whole table with the own area; a spectator sees that of the player on turn."""
    top = [render_headline(view), *render_players(view, names)]
    return [
        *top,
        *render_draw_sources(view),
        *render_objectives(view),
        *render_area(view, AREA_WITH_HAND, Marks()),
        *render_hand(view),
    ]


def render_area(view: CodexView, size: Size, marks: Marks) -> list[str]:
    """Render the visible part of an area; if it is cut, a last line says where it continues.

    Spots have numbers only in the own area.
    """
    seat = shown_seat(view, marks)
    is_own = seat == view.seat
    drawn, outside = draw_area(view.players[seat].area, size, marks.center, numbers=is_own)
    return [*drawn, phrases.MORE.format(where=outside)] if outside else drawn


def render_players(view: CodexView, names: Sequence[str]) -> list[str]:
    """Return a line per player: name, colour, points, backs of the hand, symbols in the area.

    For a player who left, ``has left`` replaces the backs. Points for objectives are added as
    ``12+5``.
    """
    return [_render_player(view, seat, player, names) for seat, player in enumerate(view.players)]


def render_player_area(view: CodexView, names: Sequence[str], marks: Marks) -> list[str]:
    """Render the line and the area of the shown player."""
    seat = shown_seat(view, marks)
    return [
        _render_player(view, seat, view.players[seat], names),
        *render_area(view, AREA_ALONE, marks),
    ]


def render_headline(view: CodexView) -> str:
    """Return round and phase in one line, and whether the end of the match is near."""
    return " | ".join([f"Round {view.round}", *_phase_parts(view)])


def phase_text(view: CodexView) -> str:
    """Return the phase in lower case, and whether the end of the match is near."""
    return ", ".join(_phase_parts(view)).lower()


def _phase_parts(view: CodexView) -> list[str]:
    """Return the phase and, if it is near, the end of the match as separate texts."""
    parts = [PHASES[view.phase]]
    if view.phase != "OVER" and view.ending:
        parts.append("ADDITIONAL TURN" if view.additional else phrases.LAST_BUT_ONE)
    return parts


def _render_player(
    view: CodexView, seat: int, player: CodexPlayerView, names: Sequence[str]
) -> str:
    """Return name, colour, points, hand and symbols in one line.

    The backs of the hand are letters such as ``Rf``; of a player who left, ``has left`` replaces
    them. Points for objectives are added as ``12+5``.
    """
    label = shared.player_label(view, names, seat, 14)
    color = player.color.lower() if player.color else "-"
    backs = " ".join(f"{back[:1]}{back.partition(' ')[2][:1].lower()}" for back in player.hand)
    hand = "has left" if player.gone else clean(backs, 12)
    objectives = f"+{sum(player.objective_points)}" if player.objective_points else ""
    score = f"{player.score}{objectives}"
    points = f"{score} point{'' if score == '1' else 's'}"
    left = f"{label:<22}{color:<7}{points:<13}"
    return f"{left} {hand:<9} {symbols_text(player.area.symbols)}".rstrip()


def render_draw_sources(view: CodexView) -> list[str]:
    """Return a title, then the cards and decks to draw from with their numbers, two in a line.

    There are no lines after the end of the match.
    """
    if view.phase == "OVER":
        return []
    sources = [
        f" {line}" for line in _number_lines([*map(card_line, view.slots), *deck_texts(view)])
    ]
    left, right = sources[0:2] + sources[4:5], sources[2:4] + sources[5:6]
    rows = [f"{one:<31}{other}".rstrip() for one, other in zip(left, right, strict=False)]
    return ["To draw:", *rows]


def deck_texts(view: CodexView) -> list[str]:
    """Return the size and top card of the resource deck and of the gold deck."""
    return [_deck_text("resource", view.resource), _deck_text("gold", view.gold)]


def _deck_text(name: str, deck: CodexDeck) -> str:
    """Return the number of cards left in a deck and the back of its top card, if any."""
    top = f", top {clean(deck.top, 10).lower()}" if deck.top else ""
    return f"{name} deck {deck.left}{top}"


def render_objectives(view: CodexView) -> list[str]:
    """Return a title, then a line per known objective with its progress."""
    lines = [
        f" {kind:<8}{objective_line(o)}{_progress_suffix(view, o)}"
        for kind, o in known_objectives(view)
    ]
    return ["Objectives:", *lines]


def _progress_suffix(view: CodexView, objective: str) -> str:
    """Return the progress of an objective in brackets after a space; empty if there is none."""
    progress = objective_progress(view, objective)
    return f" ({progress})" if progress else ""


def render_hand(view: CodexView) -> list[str]:
    """Return the own cards with the numbers that place them, after the starter if not placed.

    There are no lines for a spectator or after the end of the match.
    """
    if view.seat is None or view.phase == "OVER":
        return []
    cards = [f" {line}" for line in _number_lines(map(card_line, view.hand))]
    return [*_render_starter(view), "Your hand:", *cards]


def objective_progress(view: CodexView, objective: str) -> str:
    """Return current points and progress of an objective: ``4 now, 2 of 3``, ``2 now, needs Q1``.

    In the first example two of three cards of the next pattern are placed; in the second the next
    set needs one quill. Returns "" for spectators, unknown cards, and outside of play.
    """
    if view.seat is None or view.phase in ("SETUP", "OVER"):
        return ""
    progress = goal_progress(view.players[view.seat].area, objective)
    return f"{progress.points} now, {progress.missing}" if progress else ""


def _render_starter(view: CodexView) -> list[str]:
    """Return a line with both sides of the own starter; none for spectators or once placed."""
    if view.seat is None or view.players[view.seat].area.placed:
        return []
    return [f"Your starter: {card_line(view.players[view.seat].starter)}"]


def _number_lines(lines: Iterable[str]) -> list[str]:
    """Return the lines with numbers from 1 before them."""
    return [f"{number} {line}" for number, line in enumerate(lines, start=1)]
