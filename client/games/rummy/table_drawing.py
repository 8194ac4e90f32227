"""Draws the players and the melds of Rummy 500."""

from client.games.cards import hand_bar, player_name, score_bar, short_name
from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Span,
    change_sign,
    fit,
    in_zone,
    key_label,
    pad,
    plain,
    width,
    wrap,
)
from client.games.rummy.board import points_laid
from client.games.rummy.faces import card_role, prose_cards, short_card, white_cards
from client.games.rummy.interaction import meld_zone, player_zone
from client.games.rummy.melds import extending_cards, fitting_cards, is_set
from messages.base import Seat
from messages.rummy import actions
from messages.rummy.table import RummyMeldView, RummyView

BAR_COLUMNS = 10
ROUND_COLUMNS = 6
MELD_COLUMNS = 36
"""Columns of a meld in a table of melds; a longer one takes two or more."""


# --- players --------------------------------------------------------------------------------------


def draw_players(view: RummyView, names: Names, marks: Marks) -> Drawing:
    """Return a line for each player with cards, points laid and a bar of the total."""
    return [_player_line(view, names, seat, marks) for seat in range(len(view.players))]


def _player_line(view: RummyView, names: Names, seat: Seat, marks: Marks) -> Line:
    """Return a player with cards, points laid and a bar of the total.

    A player who left has only the name, and a note that says so.
    """
    head, player = _player_label(view, names, seat, marks), view.players[seat]
    if player.gone:
        return in_zone((*head, Span("has left", "muted")), player_zone(seat))
    noun = "card " if player.cards == 1 else "cards"
    counts = f"{player.cards:>3} {noun}  laid {points_laid(view, seat):>3}  "
    line = (*head, *_hand_bar(view, seat), Span(counts), *_total_bar(view, seat, 20))
    return in_zone(
        (*line, Span(f" {player.score:>4} of {view.target}", "text+bold")), player_zone(seat)
    )


def _player_label(view: RummyView, names: Names, seat: Seat, marks: Marks) -> Line:
    """Return the sign of the turn, the name in 12 columns and the sign of a change."""
    name = fit(player_name(view, names, seat, 12), 12)
    role = "muted+strike" if view.players[seat].gone else "text"
    if seat in (view.turn, view.seat):
        role = "accent+bold" if seat == view.turn else "text+bold"
    turn = "▶ " if view.turn == seat else "  "
    return (Span(turn, "accent+bold"), Span(name, role), change_sign(player_zone(seat), marks))


def _hand_bar(view: RummyView, seat: Seat) -> Line:
    """Return a bar of the number of cards in the hand of a seat; a plus if they do not fit."""
    return plain(hand_bar(view.players[seat].cards, BAR_COLUMNS), "muted")


def _total_bar(view: RummyView, seat: Seat, columns: int) -> Line:
    """Return a bar of the total score of a seat, which is full if the target is reached."""
    filled, empty = score_bar(view.players[seat].score, view.target, columns)
    return (Span(filled, "accent" if seat == view.seat else "muted"), Span(empty, "muted"))


def draw_player_table(view: RummyView, names: Names, marks: Marks, columns: int) -> Drawing:
    """Return a table of the players with a header and the points of the last rounds.

    As many rounds are shown as ``columns`` allows, perhaps none.
    """
    bar = 16 if columns < 116 else 24
    room = (columns - 44 - bar) // ROUND_COLUMNS
    rounds = view.rounds[-room:] if room > 0 else ()
    last = view.round if view.decision == "OVER" else view.round - 1
    numbers = "".join(f"{f'r{last - len(rounds) + 1 + n}':>6}" for n in range(len(rounds)))
    title = f"{'cards':<{BAR_COLUMNS + 3}}{'laid':>6}  {f'total, to {view.target}':<{bar + 6}}"
    header = (Span(f" {'PLAYERS':<14}", "text+bold"), Span(f"{title}{numbers}", "muted"))
    seats = range(len(view.players))
    return [header, *(_table_line(view, names, seat, marks, bar, rounds) for seat in seats)]


