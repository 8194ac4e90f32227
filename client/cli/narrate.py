"""Narrate a match between bots as text, from its first message to its result."""

from collections.abc import Callable

from msgspec import structs

from client.bots import BotPlayer, Create, GreedyBot
from client.cli.bot_matches import NamedBot, play_match
from client.cli.play import server_or_local
from client.connections import Server, Target
from client.games.prose import to_plain_text
from client.games.registry import ui_of
from client.model import Model
from client.tui import console, display
from client.tui.text.messages import describe
from messages import FinalScores, IsTurnOfPlayer, Message, PlayersInfo, YourTurn
from messages.registry import UpdateMessage

NAMES = ("Ada", "Bruno", "Clara", "Diego", "Elena", "Fabio", "Gina", "Hugo", "Irene", "Jacopo")


async def narrate_local_match(create: Create) -> None:
    """Play a match between bots on a temporary server in this process, and write it."""
    async with server_or_local(Target("")) as server:
        await narrate_match(server, create, console.write)


async def narrate_match(server: Server, create: Create, write: Callable[[str], None]) -> None:
    """Play a new match with greedy bots on all seats and write what happens until it ends."""
    bots = [NamedBot(name, GreedyBot()) for name in NAMES[: create.players]]
    await play_match(server, bots, create, Narrator(write).on_message)


class Narrator:
    """Describes a match in the third person, from the messages to one seat.

    The board is written at the first turn, at the first turn after certain changes, and at the end.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._board_due = False

    def on_message(self, player: BotPlayer, message: Message) -> None:
        """Narrate a message that a bot has received; see ``narrate``."""
        self.narrate(player.model, message)

    def narrate(self, model: Model, message: Message) -> None:
        """Write what a message means; the model must have received it already.

        Also writes the changed board when the next turn begins, and the board before the result.
        Message types other than turns, changes, players and results are ignored.
        """
        match message:
            case YourTurn() | IsTurnOfPlayer() if self._board_due:
                self._board_due = False
                self._write_board(model)
            case FinalScores():
                self._write_board(model)
                self._describe(model, message)
            case UpdateMessage():
                self._board_due |= isinstance(message.change, ui_of(message.change).board_after)
                self._describe(model, message)
            case PlayersInfo():
                self._board_due = True
                self._describe(model, message)

    def _describe(self, model: Model, message: Message) -> None:
        """Write the lines that describe a message, in the third person."""
        for line in map(to_plain_text, describe(model, message, own=False)):
            self._write(line)

    def _write_board(self, model: Model) -> None:
        """Write the board, as a spectator sees it, if there is a view."""
        if model.view is not None:
            view = structs.replace(model.view, seat=None)
            for line in ("", *display.render(view, model.names), ""):
                self._write(line)
