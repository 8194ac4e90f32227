"""What a message costs its sender, in units: about what it costs the server and the others."""

import messages

DEFAULT_COST = 1.0
"""An action of a game, a heartbeat, and whatever is not listed below."""

UNREADABLE = 2.0
WRONG_PASSWORD_COST = 45.0
"""Together with the nickname: two guesses a second."""
CONNECTING = 20.0
"""A new connection, spent from its address: an accept, a first message, a peer to keep."""

COSTS: dict[type[messages.Message], float] = {
    messages.ListActions: 2.0,  # bots ask before every move
    messages.RequestView: 5.0,  # a few KiB
    messages.SelectMatch: 2.0,
    messages.ChooseNickname: 5.0,
    messages.LeaveMatch: 5.0,  # everybody at the table is told
    messages.RequestRefresh: 5.0,  # up to 200 tables
    messages.ListPlayers: 5.0,  # up to 200 names
    messages.SendChat: 10.0,  # goes to everybody in the lobby
    messages.Reconnect: 10.0,  # guessing tokens must not be cheap
    messages.ChangeSeats: 5.0,  # everybody at the table is told
    messages.StartMatch: 10.0,
    messages.SelectModeAndPlayers: 20.0,  # a table, and later a match
    messages.AddComputerPlayer: 20.0,  # a guest of our own
}
