"""Costs of messages in units of the rate limit: roughly the work they cause for the server.

A message costs COSTS when it arrives. If the size of its answer varies, ``answer_cost`` is added
when the answer is known: about one unit for each 2 KiB.
"""

import messages
from messages.registry import GameView, LegalActions

DEFAULT_COST = 1.0
"""The cost of actions, heartbeats and all messages that are not in COSTS."""

UNREADABLE_COST = 2.0
CONNECTION_COST = 20.0
"""The cost of a new connection, taken from the bucket of its address."""
HTTP_COST = 4.0
"""The same for an HTTP request on the web port: a page needs about 20, and each gets a file from
memory. A WebSocket pays CONNECTION_COST as well."""

LISTED_COST = 0.2
"""The cost of each room or player in a list: 300 to 600 bytes."""
LISTED_ACTION_COST = 0.02
"""The cost of each action in LegalActions: 30 to 100 bytes."""
VIEW_COST = 4.0
"""The cost of a GameView: up to 10 KiB."""

COSTS: dict[type[messages.Message], float] = {
    messages.SelectMatch: 2.0,
    messages.ChooseNickname: 5.0,
    messages.LeaveMatch: 5.0,  # sent to the whole room
    messages.SendChat: 10.0,  # sent to everybody in the lobby
    messages.ReportPlayer: 20.0,  # a line of a file
    messages.Reconnect: 10.0,  # makes guessing tokens expensive
    messages.ChangeSeats: 5.0,  # sent to the whole room
    messages.ChoosePartner: 5.0,  # sent to the whole room
    messages.PlayAgain: 5.0,  # sent to the whole room
    messages.KickPlayer: 10.0,  # sent to the whole room, and the list of rooms to one player
    messages.StartMatch: 10.0,
    messages.SelectModeAndPlayers: 20.0,  # a room, and later a match
    messages.RequestHint: 40.0,  # a computer player chooses: 1 ms, sometimes 10 ms
    messages.AddComputerPlayer: 20.0,  # a client in this process
}


def answer_cost(answer: messages.Message) -> float:
    """Return the cost of an answer, or of a list that is sent with it; 0 if it is always small."""
    match answer:
        case messages.ChooseMatch():
            return LISTED_COST * (len(answer.rooms) + len(answer.playing))
        case messages.PlayersOnline():
            return LISTED_COST * len(answer.players)
        case LegalActions():
            return LISTED_ACTION_COST * len(answer.actions)
        case GameView():
            return VIEW_COST
    return 0.0
