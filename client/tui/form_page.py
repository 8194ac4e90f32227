"""The form for a new table as data: its fields, and what a key or a click changes. Pure.

The drawing is in ``form_drawing.py``.
"""

from typing import NamedTuple, TypeVar

from client.games.drawing import Zone
from client.games.levels import LEVELS, MEDIUM
from client.tui.new_tables import NewTable, command_of
from client.tui.text import form
from messages import SelectModeAndPlayers
from messages.description import GameDescription, Value
from messages.registry import DESCRIPTIONS, describe_game
from messages.text import clean

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
    """Return the level of a new seat: medium on a local server, else that of a person."""
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
    """Return the fields and the two buttons in the order of the arrow keys.

    Rules and options are left out if the game has none, each option while the options are folded,
    and JOIN and WATCH for a local table.
    """
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


def change_value(state: FormState, step: int) -> FormState:
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
    return change_value(state._replace(cursor=zone), 1) if zone in fields(state) else state


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


def with_error(state: FormState, reason: str) -> FormState:
    """Return the form with the reason why the server refused the table, as one line."""
    return state._replace(error=clean(reason))
