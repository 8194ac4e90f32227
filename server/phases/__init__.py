"""One small module per phase of the conversation, and the table that chooses it.

A phase function gets the state, the peer and its message. It returns the
outcome with its answer, or raises Refusal; nothing changes before the last check has passed.
"""

from collections.abc import Callable
from typing import Any

from messages import Message
from messages.base import members
from messages.registry import (
    MatchMessage,
    NicknameMessage,
    SetUpMessage,
    TurnMessage,
    WatchMessage,
    WizardMessage,
)
from server.effects import Outcome
from server.phases import entry, lobby, room, setup, turn, watch
from server.phases.common import ANYWHERE
from server.sessions import Peer, Phase
from server.state import ServerState

PhaseFunction = Callable[[ServerState, Peer, Any], Outcome]

_PHASES: dict[Phase, PhaseFunction] = {
    Phase.NICKNAME: entry.receive,
    Phase.MATCH: lobby.receive,
    Phase.SETUP: setup.receive,
    Phase.WIZARD: room.receive,
    Phase.TURN: turn.receive,
    Phase.WATCH: watch.receive,
}

WELCOME: dict[Phase, dict[type[Message], None]] = {
    Phase.NICKNAME: dict.fromkeys(members(NicknameMessage)),
    Phase.MATCH: dict.fromkeys(members(MatchMessage)),
    Phase.SETUP: dict.fromkeys(members(SetUpMessage)),
    Phase.WIZARD: dict.fromkeys(members(WizardMessage)),
    Phase.TURN: dict.fromkeys(members(TurnMessage)),
    Phase.WATCH: dict.fromkeys(members(WatchMessage)),
}
"""What each phase accepts, in the order of the protocol."""

FUNCTIONS: dict[Phase, dict[type[Message], PhaseFunction]] = {
    phase: dict.fromkeys(WELCOME[phase], _PHASES[phase]) | ANYWHERE for phase in _PHASES
}
"""Who decides about a message: found at once."""
