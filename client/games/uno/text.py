"""The text of UNO: cards, changes, prompts and commands.

Sentences about changes are in the past tense, so that "You" and a name go with the same verb.
"""

from collections.abc import Iterable

from client.games.drawing import Sign
from client.games.prose import Prose, Word, ink, join_words, prose
from client.games.text import YOU, GameText, Who, card_count, mid_sentence
from messages.text import clean
from messages.uno import actions, table
from messages.uno.actions import UNO_COLORS

# --- cards ----------------------------------------------------------------------------------------


WILDS = {"WILD": "wild", "DRAW_4": "wild draw 4"}


def card_name(card: str) -> str:
    """Return a card without the colour given to a wild, such as ``red draw 2`` or ``wild``.

    Unknown text is cleaned and cut to 20 characters.
    """
    color, _, symbol = card.partition(" ")
    name = WILDS.get(symbol) or f"{color} {symbol}".lower().replace("_", " ")
    return clean(name, 20)


def card_word(card: str) -> Word:
    """Return the name of a card in its colour; a wild is not coloured, even if it has a colour."""
    color, _, symbol = card.partition(" ")
    is_colored = color in UNO_COLORS and symbol not in WILDS
    return Word(card_name(card), ink(color).role if is_colored else "text")


# --- changes and prompts --------------------------------------------------------------------------


def _round_started_text(c: table.UnoRoundStarted, who: Who) -> Prose:
    """Return the round, the dealer, the number of cards and the top card."""
    dealt = f"--- Round {c.round}: {who(c.dealer)} dealt {card_count(c.cards)} each; "
    return prose(dealt, card_word(c.top), " is up.")


def _card_played_text(c: table.UnoCardPlayed, who: Who) -> Prose:
    """Return the sentence; it says if the player jumped in."""
    verb = "jumped in with" if c.jumped else "played"
    return prose(f"{who(c.seat)} {verb} ", card_word(c.card), ".")


def _cards_drawn_text(c: table.UnoCardsDrawn, who: Who) -> Prose:
    """Return the sentence; only the reader's own cards are named.

    It also says if the cards are the penalty for a missed UNO.
    """
    missed = " did not say UNO in time and" if c.reason == "MISSED_UNO" else ""
    head = f"{who(c.seat)}{missed} drew "
    if c.cards and who(c.seat) == YOU:
        return prose(head, _join_cards(c.cards), ".")
    return (f"{head}{'a card' if c.count == 1 else card_count(c.count)}.",)


def _turn_lost_text(c: table.UnoTurnLost, who: Who) -> str:
    """Return the sentence; it says if the player took too long."""
    slow = " took too long and" if c.reason == "TIMEOUT" else ""
    return f"{who(c.seat)}{slow} lost the turn."


def _challenged_text(c: table.UnoChallenged, who: Who) -> str:
    """Return the sentence with the verdict."""
    verdict = "a card of the colour was there" if c.guilty else "it was fair"
    return f"{who(c.seat)} challenged the draw 4 of {mid_sentence(who(c.accused))}: {verdict}."


def _seat_gone_text(c: table.UnoSeatGone, who: Who) -> str:
    """Return the sentence with the reason: missed turns, or the player left."""
    reason = "missed too many turns" if c.reason == "IDLE" else "left the match for good"
    return f"{who(c.seat)} {reason}; the cards are in the draw pile."


def _round_ended_text(c: table.UnoRoundEnded, who: Who) -> str:
    """Return the winner and the points; it says if nobody could play any more."""
    if c.stuck:
        return f"Nobody could go on. {who(c.winner)} had the lowest hand and got {c.points} points."
    return f"{who(c.winner)} won the round and got {c.points} points."


def _card_prompt(p: actions.SelectUnoCard) -> str:
    """Return the question: play or draw, answer or draw pending cards, or only draw."""
    if p.pending:
        answer = "Answer with the same draw card, or draw" if p.cards else "Draw"
        return f"{answer} {card_count(p.pending)}."
    return "Play a card that fits, or draw one." if p.cards else "No card of yours fits; draw one."


