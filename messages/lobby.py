"""Messages before a match, in both directions: nickname, list of matches, set-up and wizard.

The default texts are those of the original protocol document.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from messages.base import ClientMessage, Line, Number, ServerMessage, Word

PROTOCOL = 1
"""The version of the protocol that this package implements."""

Option = bool | Number | Word
Options = Annotated[dict[Word, Option], Meta(max_length=32)]
Absent = Literal["", "skip", "bot", "suspend", "forfeit"]
Nicknames = Annotated[tuple[Word, ...], Meta(max_length=16)]


class RequestNickname(ServerMessage, frozen=True):
    """The first message on every connection; answer with ChooseNickname or Reconnect.

    `password` is true if ChooseNickname needs the server's password, otherwise it is absent.
    `rooms` is the number of matches on the server, open or started, and `people` the number of
    players who are not computer players. Both are absent if a password is needed.
    """

    text: Line = "Choose a nickname"
    protocol: Number = PROTOCOL
    server: Word = "tavolata"
    password: bool | UnsetType = UNSET
    rooms: Number | UnsetType = UNSET
    people: Number | UnsetType = UNSET


class ChooseNickname(ClientMessage, frozen=True):
    """Choose a name: 3 to 20 letters of one alphabet, digits, _ or -.

    It must not be reserved, nor look like another name on the server, see [names](#names).
    `password` is needed only if the server has one.
    """

    nickname: Word
    password: Line = ""


class SessionOpened(ServerMessage, frozen=True):
    """Your session is open; `token` resumes it with Reconnect after a lost connection.

    Each Reconnect brings a new token; the old one stays valid until the new one was used.
    """

    nickname: Word
    token: Word


class RoomInfo(Struct, frozen=True, rename="camel"):
    """A match in the list of matches; `state` is open before its start, then playing.

    `mode` is true in expert mode; `options` are those of the set-up. `players` are the nicknames by
    seat, of which `bots` are computer players, and `numberOfPlayers` is the number of seats.
    `wizards` are the wizards chosen so far, by nickname. `clock` is the time limit for a decision
    in seconds, 0 for none. A `private` match is joined by its code. With `watchers` false nobody
    may watch. `teams` has the players of each team as they would play now; it is empty if there are
    no teams. `freeWizards` are the wizards that no player has chosen. `undecided` are the players
    of a standing table who have not said since its last match that they play again; `standing` is
    as in the set-up. `seeded` is true if the host chose the seed and can know all hidden cards; it
    is absent otherwise.
    """

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
    teams: Annotated[tuple[Nicknames, ...], Meta(max_length=16)] = ()
    free_wizards: Annotated[tuple[Word, ...], Meta(max_length=16)] = ()
    standing: bool = False
    undecided: Nicknames = ()
    seeded: bool | UnsetType = UNSET


class ChooseMatch(ServerMessage, frozen=True):
    """A page of the open matches with a free seat, as texts and as data; answer with SelectMatch.

    The answer to RequestRefresh also has matches that can be watched (`playing`). Each list has at
    most 50 entries. `next` is the `after` of the following page, empty on the last one. `total` and
    `totalPlaying` count the entries of all pages.
    """

    matches: Annotated[tuple[Line, ...], Meta(max_length=4096)]
    rooms: Annotated[tuple[RoomInfo, ...], Meta(max_length=4096)] = ()
    text: Line = "Select a match to join or type 0 to create new match >"
    playing: Annotated[tuple[RoomInfo, ...], Meta(max_length=4096)] = ()
    next: Word = ""
    total: Number = 0
    total_playing: Number = 0


class SelectMatch(ClientMessage, frozen=True):
    """Join an open match by its number, or a private one by `code` and 0; 0 alone creates one."""

    match: Number
    code: Word = ""


class WatchMatch(ClientMessage, frozen=True):
    """Watch a match by its number, or a private one by `code` and 0; LeaveMatch ends it."""

    match: Number
    code: Word = ""


class RequestRefresh(ClientMessage, frozen=True, omit_defaults=True):
    """Request a page of the list of matches; the answer is ChooseMatch.

    With `game` only matches of this game are listed, with `freeSeats` only those with a free seat,
    so none to watch. `after` is the `next` of the page before; empty for the first page.
    """

    game: Word = ""
    free_seats: bool = False
    after: Word = ""


class ListPlayers(ClientMessage, frozen=True, omit_defaults=True):
    """Request who is online; the answer is PlayersOnline.

    `after` is the `next` of the page before; empty for the first page.
    """

    after: Word = ""


class OnlinePlayer(Struct, frozen=True, rename="camel"):
    """A player on this server; `match` and `game` are set at a public table only."""

    nickname: Word
    place: Literal["lobby", "table", "playing", "away"]
    computer: bool = False
    match: Number = 0
    game: Word = ""


class PlayersOnline(ServerMessage, frozen=True):
    """A page of the players on this server in alphabetical order, at most 100.

    `next` is the `after` of the following page, empty on the last one. `total` counts all players.
    """

    players: Annotated[tuple[OnlinePlayer, ...], Meta(max_length=4096)]
    next: Word = ""
    total: Number = 0


class RequestSetUp(ServerMessage, frozen=True):
    """You create a match: answer with SelectModeAndPlayers."""

    text: Line = "Select the number of players and the mode of the match"


class SelectModeAndPlayers(ClientMessage, frozen=True):
    """Create a match. `mode` true is expert; `bots` seats are for computer players.

    `clock` is the seconds for a decision, 0 for no limit; `name` is shown in the list. A `standing`
    table starts only by StartMatch and opens again after the match. `absent` is the absence policy,
    empty for the default of the game. With `watchers` false nobody may watch. `seed` chooses the
    random seed of the match, see [chosen seeds](#chosen-seeds).
    """

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
    seed: Word | UnsetType = UNSET


class RoomUpdate(ServerMessage, frozen=True):
    """The players at your table before the start; `code` lets others join a private table."""

    room: RoomInfo
    code: Word = ""


class WaitForOtherPlayer(ServerMessage, frozen=True):
    """The match starts when all seats are taken and all players have chosen."""

    text: Line = "Wait for other players"


class SelectWizard(ServerMessage, frozen=True):
    """Choose one of these wizards with ChooseWizard; RoomUpdate has those that are still free."""

    available_wizards: Annotated[tuple[Word, ...], Meta(max_length=16)]
    text: Line = "Select a wizard among the ones available"


class ChooseWizard(ClientMessage, frozen=True):
    """Choose a wizard that nobody else has."""

    wizard: Word


class ChoosePartner(ClientMessage, frozen=True):
    """In games with teams: play in one team with this player of your table.

    Any player may choose until the match starts; the last choice counts.
    """

    partner: Word


class PlayAgain(ClientMessage, frozen=True):
    """At a standing table after a match: say that you play the next one.

    Choosing a wizard says so, too. The host may start without waiting for it.
    """


class AddComputerPlayer(ClientMessage, frozen=True):
    """Host only: give a free seat to a computer player; `strategy` and `name` may be empty."""

    strategy: Word = ""
    name: Word = ""


class ChangeSeats(ClientMessage, frozen=True):
    """Host only: change the number of seats, to no fewer than are taken or reserved.

    A table that is now full starts.
    """

    number_of_players: Number


class StartMatch(ClientMessage, frozen=True):
    """Host only: start with the present players; `options` are added to those of the set-up."""

    options: Options = field(default_factory=dict)


class KickPlayer(ClientMessage, frozen=True):
    """Host only: remove a player or a computer player from the table before the match starts.

    A removed player is sent Error (NOTALLOWED) and ChooseMatch, stays connected and cannot join or
    watch this match again.
    """

    nickname: Word


class PlayersInfo(ServerMessage, frozen=True):
    """The players at the start; the index in `playerNicknames` is the seat in changes.

    `mapPlayerWizard` has the wizard of each player, and `mapTowerToPlayer` the tower colour of each
    player, both by nickname; they are empty in games without them. `seedHash` is the SHA-256 of the
    raw bytes of the random seed, as hexadecimal text. FinalScores reveals the seed. `options`,
    `private`, `clock` and `watchers` are those of the set-up.
    """

    player_nicknames: Nicknames
    number_of_players: Number
    expert_mode: bool = False
    map_player_wizard: dict[Word, Word] = field(default_factory=dict)
    map_tower_to_player: dict[Word, Word] = field(default_factory=dict)
    match: Number = 0
    game: Word = "eriantys"
    seed_hash: Word = ""
    options: Options = field(default_factory=dict)
    private: bool = False
    clock: Number = 0
    watchers: bool = True
