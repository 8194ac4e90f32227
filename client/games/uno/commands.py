"""Convert between UNO actions and typed commands.

``parse(command_text(action), view) == action``. Examples:

play red 7 · play blue draw 2 · play wild green · play 3 · red 7 uno · draw · keep · color blue
swap NAME · uno · challenge yes
"""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from client.games import text as shared
from client.games.base import GameCommands, Names, Offer, Unavailable
from client.games.layout import wrap_items
from client.games.parsing import (
    CommandError,
    item_by_number,
    parse_number,
    pick,
    pick_verb,
    verbs_by_word,
)
from client.games.text import card_count
from client.games.uno import text as phrases
from client.games.uno.text import card_name
from messages.text import clean
from messages.uno import actions as uno
from messages.uno.actions import PlayUnoCard, UnoAction
from messages.uno.table import UnoView

_COLORS: dict[str, uno.UnoColor] = {color.lower(): color for color in uno.UNO_COLORS}
_FIRST_WORDS: dict[str, str] = {**_COLORS, "wild": "WILD"}
_SYMBOLS: dict[str, str] = {str(n): str(n) for n in range(10)}
_SYMBOLS.update({"skip": "SKIP", "reverse": "REVERSE", "draw2": "DRAW_2", "+2": "DRAW_2"})
_UNO = "uno"
_DRAW_4 = ("draw4", "+4")

_VERBS = verbs_by_word("play", "draw", "keep", "uno", "color", "colour", "swap", "challenge")


def parse(line: str, view: UnoView | None = None, names: Names = ()) -> UnoAction:
    """Return the action for a line; view and names resolve card numbers and players.

    A line that starts with a colour or ``wild`` needs no verb. Raises CommandError for a line that
    is no command.
    """
    words = _join_draw_words(line.lower().split())
    if words and any(choice.startswith(words[0]) for choice in _FIRST_WORDS):
        return _parse_without_verb(words, view, names)
    verb = pick_verb(words, _VERBS)
    match [verb, *words[1:]]:
        case ["play", *card]:
            return _parse_play(card, view, names)
        case ["draw"]:
            return uno.DrawUnoCard()
        case ["keep"]:
            return uno.AnswerDrawnUnoCard(play=False)
        case ["uno"]:
            return uno.SayUno()
        case ["color", color]:
            return uno.ChooseUnoColor(_parse_color(color))
        case ["swap", _, *_]:
            return uno.SwapUnoHands(_parse_seat(" ".join(words[1:]), view, names))
        case ["challenge"]:
            return uno.AnswerUnoChallenge(True)
        case ["challenge", answer]:
            return uno.AnswerUnoChallenge(pick(answer, {"yes": True, "no": False}, "answer"))
    raise CommandError(phrases.USAGE.get(verb) or phrases.NO_ARGUMENTS.format(word=verb))


def _join_draw_words(words: Sequence[str]) -> list[str]:
    """Return the words with ``draw 2``, ``draw_2``, ``draw-2`` and ``draw two`` as ``draw2``.

    The same applies to four.
    """
    text = " ".join(words).replace("draw_", "draw ").replace("draw-", "draw ")
    for typed, digit in (("2", "2"), ("two", "2"), ("4", "4"), ("four", "4")):
        text = f"{text} ".replace(f"draw {typed} ", f"draw{digit} ").strip()
    return text.split()


def _parse_without_verb(words: list[str], view: UnoView | None, names: Names) -> UnoAction:
    """Return the action for a line that starts with a colour or ``wild``.

    A colour alone is the answer to the prompt for a colour; any other line plays a card.
    """
    color = _COLORS.get(pick(words[0], _FIRST_WORDS, "colour").lower())
    if len(words) == 1 and color is not None:
        return uno.ChooseUnoColor(color)
    return _parse_play(words, view, names)


def _parse_play(words: list[str], view: UnoView | None, names: Names) -> UnoAction:
    """Return the play for the words after ``play``: none for the drawn card, or a card.

    A card is its number in the hand or its words; the colour or player that it needs follows.
    ``uno`` at the end says UNO with the card, unless it is the name of a player. Raises
    CommandError for other words.
    """
    if not words:
        return uno.AnswerDrawnUnoCard(play=True)
    if len(words) > 1 and words[-1] == _UNO and _UNO not in map(str.lower, names):
        return replace(_parse_card(words[:-1], view, names), say_uno=True)
    return _parse_card(words, view, names)


