"""Text about typed commands: help, usage and errors."""

# Kinds of words, for "'x' is no {kind}: use a, b or c."
A_GAME = "game"
A_PART = "part of this game"
A_DIRECTION = "direction"
A_WIZARD = "free wizard"
A_CHAT = "chat of yours"
AN_ORDER = "order"

LOBBY_HELP = (
    "list                      show the open tables again; of one game: list uno",
    "more, back                show the next or the previous page of tables",
    "join 3                    join table 3; a private table by its code: join ABC234",
    "watch 3                   watch table 3 without a seat; leave ends it",
    "new                       open a table; add settings if you like:",
    "  new 3 expert bots 1     three players, expert mode, one of them a computer player",
    "  new 4 bots 2 hard       two computer players; levels: easy, medium, hard",
    "  new 2 private           your friends join with a code",
    "  new 2 unwatched         nobody may watch",
    "  new 2 clock 60          60 seconds for each decision",
    "  new uno 4 mode=jump_in  another game, with one of its options",
    "again                     open a table like your last one",
)
WIZARD_HELP = ("king                      choose a wizard, by name or number",)
ROOM_HELP = (
    "partner ada               play in one team with a player, in games with teams",
    "add hard                  (host) add a computer player: easy, medium or hard",
    "fill medium               (host) give all free seats to computer players",
    "seats 3                   (host) change the number of seats",
    "kick bob                  (host) remove a player, who cannot come back to this table",
    "start                     (host) start with those who are here",
)
WIZARD_USAGE = "Type the name or the number of a wizard."
PARTNER_USAGE = "Like this: partner NAME, with a player at this table."
KICK_USAGE = "Like this: kick NAME, with a player at this table."
SAME_TABLE = "You play again at this table; the host starts when the others are ready, too."
WAIT = "Wait for the others, or type help."
NO_FREE_SEAT = "No seat is free; seats 4 adds one."
TOO_MANY_BOTS = "Choose at most {most} computer players: you sit there too."
NUMBER_USAGE = "Like this: new 3 {word} 1, with a number after {word}."
OPTION_USAGE = "{word!r} is no option: use KEY=VALUE, like mode=jump_in."
JOIN_USAGE = "Like this: join 3, with the number or the code of a table."
WATCH_USAGE = "Like this: watch 3, with the number or the code of a table."
FIRST_PAGE = "This is the first page of tables; list shows it again."
LAST_PAGE = "There are no more tables; list shows the first page again."
CHAT_USAGE = "Like this: chat hello, or whisper NAME hello."

REPORT_USAGE = "Like this: report NAME, or report NAME and the reason."

NO_MATCH = "No match is on, so there is nothing to show."
EMPTY_PART = "There is nothing of this kind now."
ALL_SHOWN = "The whole board is shown; there is nothing to scroll."
WHICH_RULES = "Like this: rules {game}, with the name of a game."
NO_RULES = "This client has no rules of {game}; see its page in docs."
NO_TIME_LIMIT = "There is no time limit now."
LOBBY_CHAT = "lobby"
TABLE_CHAT = "table"
CHATS = "Your chats with their last lines (open NAME shows one):"
NO_CHATS = "Nobody has written anything yet."
CAN_SHOW = "You can show: {parts}."
