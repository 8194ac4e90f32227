"""The form for a new table as data: its fields, what a key changes, and the drawing. Pure."""

import textwrap
from typing import NamedTuple, TypeVar

from client.games.drawing import Drawing, Line, Span, Zone, cut, fit, pad
from client.games.levels import LEVELS, MEDIUM
from client.tui.new_tables import NewTable, command_of
from client.tui.text import form
from messages import SelectModeAndPlayers
from messages.description import GameDescription, OptionDescription, Value
from messages.registry import DESCRIPTIONS, describe_game
from messages.text import clean

WIDTH = 72
LABEL_WIDTH = 22
CLOCKS = (0, 30, 60, 120, 300)
PERSON = ""
"""The level of a seat that waits for a person."""
SEAT_CHOICES = (PERSON, *LEVELS)
OPEN, CANCEL = ("open",), ("cancel",)
GAME, SEATS, RULES = ("game",), ("seats",), ("rules",)
JOIN, WATCH, CLOCK, OPTIONS = ("join",), ("watch",), ("clock",), ("options",)


T = TypeVar("T")


class FormState(NamedTuple):
    """The values of the form; ``seats`` has the level of each other seat, empty for a person."""

    game: str
    seats: tuple[str, ...]
    nickname: str
    is_local: bool
    expert: bool = False
    private: bool = False
    watchers: bool = True
    clock: int = 0
    options: tuple[tuple[str, Value], ...] = ()
    """Options with other values than the usual ones."""
    shows_options: bool = False
    cursor: Zone = OPEN
    error: str = ""

    @property
    def description(self) -> GameDescription:
        """The description of the game."""
        return describe_game(self.game)


def new_form(game: str, nickname: str, *, is_local: bool, seats: int = 0) -> FormState:
    """Return the form with the usual values: people on a shared server, computers on a local one.

    ``seats`` of 0 means the usual number of the game.
    """
    others = (seats or describe_game(game).usual_players) - 1
    return FormState(game, (_usual_level(is_local),) * others, nickname, is_local)


def _usual_level(is_local: bool) -> str:
    return MEDIUM if is_local else PERSON


def table_of(state: FormState) -> NewTable:
    """Return the table that the form describes."""
    setup = SelectModeAndPlayers(
        len(state.seats) + 1,
        mode=state.expert,
        game=state.game,
        options=dict(state.options),
        private=state.private,
        clock=state.clock,
        watchers=state.watchers,
    )
    return NewTable(setup, tuple(level for level in state.seats if level != PERSON))


def line_of(state: FormState) -> str:
    """Return the line that would be typed for this table."""
    return command_of(table_of(state), is_local=state.is_local)


# --- fields and keys ------------------------------------------------------------------------------


def fields(state: FormState) -> list[Zone]:
    """Return the fields in the order of the arrow keys; only those that the game has."""
    zones = [GAME, SEATS, *(("seat", str(index)) for index in range(len(state.seats)))]
    zones += [RULES] * bool(state.description.expert)
    zones += [] if state.is_local else [JOIN, WATCH]
    zones += [CLOCK]
    if state.description.options:
        zones += [OPTIONS]
        if state.shows_options:
            zones += [("option", option.name) for option in state.description.options]
    return [*zones, OPEN, CANCEL]


def move(state: FormState, step: int) -> FormState:
    """Return the form with the cursor some fields further; at both ends it stays."""
    zones = fields(state)
    index = zones.index(state.cursor) if state.cursor in zones else 0
    return state._replace(cursor=zones[min(max(index + step, 0), len(zones) - 1)])


def change(state: FormState, step: int) -> FormState:
    """Return the form with the next (1) or previous (-1) value of the field at the cursor.

    On a button the cursor moves to the other button. An error is cleared, or set if the value is
    not allowed.
    """
    state = state._replace(error="")
    match state.cursor:
        case ("game",):
            return _with_game(state, _cycle(tuple(DESCRIPTIONS), state.game, step))
        case ("seats",):
            return _with_seats(state, len(state.seats) + 1 + step)
        case ("seat", index):
            seats = list(state.seats)
            choices = LEVELS if state.is_local else SEAT_CHOICES
            seats[int(index)] = _cycle(choices, seats[int(index)], step)
            return state._replace(seats=tuple(seats))
        case ("rules",):
            return state._replace(expert=not state.expert)
        case ("join",):
            return state._replace(private=not state.private)
        case ("watch",):
            return state._replace(watchers=not state.watchers)
        case ("clock",):
            return state._replace(clock=_cycle(CLOCKS, state.clock, step))
        case ("options",):
            return state._replace(shows_options=not state.shows_options)
        case ("option", name):
            return _with_option(state, name, step)
        case ("open",) | ("cancel",):
            return state._replace(cursor=CANCEL if state.cursor == OPEN else OPEN)
    return state


