"""Every game at the table, one line each."""

from games.base import AnyGame
from games.codex import CODEX
from games.eriantys import ERIANTYS
from games.rummy import RUMMY
from games.shelfie import SHELFIE
from games.uno import UNO

GAMES: dict[str, AnyGame] = {game.name: game for game in (ERIANTYS, UNO, CODEX, SHELFIE, RUMMY)}
