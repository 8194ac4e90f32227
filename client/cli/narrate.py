"""Narrate a whole match between bots as text."""

from collections.abc import Callable

from msgspec import structs

from client.bots import BotPlayer, Create, GreedyBot
from client.cli.bot_matches import NamedBot, play_match
from client.cli.play import server_or_local
from client.connections import Server, Target
from client.games.registry import ui_of
from client.model import Model
from client.tui import console, display
from client.tui.text.messages import describe
from messages import FinalScores, IsTurnOfPlayer, Message, PlayersInfo, YourTurn
from messages.registry import UpdateMessage

NAMES = ("Ada", "Bruno", "Clara", "Diego", "Elena", "Fabio", "Gina", "Hugo", "Irene", "Jacopo")


async def narrate_local_match(create: Create) -> None:
    """Narrate a match on a server that runs in this process meanwhile."""
    async with server_or_local(Target("")) as server:
        await narrate_match(server, create, console.write)


async def narrate_match(server: Server, create: Create, write: Callable[[str], None]) -> None:
    """Let bots take all seats of a new match, and write what happens until it ends."""
    guests = [NamedBot(name, GreedyBot()) for name in NAMES[: create.players]]
    await play_match(server, guests, create, Narrator(write).heard)


class Narrator:
    """Reads the messages to one seat and describes the match as a spectator would see it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._new_round = False

    def heard(self, player: BotPlayer, message: Message) -> None:
        """Called after each message to the seat."""
        self.narrate(player.model, message)

    def narrate(self, model: Model, message: Message) -> None:
        """Write what this message means to the model that has just received it."""
        match message:
            case YourTurn() | IsTurnOfPlayer() if self._new_round:
                self._new_round = False
                self._board(model)
            case FinalScores():
                self._board(model)
                self._say(model, message)
            case UpdateMessage():
                self._new_round |= isinstance(message.change, ui_of(message.change).board_after)
                self._say(model, message)
            case PlayersInfo():
                self._new_round = True
                self._say(model, message)

    def _say(self, model: Model, message: Message) -> None:
        for line in describe(model, message, own=False):
            self._write(line)

    def _board(self, model: Model) -> None:
        if model.view is not None:
            view = structs.replace(model.view, seat=None)
            for line in ("", *display.render(view, model.names), ""):
                self._write(line)
