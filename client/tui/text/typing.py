"""What is said about typing: how commands look, and what was wrong with one."""

A_PART = "part of this game"
A_WAY = "way to scroll"
A_WIZARD = "wizard that is free"
SAY_WHAT = "Say what? Like this: chat hello, or whisper NAME hello."

HELP = (
    "list                      show the open matches again",
    "join 3                    join match 3; a private match by its code: join ABC234",
    "watch 3                   watch match 3 without a seat; leave ends it",
    "new                       make a match; say more if you like:",
    "  new 3 expert bots 1     three players, expert mode, one of them a computer player",
    "  new 2 private           your friends join with a code",
    "  new 2 unwatched         nobody may watch",
    "  new 2 clock 60          a minute for each decision",
    "  new uno 4 mode=jump_in  another game, with options of its own",
    "again                     make a match like your last one",
)
ROOM_HELP = (
    "king                      choose a wizard, by name or number",
    "add                       (the host) a computer player takes a free seat",
    "seats 3                   (the host) the table is for three players now",
    "start                     (the host) start with those who are here",
)
WIZARD_USAGE = "Type the name or the number of a wizard."
WAIT = "Wait for the others, or type help."
HOW_MANY = "How many? Like this: new 3 {word} 1."
NO_OPTION = "{word!r} is no option: use KEY=VALUE, like mode=jump_in."
JOIN_USAGE = "Like this: join 3, with the number or the code of a match."
WATCH_USAGE = "Like this: watch 3, with the number or the code of a match."

NO_MATCH = "No match is on, so there is nothing to show."
NOTHING = "There is nothing of that now."
ALL_SHOWN = "All of this board is shown; there is nothing to scroll to."
WHICH_RULES = "The rules of which game? Like this: rules {game}."
NO_RULES = "This client has no rules of {game}; see its page in docs."
CAN_SHOW = "You can show: {parts}."
