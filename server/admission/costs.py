"""What a message costs its sender, in units: about what it costs the server and the others."""

from messages import (
    AddComputerPlayer,
    ChangeSeats,
    ChooseNickname,
    LeaveMatch,
    ListActions,
    ListPlayers,
    Message,
    Reconnect,
    RequestRefresh,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    StartMatch,
)

DEFAULT_COST = 1.0
"""An action of a game, a heartbeat, and whatever is not listed below."""

UNREADABLE = 2.0
WRONG_PASSWORD = 45.0
"""Together with the nickname: two guesses a second."""
CONNECTING = 20.0
"""A new connection, spent from its address: an accept, a first message, a peer to keep."""

COSTS: dict[type[Message], float] = {
    ListActions: 2.0,  # bots ask before every move
    RequestView: 5.0,  # a few KiB
    SelectMatch: 2.0,
    ChooseNickname: 5.0,
    LeaveMatch: 5.0,  # everybody at the table is told
    RequestRefresh: 5.0,  # up to 200 tables
    ListPlayers: 5.0,  # up to 200 names
    SendChat: 10.0,  # goes to everybody in the lobby
    Reconnect: 10.0,  # guessing tokens must not be cheap
    ChangeSeats: 5.0,  # everybody at the table is told
    StartMatch: 10.0,
    SelectModeAndPlayers: 20.0,  # a table, and later a match
    AddComputerPlayer: 20.0,  # a guest of our own
}
