"""Draw the Codex Naturalis table with spans: players, the area, and a panel beside it.

The area is the only part that scrolls. The panel has hand, cards to draw, goals and, if there is
room, small drawings of the other areas. In the set-up the decisions replace the area.
"""

from client.games import text as shared
from client.games.codex import interaction, panel
from client.games.codex import text as phrases
from client.games.codex.area import (
    LARGE_CARD,
    SMALL_CARD,
    draw_area,
    fits,
    scroll,
    shown_seat,
)
from client.games.codex.goals import goal_lines, goals_in_one_line
from client.games.codex.setup_drawing import setup_parts
from client.games.drawing import (
    BoardDrawing,
    Drawing,
    Marks,
    Names,
    Size,
    beside,
    cut,
    fit,
    frame,
    pack,
    pad,
    plain,
)
from messages.base import Seat
from messages.codex.table import CodexView

MIN_COLUMNS, MIN_LINES = 80, 13
"""The least size with a panel beside the area."""
MIN_AREA_LINES = 3


class _Layout:
    """The sizes of the cards in the panel for a size of the window."""

    def __init__(self, size: Size) -> None:
        self.is_large = size.columns >= 116 and size.lines >= 36
        self.is_medium = self.is_large or (size.columns >= 82 and size.lines >= 22)
        self.hand_card = Size(9, 4)
        self.source_card = Size(9, 3)
        if self.is_large:
            self.hand_card, self.source_card = Size(14, 6), Size(14, 5)
        elif self.is_medium:
            self.hand_card, self.source_card = Size(10, 5), Size(10, 3)

    @property
    def panel_columns(self) -> int:
        """The width of the panel: three cards and the gaps between them."""
        return 3 * self.hand_card.columns + 2


