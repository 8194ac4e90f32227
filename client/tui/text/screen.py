"""Text of the line client and the full screen: help, questions before a match, titles, status."""

from collections.abc import Sequence

from client.model import Model
from client.tui.text.messages import STATUS, ask
from messages import FinalScores, RoomInfo
from messages.text import clean

WELCOME = "Tavolata - type help at any time, quit to leave."
CHOOSE_NICKNAME = "Choose a nickname (3 to 20 letters, digits, _ or -):"
NO_MATCHES = "No match is open. Type new to make one, or help."
OPEN_MATCHES = "Open matches:"
MATCH_CHOICES = "Type join and a number, or new to make one."
TO_WATCH = "Matches to watch (type watch and a number):"
SET_UP = "How shall it be played? Type for example: new 2 base, or new 3 expert bots 1."
CHOOSE_WIZARD = "Choose your wizard:"
NOTHING_TO_SHOW = "There is no board to show yet."
NOTHING_ASKED = "Nothing is asked of you now."
NO_NUMBER = "This number is not offered now; type actions to see what is."
NOT_SEATED = "You are not at a table; list shows the open matches."
WHAT_NEXT = "Type new for another match, again for one like it, or quit."
GOODBYE = "Goodbye."

COMMON_HELP = (
    "board [NAME]              show the board, or what lies before one player",
    "scroll left               another part of a large board: left, right, up, down",
    "actions                   list everything you can do now",
    "hint                      what a computer player would do",
    "chat TEXT                 talk to the table (in the lobby: to everybody there)",
    "whisper NAME TEXT         talk to one person",
    "rules                     the rules on one screen; in the lobby: rules uno",
    "stats                     how the players stand; show lists what else there is",
    "online                    who is on this server, and where",
    "refresh                   ask the server for everything again",
    "leave                     give up your seat and go back to the list of matches",
    "quit                      leave the server; exit does the same",
    "Words may be shortened.",
)


def suggestion(command: str | None) -> str:
    """What a computer player would do; None: let the chance pass."""
    return f"A computer player would {f'type: {command}' if command else 'do nothing now.'}"


def unknown_answer(line: str) -> str:
    """Something was typed that means nothing in this phase."""
    return f"{clean(line, 40)!r} is no command here; type help."


def status(model: Model) -> str:
    """One line: who has the turn and what is asked."""
    if model.phase == "nickname":
        return CHOOSE_NICKNAME
    if model.phase == "match":
        return "In the lobby: list, join, new, help"
    if model.phase == "setup":
        return SET_UP
    if model.wizards:
        return CHOOSE_WIZARD
    if model.phase != "playing":
        return "Waiting for the other players"
    if model.is_spectator:
        return f"Watching: the turn of {clean(model.turn)}" if model.turn else "Watching"
    if model.prompt is not None:
        question = ask(model.prompt).partition(". ")[0]
        return f"Your turn: {question}" if model.is_my_turn else question
    return f"Waiting for {clean(model.turn)}" if model.turn else "Waiting"


TITLE = "Tavolata"
CONNECT = "Where do you play?"
PLAY_HERE = "Play here, against computer players"
OTHER_SERVER = "Another server: HOST:PORT or PYRO:tavolata@HOST:PORT"
CONNECT_KEYS = "↑↓ Enter choose · Tab to type an address · Ctrl+Q leave"
CONNECTING = "Connecting ..."
NICKNAME_HINT = "Type your name below and press Enter."
LOBBY = "The lobby: join a match, or make one."
LOBBY_EMPTY = "No match is open yet: make one, for friends or computer players."
NEW_MATCH = "new match …"
JOIN_CODE = "join a private match by its code …"
STOP_WATCHING = "leave: watch no more"
AGAIN = "again: another match like this one"
TO_LOBBY = "back to the lobby"
QUIT = "quit"
OVER = "The server has ended; thank you for playing."
LEAVE = "leave"
ADD = "add a computer player"
SEATS = "change the number of seats …"
START = "start with those who are here"
BACK = "Esc goes back"
KEYS = "↑↓ Enter choose · type, Tab completes · Esc back · ? rules · F2 chat · F3 hint"
HELP_TITLE = "The rules of this moment (↑↓ scroll, Esc closes)"
HELP_TYPING = "What can be typed:"
HELP_KEYS = (
    "↑ ↓ Enter     choose from the list; the mouse does it too",
    "letters       type a command; Tab completes it, Enter sends it",
    "Esc           a step back; nothing is sent before the last step",
    "F2            the chat, and back to the log",
    "F3            what a computer player would do",
    "PgUp PgDn     scroll the board; Shift and arrows: a large area",
    "Ctrl+Q        leave",
)
FORM_TITLE = "A new match"
FORM_PLAYERS = "Players"
FORM_BOTS = "of them computer players"
FORM_MODES = ("base mode", "expert mode")
FORM_DOORS = ("open to everybody", "private, with a code")
FORM_WATCHERS = ("anybody may watch", "nobody may watch")
FORM_CLOCK = "Seconds for a decision (0: no limit)"
FORM_OPTIONS = "Options of the game (none are needed)"
FORM_KEYS = "↑↓ Tab other field · Enter opens or makes it · Esc back"
FORM_MAKE = "Make it"
FORM_CANCEL = "Cancel"


