"""The table of phase functions: state of the session x message type -> function.

A phase function gets the server's state, the peer, the state of its session (None before it has a
nickname) and the message. It returns the outcome with the answer, or raises Refusal. It changes
nothing before its last check has passed; only that a client has read its last result is recorded.
"""

from collections.abc import Callable
from types import NoneType
from typing import Any

import messages
from messages.base import Message, members
from messages.registry import Action
from server.effects import Outcome
from server.phases import common, entry, lobby, reports, room, turn
from server.sessions import InLobby, InRoom, Peer, Playing, SettingUp, Spectating
from server.state import ServerState

PhaseFunction = Callable[[ServerState, Peer, Any, Any], Outcome]
PhaseFunctions = dict[type[Message], PhaseFunction]

STATE_SPECIFIC: dict[type, PhaseFunctions] = {
    NoneType: {messages.ChooseNickname: entry.choose_nickname, messages.Reconnect: entry.reconnect},
    InLobby: {
        messages.SelectMatch: lobby.select_match,
        messages.RequestRefresh: lobby.refresh_list,
        messages.WatchMatch: lobby.watch_match,
    },
    SettingUp: {messages.SelectModeAndPlayers: lobby.open_room},
    InRoom: {
        messages.ChooseWizard: room.choose_wizard,
        messages.ChoosePartner: room.choose_partner,
        messages.PlayAgain: room.play_again,
        messages.AddComputerPlayer: room.add_bot,
        messages.ChangeSeats: room.change_seats,
        messages.StartMatch: room.start_match,
        messages.KickPlayer: room.kick_player,
    },
    Playing: {
        **dict.fromkeys(members(Action), turn.act),
        messages.RequestView: turn.send_view,
        messages.ListActions: turn.list_actions,
        messages.RequestHint: turn.suggest_action,
    },
    Spectating: {messages.RequestView: turn.send_public_view},
}
"""Messages accepted only in this state, in protocol order; refusals list the first of them."""
ANY_STATE: PhaseFunctions = {
    messages.Heartbeat: common.answer_heartbeat,
    messages.Quit: common.quit_session,
}
ANY_NAMED_STATE: PhaseFunctions = {
    messages.SendChat: common.send_chat,
    messages.ListPlayers: common.list_players,
    messages.ReportPlayer: reports.report_player,
}
"""Accepted in every state once a peer has a nickname."""
ANY_BUT_LOBBY: PhaseFunctions = {messages.LeaveMatch: common.leave_room}
"""Accepted in every state after the lobby."""

TABLE: dict[type, PhaseFunctions] = {
    NoneType: STATE_SPECIFIC[NoneType] | ANY_STATE,
    InLobby: STATE_SPECIFIC[InLobby] | ANY_STATE | ANY_NAMED_STATE,
    **{
        state: STATE_SPECIFIC[state] | ANY_STATE | ANY_NAMED_STATE | ANY_BUT_LOBBY
        for state in (SettingUp, InRoom, Playing, Spectating)
    },
}

UNNAMED_TEXT = "Say who you are first: ChooseNickname."
SPECIAL_REFUSALS: dict[type, dict[type[Message], str]] = {
    NoneType: dict.fromkeys([*ANY_NAMED_STATE, *ANY_BUT_LOBBY], UNNAMED_TEXT),
    InLobby: {messages.LeaveMatch: "You are not in a match; SelectMatch joins one."},
    Playing: {
        messages.ChoosePartner: "Partners are chosen before the match starts.",
        messages.KickPlayer: "Players can be removed only before the match starts.",
    },
}
"""Texts for unexpected messages that replace the general one."""
MAX_SUGGESTIONS = 6


def unexpected_text(peer: Peer, message: Message) -> str:
    """Return the text that refuses a message which the current state does not accept.

    It is the special text for this state and message, or names the first accepted messages; in a
    match these are the actions of its game.
    """
    state = peer.session.state if peer.session else None
    explained = SPECIAL_REFUSALS.get(type(state), {}).get(type(message))
    accepted = list(STATE_SPECIFIC[type(state)])
    if isinstance(state, Playing):
        accepted = list(state.match.game.actions)
    suggestions = " or ".join(cls.__name__ for cls in accepted[:MAX_SUGGESTIONS])
    name = type(message).__name__
    return explained or f"{name} is not for the {peer.phase} phase; send {suggestions}."
