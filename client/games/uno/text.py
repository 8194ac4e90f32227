"""What happens in UNO and what is asked, in sentences. All of this game's words are here.

``who`` gives the name of a seat, or "You". Sentences are in the past tense, so that "You" and a
name go with the same verb.
"""

from collections.abc import Callable, Iterable
from typing import Any

from client.games.text import YOU, Who, card_count, within
from client.games.uno.text_cards import card_name
from messages import Change, ServerMessage
from messages.uno.actions import (
    SelectDrawnUnoCard,
    SelectUnoCard,
    SelectUnoChallenge,
    SelectUnoColor,
    SelectUnoInterrupt,
    SelectUnoSwap,
)
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoChallenged,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoGameEnded,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoHandTaken,
    UnoPileReshuffled,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoSaid,
    UnoSeatGone,
    UnoStepStarted,
    UnoTurnLost,
)


def _round(c: UnoRoundStarted, who: Who) -> str:
    top = card_name(c.top)
    return f"--- Round {c.round}: {who(c.dealer)} dealt {card_count(c.cards)} each; {top} is up."


def _hand(c: UnoHandTaken, who: Who) -> str:
    return f"Your hand: {_cards(c.cards)}." if who(c.seat) == YOU else ""


def _played(c: UnoCardPlayed, who: Who) -> str:
    verb = "jumped in with" if c.jumped else "played"
    return f"{who(c.seat)} {verb} {card_name(c.card)}."


def _swapped(c: UnoHandsSwapped, who: Who) -> str:
    return f"{who(c.seat)} swapped hands with {within(who(c.other))}."


def _passed(c: UnoHandsPassed, who: Who) -> str:
    return f"Every hand went one seat {'down' if c.clockwise else 'up'} the list."


def _color(c: UnoColorNamed, who: Who) -> str:
    return f"{who(c.seat)} named {c.color.lower()}."


def _direction(c: UnoDirectionChanged, who: Who) -> str:
    return f"Play goes {'down' if c.clockwise else 'up'} the list now."


def _drawn(c: UnoCardsDrawn, who: Who) -> str:
    own = c.cards and who(c.seat) == YOU
    what = _cards(c.cards) if own else "a card" if c.count == 1 else card_count(c.count)
    missed = " did not say UNO in time and" if c.reason == "MISSED_UNO" else ""
    return f"{who(c.seat)}{missed} drew {what}."


def _reshuffled(c: UnoPileReshuffled, who: Who) -> str:
    return f"The discards were shuffled: {card_count(c.draw_pile)} can be drawn again."


def _lost(c: UnoTurnLost, who: Who) -> str:
    slow = " took too long and" if c.reason == "TIMEOUT" else ""
    return f"{who(c.seat)}{slow} lost the turn."


def _challenged(c: UnoChallenged, who: Who) -> str:
    verdict = "a card of the colour was there" if c.guilty else "it was fair"
    return f"{who(c.seat)} challenged the draw 4 of {within(who(c.accused))}: {verdict}."


def _said(c: UnoSaid, who: Who) -> str:
    return f"{who(c.seat)} said UNO."


def _gone(c: UnoSeatGone, who: Who) -> str:
    why = "missed too many turns" if c.reason == "IDLE" else "left the match for good"
    return f"{who(c.seat)} {why}; the cards are in the draw pile."


def _round_ended(c: UnoRoundEnded, who: Who) -> str:
    if c.stuck:
        return f"Nobody could go on. {who(c.winner)} had the lowest hand and got {c.points} points."
    return f"{who(c.winner)} won the round and got {c.points} points."


def _over(c: UnoGameEnded, who: Who) -> str:
    return f"The match is over: {c.reason.rstrip('.')}."


def _silent(c: UnoStepStarted, who: Who) -> str:
    return ""


SENTENCES: dict[type[Change], Callable[[Any, Who], str]] = {
    UnoRoundStarted: _round,
    UnoHandTaken: _hand,
    UnoCardPlayed: _played,
    UnoHandsSwapped: _swapped,
    UnoHandsPassed: _passed,
    UnoColorNamed: _color,
    UnoDirectionChanged: _direction,
    UnoCardsDrawn: _drawn,
    UnoPileReshuffled: _reshuffled,
    UnoTurnLost: _lost,
    UnoChallenged: _challenged,
    UnoSaid: _said,
    UnoStepStarted: _silent,
    UnoSeatGone: _gone,
    UnoRoundEnded: _round_ended,
    UnoGameEnded: _over,
}


def _ask_card(p: SelectUnoCard) -> str:
    if p.pending:
        answer = "Answer with the same draw card, or draw" if p.cards else "Draw"
        return f"{answer} {card_count(p.pending)}."
    return "Play a card that fits, or draw one." if p.cards else "No card of yours fits; draw one."


def _ask_drawn(p: SelectDrawnUnoCard) -> str:
    return f"The {card_name(p.card)} fits: play it now or keep it?"


def _ask_color(p: SelectUnoColor) -> str:
    return "Name a colour: red, yellow, green or blue."


def _ask_swap(p: SelectUnoSwap) -> str:
    return "With whom do you swap hands?"


def _ask_challenge(p: SelectUnoChallenge) -> str:
    return "A draw 4 was played on you. Challenge it? If it was fair, you draw 6."


def _ask_interrupt(p: SelectUnoInterrupt) -> str:
    jump = f"You may jump in with {_cards(p.cards)}." if p.cards else ""
    say = "Say UNO before the next player goes on!" if p.say_uno else ""
    return f"{say} {jump}".strip()


QUESTIONS: dict[type[ServerMessage], Callable[[Any], str]] = {
    SelectUnoCard: _ask_card,
    SelectDrawnUnoCard: _ask_drawn,
    SelectUnoColor: _ask_color,
    SelectUnoSwap: _ask_swap,
    SelectUnoChallenge: _ask_challenge,
    SelectUnoInterrupt: _ask_interrupt,
}


def _cards(cards: Iterable[str]) -> str:
    return ", ".join(map(card_name, cards))
