"""Everything that happened since the end of the reader's last turn. No text, no drawing."""

from collections import deque

from msgspec import UNSET

from client.model import Model
from messages import Message, lobby, play
from messages.base import Change, View
from messages.registry import GameView, UpdateMessage

MAX_CHANGES = 500
"""Number of changes kept; the oldest ones are dropped."""
MAX_RECENT = 100
"""Number of the last changes that are kept across turns."""


class TurnHistory:
    """The view at the end of the reader's last turn, and the changes since then.

    Before the first turn it begins with the first view. A spectator has no turns, so it begins with
    the current turn of a player.
    """

    def __init__(self) -> None:
        self.before: View | None = None
        self.changes: deque[Change] = deque(maxlen=MAX_CHANGES)
        self.recent: tuple[Change, ...] = ()
        """The last changes of the match without a gap, also those before the last turn."""
        self._was_my_turn = False
        self._seq = 0

    def on_message(self, model: Model, message: Message) -> None:
        """Record a change; begin again after a turn of the reader, and at a new match.

        For a spectator every turn begins again. The model must have received the message before. A
        change that is repeated after a reconnection is ignored. A view that is newer than the last
        change means that changes were missed, so ``recent`` begins again.
        """
        match message:
            case lobby.PlayersInfo():
                self.before, self._was_my_turn, self._seq = None, False, 0
                self.changes.clear()
                self.recent = ()
            case GameView():
                self.before = self.before or model.view
                self.recent = self.recent if model.seq == self._seq else ()
                self._seq = model.seq
            case UpdateMessage() if model.view is not None:
                self._record(message)
            case play.YourTurn() | play.IsTurnOfPlayer():
                if self._was_my_turn or model.is_spectator:
                    self.before = model.view
                    self.changes.clear()
                self._was_my_turn = model.is_my_turn

    def _record(self, message: UpdateMessage) -> None:
        """Add the change of a message, unless it was recorded before."""
        if message.seq is not UNSET:
            if message.seq <= self._seq:
                return
            self._seq = message.seq
        self.changes.append(message.change)
        self.recent = (*self.recent, message.change)[-MAX_RECENT:]