def set_value(state: FormState, zone: Zone) -> FormState:
    """Return the form after a click on a field, or on one value of it, with the cursor there.

    A zone with one more part than its field names the value; without it the next value is set. A
    zone that is no field changes nothing.
    """
    match zone:
        case ("game", game):
            return _with_game(state._replace(cursor=GAME), game)
        case ("seat", index, level):
            seats = list(state.seats)
            seats[int(index)] = level
            return state._replace(seats=tuple(seats), cursor=("seat", index))
        case ("rules" | "join" | "watch" as name, value):
            is_second = value == "1"
            state = state._replace(cursor=(name,))
            if name == "rules":
                return state._replace(expert=is_second)
            if name == "join":
                return state._replace(private=is_second)
            return state._replace(watchers=not is_second)
    return change(state._replace(cursor=zone), 1) if zone in fields(state) else state


def _cycle(values: tuple[T, ...], value: T, step: int) -> T:
    """Return the value some steps after this one, from the end to the beginning again."""
    index = values.index(value) if value in values else 0
    return values[(index + step) % len(values)]


def _with_game(state: FormState, game: str) -> FormState:
    """Return a new form for another game; for the same game nothing changes.

    The cursor, the clock and the settings who may join and watch are kept.
    """
    if game == state.game:
        return state
    fresh = new_form(game, state.nickname, is_local=state.is_local)
    fresh = fresh._replace(private=state.private, watchers=state.watchers, clock=state.clock)
    return fresh._replace(cursor=state.cursor)


def _with_seats(state: FormState, number: int) -> FormState:
    """Return the form with another number of seats; new seats get the usual level.

    If the game does not allow the number, only the error is set.
    """
    allowed = state.description.seats
    if number not in allowed:
        return state._replace(error=form.wrong_seats(state.description.title, allowed))
    seats = (*state.seats, *(_usual_level(state.is_local),) * number)[: number - 1]
    return state._replace(seats=seats)


def _with_option(state: FormState, name: str, step: int) -> FormState:
    """Return the form with the next or previous value of an option.

    Options with their default value are not stored.
    """
    option = next(each for each in state.description.options if each.name == name)
    chosen = dict(state.options)
    value = _cycle(option.values, chosen.get(name, option.default), step)
    chosen.pop(name, None)
    if value != option.default or type(value) is not type(option.default):
        chosen[name] = value
    return state._replace(options=tuple(chosen.items()))


def refused(state: FormState, reason: str) -> FormState:
    """Return the form with the reason of the server."""
    return state._replace(error=clean(reason))


# --- drawing --------------------------------------------------------------------------------------


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
    game = state.description
    return f"{form.players(game.seats)} {game.teams}".strip()


def _draw_games(state: FormState) -> Line:
    """Return the names of the games in one line; arrows mark the chosen one."""
    spans = [_bar(GAME, state)]
    for name, game in DESCRIPTIONS.items():
        is_chosen = name == state.game
        left, right = ("▶", "◀") if is_chosen else (" ", " ")
        role = f"chip:{game.color}+bold" if is_chosen else f"ink:{game.color}"
        label = Span(f"{left}{clean(game.short_title, 10)}{right}", role, ("game", name))
        spans += [label, Span(" ")]
    return tuple(spans)


def _bar(zone: Zone, state: FormState) -> Span:
    return Span("▌ " if zone == state.cursor else "  ", "accent+bold", zone)


def _row(zone: Zone, state: FormState, label: str, values: Line, hint: str = "") -> Line:
    """Return a field: the bar of the cursor, the label, the values and a hint."""
    role = "text+bold" if zone == state.cursor else "text"
    start = (_bar(zone, state), Span(fit(label, LABEL_WIDTH), role, zone), *values)
    return (*pad(start, 46), Span(f" {hint}", "muted"))


def _number(zone: Zone, value: str) -> Line:
    return (Span(f"‹ {value} ›", "accent+bold", zone),)


def _radio(zone: Zone, labels: tuple[str, str], second: bool) -> Line:
    """Return two radio buttons; the zone of each has its index as the last part."""
    spans = []
    for index, label in enumerate(labels):
        is_set = bool(index) == second
        sign = "(•)" if is_set else "( )"
        role = "text+bold" if is_set else "muted"
        spans.append(Span(f"{sign} {label}  ", role, (*zone, str(index))))
    return tuple(spans)


def _draw_seats(state: FormState) -> Line:
    return _row(SEATS, state, form.SEATS, _number(SEATS, str(len(state.seats) + 1)), form.CHANGES)


def _draw_own_seat(state: FormState) -> Line:
    name = clean(state.nickname, 20) or form.YOU
    return (Span(f"    1  {fit(form.you(name), LABEL_WIDTH - 5)}"), Span(form.HOST, "muted"))


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
    """Return the rows of the settings that the game and the server have."""
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
    """Return an option with its value, and a sentence that explains it."""
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
    return (Span(f"  {state.error or form.KEYS}", "error+bold" if state.error else "muted"),)
