"""One small module per phase of the conversation, and the table that chooses it.

A phase function gets the lobby, the peer, its message and the time. It returns the effects, the
direct answer first, or raises Refusal; nothing changes before the last question is answered.
"""

from collections.abc import Callable

from messages import Message
from messages.registry import (
    MatchMessage,
    NicknameMessage,
    SetUpMessage,
    TurnMessage,
    WatchMessage,
    WizardMessage,
    members,
)
from server.lobby import Lobby
from server.outgoing import Effect
from server.phases import match, nickname, setup, turn, watch, wizard
from server.rooms import Peer, Phase

PhaseFunction = Callable[[Lobby, Peer, "Message", float], list[Effect]]

PHASES: dict[Phase, PhaseFunction] = {
    Phase.NICKNAME: nickname.receive,
    Phase.MATCH: match.receive,
    Phase.SETUP: setup.receive,
    Phase.WIZARD: wizard.receive,
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
"""What each phase accepts: found at once, and in the order of the protocol."""
