"""Text of the line client and the full screen: help, questions before a match, titles, status.

Functions clean every text that other people wrote.
"""

from collections.abc import Sequence

from client.games.text import amount
from client.model import Model
from client.tui.text.messages import STATUS, prompt_text
from messages import RoomInfo
from messages.registry import describe_game
from messages.text import clean

WELCOME = "Tavolata - type help at any time, quit to leave."
CHOOSE_NICKNAME = "Choose a nickname (3 to 20 letters, digits, _ or -):"
NO_TABLES = "No table is open. Type new to open one, or help."
OPEN_TABLES = "Open tables:"
TABLE_CHOICES = "Type join and a number, or new to open a table."
TABLES_TO_WATCH = "Tables to watch (type watch and a number):"
MORE_TABLES = "more tables"
PREVIOUS_TABLES = "previous tables"
ONE_GAME = "tables of one game …"
CHOOSE_SETUP = "Choose the settings, for example: new 2 base, or new 3 expert bots 1."
CHOOSE_WIZARD = "Choose your wizard:"
NOTHING_TO_SHOW = "There is no board to show yet."
NO_PROMPT = "There is nothing for you to decide now."
NUMBER_NOT_OFFERED = "No choice has this number; type actions to list your choices."
NOT_SEATED = "You are not at a table; list shows the open tables."
AFTER_MATCH = "Type new for another match, again for one like it, or quit."
LEFT_SERVER = "You left the server."
MATCH_COMMANDS = "Type a number, a command, or: board, me, scores, since, rules, help."
STEP_BACK = "  0  back"
IN_LINES = "You continue in line mode; type help to see the commands, or board."

COMMON_HELP = (
    "board [NAME]              read the board, or show the part of one player",
    "me                        read your own cards and pieces",
    "scores                    read the points of all players",
    "since                     repeat what happened since your last turn",
    "show board                show the board as a table",
    "scroll left               scroll a large board: left, right, up or down",
    "actions                   list everything you can do now",
    "hint                      show what a computer player would do",
    "chat TEXT                 talk to the table (in the lobby: to everybody there)",
    "whisper NAME TEXT         talk to one person",
    "report NAME [REASON]      tell the person who runs this server about a player",
    "open [NAME]               list your chats, or show one: open bob, open table",
    "rules                     show the rules; in the lobby: rules uno",
    "stats                     compare the players; show lists what else can be shown",
    "timer                     show the time left for the decision",
    "online                    list who is on this server, and where",
    "refresh                   load the list of tables or the board again",
    "leave                     give up your seat and go back to the list of tables",
    "quit                      leave the server; exit does the same",
    "                          (in a match both ask: type it again to confirm)",
    "Words may be shortened.",
)


def page_line(model: Model, *, has_previous_page: bool) -> str:
    """Return how many tables there are and how to see the others; empty if all are shown."""
    if not (model.next_page or has_previous_page):
        return ""
    shown, total = len(model.rooms) + len(model.playing), model.total_rooms + model.total_playing
    pages = [("more", "the next page")] * bool(model.next_page)
    pages += [("back", "the previous page")] * has_previous_page
    keys = ", ".join(f"{command} shows {page}" for command, page in pages)
    return f"{shown} of {total} tables: {keys}; list and a game shows only its tables."


def hint_text(command: str | None) -> str:
    """Return the hint; a command of None means that a computer player would not act now."""
    return f"A computer player would {f'type: {command}' if command else 'do nothing now.'}"


def no_text(name: str) -> str:
    """Return the line for a message whose text could not be made; ``name`` is its class."""
    return f"A message could not be shown ({clean(name, 40)}); the match goes on."


def drawing_failed(error: str) -> str:
    """Return the line for a board that could not be drawn; ``error`` is the class of the error."""
    return f"A part of the board could not be drawn ({error}); it is shown as text."


def confirm_leaving(command: str) -> str:
    """Return what ``leave`` or ``quit`` in a match means, and how to confirm it."""
    return (
        "This gives up your seat: the others go on without you, and the match ends if only one "
        f"player is left. To confirm, type {command} again."
    )


def unknown_command(line: str) -> str:
    """Return the error for a line that is no command in this phase; a long line is cut."""
    return f"{clean(line, 40)!r} is no command here; type help."


def status_line(model: Model) -> str:
    """Return one line: what the user must do now, or else for whom the user waits.

    In a match it is the first sentence of the question, or the player to move; in other phases it
    asks for the next input.
    """
    if model.phase == "nickname":
        return CHOOSE_NICKNAME
    if model.phase == "match":
        return "In the lobby: list, join, new, help"
    if model.phase == "setup":
        return CHOOSE_SETUP
    if model.wizards:
        return CHOOSE_WIZARD
    if model.phase != "playing":
        return "Waiting for the other players"
    if model.is_spectator:
        return f"Watching: the turn of {clean(model.turn)}" if model.turn else "Watching"
    if model.prompt is not None:
        question = prompt_text(model.prompt).partition(". ")[0]
        return f"Your turn: {question}" if model.is_my_turn else question
    return f"Waiting for {clean(model.turn)}" if model.turn else "Waiting"


