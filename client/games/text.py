"""Text that all games share: names in sentences, command errors, labels on boards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from client.games.prose import Sentence
from messages.base import Change, ServerMessage
from messages.text import clean

Who = Callable[[int], str]
"""Returns the nickname of a seat, or ``YOU`` for the seat of the reader."""
ChangeText = Mapping[type[Change], Sentence | Callable[[Any, Who], Sentence]]
"""The sentence for each type of change; empty if the change is not announced."""
PromptText = Mapping[type[ServerMessage], str | Callable[[Any], str]]
"""The question for each type of prompt."""
YOU = "You"
UNKNOWN_GAME = "This program does not know {game}: start it with --game-pack and its package."


@dataclass(frozen=True, kw_only=True)
class GameText:
    """The text of a game. Changes and prompts without text are shown as names and fields."""

    changes: ChangeText = field(default_factory=dict)
    prompts: PromptText = field(default_factory=dict)
    prompt_rules: Mapping[type[ServerMessage], tuple[str, ...]] = field(default_factory=dict)
    """The rules that apply to the answer to a prompt."""
    rules_summary: tuple[str, ...] = ()
    """The rules of the game in lines that fit on one screen."""
    score_unit: str = "points"
    """The noun of what the final scores count."""
    setup_hint: str = ""
    """Number of players and options, shown in the form for a new match."""


def mid_sentence(name: str) -> str:
    """Return a name as it is written inside a sentence: ``YOU`` becomes ``you``."""
    return "you" if name == YOU else name


def seat_name(names: Sequence[str], seat: int, width: int = 20) -> str:
    """Return the nickname of a seat cut to ``width`` characters; ``seat 3`` if there is no name."""
    return clean(names[seat], width) if seat < len(names) else f"seat {seat}"


def player_label(view: Any, names: Sequence[str], seat: int, width: int = 20) -> str:
    """Return the label of a player on a board, such as ``>ada (you)``; the nickname is cut.

    ``>`` marks the player with the turn, other labels begin with a space; ``(you)`` marks the seat
    of the view.
    """
    turn = ">" if view.turn == seat else " "
    you = " (you)" if view.seat == seat else ""
    return f"{turn}{seat_name(names, seat, width)}{you}"


def possessor(view: Any, names: Sequence[str], seat: int) -> str:
    """Return whose thing something is, at the beginning of a sentence: ``Your`` or ``bob's``."""
    return "Your" if view.seat == seat else f"{seat_name(names, seat)}'s"


def player_has(view: Any, names: Sequence[str], seat: int) -> str:
    """Return a player with a verb, at the beginning of a sentence: ``You have`` or ``bob has``."""
    return "You have" if view.seat == seat else f"{seat_name(names, seat)} has"


def turn_sentence(view: Any, names: Sequence[str]) -> str:
    """Return a sentence that says whose turn it is; empty if it is nobody's."""
    if view.turn is None:
        return ""
    if view.turn == view.seat:
        return "It is your turn."
    return f"It is the turn of {seat_name(names, view.turn)}."


def gone_sentence(names: Sequence[str], seat: int) -> str:
    """Return a sentence that says that a player has left the match."""
    return f"{seat_name(names, seat)} has left the match."


def amount(number: int, noun: str) -> str:
    """Return a number with its noun, with an ``s`` unless it is 1: ``1 coin``, ``3 coins``."""
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def card_count(number: int) -> str:
    """Return a number of cards: ``1 card`` or ``3 cards``."""
    return amount(number, "card")


# Typed commands.

NO_COMMAND = "Type a command, or help."
A_COMMAND = "command (help lists them)"
A_PLAYER = "player here"
AMBIGUOUS = "{word!r} can mean {choices}; type more of it."
UNKNOWN = "{word!r} is no {kind}: use {choices}."
NO_NUMBER = "{word!r} is no {kind}: use a number."
HAND_NUMBERS = "Your cards have the numbers 1 to {count}."
ONLY_NUMBERS = "Type the number of a choice; actions shows them again."
NUMBERS_HELP = ("5                         choose the action with this number",)
MORE_CHOICES = "  and {count} more like these"

# Boards.

OVER = "the match is over"
YOUR_HAND = "Your hand:"
EMPTY_HAND = "Your hand is empty."
WATCHING = "You are watching: all hands are hidden."
YOU_LEFT = "You have left the match."
MATCH_TARGET = "   The match goes to {target} points."

# Reasons for refusing a game pack.

OTHER_NAME = "its UI is named {ui!r}, its messages {messages!r}"
NO_MIRROR = "mirror of its UI is not a function"
NO_STRATEGY = "its UI has no strategy"
NO_BOT = "its UI has no bot for the strategy {strategy!r}"
