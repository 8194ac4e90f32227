"""Every message that carries what somebody else wrote, on the way through a whole match."""

from messages import (
    ChatMessage,
    ChooseMatch,
    Error,
    ErrorCode,
    FinalScores,
    GenericMessage,
    IsTurnOfPlayer,
    OnlinePlayer,
    OtherPlayerWins,
    PlayersInfo,
    PlayersOnline,
    PlayerStatus,
    RoomUpdate,
    SelectWizard,
    ServerMessage,
    YourTurn,
)
from messages.registry import GameView
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import room


def hostile_messages(evil: str) -> list[ServerMessage]:
    """From the lobby to the lobby, for ada."""
    table = room(
        host=evil,
        name=evil[:40],
        game=evil,
        options={evil: evil},
        players=(evil, "ada"),
        wizards={evil: evil},
    )
    return [
        ChooseMatch((evil,), (table,), playing=(table,)),
        RoomUpdate(table, code=evil),
        SelectWizard((evil,)),
        PlayersInfo(("ada", evil), 2, match=7),
        GameView(full_view(), seq=10),
        PlayerStatus(evil, "absent"),
        YourTurn(),
        IsTurnOfPlayer(evil),
        ChatMessage(evil, evil, to=evil),
        ChatMessage(evil, evil, watcher=True),
        GenericMessage(evil),
        PlayersOnline((OnlinePlayer(evil, "playing", match=7, game=evil),)),
        Error(ErrorCode.CHOICENOTVALID, evil),
        GameView(full_view(seat=None), seq=11),
        IsTurnOfPlayer(evil),
        OtherPlayerWins(evil),
        FinalScores((evil,), {evil: 3}, evil),
        ChooseMatch((evil,), (table,)),
    ]
