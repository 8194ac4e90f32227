"""Draw the decisions of the set-up of Codex Naturalis: starter side, colour, secret objective."""

from client.games import text as shared
from client.games.codex import text as phrases
from client.games.codex.cards import card_block, count_chips, placed_body
from client.games.codex.goals import goal_chips, pattern_drawing, shape_words
from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Size,
    Span,
    Zone,
    beside,
    frame,
    frame_role,
    in_zone,
    key_label,
    plain,
    weight_of,
    wrap,
)
from messages.codex.actions import CODEX_COLORS
from messages.codex.area import CodexSide, face_of
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES
from messages.codex.table import CodexView
from messages.text import clean

SIDES: tuple[CodexSide, ...] = ("FRONT", "BACK")
STARTER_CARD = Size(15, 5)
OBJECTIVE_COLUMNS = 24


def setup_parts(
    view: CodexView, names: Names, columns: int, marks: Marks
) -> list[tuple[Drawing, Drawing]]:
    """Return the decisions that the reader has not taken yet, each large and small.

    There are none for a spectator and after the set-up.
    """
    if view.seat is None or view.phase != "SETUP":
        return []
    own = view.players[view.seat]
    parts = []
    if not own.area.placed and own.starter in CODEX_CARDS:
        parts.append(_starter_part(own.starter, marks))
    if own.color is None:
        colors = _color_lines(view, names, columns, marks)
        parts.append((colors, colors))
    if view.offer:
        parts.append(_objective_part(view, columns, marks))
    return parts


def _starter_part(starter: str, marks: Marks) -> tuple[Drawing, Drawing]:
    """Return both sides of the starter, large as cards below a title and small as two lines."""
    title = plain(phrases.CHOOSE_STARTER, "text+bold")
    blocks = [_starter_block(starter, side, marks) for side in SIDES]
    lines = [_starter_line(starter, side, marks) for side in SIDES]
    return [title, *beside(blocks, 3)], lines


def _side_zone(side: CodexSide) -> Zone:
    """Return the zone of a side of the starter."""
    return ("side", side.lower())


def _starter_block(starter: str, side: CodexSide, marks: Marks) -> Drawing:
    """Return one side of the starter as a card with its key."""
    body = [placed_body(CODEX_CARDS[starter], side)]
    return card_block(starter, side, STARTER_CARD, body, _side_zone(side), marks, side.lower())


def _starter_line(starter: str, side: CodexSide, marks: Marks) -> Line:
    """Return the key of a side and the numbers of its symbols and corners."""
    zone, face = _side_zone(side), face_of(starter, side)
    counts = [face.symbols.count(symbol) for symbol in range(7)]
    corners = sum(corner > -2 for corner in face.corners)
    words = Span(f"  {corners} corners", "muted")
    return in_zone(
        (
            Span("starter "),
            key_label(side.lower(), zone, marks),
            Span(" "),
            *count_chips(counts),
            words,
        ),
        zone,
    )


def _color_lines(view: CodexView, names: Names, columns: int, marks: Marks) -> Drawing:
    """Return the colours with their keys; after a colour that is taken, the name of its owner.

    The names are cut to 8 characters.
    """
    owners = {player.color: seat for seat, player in enumerate(view.players) if player.color}
    parts = []
    for color in CODEX_COLORS:
        zone = ("color", color.lower())
        owner = shared.seat_name(names, owners[color], 8) if color in owners else ""
        chip = Span(color[0], f"chip:{color.lower()}")
        label = key_label(color.lower(), zone, marks)
        parts.append(in_zone((chip, label, Span(owner, "muted")), zone))
    return wrap(parts, columns, "COLOUR ", " ")


def _objective_part(view: CodexView, columns: int, marks: Marks) -> tuple[Drawing, Drawing]:
    """Return the offered objectives, large as cards below a title and small as one line each.

    The lines have no title and begin with ``keep``.
    """
    title = plain(phrases.CHOOSE_OBJECTIVE, "text+bold")
    zones = [("objective", str(number)) for number in range(1, len(view.offer) + 1)]
    width = min(OBJECTIVE_COLUMNS, (columns - len(zones) + 1) // len(zones))
    blocks = [
        frame(
            _objective_rows(objective, zone, marks),
            width,
            weight=weight_of(zone, marks),
            role=frame_role(zone, marks),
            zone=zone,
        )
        for objective, zone in zip(view.offer, zones, strict=True)
    ]
    lines = [
        in_zone((Span("keep "), *_objective_label(objective, zone, marks)), zone)
        for objective, zone in zip(view.offer, zones, strict=True)
    ]
    return [title, *beside(blocks)], lines


def _objective_label(objective: str, zone: Zone, marks: Marks) -> Line:
    """Return key, points, symbols and form of an objective; an unknown one has only key and id."""
    card, key = CODEX_OBJECTIVES.get(objective), key_label(zone[1], zone, marks)
    if card is None:
        return (key, Span(f" {clean(objective, 12)}"))
    points = Span(f" {card.points} ", "change+bold")
    return (key, points, *goal_chips(card), Span(f" {shape_words(card)}", "muted"))


def _objective_rows(objective: str, zone: Zone, marks: Marks) -> Drawing:
    """Return the inside of the frame of an objective: its label, and its pattern or symbols.

    An unknown objective has only a label.
    """
    card = CODEX_OBJECTIVES.get(objective)
    drawing = pattern_drawing(card) if card else []
    return [_objective_label(objective, zone, marks), *((Span("     "), *row) for row in drawing)]
