"""The text of Codex Naturalis: cards, changes, prompts, commands and words on the board.

Sentences about changes are in the past tense, so that "You" and a name go with the same verb.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client.games.drawing import Sign
from client.games.prose import Prose, Word, capitalized, ink, prose
from client.games.text import GameText, Who, amount
from messages.codex import actions, cards, table
from messages.codex.cards import CODEX_CARDS, CODEX_OBJECTIVES, LETTERS
from messages.text import clean

# --- cards ----------------------------------------------------------------------------------------
# A capital letter is a symbol that counts: F fungi, P plant, A animal, I insect, Q quill,
# K inkwell, M manuscript. Corners are written as they lie, upper two before lower two: [F./Fx];
# a dot is an empty corner, x is no corner. A gold card (G) needs symbols for its front.


SYMBOL_COLORS = ("red", "green", "blue", "purple", "yellow", "yellow", "yellow")
"""The colours of the symbols, in the order of CODEX_SYMBOLS."""


def corner_sign(corner: int) -> str:
    """Return a corner as one character: ``x`` if missing, ``.`` without a symbol, or its letter."""
    return "x" if corner == cards.HIDDEN else "." if corner < 0 else LETTERS[corner]


def corners_text(face: cards.CodexFace) -> str:
    """Return the corners of a face as ``[F./Fx]``."""
    signs = "".join(map(corner_sign, face.corners))
    return f"[{signs[:2]}/{signs[2:]}]"


def symbols_text(counts: Sequence[int]) -> str:
    """Return symbol counts as ``F2 K1``, or a dash for none."""
    pairs = zip(LETTERS, counts, strict=False)
    return " ".join(f"{letter}{number}" for letter, number in pairs if number) or "-"


def card_line(card: str) -> str:
    """Return everything printed on a card or objective in one line.

    An unknown id is cleaned for the screen; an empty one becomes ``empty``.
    """
    if card in CODEX_OBJECTIVES:
        return objective_line(card)
    printed = CODEX_CARDS.get(card)
    if printed is None:
        return clean(card, 20) or "empty"
    if printed.kind == "STARTER":
        back = f"{corners_text(printed.back)} with {_join_letters(printed.back.centre)}"
        return f"{card} starter  front {corners_text(printed.front)}  back {back} in the centre"
    kingdom = cards.KINGDOMS[printed.kingdom].lower()
    return f"{card} {kingdom:<6} {corners_text(printed.front)} {_points_text(printed)}".rstrip()


def short_card_line(card: str) -> str:
    """Return a card in one short line, with its kingdom as a letter.

    Starters, objectives and unknown ids are shown as by ``card_line``, cut to 40 columns.
    """
    printed = CODEX_CARDS.get(card)
    if printed is None or printed.kind == "STARTER":
        return clean(card_line(card), 40)
    letter = LETTERS[printed.kingdom].lower()
    return f"{card} {letter} {corners_text(printed.front)} {_points_text(printed)}".rstrip()


def _join_letters(centre: Sequence[int]) -> str:
    """Return the letters of the symbols in the centre of a face."""
    return "".join(LETTERS[symbol] for symbol in centre)


def _points_text(card: cards.CodexCard) -> str:
    """Return the points of a front (``front_points``) and the symbols that it needs.

    A card without points and needs gives an empty text.
    """
    points = front_points(card)
    return f"{points} if {symbols_text(card.needs)}" if any(card.needs) else points


def front_points(card: cards.CodexCard) -> str:
    """Return the points of a front: ``3 points``, ``1 per quill``; empty without points."""
    points = {0: "", 1: "1 point"}.get(card.points, f"{card.points} points")
    if card.rule in cards.COUNTED:
        points = f"{card.points} per {cards.CODEX_SYMBOLS[cards.COUNTED[card.rule]].lower()}"
    elif card.rule == "per_covered_corner":
        points = f"{card.points} per corner"
    return points


def objective_line(objective: str) -> str:
    """Return id, points and condition of an objective; of an unknown one the cleaned id."""
    card = CODEX_OBJECTIVES.get(objective)
    if card is None:
        return clean(objective, 20)
    condition = _pattern_text(card) if card.pattern else f"set of {symbols_text(card.needs)}"
    return f"{card.id} {card.points} per {condition}"


def slope_word(rising: bool) -> str:
    """Return the word for the direction of a diagonal: ``rising`` or ``falling``."""
    return "rising" if rising else "falling"


class PatternShape(NamedTuple):
    """A pattern of three cards: a diagonal, or two in a column with a third at a corner."""

    kingdoms: tuple[int, int, int]
    rising: bool | None = None
    third: str = ""


def pattern_shape(card: cards.CodexObjective) -> PatternShape:
    """Return the shape of a pattern: a diagonal if all its cards have the same kingdom.

    Otherwise two cards are in a column and the third, of another kingdom, is at a corner.
    """
    kingdoms = [kingdom for kingdom, _, _ in card.pattern]
    if len(set(kingdoms)) == 1:
        rising = card.pattern[0][1] > card.pattern[-1][1]
        return PatternShape((kingdoms[0],) * 3, rising)
    (single,) = [cell for cell in card.pattern if kingdoms.count(cell[0]) == 1]
    pair = [cell for cell in card.pattern if cell != single]
    height = "above" if single[2] > max(y for _, _, y in pair) else "below"
    side = "right" if single[1] > pair[0][1] else "left"
    return PatternShape((pair[0][0], pair[0][0], single[0]), third=f"{height} {side}")


def _pattern_text(card: cards.CodexObjective) -> str:
    """Return a pattern in words, such as ``three fungi in a line rising to the right``."""
    shape = pattern_shape(card)
    names = [cards.KINGDOMS[kingdom].lower() for kingdom in shape.kingdoms]
    if shape.rising is not None:
        return f"three {names[0]} in a line {slope_word(shape.rising)} to the right"
    return f"two {names[0]} in a column, {names[2]} {shape.third}"


# --- changes and prompts --------------------------------------------------------------------------


def _objective_chosen_text(c: table.CodexObjectiveChosen, who: Who) -> str:
    """Return the sentence, with the id of the objective if it is known."""
    name = f" {clean(c.objective, 10)}" if c.objective else ""
    return f"{who(c.seat)} kept a secret objective{name}."


def card_word(card: str) -> Word:
    """Return the id of a card in the colour of its kingdom; the full screen shows its kind instead.

    A starter and an unknown card are shown by their ids without a colour.
    """
    printed = CODEX_CARDS.get(card)
    if printed is None or printed.kind == "STARTER":
        return Word(clean(card, 10))
    kind = "gold " * (printed.kind == "GOLD") + cards.KINGDOMS[printed.kingdom].lower()
    article = "an" if kind[0] in "ai" else "a"
    return Word(card, f"ink:{SYMBOL_COLORS[printed.kingdom]}", f"{article} {kind} card")


def _card_placed_text(c: table.CodexCardPlaced, who: Who) -> Prose:
    """Return the sentence with card, side and position, and the points if there are any."""
    points = f" for {amount(c.points, 'point')}" if c.points else ""
    place = f" {c.side.lower()} up at ({c.x}, {c.y}){points}."
    return prose(f"{who(c.seat)} placed ", card_word(c.card), place)


def _card_drawn_text(c: table.CodexCardDrawn, who: Who) -> Prose:
    """Return the sentence with the card if known, its deck, and the card that took its place."""
    deck = c.source in ("RESOURCE", "GOLD")
    where = f" from the {c.source.lower()} deck" if deck else ""
    card = card_word(c.card)._replace(text=card_line(c.card)) if c.card else "a card"
    drawn = prose(f"{who(c.seat)} drew ", card, f"{where}.")
    if not c.refill:
        return drawn
    return prose(drawn, " ", capitalized(card_word(c.refill)), " took its place.")


def _end_triggered_text(c: table.CodexEndTriggered, who: Who) -> str:
    """Return why the end is near: 20 points, or empty decks."""
    reason = "20 points are reached" if c.reason == "POINTS" else "the decks are empty"
    return f"The end is near: {reason}. After this round everybody has one more turn."


def _turn_skipped_text(c: table.CodexTurnSkipped, who: Who) -> str:
    """Return the sentence with the reason: no open spot, or too much time."""
    if c.reason == "BLOCKED":
        return f"{who(c.seat)} had no open spot and lost the turn."
    return f"{who(c.seat)} took too long and lost the turn."


def _objectives_scored_text(c: table.CodexObjectivesScored, who: Who) -> str:
    """Return the points of a player for all objectives, and for each of them."""
    parts = " + ".join(map(str, c.points))
    return f"{who(c.seat)} got {amount(sum(c.points), 'point')} for objectives ({parts})."


TEXT = GameText(
    changes={
        table.CodexStarterPlaced: lambda c, who: (
            f"{who(c.seat)} laid the starter {c.side.lower()} up."
        ),
        table.CodexColorChosen: lambda c, who: prose(f"{who(c.seat)} took ", ink(c.color), "."),
        table.CodexObjectiveChosen: _objective_chosen_text,
        table.CodexCardPlaced: _card_placed_text,
        table.CodexCardDrawn: _card_drawn_text,
        table.CodexEndTriggered: _end_triggered_text,
        table.CodexTurnSkipped: _turn_skipped_text,
        table.CodexAdditionalTurn: "--- The additional turn: one more card for everybody.",
        table.CodexStepStarted: "",
        table.CodexSeatGone: lambda c, who: f"{who(c.seat)} left the match for good.",
        table.CodexObjectivesScored: _objectives_scored_text,
        table.CodexGameEnded: lambda c, who: f"The match is over: {c.reason.rstrip('.')}.",
    },
    prompts={
        actions.SelectCodexStarter: "Which side of your starter lies up, front or back?",
        actions.SelectCodexColor: lambda p: (
            f"Take a colour: {', '.join(color.lower() for color in p.colors)}."
        ),
        actions.SelectCodexObjective: "Which objective do you keep as your secret one?",
        actions.SelectCodexCard: "Place a card on a numbered spot, front or back up.",
        actions.SelectCodexDraw: "Draw a card.",
    },
    prompt_rules={
        actions.SelectCodexStarter: (
            "The starter is the middle of your area. The back gives symbols in its centre as well",
            "as corners; the front has other corners. Later cards cover corners, and what is",
            "covered counts no more.",
        ),
        actions.SelectCodexColor: ("Your colour on the score track; it has no meaning in play.",),
        actions.SelectCodexObjective: (
            "At the end your secret objective counts as often as it is met, as the two common",
            "ones do. A set needs its symbols to be seen; a pattern needs cards of kingdoms in",
            "place.",
        ),
        actions.SelectCodexCard: (
            "A card covers one or more corners of your area, one corner of each card; where no",
            "corner is drawn nothing can lie. Front up it shows corners and may give points; a",
            "gold front needs symbols that can be seen in your area before it is placed. Back up",
            "any card fits: it gives one symbol of its kingdom and no points.",
        ),
        actions.SelectCodexDraw: (
            "Take one of the four cards that lie open, or the top of a deck: its back shows what",
            "kingdom it has. With 20 points, or without decks, the end comes: this round, one",
            "more.",
        ),
    },
    rules_summary=(
        "CODEX NATURALIS. Build an area of cards; most points win.",
        "First everybody lays a starter card, takes a colour and keeps one of two secret",
        "objectives. In your turn place a card of your hand, then draw one. A card",
        "covers one or more corners of cards in your area, one corner of each; a corner",
        "that is not drawn cannot be covered, and no card lies on two corners of one",
        "card. Front up a card may show points, and gold cards need symbols that are",
        "visible in your area; back up it needs nothing, gives one symbol in its middle,",
        "no points. Some gold cards count per visible symbol of a kind, or per corner",
        "they cover. With 20 points, or both decks empty, the round is played to its end",
        "and then one more. Then two common objectives and your secret one count, as",
        "often as they are met; of equal totals the one with more objectives met wins.",
    ),
    setup_hint="2 to 4 players. Options: track_cap=false, tie_break=points",
)


# --- commands and the board -----------------------------------------------------------------------


HELP = (
    "starter front             lay your starter with this side up (front, back)",
    "color red                 take a colour: red, blue, green, yellow",
    "objective O05             keep this secret objective",
    "place 2 front 4           put card 2 of your hand on spot 4 of your area",
    "  place 2 back 4 · place R01 front at -1 1 (x to the right, y upwards)",
    "draw 3                    draw the card or deck with this number under To draw",
    "  draw resource · draw gold",
)
LEGEND = (
    "R is a resource card, G a gold one; 3 points if F3: three fungi must be seen",
    "before its front is placed. Capital letters are symbols: F fungi, P plant, A",
    "animal, I insect, Q quill, K inkwell, M manuscript. [F./Fx] are the corners of",
    "a front: a dot is empty, x is none. In the area (F) is a back, f the front of",
    "a fungi card, *f* of a gold one; numbers are open spots. Behind the points are",
    "the backs of the hand (Rf: resource, fungi) and the symbols that can be seen.",
)
SIGNS = {
    "F P A I": Sign("", "fungi, plant, animal, insect"),
    "Q K M": Sign("", "quill, inkwell, manuscript"),
    "(F)": Sign("(", "the back of a card, here of a fungi card"),
    "═": Sign("═", "a gold card; the letters below its points are the symbols that it needs"),
    "○": Sign("○", "a corner without a symbol; a corner that is not drawn cannot be covered"),
    "1/Q": Sign("/", "one point for each quill that is visible"),
    "2/○": Sign("/○", "two points for each corner that the card covers"),
    "┊": Sign("┊", "20 points, which begin the end of the match"),
    "S": Sign("S", "the starter in a small drawing of an area"),
}
USAGE = {
    "starter": "Like this: starter front.",
    "color": "Like this: color red.",
    "objective": "Like this: objective O05.",
    "place": "Like this: place 2 front 4, with the number of a card, a side, and of a spot.",
    "draw": "Like this: draw 3, or draw gold.",
}
A_SOURCE = "place to draw from"
SPOT_NUMBERS = "The open spots in your area have the numbers 1 to {count}."

# Choices.

EMPTY = "nothing is left there"
NEEDS = "it needs {symbols}"
PLACE_LINE = "  place CARD SIDE SPOT: {cards}"
RESOURCE_DECK = "resource deck, {count} left"
GOLD_DECK = "gold deck, {count} left"

# The board.

LAST_BUT_ONE = "the last round but one"
CHOOSE_STARTER = "STARTER  choose the side that lies up"
CHOOSE_OBJECTIVE = "SECRET OBJECTIVE  keep one"
COLOR_MEANING = "{color}: your colour on the score track"
MORE = "More: {where} (type scroll left, right, up or down)"

# --- highlights -----------------------------------------------------------------------------------

BEST_CARD = "{who} placed the best card: {points} points."
BEST_OBJECTIVES = "{who} got {points} points for objectives."
LARGEST_AREA = "{who} placed the most cards: {count}."
