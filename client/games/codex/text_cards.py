"""Codex Naturalis cards in words for people, in one line each.

A capital letter is a symbol that counts: F fungi, P plant, A animal, I insect, Q quill, K inkwell,
M manuscript. Corners are written as they lie, upper two before lower two: ``[F./Fx]``; a dot is an
empty corner and an x no corner at all. A gold card (G) needs symbols before its front is placed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from messages.codex.cards import (
    CODEX_CARDS,
    CODEX_OBJECTIVES,
    CODEX_SYMBOLS,
    COUNTED,
    HIDDEN,
    KINGDOMS,
    LETTERS,
    CodexCard,
    CodexFace,
    CodexObjective,
)
from messages.text import clean


def sign(corner: int) -> str:
    """A corner as one sign."""
    return "x" if corner == HIDDEN else "." if corner < 0 else LETTERS[corner]


def corners(face: CodexFace) -> str:
    """``[F./Fx]``"""
    signs = "".join(map(sign, face.corners))
    return f"[{signs[:2]}/{signs[2:]}]"


def symbols(counts: Sequence[int]) -> str:
    """``F2 K1``; a dash for none."""
    pairs = zip(LETTERS, counts, strict=False)
    return " ".join(f"{letter}{number}" for letter, number in pairs if number) or "-"


def card_line(card: str) -> str:
    """All that is printed on a card; what a strange server says is made harmless."""
    if card in CODEX_OBJECTIVES:
        return objective_line(card)
    printed = CODEX_CARDS.get(card)
    if printed is None:
        return clean(card, 20) or "empty"
    if printed.kind == "STARTER":
        back = f"{corners(printed.back)} with {_letters(printed.back.centre)}"
        return f"{card} starter  front {corners(printed.front)}  back {back} in the centre"
    kingdom = KINGDOMS[printed.kingdom].lower()
    return f"{card} {kingdom:<6} {corners(printed.front)} {_worth(printed)}".rstrip()


def card_short(card: str) -> str:
    """The same with the small letter that the card has in an area, where there is little room."""
    printed = CODEX_CARDS.get(card)
    if printed is None or printed.kind == "STARTER":
        return clean(card_line(card), 40)
    letter = LETTERS[printed.kingdom].lower()
    return f"{card} {letter} {corners(printed.front)} {_worth(printed)}".rstrip()


def _letters(centre: Sequence[int]) -> str:
    return "".join(LETTERS[symbol] for symbol in centre)


def _worth(card: CodexCard) -> str:
    points = {0: "", 1: "1 point"}.get(card.points, f"{card.points} points")
    if card.rule in COUNTED:
        points = f"{card.points} per {CODEX_SYMBOLS[COUNTED[card.rule]].lower()}"
    elif card.rule == "per_covered_corner":
        points = f"{card.points} per corner"
    return f"{points} if {symbols(card.needs)}" if any(card.needs) else points


def objective_line(objective: str) -> str:
    """What has to be there, and what it gives."""
    card = CODEX_OBJECTIVES.get(objective)
    if card is None:
        return clean(objective, 20)
    what = _pattern(card) if card.pattern else f"set of {symbols(card.needs)}"
    return f"{card.id} {card.points} per {what}"


def objective_short(objective: str) -> str:
    """The same in letters, where there is little room."""
    card = CODEX_OBJECTIVES.get(objective)
    if card is None:
        return clean(objective, 20)
    if not card.pattern:
        return f"{card.points} per {symbols(card.needs)}"
    shape = _shape(card)
    letters = [LETTERS[kingdom] for kingdom in shape.kingdoms]
    if shape.rising is not None:
        return f"{card.points} per {''.join(letters)} {_way(shape.rising)}"
    third = shape.third.replace("below", "low").replace("above", "top")
    return f"{card.points} per {letters[0]}{letters[1]} column, {letters[2]} {third}"


class _Shape(NamedTuple):
    """Three in a diagonal, or two in a column with a third one at a corner."""

    kingdoms: tuple[int, int, int]
    rising: bool | None = None
    third: str = ""


def _shape(card: CodexObjective) -> _Shape:
    kingdoms = [kingdom for kingdom, _, _ in card.pattern]
    if len(set(kingdoms)) == 1:
        rising = card.pattern[0][1] > card.pattern[-1][1]
        return _Shape((kingdoms[0],) * 3, rising)
    (single,) = [cell for cell in card.pattern if kingdoms.count(cell[0]) == 1]
    pair = [cell for cell in card.pattern if cell != single]
    height = "above" if single[2] > max(y for _, _, y in pair) else "below"
    side = "right" if single[1] > pair[0][1] else "left"
    return _Shape((pair[0][0], pair[0][0], single[0]), third=f"{height} {side}")


def _way(rising: bool) -> str:
    return "rising" if rising else "falling"


def _pattern(card: CodexObjective) -> str:
    shape = _shape(card)
    names = [KINGDOMS[kingdom].lower() for kingdom in shape.kingdoms]
    if shape.rising is not None:
        return f"three {names[0]} in a line {_way(shape.rising)} to the right"
    return f"two {names[0]} in a column, {names[2]} {shape.third}"
