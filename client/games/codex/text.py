"""What happens in Codex Naturalis and what is asked, in sentences.

``who`` gives the name of a seat, or "You". Sentences are in the past tense, so that "You" and a
name go with the same verb.
"""

from collections.abc import Callable
from typing import Any

from client.games.codex.text_cards import card_line
from client.games.text import Who
from messages import Change, ServerMessage
from messages.codex.actions import (
    SelectCodexCard,
    SelectCodexColor,
    SelectCodexDraw,
    SelectCodexObjective,
    SelectCodexStarter,
)
from messages.codex.table import (
    CodexAdditionalTurn,
    CodexCardDrawn,
    CodexCardPlaced,
    CodexColorChosen,
    CodexEndTriggered,
    CodexGameEnded,
    CodexObjectiveChosen,
    CodexObjectivesScored,
    CodexSeatGone,
    CodexStarterPlaced,
    CodexStepStarted,
    CodexTurnSkipped,
)
from messages.text import clean


def say(change: Change, who: Who) -> str:
    """One sentence; empty for what needs no words."""
    return SENTENCES[type(change)](change, who)


def _starter(c: CodexStarterPlaced, who: Who) -> str:
    return f"{who(c.seat)} laid the starter {c.side.lower()} up."


def _color(c: CodexColorChosen, who: Who) -> str:
    return f"{who(c.seat)} took {c.color.lower()}."


def _objective(c: CodexObjectiveChosen, who: Who) -> str:
    kept = f" {clean(c.objective, 10)}" if c.objective else ""
    return f"{who(c.seat)} kept a secret objective{kept}."


def _placed(c: CodexCardPlaced, who: Who) -> str:
    card = f"{clean(c.card, 10)} {c.side.lower()} up at ({c.x}, {c.y})"
    points = f" for {_points(c.points)}" if c.points else ""
    return f"{who(c.seat)} placed {card}{points}."


def _drawn(c: CodexCardDrawn, who: Who) -> str:
    deck = c.source in ("RESOURCE", "GOLD")
    where = f" from the {c.source.lower()} deck" if deck else ""
    what = card_line(c.card) if c.card else "a card"
    refill = f" {clean(c.refill, 10)} took its place." if c.refill else ""
    return f"{who(c.seat)} drew {what}{where}.{refill}"


def _triggered(c: CodexEndTriggered, who: Who) -> str:
    why = "20 points are reached" if c.reason == "POINTS" else "the decks are empty"
    return f"The end is near: {why}. After this round everybody has one more turn."


def _skipped(c: CodexTurnSkipped, who: Who) -> str:
    if c.reason == "BLOCKED":
        return f"{who(c.seat)} had no open spot and lost the turn."
    return f"{who(c.seat)} took too long and lost the turn."


def _additional(c: CodexAdditionalTurn, who: Who) -> str:
    return "--- The additional turn: one more card for everybody."


def _gone(c: CodexSeatGone, who: Who) -> str:
    return f"{who(c.seat)} left the match for good."


def _scored(c: CodexObjectivesScored, who: Who) -> str:
    parts = " + ".join(map(str, c.points))
    return f"{who(c.seat)} got {_points(sum(c.points))} for objectives ({parts})."


def _over(c: CodexGameEnded, who: Who) -> str:
    return f"The match is over: {c.reason.rstrip('.')}."


def _silent(c: CodexStepStarted, who: Who) -> str:
    return ""


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


SENTENCES: dict[type[Change], Callable[[Any, Who], str]] = {
    CodexStarterPlaced: _starter,
    CodexColorChosen: _color,
    CodexObjectiveChosen: _objective,
    CodexCardPlaced: _placed,
    CodexCardDrawn: _drawn,
    CodexEndTriggered: _triggered,
    CodexTurnSkipped: _skipped,
    CodexAdditionalTurn: _additional,
    CodexStepStarted: _silent,
    CodexSeatGone: _gone,
    CodexObjectivesScored: _scored,
    CodexGameEnded: _over,
}


def _ask_starter(p: SelectCodexStarter) -> str:
    return "Which side of your starter lies up, front or back?"


def _ask_color(p: SelectCodexColor) -> str:
    return f"Take a colour: {', '.join(color.lower() for color in p.colors)}."


def _ask_objective(p: SelectCodexObjective) -> str:
    return "Which objective do you keep as your secret one?"


def _ask_card(p: SelectCodexCard) -> str:
    return "Place a card, front or back up, on a numbered spot of your area."


def _ask_draw(p: SelectCodexDraw) -> str:
    return "Draw a card."


QUESTIONS: dict[type[ServerMessage], Callable[[Any], str]] = {
    SelectCodexStarter: _ask_starter,
    SelectCodexColor: _ask_color,
    SelectCodexObjective: _ask_objective,
    SelectCodexCard: _ask_card,
    SelectCodexDraw: _ask_draw,
}
