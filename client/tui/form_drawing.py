"""The drawing of the form for a new table. Pure."""

import textwrap

from client.games.drawing import Drawing, Line, Span, Zone, cut, fit, pad
from client.games.levels import MEDIUM
from client.tui.form_page import (
    CANCEL,
    CLOCK,
    GAME,
    JOIN,
    OPEN,
    OPTIONS,
    PERSON,
    RULES,
    SEATS,
    WATCH,
    FormState,
    fields,
    line_of,
)
from client.tui.text import form
from messages.description import OptionDescription
from messages.registry import DESCRIPTIONS
from messages.text import clean

WIDTH = 72
LABEL_WIDTH = 22


def draw_form(state: FormState, lines: int = 99) -> Drawing:
    """Return the form in a frame; empty lines between its parts only if it fits in ``lines``."""
    body: list[Drawing] = [
        [_draw_games(state), (Span(f"  {_about(state)}", "muted"),)],
        [_draw_seats(state), _draw_own_seat(state), *_draw_other_seats(state)],
        _draw_settings(state),
        [(Span("  line  ", "muted"), Span(line_of(state), "text+bold"))],
        [_draw_buttons(state), _draw_hint(state)],
    ]
    gap = 1 if sum(map(len, body)) + len(body) + 1 <= lines - 2 else 0
    rows: Drawing = []
    for part in body:
        rows += [()] * gap + part
    return _in_frame(rows)


def _in_frame(rows: Drawing) -> Drawing:
    """Return the rows, cut or padded to WIDTH, in a heavy frame with the title of the form."""
    inner = WIDTH - 2
    head = f"━ {form.TITLE} "
    top: Line = (Span(f"┏{head}{'━' * (inner - len(head))}┓", "accent"),)
    side = Span("┃", "accent")
    framed = [(side, *pad(cut(row, inner), inner), side) for row in rows]
    return [top, *framed, (Span(f"┗{'━' * inner}┛", "accent"),)]


def _about(state: FormState) -> str:
    """Return the possible numbers of players, and the teams if the game has any."""
    game = state.description
    return f"{form.players(game.seats)} {game.teams}".strip()


def _draw_games(state: FormState) -> Line:
    """Return the names of the games in one line, cut to 10 characters; arrows mark the chosen
    one.
    """
    spans = [_bar(GAME, state)]
    for name, game in DESCRIPTIONS.items():
        is_chosen = name == state.game
        left, right = ("▶", "◀") if is_chosen else (" ", " ")
        role = f"chip:{game.color}+bold" if is_chosen else f"ink:{game.color}"
        label = Span(f"{left}{clean(game.short_title, 10)}{right}", role, ("game", name))
        spans += [label, Span(" ")]
    return tuple(spans)


def _bar(zone: Zone, state: FormState) -> Span:
    """Return the bar that marks the field of the cursor; spaces for any other field."""
    return Span("▌ " if zone == state.cursor else "  ", "accent+bold", zone)


def _row(zone: Zone, state: FormState, label: str, values: Line, hint: str = "") -> Line:
    """Return a field: the bar of the cursor, the label, the values and a hint."""
    role = "text+bold" if zone == state.cursor else "text"
    start = (_bar(zone, state), Span(fit(label, LABEL_WIDTH), role, zone), *values)
    return (*pad(start, 46), Span(f" {hint}", "muted"))


def _number(zone: Zone, value: str) -> Line:
    """Return a value between two arrows, for a field whose values are cycled."""
    return (Span(f"‹ {value} ›", "accent+bold", zone),)


def _radio(zone: Zone, labels: tuple[str, str], second: bool) -> Line:
    """Return two radio buttons, of which the second is set if ``second`` is True.

    The zone of each has its index as the last part.
    """
    spans = []
    for index, label in enumerate(labels):
        is_set = bool(index) == second
        sign = "(•)" if is_set else "( )"
        role = "text+bold" if is_set else "muted"
        spans.append(Span(f"{sign} {label}  ", role, (*zone, str(index))))
    return tuple(spans)


def _draw_seats(state: FormState) -> Line:
    """Return the row of the number of seats, the own one included."""
    return _row(SEATS, state, form.SEATS, _number(SEATS, str(len(state.seats) + 1)), form.CHANGES)


