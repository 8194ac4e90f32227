"""The time left for a decision, by the turn clock of the room. No clock of its own."""

from client.model import Model
from messages import Message, ServerMessage, play


class Countdown:
    """Counts down to the end of a decision; the time is passed in as a number of seconds."""

    def __init__(self) -> None:
        self._deadline: float | None = None
        self._prompt: ServerMessage | None = None
        """The pending prompt after the last message."""

    def on_message(self, model: Model, message: Message, now: float) -> None:
        """Restart at a new turn or another prompt; stop then without a time limit or a turn.

        A reminder corrects the time left; other messages change nothing. The model must have
        received the message before; without a turn its ``turn`` is empty.
        """
        new_turn = isinstance(message, play.YourTurn | play.IsTurnOfPlayer)
        if new_turn or model.prompt is not self._prompt:
            seconds = model.players_info.clock if model.players_info else 0
            self._deadline = now + seconds if seconds and model.turn else None
        self._prompt = model.prompt
        if isinstance(message, play.TurnReminder):
            self._deadline = now + message.seconds_left

    def seconds_left(self, model: Model, now: float) -> int | None:
        """Return the seconds left, at least 0; None without a time limit or outside a match."""
        if self._deadline is None or model.phase != "playing":
            return None
        return max(0, round(self._deadline - now))
