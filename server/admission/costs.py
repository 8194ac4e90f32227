"""Costs of messages in units of the rate limit: roughly the work they cause for the server."""

import messages

DEFAULT_COST = 1.0
"""The cost of actions, heartbeats and all messages that are not in COSTS."""

UNREADABLE_COST = 2.0
CONNECTION_COST = 20.0
"""The cost of a new connection, taken from the bucket of its address."""

COSTS: dict[type[messages.Message], float] = {
    messages.ListActions: 2.0,  # bots send it before every move
    messages.RequestView: 5.0,  # several KiB
    messages.SelectMatch: 2.0,
    messages.ChooseNickname: 5.0,
    messages.LeaveMatch: 5.0,  # sent to the whole room
    messages.RequestRefresh: 5.0,  # up to 200 rooms
    messages.ListPlayers: 5.0,  # up to 200 players
    messages.SendChat: 10.0,  # sent to everybody in the lobby
    messages.ReportPlayer: 20.0,  # a line of a file
    messages.Reconnect: 10.0,  # makes guessing tokens expensive
    messages.ChangeSeats: 5.0,  # sent to the whole room
    messages.ChoosePartner: 5.0,  # sent to the whole room
    messages.KickPlayer: 10.0,  # sent to the whole room, and the list of rooms to one player
    messages.StartMatch: 10.0,
    messages.SelectModeAndPlayers: 20.0,  # a room, and later a match
    messages.AddComputerPlayer: 20.0,  # a client in this process
}
