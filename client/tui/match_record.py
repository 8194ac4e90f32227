"""The record of a match for its result page: changes, scores by round, thinking times. No text."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from client.connections import ConnectionEvent
from client.games.highlights import Standing
from client.games.registry import ui_of
from client.model import Model
from messages import Message, lobby, play
from messages.base import Change
from messages.registry import GameView, UpdateMessage

MAX_CHANGES = 10_000
"""Changes that are recorded; a longer match has no highlights."""
MAX_SAMPLES = 400
"""Samples of the scores; if there are more, every second one is dropped."""


class Sample(NamedTuple):
    """The scores at the end of a round; in a game without rounds, at the begin of a turn."""

    round: int
    """The number of the round; 0 in a game without rounds."""
    standings: tuple[Standing, ...]


class MatchRecord:
    """The part of the last match that the client has seen.

    It is complete if the client has seen all changes from the start of the match; only then
    highlights, scores by round and thinking times are shown.
    """

    def __init__(self) -> None:
        self._clear(0.0, is_complete=False)

    def _clear(self, now: float, *, is_complete: bool) -> None:
        """Forget the last match; define the attributes on the first call."""
        self.is_complete = is_complete
        self.changes: list[Change] = []
        self.samples: list[Sample] = []
        self.thinking: dict[str, float] = {}
        """The seconds that each player has had the turn, by nickname."""
        self.longest_turn: tuple[str, float] = ("", 0.0)
        """The player with the longest turn, and its seconds."""
        self.seconds = 0.0
        """The duration of the match; 0 before its end."""
        self._turn_start = 0
        """The number of changes before the current turn."""
        self._started_at = now
        self._turn: tuple[str, float] = ("", 0.0)
        """The player with the turn, and since when; empty if nobody has it."""
        self._seq = 0
        self._has_view = False

    @property
    def last_changes(self) -> Sequence[Change]:
        """The changes of the last turn."""
        return self.changes[self._turn_start :]

    @property
    def has_rounds(self) -> bool:
        """True if the samples are those of rounds, not of turns."""
        return bool(self.samples) and self.samples[-1].round > 0

    def on_message(self, model: Model, message: Message | ConnectionEvent, now: float) -> None:
        """Record a message; PlayersInfo begins a new record.

        The model must have received the message before. A lost connection discards the time of the
        current turn; the next turn message starts the measurement again.
        """
        match message:
            case lobby.PlayersInfo():
                self._clear(now, is_complete=message.seq in (UNSET, 0))
            case GameView():
                self._on_view(model)
            case UpdateMessage() if model.view is not None:
                self._on_change(message)
            case play.YourTurn() | play.IsTurnOfPlayer():
                self._end_turn(now)
                self._turn, self._turn_start = (model.turn, now), len(self.changes)
                self._sample(model)
            case play.FinalScores():
                self._end_turn(now)
                self.seconds = now - self._started_at
                self._sample(model)
            case ConnectionEvent.LOST:
                self._turn = ("", 0.0)

    def _on_view(self, model: Model) -> None:
        """Note the first view; a later one that skips changes makes the record incomplete."""
        if self._has_view and model.seq > self._seq:
            self.is_complete = False
        self._has_view, self._seq = True, model.seq

    def _on_change(self, message: UpdateMessage) -> None:
        """Add a change, unless it was recorded before.

        If there are too many changes, the record becomes incomplete instead.
        """
        if message.seq is not UNSET:
            if message.seq <= self._seq:
                return
            self._seq = message.seq
        if len(self.changes) < MAX_CHANGES:
            self.changes.append(message.change)
        else:
            self.is_complete = False

    def _end_turn(self, now: float) -> None:
        """Add the time since the last turn message to the player who had the turn.

        The longest turn is updated, and then nobody has the turn. Do nothing if nobody had it.
        """
        name, since = self._turn
        self._turn = ("", 0.0)
        if name:
            seconds = max(0.0, now - since)
            self.thinking[name] = self.thinking.get(name, 0.0) + seconds
            self.longest_turn = max(self.longest_turn, (name, seconds), key=lambda turn: turn[1])

    def _sample(self, model: Model) -> None:
        """Add the scores of the view; in the same round they replace the last ones.

        If there are too many samples, every second one is dropped. Do nothing in a game without
        standings.
        """
        view = model.view
        function = ui_of(view).standings if view is not None else None
        if function is None:
            return
        number = getattr(view, "round", 0)
        number = number if isinstance(number, int) else 0
        if number and self.samples and self.samples[-1].round == number:
            self.samples.pop()
        self.samples.append(Sample(number, tuple(function(view))))
        if len(self.samples) > MAX_SAMPLES:
            del self.samples[-2::-2]
