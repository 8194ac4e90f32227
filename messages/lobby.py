"""The conversation before a match: nickname, match, set-up and wizard, in both directions.

Static texts are the protocol document's.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from messages.base import ClientMessage, Line, Number, ServerMessage, Word

PROTOCOL = 1
"""The version of the socket wire this package speaks."""

Option = bool | Number | Word
Options = Annotated[dict[Word, Option], Meta(max_length=32)]
Absent = Literal["", "skip", "bot", "suspend", "forfeit"]
Nicknames = Annotated[tuple[Word, ...], Meta(max_length=16)]


class RequestNickname(ServerMessage, frozen=True):
    """The first message on every connection; answer with ChooseNickname or Reconnect."""

    text: Line = "Choose a nickname"
    protocol: Number = PROTOCOL
    server: Word = "tavolata"


class ChooseNickname(ClientMessage, frozen=True):
    """Take a name: 3 to 20 letters, digits, _ or -, unlike every other name here. `password` is the
    server's, where it has one."""

    nickname: Word
    password: Line = ""


class SessionOpened(ServerMessage, frozen=True):
    """After a name was taken; the token takes it back with Reconnect after a lost connection."""

    nickname: Word
    token: Word


class RoomInfo(Struct, frozen=True, rename="camel"):
    """One line of the match list as data."""

    match: Number
    game: Word
    mode: bool
    options: Options
    players: Nicknames
    number_of_players: Number
    bots: Number
    host: Word
    private: bool
    state: Literal["open", "playing"]
    wizards: dict[Word, Word] = field(default_factory=dict)
    name: Word = ""
    clock: Number = 0
    watchers: bool = True


class ChooseMatch(ServerMessage, frozen=True):
    """The open matches, as texts and as data; answer with SelectMatch. As an answer to
    RequestRefresh also matches under way that may be watched (`playing`)."""

    matches: Annotated[tuple[Line, ...], Meta(max_length=4096)]
    rooms: Annotated[tuple[RoomInfo, ...], Meta(max_length=4096)] = ()
    text: Line = "Select a match to join or type 0 to create new match >"
    playing: Annotated[tuple[RoomInfo, ...], Meta(max_length=4096)] = ()


class SelectMatch(ClientMessage, frozen=True):
    """Join a match by its number or a private one by its `code`; 0 makes a new match."""

    match: Number
    code: Word = ""


class WatchMatch(ClientMessage, frozen=True):
    """Watch a match by its number or a private one by its `code`; LeaveMatch ends it."""

    match: Number
    code: Word = ""


class RequestRefresh(ClientMessage, frozen=True):
    """Asks for the list of matches again; ChooseMatch is the answer."""


class ListPlayers(ClientMessage, frozen=True):
    """Asks who is online and where; PlayersOnline is the answer."""


class OnlinePlayer(Struct, frozen=True, rename="camel"):
    """Somebody on this server; `match` and `game` are those of a public table."""

    nickname: Word
    place: Literal["lobby", "table", "playing", "away"]
    computer: bool = False
    match: Number = 0
    game: Word = ""


class PlayersOnline(ServerMessage, frozen=True):
    """Everybody on this server, as far as one list goes."""

    players: Annotated[tuple[OnlinePlayer, ...], Meta(max_length=4096)]


class RequestSetUp(ServerMessage, frozen=True):
    """After SelectMatch(0): answer with SelectModeAndPlayers."""

    text: Line = "Select the number of players and the mode of the match"


class SelectModeAndPlayers(ClientMessage, frozen=True):
    """The new match. `mode` true is expert; `bots` seats go to computer players; `clock` is the
    seconds for a decision, 0 for no limit; `name` is shown in the list. A `standing` table starts
    when its host says StartMatch and is open again after the end. `absent` is what happens while a
    player is away; empty for the game's own way. Without `watchers` nobody may watch."""

    number_of_players: Number
    mode: bool = False
    game: Word = "eriantys"
    options: Options = field(default_factory=dict)
    private: bool = False
    bots: Number = 0
    clock: Number = 0
    name: Word = ""
    standing: bool = False
    absent: Absent = ""
    watchers: bool = True


class RoomUpdate(ServerMessage, frozen=True):
    """Who sits at your table before the match starts; `code` lets friends into a private one."""

    room: RoomInfo
    code: Word = ""


class WaitForOtherPlayer(ServerMessage, frozen=True):
    """The match starts as soon as the others have come and chosen."""

    text: Line = "Wait for other players"


class SelectWizard(ServerMessage, frozen=True):
    """Choose one of these; asked again after a choice that is not free."""

    available_wizards: Annotated[tuple[Word, ...], Meta(max_length=16)]
    text: Line = "Select a wizard among the ones available"


class ChooseWizard(ClientMessage, frozen=True):
    """Take a wizard that is still free."""

    wizard: Word


class AddComputerPlayer(ClientMessage, frozen=True):
    """The host only: a computer player takes a free seat; `strategy` and `name` may be left out."""

    strategy: Word = ""
    name: Word = ""


class ChangeSeats(ClientMessage, frozen=True):
    """The host only: the table is for so many players now, but never for fewer than are expected.
    It starts when that makes it full."""

    number_of_players: Number


class StartMatch(ClientMessage, frozen=True):
    """The host only: start with those who are here; `options` are added to those of the set-up."""

    options: Options = field(default_factory=dict)


class PlayersInfo(ServerMessage, frozen=True):
    """The table at the start; the place in `playerNicknames` is the seat number in changes.

    `seedHash` is the SHA-256 of the seed of all chance in this match; FinalScores brings the seed.
    """

    player_nicknames: Nicknames
    number_of_players: Number
    expert_mode: bool = False
    map_player_wizard: dict[Word, Word] = field(default_factory=dict)
    map_tower_to_player: dict[Word, Word] = field(default_factory=dict)
    match: Number = 0
    game: Word = "eriantys"
    seed_hash: Word = ""