def _parse_card(words: list[str], view: UnoView | None, names: Names) -> PlayUnoCard:
    """Return the play of a card from at least one word. Raises CommandError for other words."""
    first, *rest = words
    if first in _DRAW_4:
        return _wild_action("WILD DRAW_4", rest)
    if first.isdigit() and view is not None:
        return _hand_action(parse_number(first, "card"), rest, view, names)
    color = pick(first, _FIRST_WORDS, "colour")
    if color == "WILD":
        return _parse_wild(rest)
    if not rest:
        raise CommandError(phrases.USAGE["play"])
    card = f"{color} {pick(rest[0], _SYMBOLS, 'card')}"
    return _colored_action(card, rest[1:], view, names)


def _parse_wild(rest: list[str]) -> PlayUnoCard:
    """Return the play for the words after ``wild``: none, a colour, or ``draw4`` and a colour.

    A repeated ``wild`` is accepted.
    """
    if rest and rest[0] in _DRAW_4:
        return _wild_action("WILD DRAW_4", rest[1:])
    return _wild_action("WILD WILD", rest[1:] if rest[:1] == ["wild"] else rest)


def _wild_action(card: str, rest: Sequence[str]) -> PlayUnoCard:
    """Return the play of a wild; without a word its colour is None.

    ``rest`` are the words after the card. Raises CommandError for more than one, or for an unknown
    colour.
    """
    if len(rest) > 1:
        raise CommandError(phrases.USAGE["play"])
    return PlayUnoCard(card, color=_parse_color(rest[0]) if rest else None)


def _colored_action(card: str, rest: list[str], view: UnoView | None, names: Names) -> PlayUnoCard:
    """Return the play of a coloured card; words after it name the player to swap hands with.

    Raises CommandError for an unknown player.
    """
    if not rest:
        return PlayUnoCard(card)
    return PlayUnoCard(card, swap=_parse_seat(" ".join(rest), view, names))


def _hand_action(number: int, rest: list[str], view: UnoView, names: Names) -> PlayUnoCard:
    """Return the play of a card by its number in the hand; ``rest`` is a colour or a player.

    Raises CommandError for a number that is not in the hand, an unknown colour or an unknown
    player.
    """
    card = item_by_number(view.hand, number, shared.HAND_NUMBERS)
    is_wild = card.startswith("WILD ")
    return _wild_action(card, rest) if is_wild else _colored_action(card, rest, view, names)


def _parse_color(word: str) -> uno.UnoColor:
    """Return the colour for a word or prefix; raises CommandError."""
    return pick(word, _COLORS, "colour")


def _parse_seat(word: str, view: UnoView | None, names: Names) -> int:
    """Return the seat of another player by name, or by seat number if there are no names.

    Raises CommandError for an unknown name.
    """
    own = view.seat if view else None
    people = {name.lower(): seat for seat, name in enumerate(names) if seat != own}
    return pick(word, people, shared.A_PLAYER) if people else parse_number(word, "seat")


def command_text(action: UnoAction, names: Names = ()) -> str:
    """Return the command for an action; without names players are seat numbers."""
    match action:
        case PlayUnoCard():
            words = [f"play {card_name(action.card)}"]
            words += [action.color.lower()] if action.color else []
            words += [_player_word(action.swap, names)] if action.swap is not None else []
            words += [_UNO] if action.say_uno else []
            return " ".join(words)
        case uno.DrawUnoCard():
            return "draw"
        case uno.AnswerDrawnUnoCard():
            return "play" if action.play else "keep"
        case uno.ChooseUnoColor():
            return f"color {action.color.lower()}"
        case uno.SwapUnoHands():
            return f"swap {_player_word(action.seat, names)}"
        case uno.AnswerUnoChallenge():
            return f"challenge {'yes' if action.challenge else 'no'}"
        case uno.SayUno():
            return "uno"


def _player_word(seat: int, names: Names) -> str:
    """Return the nickname of a seat in lower case, cut to 20 characters, or its number.

    The number replaces a missing nickname.
    """
    return clean(names[seat], 20).lower() if seat < len(names) else str(seat)


# --- choices --------------------------------------------------------------------------------------


