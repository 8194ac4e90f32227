"""Messages of a match in which every text that other users can choose is hostile."""

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


def hostile_messages(text: str) -> list[ServerMessage]:
    """Return the messages that ada receives during a match, with this text in each."""
    hostile_room = room(
        host=text,
        name=text[:40],
        game=text,
        options={text: text},
        players=(text, "ada"),
        wizards={text: text},
    )
    return [
        ChooseMatch((text,), (hostile_room,), playing=(hostile_room,)),
        RoomUpdate(hostile_room, code=text),
        SelectWizard((text,)),
        PlayersInfo(("ada", text), 2, match=7),
        GameView(full_view(), seq=10),
        PlayerStatus(text, "absent"),
        YourTurn(),
        IsTurnOfPlayer(text),
        ChatMessage(text, text, to=text),
        ChatMessage(text, text, watcher=True),
        GenericMessage(text),
        PlayersOnline((OnlinePlayer(text, "playing", match=7, game=text),)),
        Error(ErrorCode.CHOICENOTVALID, text),
        GameView(full_view(seat=None), seq=11),
        IsTurnOfPlayer(text),
        OtherPlayerWins(text),
        FinalScores((text,), {text: 3}, text),
        ChooseMatch((text,), (hostile_room,)),
    ]
