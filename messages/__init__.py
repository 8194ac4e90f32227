"""Wire data types that all games share. This package imports nothing else of this project.

Messages of one game are in ``messages.<game>``; unions over all games in ``messages.registry``.
"""

from messages.base import Change, ClientMessage, Message, Seat, ServerMessage, View
from messages.errors import ErrorCode, ProtocolError, Refusal
from messages.lobby import (
    AddComputerPlayer,
    ChangeSeats,
    ChooseMatch,
    ChooseNickname,
    ChoosePartner,
    ChooseWizard,
    KickPlayer,
    ListPlayers,
    OnlinePlayer,
    Options,
    PlayAgain,
    PlayersInfo,
    PlayersOnline,
    RequestNickname,
    RequestRefresh,
    RequestSetUp,
    RoomInfo,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
    SessionOpened,
    StartMatch,
    WaitForOtherPlayer,
    WatchMatch,
)
from messages.play import (
    ActionValid,
    ChatMessage,
    Error,
    FinalScores,
    GenericMessage,
    Heartbeat,
    IsTurnOfPlayer,
    LeaveMatch,
    ListActions,
    MatchResumed,
    MatchSuspended,
    OtherPlayerWins,
    PlayerStatus,
    Quit,
    Reconnect,
    ReportPlayer,
    RequestHint,
    RequestView,
    SendChat,
    TurnReminder,
    YourTurn,
    YouWin,
)