def draw(view: CodexView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw the table; a window below the least size gets the hand and the sources as text.

    Lines are cut at the width of the window.
    """
    if size.columns < MIN_COLUMNS or size.lines < MIN_LINES:
        lines = _draw_folded(view, names, size, marks)
    else:
        lines = _draw_table(view, names, size, marks)
    return [cut(line, size.columns) for line in lines]


def _draw_table(view: CodexView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw players at the top, the area on the left and the panel on the right."""
    layout = _Layout(size)
    top = panel.player_lines(view, names, size.columns, marks)
    lines = size.lines - len(top)
    left = size.columns - layout.panel_columns - 1
    area = _left_block(view, names, Size(left, lines), layout, marks)
    side = _panel(view, names, layout, lines, marks)
    return [*top, *beside([[pad(line, left) for line in area], side])]


def _left_block(
    view: CodexView, names: Names, size: Size, layout: _Layout, marks: Marks
) -> Drawing:
    """Return the decisions of the set-up, and the area in the lines that they leave.

    The area gets at least MIN_AREA_LINES, even if the block is then too high. An area without cards
    is left out during the set-up.
    """
    parts = setup_parts(view, names, size.columns, marks)
    has_area = bool(view.players[shown_seat(view, marks)].area.placed)
    top = pack(parts, size.lines - MIN_AREA_LINES * has_area)
    if parts and not has_area:
        return top
    rest = size._replace(lines=max(MIN_AREA_LINES, size.lines - len(top)))
    return [*top, *_area_block(view, names, rest, layout, marks)]


def _area_block(
    view: CodexView, names: Names, size: Size, layout: _Layout, marks: Marks
) -> Drawing:
    """Return the area with the name of its owner: in a frame, or without one in a small window.

    Without a frame the name is left out for the own area, and if there is no line for it.
    """
    seat = shown_seat(view, marks)
    title = _area_title(view, names, seat)
    if layout.is_medium and size.lines > MIN_AREA_LINES + 2:
        inner = Size(size.columns - 2, size.lines - 2)
        return frame(_scaled_area(view, seat, inner, layout, marks), size.columns, title=title)
    if seat == view.seat or size.lines <= MIN_AREA_LINES:
        return draw_area(view, seat, size, SMALL_CARD, marks)
    rest = size._replace(lines=size.lines - 1)
    return [plain(title, "text+bold"), *draw_area(view, seat, rest, SMALL_CARD, marks)]


def _area_title(view: CodexView, names: Names, seat: Seat) -> str:
    """Return ``YOUR AREA``, or ``AREA OF ada`` with the name cut to 20 columns."""
    name = fit(shared.seat_name(names, seat), 20).rstrip()
    return "YOUR AREA" if seat == view.seat else f"AREA OF {name}"


def _scaled_area(view: CodexView, seat: Seat, size: Size, layout: _Layout, marks: Marks) -> Drawing:
    """Return the area with large cards if the window is large and all of them fit.

    Otherwise the cards are small.
    """
    large = layout.is_large and fits(view, seat, size, LARGE_CARD)
    return draw_area(view, seat, size, LARGE_CARD if large else SMALL_CARD, marks)


# --- the panel ------------------------------------------------------------------------------------


def _panel(view: CodexView, names: Names, layout: _Layout, lines: int, marks: Marks) -> Drawing:
    """Return hand, sources and goals in the largest variants that fit, then the other areas.

    While the reader draws, the hand is reduced to text first, otherwise the sources. Headings need
    a medium layout.
    """
    columns = layout.panel_columns
    is_drawing = view.phase == "DRAW" and view.turn == view.seat
    goals = goal_lines(view)
    small_goals = [goals_in_one_line(view)]
    hand = panel.hand_block(view, layout.hand_card, marks)
    hand_words = panel.hand_in_lines(view, columns, marks)
    sources = panel.sources_block(view, layout.source_card, marks)
    source_words = panel.sources_in_lines(view, columns, marks)
    if sources and layout.is_medium:
        note = "choose one" if is_drawing else "after placing"
        sources = [panel.heading("TO DRAW", note), *sources]
        goals = [panel.heading("GOALS", "points · now · missing"), *goals]
    reduced = [*hand_words, *sources] if is_drawing else [*hand, *source_words]
    side = pack(
        [
            [
                [*hand, *sources, *goals],
                [*hand, *sources, *small_goals],
                [*reduced, *goals],
                [*reduced, *small_goals],
                [*hand_words, *source_words, *small_goals],
            ]
        ],
        lines,
    )
    rest = Size(columns, lines - len(side))
    return [*side, *_other_areas(view, names, rest, layout, marks)]


def _other_areas(
    view: CodexView, names: Names, size: Size, layout: _Layout, marks: Marks
) -> Drawing:
    """Return the areas that are not shown on the left, with chips.

    In a large layout a single other area is drawn with small cards instead, if they fit.
    """
    shown = shown_seat(view, marks)
    others = [seat for seat in range(len(view.players)) if seat != shown]
    if layout.is_large and len(others) == 1:
        inner = Size(size.columns, size.lines - 1)
        if inner.lines > 4 and fits(view, others[0], inner, SMALL_CARD):
            title = plain(_area_title(view, names, others[0]), "text+bold")
            plain_marks = Marks(changed=marks.changed)
            return [title, *draw_area(view, others[0], inner, SMALL_CARD, plain_marks)]
    return panel.thumbnails(view, names, size, shown)


# --- small windows --------------------------------------------------------------------------------


def _draw_folded(view: CodexView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw scores, hand and sources as text, and the area in the remaining lines.

    The sources are left out while a card is placed, because they are not needed yet. The goals are
    left out if the area needs their line. In the set-up its decisions replace hand and area.
    """
    parts = setup_parts(view, names, size.columns, marks)
    if parts:
        return [
            *panel.score_lines(view, names, size.columns),
            *(line for _, small in parts for line in small),
            goals_in_one_line(view),
        ]
    top = [
        *panel.score_lines(view, names, size.columns),
        *panel.hand_in_lines(view, size.columns, marks),
    ]
    if not panel.is_placing(view):
        top += panel.sources_in_lines(view, size.columns, marks)
    goals = [goals_in_one_line(view)]
    lines = size.lines - len(top) - len(goals)
    if lines < MIN_AREA_LINES:
        goals, lines = [], MIN_AREA_LINES
    seat = shown_seat(view, marks)
    return [*top, *draw_area(view, seat, Size(size.columns, lines), SMALL_CARD, marks), *goals]


DRAWING = BoardDrawing(
    draw=draw,
    zones=interaction.zones,
    preview=interaction.preview,
    changed=interaction.changed,
    recap=interaction.recap,
    scroll=scroll,
    signs=phrases.SIGNS,
)
