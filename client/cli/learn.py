"""Start the guided match of a game."""

from client.cli.arguments import bad_value
from client.cli.text import NO_GAME
from messages.registry import GAME_NAMES


async def learn_game(game: str, *, plain: bool) -> None:
    """Run the guided match of a game, line by line if ``plain``.

    The case of the name does not matter. Raises BadParameter for an unknown game.
    """
    from client.cli.play import Visit, learn_in_lines, play_full_screen
    from client.connections import Target
    from messages import SelectModeAndPlayers

    name = game.lower()
    if name not in GAME_NAMES:
        text = NO_GAME.format(game=game[:40], games=", ".join(GAME_NAMES))
        raise bad_value(text, "GAME")
    if plain:
        await learn_in_lines(name)
    else:
        visit = Visit(Target(""), "", SelectModeAndPlayers(2, game=name))
        await play_full_screen(visit, learn=name)