def _interrupt_prompt(p: actions.SelectUnoInterrupt) -> str:
    """Return the reminder to say UNO and the cards to jump in with; either may be missing."""
    names = ", ".join(map(card_name, p.cards))
    jump = f"You may jump in with {names}." if p.cards else ""
    reminder = "Say UNO before the next player goes on!" if p.say_uno else ""
    return f"{reminder} {jump}".strip()


def _join_cards(cards: Iterable[str]) -> Prose:
    """Return the names of cards in their colours, separated by commas."""
    return join_words(map(card_word, cards))


TEXT = GameText(
    changes={
        table.UnoRoundStarted: _round_started_text,
        table.UnoHandTaken: lambda c, who: (
            prose("Your hand: ", _join_cards(c.cards), ".") if who(c.seat) == YOU else ""
        ),
        table.UnoCardPlayed: _card_played_text,
        table.UnoHandsSwapped: lambda c, who: (
            f"{who(c.seat)} swapped hands with {mid_sentence(who(c.other))}."
        ),
        table.UnoHandsPassed: lambda c, who: (
            f"Every hand went one seat {'down' if c.clockwise else 'up'} the list."
        ),
        table.UnoColorNamed: lambda c, who: prose(f"{who(c.seat)} named ", ink(c.color), "."),
        table.UnoDirectionChanged: lambda c, who: (
            f"Play goes {'down' if c.clockwise else 'up'} the list now."
        ),
        table.UnoCardsDrawn: _cards_drawn_text,
        table.UnoPileReshuffled: lambda c, who: (
            f"The discards were shuffled: {card_count(c.draw_pile)} can be drawn again."
        ),
        table.UnoTurnLost: _turn_lost_text,
        table.UnoChallenged: _challenged_text,
        table.UnoSaid: lambda c, who: f"{who(c.seat)} said UNO.",
        table.UnoStepStarted: "",
        table.UnoSeatGone: _seat_gone_text,
        table.UnoRoundEnded: _round_ended_text,
        table.UnoGameEnded: lambda c, who: f"The match is over: {c.reason.rstrip('.')}.",
    },
    prompts={
        actions.SelectUnoCard: _card_prompt,
        actions.SelectDrawnUnoCard: lambda p: (
            f"The {card_name(p.card)} fits: play it now or keep it?"
        ),
        actions.SelectUnoColor: "Name a colour: red, yellow, green or blue.",
        actions.SelectUnoSwap: "With whom do you swap hands?",
        actions.SelectUnoChallenge: (
            "A draw 4 was played on you. Challenge it? If it was fair, you draw 6."
        ),
        actions.SelectUnoInterrupt: _interrupt_prompt,
    },
    prompt_rules={
        actions.SelectUnoCard: (
            "A card fits if it has the colour, the number or the sign of the top card; wilds",
            "always fit. Say UNO before you play your second-last card, or you draw two.",
        ),
        actions.SelectDrawnUnoCard: ("Only the card you have just drawn can be played now.",),
        actions.SelectUnoColor: ("The next player has to follow this colour, or play a wild.",),
        actions.SelectUnoSwap: ("After a seven you change hands with another player.",),
        actions.SelectUnoChallenge: (
            "A draw 4 is fair only if its player had no card of the colour. If it was not, they",
            "draw four; if it was, you draw six.",
        ),
        actions.SelectUnoInterrupt: (
            "A player with the same card as the one on top may play it out of turn; play goes on",
            "from this player.",
        ),
    },
    rules_summary=(
        "UNO. Get rid of your cards; the first to do so scores the other players' cards.",
        "The first player to reach the target wins (500 points unless set otherwise).",
        "In your turn play a card of the same colour or the same sign as the top card, or",
        "a wild, whose colour you name. If you cannot or do not want to, draw one card;",
        "if that one fits, you may play it at once.",
        "Skip: the next player loses a turn. Reverse: the other way round (with two",
        "players a skip). Draw 2, wild draw 4: the next player draws and loses the turn;",
        "a wild draw 4 only without a card of the current colour.",
        "Say UNO before you play your second-last card, or you draw two cards.",
        "Modes: progressive (draw cards add up), jump_in (the same card out of turn),",
        "seven_o (sevens swap hands, zeros pass all hands on).",
    ),
    setup_hint="2 to 10 players. Expert: a draw 4 may be challenged. Options: mode=progressive, "
    "mode=jump_in, mode=seven_o, target_score=200",
)