def side_title(chat_open: bool, unread: int) -> str:
    """The head of the panel for log and chat."""
    if chat_open:
        return "CHAT (F2: log)"
    return f"LOG (F2: chat, {unread} new)" if unread else "LOG (F2: chat)"


def room_row(room: RoomInfo) -> str:
    """A match in the list of the lobby."""
    mode = "expert" if room.mode else "base"
    seats = f"{len(room.players)}/{room.number_of_players}"
    clock = f"{room.clock} s" if room.clock else ""
    place = f"{room.match:>4}  {clean(room.game, 10):<10}{clean(room.host, 20):<21}{seats:<6}"
    return f"{place}{mode:<7}{room.state:<8}{clock:<7}{clean(room.name, 15)}".rstrip()


ROOM_HEAD = (
    f"{'no.':>4}  {'game':<10}{'host':<21}{'seats':<6}{'mode':<7}{'state':<8}{'clock':<7}name"
)


def room_label(command: str, room: RoomInfo) -> str:
    """A command for a match in the menu, which is narrow."""
    return f"{command} ({clean(room.game)}, {clean(room.host, 20)})"


def seats(room: RoomInfo) -> list[str]:
    """Who sits at an open table, and which seats are free."""
    lines = []
    for name in room.players:
        wizard = clean(room.wizards.get(name, "").lower())
        host = "  host" if name == room.host else ""
        lines.append(f"  {clean(name, 20):<21}{wizard:<10}{host}".rstrip())
    return lines + ["  (free)"] * (room.number_of_players - len(room.players))


def room_title(room: RoomInfo) -> str:
    """Which table this is."""
    mode = "expert" if room.mode else "base"
    options = " ".join(clean(f"{key}={value}", 40) for key, value in room.options.items())
    return f"Match {room.match}: {clean(room.game)}, {mode} {options}".strip()


def taken_by(name: str) -> str:
    """Why a wizard cannot be chosen."""
    return f"taken by {clean(name, 20)}"


def code_line(code: str) -> str:
    """How friends find a private table."""
    return f"Friends join with: join {clean(code)}"


def scores(result: FinalScores) -> list[str]:
    """The end of a match: the best first."""
    ranked = sorted(result.scores.items(), key=lambda item: -item[1])
    lines = [
        f"{'>' if name in result.winners else ' '} {clean(name, 20):<21}{score:>6}"
        for name, score in ranked
    ]
    return [result_line(result), "", *lines]


def result_line(result: FinalScores) -> str:
    """Who won, and why it ended."""
    winners = " and ".join(clean(name, 20) for name in result.winners) or "Nobody"
    return f"{winners} won. {clean(result.reason)}"


def title(seconds: int | None, asked: str, missing: str) -> str:
    """What is left of the time, what is asked, who is late; what may be cut is at the end."""
    clock = "" if seconds is None else f"[{seconds // 60}:{seconds % 60:02}] "
    return f"{clock}{asked}{f'  ({missing})' if missing else ''}"


def missing(model: Model) -> str:
    """Who is late or absent."""
    away = [(n, s) for n, s in model.status.items() if s != "present" and n in model.names]
    return "; ".join(f"{clean(name, 20)} {STATUS[status]}" for name, status in away)


def so_far(words: Sequence[str]) -> str:
    """The first part of a choice that is not finished."""
    return f"{' '.join(words)} …  ({BACK})"