def timer_line(model: Model, seconds: int) -> str:
    """Return how much time is left for whose decision in a match."""
    decision = f"the turn of {clean(model.turn)}" if model.turn else "this decision"
    if model.is_my_turn or model.prompt is not None:
        decision = "your decision"
    return f"{amount(seconds, 'second')} {'is' if seconds == 1 else 'are'} left for {decision}."


CONNECTING = "Connecting ..."
NEW_TABLE = "new table …"
JOIN_CODE = "join a private table by its code …"
YOUR_TURN = " ▶ YOUR TURN "
YOURS = " ▶ YOURS "
WATCHING = " WATCHING "
WAITING = " WAITING "
PREVIEW = " preview "
SINCE_YOUR_TURN = "since your turn"
NOTHING_CHANGED = "Nothing has happened since your last turn."
NOT_NOW = "You cannot choose this now."
NOT_YOUR_TURN = "It is not your turn."
STOP_WATCHING = "leave: stop watching"
QUIT = "quit"
SERVER_ENDED = "The server has stopped; thank you for playing."
LEAVE = "leave"
SEATS = "change the number of seats …"
KICK = "remove a player …"
START = "start with those who are here"
BACK = "Esc goes back"
KEYS = "↑↓ Enter · Tab board · click · ? rules · F2 chat · F3 hint · F4 recap"
TYPE_NICKNAME = "type your name here and press Enter"
HELP_COMMANDS = "Commands:"


SINCE_TITLE = "✦ SINCE YOUR TURN  (F4)"
THIS_MOMENT = "THIS MOMENT  (? more)"
CHAT_TITLE = "CHAT"


def too_small(columns: int, lines: int, min_columns: int, min_lines: int) -> str:
    """Return the sentence for a window that is too small, with both sizes and what Enter does."""
    return (
        f"This window has {columns}×{lines} cells, the board needs {min_columns}×{min_lines}: "
        "enlarge it, or press Enter to continue here in line mode."
    )


def side_title(chat_open: bool, unread: int) -> str:
    """Return the title of the side panel: chat, or log with the number of unread chat messages."""
    if chat_open:
        return "CHAT (F2: log)"
    return f"LOG (F2: chat, {unread} new)" if unread else "LOG (F2: chat)"


def room_label(command: str, room: RoomInfo) -> str:
    """Return the label of a menu entry: the command, and the game and host of its room."""
    return f"{command} ({describe_game(room.game).title}, {clean(room.host, 20)})"


def taken_reason(name: str) -> str:
    """Return the reason why a wizard cannot be chosen; ``name`` is the player who has chosen it."""
    return f"taken by {clean(name, 20)}"


def change_nickname_label(name: str) -> str:
    """Return the label of the entry that puts a refused nickname on the command line."""
    return f"change {clean(name, 20)} …"


def add_label(level: str) -> str:
    """Return the label of the entry that adds a computer player."""
    return f"add a computer player: {level}"


def fill_label(seats: int, level: str) -> str:
    """Return the label of the entry that gives all free seats to computer players."""
    return f"fill all {seats} free seats with computer players: {level}"


def partner_label(name: str) -> str:
    """Return the label of the menu entry that chooses a player as partner."""
    return f"play in one team with {clean(name, 20)}"


def turn_chip(model: Model) -> str:
    """Return whose turn it is, for the title of a match.

    Without a turn it says that the user watches or waits.
    """
    if model.turn:
        return f" {clean(model.turn, 20)}'s turn "
    return WATCHING if model.is_spectator else WAITING


def round_and_time(number: object, seconds_left: int | None) -> str:
    """Return the round and the time left: ``round 3 · 1:05``.

    Without a number or a limit that part is missing.
    """
    parts = [f"round {number}"] if isinstance(number, int) and number > 0 else []
    if seconds_left is not None:
        parts.append(f"{seconds_left // 60}:{seconds_left % 60:02}")
    return " · ".join(parts)


def absence_text(model: Model) -> str:
    """Return which players are late, absent or gone, with that status; empty if all are present."""
    away = [(n, s) for n, s in model.status.items() if s != "present" and n in model.names]
    return "; ".join(f"{clean(name, 20)} {STATUS[status]}" for name, status in away)


def path_title(words: Sequence[str]) -> str:
    """Return the status during an incomplete choice: its words so far, and the key to go back."""
    return f"{' '.join([*words, '…'])}  ({BACK})"
