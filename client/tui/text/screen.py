"""What the terminal client itself says: help, questions before a match, the status line."""

from client.model import Model
from client.tui.describe import ask
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
    if model.watching:
        return f"Watching: the turn of {clean(model.turn)}" if model.turn else "Watching"
    if model.prompt is not None:
        question = ask(model.prompt).partition(". ")[0]
        return f"Your turn: {question}" if model.my_turn else question
    return f"Waiting for {clean(model.turn)}" if model.turn else "Waiting"
