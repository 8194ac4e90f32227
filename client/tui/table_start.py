"""The start of a full standing table: a countdown of the host's client. No clock of its own.

The server starts other tables by itself as soon as they are full. Standing tables are started by
their host, so the client of the host can count down first, and the host can stop it.
"""

from math import ceil

from client.model import Model
from messages import ClientMessage, Message, RoomInfo, StartMatch, lobby

START_SECONDS = 3.0
"""Time between the last seat taken and the start, in which the host can stop it."""


def is_complete(room: RoomInfo) -> bool:
    """Return whether all seats are taken, all wizards chosen and all players decided to play."""
    has_wizards = bool(room.wizards or room.free_wizards)
    return (
        len(room.players) >= room.number_of_players
        and not room.undecided
        and (not has_wizards or len(room.wizards) >= len(room.players))
    )


def has_other_people(room: RoomInfo) -> bool:
    """Return whether more than one person sits at the table."""
    return len(room.players) - room.bots > 1


def can_wait_for_rematch(model: Model) -> bool:
    """Return whether a rematch at the table of the last match needs nothing more of this player.

    All seats are taken, and there is no wizard to choose.
    """
    room = model.room if model.phase == "room" else None
    is_full = room is not None and len(room.players) >= room.number_of_players
    return is_full and not model.wizards


class TableStart:
    """Counts down when a standing table is complete, and says when the bell is due."""

    def __init__(self) -> None:
        self._deadline: float | None = None
        """The time of the start; None if the table is not complete or was stopped."""
        self._is_done = False
        """True if the start was stopped or requested, until the table is not complete."""
        self._bell_due = self._has_rung = False

    def on_message(self, model: Model, message: Message, now: float) -> list[ClientMessage]:
        """Begin the countdown if the table has become complete; return StartMatch if it is due.

        It is due at once if only computer players sit at the table of the host. If the table is not
        complete, the countdown ends. The model must have received the message before.
        """
        if isinstance(message, lobby.PlayersInfo):
            self._request_bell(model.room)
            self._has_rung = False
        room = model.room if model.phase == "room" else None
        if room is None or not room.standing or not is_complete(room):
            self._deadline, self._is_done = None, False
            return []
        if self._deadline is None and not self._is_done:
            self._deadline = now + (START_SECONDS if has_other_people(room) else 0.0)
            self._request_bell(room)
        return self.take_due(model, now)

    def take_due(self, model: Model, now: float) -> list[ClientMessage]:
        """Return StartMatch, once, if the countdown is over and this client is the host's."""
        room = model.room
        if self._deadline is None or now < self._deadline or room is None:
            return []
        if room.host != model.nickname:
            return []
        self._deadline, self._is_done = None, True
        return [StartMatch()]

    def stop(self, model: Model) -> bool:
        """Stop the countdown; the host then starts the match from the menu.

        Return False if no countdown is running or this client is not the host's.
        """
        if self._deadline is None or model.room is None or model.room.host != model.nickname:
            return False
        self._deadline, self._is_done = None, True
        return True

    def delay(self, now: float) -> float | None:
        """Return the seconds until the start, at least 0; None if no countdown is running."""
        return None if self._deadline is None else max(0.0, self._deadline - now)

    def seconds_left(self, now: float) -> int | None:
        """Return ``delay`` rounded up to whole seconds; None if no countdown is running."""
        delay = self.delay(now)
        return None if delay is None else ceil(delay)

    def take_bell(self) -> bool:
        """Return whether the bell is due; True only once for each start."""
        is_due, self._bell_due = self._bell_due, False
        return is_due

    def _request_bell(self, room: RoomInfo | None) -> None:
        """Make the bell due, once for each start, if other people sit at the table."""
        if room is not None and has_other_people(room) and not self._has_rung:
            self._bell_due = self._has_rung = True
