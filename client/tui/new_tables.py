"""A new table as data: its set-up and its computer players, and the typed line that opens it."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import structs

from client.games.levels import LEVELS, MEDIUM, strategy_for
from client.games.parsing import CommandError, parse_number, pick
from client.games.registry import PLAYABLE, ui
from client.tui.text import typing
from messages import (
    AddComputerPlayer,
    ClientMessage,
    PlayersInfo,
    SelectModeAndPlayers,
)
from messages.registry import DESCRIPTIONS

MAX_SEATS = 16
BOTS = "bots"
BOT_SUFFIX = "-bot"
"""The end of the nickname of every computer player of the server."""
CLOCK = "clock"
SETTINGS: dict[str, dict[str, object]] = {
    "expert": {"mode": True},
    "base": {"mode": False},
    "private": {"private": True},
    "public": {"private": False},
    "standing": {"standing": True},
    "unwatched": {"watchers": False},
    "watched": {"watchers": True},
}
"""The field of the set-up that each word sets."""


class NewTable(NamedTuple):
    """The set-up of a table, without computer players, and the level of each of them."""

    setup: SelectModeAndPlayers
    levels: tuple[str, ...] = ()

    def messages(self) -> tuple[SelectModeAndPlayers, tuple[ClientMessage, ...]]:
        """Return the set-up to send, and what to send once the table is open.

        The set-up contains the computer players of the default strategy; others are added later.
        """
        strategies = ui(self.setup.game).strategies
        chosen = [strategy_for(level, strategies) for level in self.levels]
        others = tuple(AddComputerPlayer(strategy) for strategy in chosen if strategy)
        return structs.replace(self.setup, bots=len(chosen) - len(others)), others


def from_setup(setup: SelectModeAndPlayers) -> NewTable:
    """Return the table of a set-up; its computer players have the level medium."""
    return NewTable(structs.replace(setup, bots=0), (MEDIUM,) * min(setup.bots, MAX_SEATS))


def from_match(players: PlayersInfo) -> NewTable:
    """Return a table like that of a match that has started.

    The computer players have the level medium.
    """
    setup = SelectModeAndPlayers(
        players.number_of_players,
        mode=players.expert_mode,
        game=players.game,
        options=players.options,
        private=players.private,
        bots=sum(name.endswith(BOT_SUFFIX) for name in players.player_nicknames),
        clock=players.clock,
        watchers=players.watchers,
    )
    return from_setup(setup)


def default_seats(game: str, default: SelectModeAndPlayers) -> int:
    """Return the number of seats if none is chosen: that of the default if it is of this game.

    It is also used for an unknown game; other games have their usual number.
    """
    if game == default.game or game not in DESCRIPTIONS:
        return default.number_of_players
    return DESCRIPTIONS[game].usual_players


def parse_new(words: Sequence[str], default: SelectModeAndPlayers, *, is_local: bool) -> NewTable:
    """Return the table that the words after ``new`` request; the default fills the gaps.

    A number sets the seats and ``key=value`` an option; other words are settings. Without ``bots``
    all seats are for people, but on a local server all others are computer players. Raises
    CommandError.
    """
    rest = [word.lower() for word in words]
    game = next((found for word in rest if (found := _game_of(word))), default.game)
    options = default.options if game == default.game else {}
    seats = default_seats(game, default)
    setup = structs.replace(default, game=game, options=options, number_of_players=seats, bots=0)
    levels: tuple[str, ...] | None = None
    while rest:
        word = rest.pop(0)
        if word.isdigit():
            seats = parse_number(word, "number of players")
            setup = structs.replace(setup, number_of_players=seats)
        elif "=" in word:
            setup = structs.replace(setup, options={**setup.options, **parse_option(word)})
        elif (name := _setting_of(word)) == BOTS:
            levels = (levels or ()) + _parse_bots(rest)
        else:
            setup = structs.replace(setup, **_fields(name, rest))
    if levels is None:
        levels = (MEDIUM,) * (min(seats, MAX_SEATS) - 1) if is_local else ()
    if levels and len(levels) >= setup.number_of_players:
        raise CommandError(typing.TOO_MANY_BOTS.format(most=max(0, setup.number_of_players - 1)))
    return NewTable(setup, levels)


def _game_of(word: str) -> str:
    """Return the game that a word or an unambiguous prefix names; empty if it names something else.

    Words of settings and levels count for the ambiguity, too.
    """
    if word.isdigit() or "=" in word:
        return ""
    names = {name: name for name in (*SETTINGS, BOTS, CLOCK, *LEVELS, *PLAYABLE)}
    matching = [name for name in names if name.startswith(word)]
    found = word if word in names else matching[0] if len(matching) == 1 else ""
    return found if found in PLAYABLE else ""


def _setting_of(word: str) -> str:
    """Return the setting or game that a word or its prefix names. Raises CommandError."""
    names = (*SETTINGS, *PLAYABLE, BOTS, CLOCK)
    return pick(word, {name: name for name in names}, "setting")


def _fields(name: str, rest: list[str]) -> dict[str, object]:
    """Return the fields that a setting sets; none for an unknown setting.

    The number of ``clock`` is removed from ``rest``. Raises CommandError if it is missing.
    """
    if name == CLOCK:
        return {CLOCK: _parse_setting_number(CLOCK, rest)}
    return SETTINGS.get(name, {})


def _parse_bots(rest: list[str]) -> tuple[str, ...]:
    """Remove a number and perhaps a level from ``rest``; return the level of each bot.

    Raises CommandError.
    """
    count = _parse_setting_number(BOTS, rest)
    if count >= MAX_SEATS:
        raise CommandError(typing.TOO_MANY_BOTS.format(most=MAX_SEATS - 1))
    level = rest.pop(0) if rest and rest[0] in LEVELS else MEDIUM
    return (level,) * count


def _parse_setting_number(name: str, rest: list[str]) -> int:
    """Remove the first word of ``rest`` and return it as a number. Raises CommandError."""
    if not rest:
        raise CommandError(typing.NUMBER_USAGE.format(word=name))
    return parse_number(rest.pop(0), f"number for {name}")


def parse_option(word: str) -> dict[str, bool | int | str]:
    """Parse ``key=value`` into a dictionary with a boolean, a number or a string.

    Raises CommandError if the key or the sign is missing, or for a number with too many digits.
    """
    key, sign, value = word.partition("=")
    if not (key and sign):
        raise CommandError(typing.OPTION_USAGE.format(word=word))
    if value in ("true", "false"):
        return {key: value == "true"}
    return {key: parse_number(value, "number") if value.isdigit() else value}


def command_of(table: NewTable, *, is_local: bool) -> str:
    """Return the shortest usual line that opens this table; ``parse_new`` reads it.

    The line does not say whether the table is standing.
    """
    setup, levels = table
    words = ["new", setup.game, str(setup.number_of_players)]
    words += ["expert"] * setup.mode + ["private"] * setup.private
    words += ["unwatched"] * (not setup.watchers)
    words += [CLOCK, str(setup.clock)] if setup.clock else []
    usual = (MEDIUM,) * (setup.number_of_players - 1) if is_local else ()
    if levels != usual:
        groups = [(len(list(same)), level) for level, same in groupby(levels)]
        words += [f"{BOTS} {count} {level}" for count, level in groups] or [f"{BOTS} 0"]
    words += [f"{key}={str(value).lower()}" for key, value in setup.options.items()]
    return " ".join(words)