def offer(view: UnoView, actions: Sequence[UnoAction], names: Names = ()) -> Offer:
    """Return the numbered choices: cards have their number in the hand, 0 draws.

    Cards that do not fit have numbers too, but are not listed. A last line reminds of UNO if it can
    be said.
    """
    numbers = _legal_numbers(view, actions)
    labels = [f"{n} {_choice_label(view, action, names)}" for n, action in numbers.items()]
    lines = tuple(wrap_items(labels)) if labels else ()
    if any(isinstance(action, uno.SayUno) for action in actions):
        lines += (phrases.UNO_NOW if view.uno_window == view.seat else phrases.UNO_BEFORE_PLAY,)
    return Offer(_hand_numbers(view, actions) | numbers, lines)


def _hand_numbers(view: UnoView, actions: Sequence[UnoAction]) -> dict[int, UnoAction]:
    """Return plays of all cards by their number in the hand, if a card can be played or drawn.

    Illegal ones are included, because the refusal of the server explains why.
    """
    if not any(isinstance(action, PlayUnoCard | uno.DrawUnoCard) for action in actions):
        return {}
    return {number: PlayUnoCard(card) for number, card in enumerate(view.hand, start=1)}


def _legal_numbers(view: UnoView, actions: Sequence[UnoAction]) -> dict[int, UnoAction]:
    """Return legal actions by number: cards as in the hand, 0 to draw, keep or decline.

    Other actions get the next free numbers; SayUno has none.
    """
    playable = [a.card for a in actions if isinstance(a, PlayUnoCard)]
    cards = [card for card in dict.fromkeys(playable) if card in view.hand]
    numbers: dict[int, UnoAction] = {view.hand.index(c) + 1: PlayUnoCard(c) for c in cards}
    for action in actions:
        match action:
            case uno.DrawUnoCard() | uno.AnswerDrawnUnoCard(False) | uno.AnswerUnoChallenge(False):
                numbers[0] = action
            case PlayUnoCard() | uno.SayUno():
                continue
            case _:
                numbers[max(numbers, default=0) + 1] = action
    return numbers


def _choice_label(view: UnoView, action: UnoAction, names: Names) -> str:
    """Return the label of a choice: a card, the cards to draw, or the command.

    A swap also shows the hand size of the other player.
    """
    match action:
        case PlayUnoCard():
            return card_name(action.card)
        case uno.DrawUnoCard() if view.pending:
            return f"draw {card_count(view.pending)}"
        case uno.SwapUnoHands():
            return f"{command_text(action, names)} ({card_count(view.players[action.seat].cards)})"
    return command_text(action, names)


def unavailable_choices(view: UnoView, actions: Sequence[UnoAction]) -> list[Unavailable]:
    """Return the cards in hand that do not fit, with reasons.

    The list is empty unless the own seat has to play a card.
    """
    if view.decision != "PLAY" or view.turn != view.seat:
        return []
    if any(isinstance(action, uno.AnswerDrawnUnoCard) for action in actions):
        return []
    legal_cards = {action.card for action in actions if isinstance(action, PlayUnoCard)}
    rest = dict.fromkeys(card for card in view.hand if card not in legal_cards)
    return [
        Unavailable(f"play {card_name(card)}", _unavailable_reason(view, card)) for card in rest
    ]


def _unavailable_reason(view: UnoView, card: str) -> str:
    """Return why a card cannot be played now: cards to draw, a held colour, or no match."""
    if view.pending:
        return phrases.ANSWER_DRAW.format(cards=card_count(view.pending))
    if card.startswith("WILD"):
        return phrases.HAS_COLOR
    needed = _symbol_text(view.top)
    if view.color:
        needed = phrases.COLOR_OR.format(color=view.color.lower(), symbol=needed)
    return phrases.NEEDS.format(needed=needed)


def _symbol_text(card: str) -> str:
    """Return the symbol of a card with its article, such as ``a 7``, ``an 8`` or ``a skip``.

    Both wild cards have the same text, ``A_WILD``.
    """
    symbol = card.partition(" ")[2]
    if symbol in ("WILD", "DRAW_4"):
        return phrases.A_WILD
    return phrases.AN_EIGHT if symbol == "8" else f"a {card_name(f'ANY {symbol}')[4:]}"


def commands_for(view: UnoView, names: Names) -> GameCommands:
    """Return the command functions and help texts for players with these names."""
    return GameCommands(
        partial(parse, names=names),
        partial(command_text, names=names),
        partial(offer, names=names),
        phrases.HELP,
        phrases.LEGEND,
        unavailable=unavailable_choices,
    )
