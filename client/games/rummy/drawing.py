"""Draws the Rummy 500 table in the full-screen client: players, melds, piles and the own hand."""

from client.games.cards import Variant, first_fit, player_name, variant_of
from client.games.drawing import (
    BoardDrawing,
    Drawing,
    Line,
    Marks,
    Names,
    Size,
    Span,
    cut,
    plain,
    wrap,
)
from client.games.rummy import interaction, previews
from client.games.rummy import text as phrases
from client.games.rummy.card_rows import (
    folded_hand,
    folded_piles,
    hand_title,
    hand_variants,
    pile_variants,
)
from client.games.rummy.interaction import player_zone
from client.games.rummy.table_drawing import (
    compact_meld,
    draw_compact_melds,
    draw_melds,
    draw_player_table,
    draw_players,
)
from messages.rummy.table import RummyView

MIN_COLUMNS, MIN_LINES = 78, 11
"""A smaller board is folded into lines of card names."""
TITLE_LINES = 19
"""Minimum number of lines with a title for each part and the table of rounds."""


def draw(view: RummyView, names: Names, size: Size, marks: Marks) -> Drawing:
    """Draw the table in the largest variant that fits, or folded if the window is small.

    If no combination fits, the hand is drawn as card names.
    """
    if size.columns < MIN_COLUMNS or size.lines < MIN_LINES:
        return _draw_folded(view, names, size.columns, marks)
    parts = [
        _player_variants(view, names, size, marks),
        _meld_variants(view, names, size, marks),
        _pile_variants(view, size, marks),
        _hand_variants(view, size, marks),
    ]
    if sum(min(variant.lines for variant in part) for part in parts) > size.lines:
        parts[-1] = [_below([_hand_title(view, size, marks)], _folded_hand(view, size, marks))]
    return first_fit(parts, size.lines)


def _player_variants(view: RummyView, names: Names, size: Size, marks: Marks) -> list[Variant]:
    """Return the players as a table, if there are lines for it, and as short lines."""
    lines = variant_of(draw_players(view, names, marks))
    if size.lines < TITLE_LINES:
        return [lines]
    return [variant_of(draw_player_table(view, names, marks, size.columns)), lines]


def _meld_variants(view: RummyView, names: Names, size: Size, marks: Marks) -> list[Variant]:
    """Return the melds with a title, beside a title, and one after another.

    The first variant needs a window with TITLE_LINES.
    """
    titled = draw_melds(view, names, marks, size.columns, title="")
    plain_melds = draw_melds(view, names, marks, size.columns, title="melds")
    variants = [variant_of(plain_melds), variant_of(draw_compact_melds(view, marks, size.columns))]
    if size.lines < TITLE_LINES:
        return variants
    return [variant_of([(), _title("MELDS"), *titled]), *variants]


def _pile_variants(view: RummyView, size: Size, marks: Marks) -> list[Variant]:
    """Return the piles below a title, below a blank line, and alone.

    The title needs a window with TITLE_LINES; without it an explanation is beside the piles.
    """
    heads: list[Drawing] = [[()], []]
    is_titled = size.lines >= TITLE_LINES
    if is_titled:
        heads.insert(0, [(), _title("DISCARDS", phrases.PILE_NOTE)])
    variants = pile_variants(view, marks, size.columns, has_notes=not is_titled)
    return [_below(head, variant) for head in heads for variant in variants]


def _below(head: Drawing, variant: Variant) -> Variant:
    """Return a variant with lines above it."""
    return Variant(len(head) + variant.lines, lambda: head + variant.draw())


def _title(title: str, note: str = "") -> Line:
    """Return a title in bold with a muted note after it."""
    return (Span(f" {title}", "text+bold"), Span(f"  {note}", "muted"))


def _hand_variants(view: RummyView, size: Size, marks: Marks) -> list[Variant]:
    """Return the hand below its title with and without a blank line."""
    title = _hand_title(view, size, marks)
    variants = hand_variants(view, marks, size.columns)
    heads: list[Drawing] = [[(), title], [title]]
    return [_below(head, variant) for variant in variants for head in heads]


def _hand_title(view: RummyView, size: Size, marks: Marks) -> Line:
    """Return the title of the hand, indented and cut to the window."""
    return cut((Span(" "), *hand_title(view, marks)), size.columns)


def _folded_hand(view: RummyView, size: Size, marks: Marks) -> Variant:
    """Return the hand as card names as the only variant."""
    return variant_of(folded_hand(view, marks, size.columns))


# --- small windows --------------------------------------------------------------------------------


def _draw_folded(view: RummyView, names: Names, columns: int, marks: Marks) -> Drawing:
    """Return piles, hand, melds and players as lines of card names, for a small window."""
    melds = [compact_meld(view, number, marks) for number in range(1, len(view.melds) + 1)]
    players = [_folded_player(view, names, seat) for seat in range(len(view.players))]
    return [
        *wrap(folded_piles(view, marks), columns, separator=" "),
        *folded_hand(view, marks, columns),
        *wrap([plain("melds", "muted"), *melds] if melds else [], columns),
        *wrap(players, columns),
    ]


def _folded_player(view: RummyView, names: Names, seat: int) -> Line:
    """Return turn, name, number of cards and score; of a player who left only the name."""
    player, zone = view.players[seat], player_zone(seat)
    name = ("▶" if view.turn == seat else " ") + player_name(view, names, seat, 12)
    if player.gone:
        return (Span(name, "muted+strike", zone),)
    role = "accent+bold" if view.turn == seat else "text"
    return (Span(name, role, zone), Span(f" ▮{player.cards} {player.score}", "text", zone))


DRAWING = BoardDrawing(
    draw=draw,
    zones=interaction.zones,
    preview=previews.preview,
    changed=interaction.changed,
    recap=interaction.recap,
    summary=interaction.summary,
    signs=phrases.SIGNS,
    orders=("suit", "rank"),
)