def _table_line(
    view: RummyView,
    names: Names,
    seat: Seat,
    marks: Marks,
    bar: int,
    rounds: tuple[tuple[int, ...], ...],
) -> Line:
    """Return a player in the table: cards, points laid, total, and the points of ``rounds``.

    A player who left has only the name, and a note that says so.
    """
    head, player = _player_label(view, names, seat, marks), view.players[seat]
    if player.gone:
        return in_zone((*head, Span("has left", "muted")), player_zone(seat))
    counts = f"{player.cards:>3}{points_laid(view, seat):>6}  "
    points = "".join(f"{points[seat]:>+{ROUND_COLUMNS}}" for points in rounds)
    total = Span(f"{player.score:>6}", "text+bold")
    bars = _total_bar(view, seat, bar)
    line = (*head, *_hand_bar(view, seat), Span(counts), *bars, total, Span(points, "muted"))
    return in_zone(line, player_zone(seat))


# --- melds ----------------------------------------------------------------------------------------


def draw_melds(view: RummyView, names: Names, marks: Marks, columns: int, *, title: str) -> Drawing:
    """Return the melds side by side, each with its owners and the cards of the hand that fit.

    A selected lay-off is shown on its meld. ``title`` is a label in seven columns at the left of
    the first line, and the other lines are indented as far; if it is empty, all are indented by one
    column. Without melds the only line says that there are none.
    """
    if not view.melds:
        return [(Span(f"{title:<7}", "muted"), Span("no melds yet", "muted"))]
    parts = [
        _padded(_meld_line(view, names, number, marks)) for number in range(1, len(view.melds) + 1)
    ]
    indent = " " * max(1, 7 * bool(title))
    lines = wrap(parts, columns, indent=indent, separator="")
    lines[0] = (Span(f"{title:<{len(indent)}}", "muted"), *lines[0][1:])
    return lines


def draw_compact_melds(view: RummyView, marks: Marks, columns: int) -> Drawing:
    """Return the melds without owners, wrapped into lines; no lines without melds.

    They are shortened as by ``compact_meld``.
    """
    return wrap([compact_meld(view, n, marks) for n in range(1, len(view.melds) + 1)], columns)


def compact_meld(view: RummyView, number: int, marks: Marks) -> Line:
    """Return number and cards of a meld, and the cards of the hand that fit.

    Of more than four cards only the first and the last are shown.
    """
    meld, zone = view.melds[number - 1], meld_zone(number)
    cards: Line = white_cards(meld.cards)
    if len(meld.cards) > 4:
        cards = (*cards[:1], Span("‥ ", card_role(meld.cards[0])), *cards[-1:])
    fits = fitting_cards(meld.cards, view.hand, view.ace_runs)
    note: Line = (Span("◂", "legal"), *prose_cards(fits)) if fits else ()
    return in_zone((key_label(str(number), zone, marks), *cards, *note), zone)


def _padded(line: Line) -> Line:
    """Return the line padded to a multiple of MELD_COLUMNS, with at least one space at its end."""
    return pad(line, -(-(width(line) + 1) // MELD_COLUMNS) * MELD_COLUMNS)


def _meld_line(view: RummyView, names: Names, number: int, marks: Marks) -> Line:
    """Return number, cards, owners and fitting cards of a meld, with a preview of a lay-off.

    A changed meld has a sign.
    """
    meld, zone = view.melds[number - 1], meld_zone(number)
    seats = dict.fromkeys(meld.owners)
    room = 12 if len(seats) == 1 else 8
    owners = "+".join(short_name(view, names, seat, room) for seat in seats)
    fits = fitting_cards(meld.cards, view.hand, view.ace_runs)
    note: Line = (Span(" ◂ ", "legal"), *prose_cards(fits), Span(" fits", "legal")) if fits else ()
    line = (
        key_label(str(number), zone, marks),
        Span(" "),
        *_meld_cards(view, meld, number, marks),
        Span(f" {owners}", "muted"),
        change_sign(zone, marks),
        *note,
    )
    return in_zone(line, zone)


def _meld_cards(view: RummyView, meld: RummyMeldView, number: int, marks: Marks) -> Line:
    """Return the cards of a meld, and those of the selected lay-off as ``‹8♦›``.

    They are before a run that they extend downwards, otherwise after the cards.
    """
    cards = white_cards(meld.cards)
    action = marks.preview
    if not isinstance(action, actions.LayOffRummyCards) or action.meld != number:
        return cards
    added = tuple(Span(f"‹{short_card(card)}›", "accent+bold") for card in action.cards)
    ends = list(extending_cards(meld.cards, view.ace_runs))
    is_front = not is_set(meld.cards) and len(ends) == 2 and ends[0] in action.cards
    return (*added, *cards) if is_front else (*cards, *added)