def _draw_own_seat(state: FormState) -> Line:
    """Return the row of the host, with the nickname cut to 20 characters, or a word for none."""
    name = clean(state.nickname, 20) or form.YOU
    return (
        Span(f"    1  {fit(form.own_seat_label(name), LABEL_WIDTH - 5)}"),
        Span(form.HOST, "muted"),
    )


def _draw_other_seats(state: FormState) -> Drawing:
    """Return a row for each other seat: it waits for a person, or has a computer player."""
    lines = []
    for index, level in enumerate(state.seats):
        zone = ("seat", str(index))
        who, hint = (form.COMPUTER, form.LEVELS) if level != PERSON else (form.FRIEND, "")
        values = _seat_values(zone, level, is_local=state.is_local)
        lines.append(_row(zone, state, f"  {index + 2}  {who}", values, hint))
    return lines


def _seat_values(zone: Zone, level: str, *, is_local: bool) -> Line:
    """Return radio buttons for a person and a computer; on a local server only the level."""
    if is_local:
        return _number(zone, level)
    if level == PERSON:
        wait = Span(f"(•) {form.WAIT}  ", "text+bold", (*zone, PERSON))
        return (wait, Span(f"( ) {form.COMPUTER}", "muted", (*zone, MEDIUM)))
    wait = Span(f"( ) {form.WAIT}  ", "muted", (*zone, PERSON))
    return (wait, Span(f"(•) ‹ {level} ›", "legal+bold", zone))


def _draw_settings(state: FormState) -> Drawing:
    """Return the rows of the settings that the game and the server have.

    The options of the game follow while they are unfolded.
    """
    shown = set(fields(state))
    clock = form.seconds(state.clock)
    rows = {
        RULES: _row(
            RULES,
            state,
            form.RULES,
            _radio(RULES, form.MODES, state.expert),
            state.description.expert,
        ),
        JOIN: _row(JOIN, state, form.JOIN, _radio(JOIN, form.PRIVACY, state.private)),
        WATCH: _row(WATCH, state, form.WATCH, _radio(WATCH, form.WATCHERS, not state.watchers)),
        CLOCK: _row(CLOCK, state, form.CLOCK, _number(CLOCK, clock), form.CLOCK_HINT),
        OPTIONS: _row(OPTIONS, state, form.OPTIONS, _summary(state), form.OPTIONS_HINT),
    }
    lines = [row for zone, row in rows.items() if zone in shown]
    for option in state.description.options if state.shows_options else ():
        lines += _draw_option(option, state)
    return lines


def _summary(state: FormState) -> Line:
    """Return the options that are not usual, or that there is none."""
    words = [f"{name}={str(value).lower()}" for name, value in state.options]
    return (Span(", ".join(words) or form.NONE, "text" if words else "muted", OPTIONS),)


def _draw_option(option: OptionDescription, state: FormState) -> Drawing:
    """Return an option with its value, and a wrapped sentence that explains it."""
    zone = ("option", option.name)
    value = str(dict(state.options).get(option.name, option.default)).lower()
    role = "text+bold" if zone == state.cursor else "text"
    label = Span(f"{option.name}  ", role, zone)
    sentence = textwrap.wrap(clean(option.text), WIDTH - 10)
    return [
        (_bar(zone, state), Span("  "), label, *_number(zone, value)),
        *((Span(f"      {line}", "muted", zone),) for line in sentence),
    ]


def _draw_buttons(state: FormState) -> Line:
    """Return the buttons in one line; arrows mark the one at the cursor."""
    spans = [Span("   ")]
    for zone, label, role in ((OPEN, form.OPEN, "brand"), (CANCEL, form.CANCEL, "chip:grey")):
        left, right = ("▶", "◀") if zone == state.cursor else (" ", " ")
        spans += [Span(f"{left} {label} {right}", f"{role}+bold", zone), Span("   ")]
    return tuple(spans)


def _draw_hint(state: FormState) -> Line:
    """Return the error of the form; without one, the keys."""
    return (Span(f"  {state.error or form.KEYS}", "error+bold" if state.error else "muted"),)