# --- commands and the board -----------------------------------------------------------------------


HELP = (
    "play red 7                play a card; its number in your hand does the same",
    "play wild green           a wild with its colour; without it you are asked",
    "  play blue skip · play red draw 2 · play wild draw 4 green",
    "draw                      draw a card, or all the cards you are to draw",
    "keep                      keep the card you have just drawn (play: play it)",
    "uno                       say it before you play your second-last card",
    "color blue                name a colour when you are asked",
    "swap NAME                 swap hands after a seven (mode seven_o)",
    "challenge yes             challenge a draw 4 played on you, or accept it (no)",
)
LEGEND = (
    "On the table > has the turn; play goes down the list of players, or up it after",
    "a reverse. A player with one card must have said UNO.",
)
SIGNS = {
    "R Y G B": Sign("", "red, yellow, green, blue"),
    "⇄": Sign("⇄", "reverse: play changes its direction"),
    "⊘": Sign("⊘", "skip: the next player loses the turn"),
    "+2": Sign("+2", "the next player draws two cards and loses the turn"),
    "+4": Sign("+4", "a wild; the next player draws four cards and loses the turn"),
    "✱": Sign("✱", "a wild: its player chooses the colour"),
    "▼": Sign("▼", "the arrows around the table: the direction of play"),
}
USAGE = {
    "play": (
        "Like this: play red 7, play wild green, or play 3 for card 3 of your hand; "
        "uno after it says UNO."
    ),
    "color": "Like this: color blue.",
    "swap": "Swap with whom? Like this: swap NAME.",
    "challenge": "Like this: challenge yes, or challenge no.",
}
NO_ARGUMENTS = "Nothing comes after {word}."

# Choices.

UNO_BEFORE_PLAY = "  uno     say it before you play your second-last card"
UNO_NOW = "  uno     say it now"
ANSWER_DRAW = "answer the draw, or draw {cards}"
HAS_COLOR = "you have a card of the colour"
NEEDS = "it needs {needed}"
COLOR_OR = "{color} or {symbol}"
A_WILD = "a wild"
AN_EIGHT = "an 8"

# The drawing and its previews.

RAISED = "raised cards can be played"
LOWEST_HAND = "had the lowest hand"
SCORE_COLUMNS = " in hand   round   total"
HANDS_MOVED = "all hands moved on"
PLAY_ON_COLOR = ": you play on this colour"
SAFE = " your last card is then safe"
CHOOSE_COLOR = "then choose a colour"
CHOOSE_PARTNER = "then choose a player to swap hands with"
WIN = "you win the round"
HANDS_MOVE = "all hands move on, you get {cards}"
YOUR_TURN_AGAIN = "it is your turn again"
NOTHING_LEFT = "no card is left to draw: you pass"
DRAW_ALL = "draw {count} and lose the turn: {then}"
DRAW_ONE = "draw 1: if it fits you may play it, otherwise {then}"
CHALLENGE_RESULT = (
    "unfair: its player draws {count} and you play; fair: you draw {more} and lose the turn"
)
ACCEPT_PENDING = "{count} cards are due: add a +4 or draw them"

# --- highlights -----------------------------------------------------------------------------------

BEST_ROUND = "Round {round}: {who} won {points} points."
CAUGHT = "Round {round}: {who} caught {accused} with a forbidden +4."
PENALTIES = "{who} drew {count} penalty cards."
FORGOT_UNO = "{who} forgot to say UNO {times}."
