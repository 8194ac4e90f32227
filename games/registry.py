"""Every game at the table, one line each."""

from games.base import AnyGame
from games.eriantys import ERIANTYS
from games.rummy import RUMMY
from games.uno import UNO

GAMES: dict[str, AnyGame] = {game.name: game for game in (ERIANTYS, UNO, RUMMY)}
