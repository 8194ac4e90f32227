"""The set-up of a match from the options of a command, checked before anything is started.

The rules check the options of the game, so a wrong one is reported here and not by a server.
"""

from typing import NamedTuple

from client.cli.arguments import bad_value, parse_game_options
from client.cli.text import NO_GAME, TOO_MANY_BOTS, WRONG_PLAYERS
from client.errors import UserError
from messages import SelectModeAndPlayers

DEFAULT_PLAYERS = 2
DEFAULT_GAME = SelectModeAndPlayers(DEFAULT_PLAYERS).game


class SetupOptions(NamedTuple):
    """The options as they were given; None and empty values were not given."""

    game: str = ""
    players: int | None = None
    expert: bool | None = None
    options: tuple[str, ...] = ()
    bots: int | None = None

    @property
    def is_given(self) -> bool:
        """True if at least one option was given, so that the user has chosen a match."""
        return self != SetupOptions()


def make_setup(given: SetupOptions, *, default_bots: int | None = None) -> SelectModeAndPlayers:
    """Return the set-up; missing options get their defaults, and given ones are checked.

    ``default_bots`` is the number of computer players; None: on all other seats. Raises
    BadParameter for an option that no match can have.
    """
    if not given.is_given:  # the defaults are valid, and the rules are slow to import
        others = DEFAULT_PLAYERS - 1 if default_bots is None else default_bots
        return SelectModeAndPlayers(DEFAULT_PLAYERS, game=DEFAULT_GAME, bots=others)
    players = DEFAULT_PLAYERS if given.players is None else given.players
    others = players - 1 if default_bots is None else default_bots
    try:
        options = parse_game_options(list(given.options))
    except UserError as error:
        raise bad_value(str(error), "--option") from None
    setup = SelectModeAndPlayers(
        players,
        mode=bool(given.expert),
        game=given.game.lower() or DEFAULT_GAME,
        options=options,
        bots=others if given.bots is None else given.bots,
    )
    check_setup(setup)
    return setup


def check_setup(setup: SelectModeAndPlayers) -> None:
    """Raise BadParameter if there is no such game, or the game does not allow the set-up.

    At least one seat must remain for a person.
    """
    from games.registry import GAMES
    from messages.errors import Refusal

    game = GAMES.get(setup.game)
    if game is None:
        text = NO_GAME.format(game=setup.game[:40], games=", ".join(GAMES))
        raise bad_value(text, "--game")
    if setup.number_of_players not in game.seats:
        smallest, largest = game.seats[0], game.seats[-1]
        text = WRONG_PLAYERS.format(title=game.title, smallest=smallest, largest=largest)
        raise bad_value(text, "--players")
    if setup.bots >= setup.number_of_players:
        text = TOO_MANY_BOTS.format(bots=setup.number_of_players - 1)
        raise bad_value(text, "--bots")
    try:
        game.options(setup.mode, setup.options)
    except Refusal as refusal:
        raise bad_value(refusal.text, "--option") from None
