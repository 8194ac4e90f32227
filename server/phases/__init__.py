"""The table of what a session accepts: its state x message type -> function.

A function gets the server's state, the peer, the state of its session (None before it has a
nickname) and the message. It returns the outcome with its answer, or raises Refusal; nothing
changes before the last check has passed.
"""

from collections.abc import Callable
from types import NoneType
from typing import Any

import messages
from messages.base import Message, members
from messages.registry import Action
from server.effects import Outcome
from server.phases import common, entry, lobby, room, turn
from server.sessions import InLobby, InRoom, Peer, Playing, SettingUp, Spectating
from server.state import ServerState

Handle = Callable[[ServerState, Peer, Any, Any], Outcome]
Handlers = dict[type[Message], Handle]

OWN: dict[type, Handlers] = {
    NoneType: {messages.ChooseNickname: entry.choose_nickname, messages.Reconnect: entry.reconnect},
    InLobby: {
        messages.SelectMatch: lobby.select_match,
        messages.RequestRefresh: lobby.send_list,
        messages.WatchMatch: lobby.watch,
    },
    SettingUp: {messages.SelectModeAndPlayers: lobby.set_up},
    InRoom: {
        messages.ChooseWizard: room.choose_wizard,
        messages.AddComputerPlayer: room.add_bot,
        messages.ChangeSeats: room.resize,
        messages.StartMatch: room.start,
    },
    Playing: {
        **dict.fromkeys(members(Action), turn.act),
        messages.RequestView: turn.send_view,
        messages.ListActions: turn.list_actions,
    },
    Spectating: {messages.RequestView: turn.send_public_view},
}
"""What only this state accepts, in the order of the protocol; refusals list the first of them."""
ANY: Handlers = {messages.Heartbeat: common.heartbeat, messages.Quit: common.quit_server}
NAMED: Handlers = {messages.SendChat: common.chat, messages.ListPlayers: common.list_players}
"""Accepted in every state but the unnamed one."""
LEAVING: Handlers = {messages.LeaveMatch: common.leave}
"""Accepted in every state but the lobby."""

TABLE: dict[type, Handlers] = {
    NoneType: OWN[NoneType] | ANY,
    InLobby: OWN[InLobby] | ANY | NAMED,
    **{
        state: OWN[state] | ANY | NAMED | LEAVING
        for state in (SettingUp, InRoom, Playing, Spectating)
    },
}

UNNAMED = "Say who you are first: ChooseNickname."
EXPLAINED: dict[type, dict[type[Message], str]] = {
    NoneType: dict.fromkeys([*NAMED, *LEAVING], UNNAMED),
    InLobby: {messages.LeaveMatch: "You are not in a match; SelectMatch joins one."},
}
"""Refusals of messages that a state does not accept with a sentence of their own."""
LISTED = 6


def unexpected_text(peer: Peer, message: Message) -> str:
    """Why a message is refused that the state of this peer's session does not accept."""
    state = type(peer.session.state if peer.session else None)
    explained = EXPLAINED.get(state, {}).get(type(message))
    accepted = " or ".join(cls.__name__ for cls in list(OWN[state])[:LISTED])
    name = type(message).__name__
    return explained or f"{name} is not for the {peer.phase} phase; send {accepted}."
