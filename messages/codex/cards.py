"""Codex Naturalis: the contents of the 102 cards, read from ``cards.csv``.

Messages contain ids only; both ends look them up here. A corner is the index of its symbol in
CODEX_SYMBOLS, EMPTY without one, or HIDDEN where there is no corner. The corners of a face are in
the order top left, top right, bottom left, bottom right.

In the file a symbol is a letter (``K`` is the inkwell), ``.`` an empty and ``x`` a hidden corner. A
pattern is three cells of kingdom, x and y, with y growing upwards.
"""

import csv
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct

CodexSymbol = Literal["FUNGI", "PLANT", "ANIMAL", "INSECT", "QUILL", "INKWELL", "MANUSCRIPT"]
CODEX_SYMBOLS: tuple[CodexSymbol, ...] = get_args(CodexSymbol)
LETTERS = "FPAIQKM"
"""The symbols as letters, in the same order."""
KINGDOMS = CODEX_SYMBOLS[:4]

CodexKind = Literal["RESOURCE", "GOLD", "STARTER", "OBJECTIVE"]
CodexRule = Literal[
    "none",
    "flat",
    "per_quill",
    "per_inkwell",
    "per_manuscript",
    "per_covered_corner",
    "per_set",
    "per_pattern",
]

RULES: dict[str, CodexRule] = {rule: rule for rule in get_args(CodexRule)}

EMPTY, HIDDEN = -1, -2
NO_KINGDOM = -1
KINDS: dict[str, CodexKind] = {"R": "RESOURCE", "G": "GOLD", "S": "STARTER", "O": "OBJECTIVE"}
COUNTED: dict[CodexRule, int] = {"per_quill": 4, "per_inkwell": 5, "per_manuscript": 6}
"""The symbol that the points of a gold card count, by its rule."""

FILE = Path(__file__).with_suffix(".csv")


class CodexFace(Struct, frozen=True):
    """One side of a card. ``symbols`` are all that it shows while no corner is covered."""

    number: int
    corners: tuple[int, ...]
    centre: tuple[int, ...]
    symbols: tuple[int, ...]

    @classmethod
    def of(cls, number: int, corners: tuple[int, ...], centre: tuple[int, ...]) -> "CodexFace":
        """Return a face with its ``symbols`` derived from corners and centre."""
        shown = (*[corner for corner in corners if corner >= 0], *centre)
        return cls(number, corners, centre, shown)


class CodexCard(Struct, frozen=True):
    """A card that can be placed; ``needs`` has a number for each symbol, all 0 except on gold."""

    id: str
    kind: CodexKind
    kingdom: int
    front: CodexFace
    back: CodexFace
    points: int
    rule: CodexRule
    needs: tuple[int, ...]

    @property
    def back_text(self) -> str:
        """The back of the card, as everybody sees it in a hand or on a deck: ``GOLD FUNGI``."""
        return f"{self.kind} {KINGDOMS[self.kingdom]}"


class CodexObjective(Struct, frozen=True):
    """``points`` for each set of ``needs``, or for each copy of ``pattern`` (kingdom, x, y)."""

    id: str
    kingdom: int
    points: int
    needs: tuple[int, ...]
    pattern: tuple[tuple[int, int, int], ...]
    number: int
    back_number: int


class BadCards(Exception):
    """Raised when the card file is not the published set of cards."""


def read_cards(lines: Iterable[str]) -> tuple[dict[str, CodexCard], dict[str, CodexObjective]]:
    """Return the cards and the objectives by id. Raises BadCards if the set is not complete."""
    try:
        rows = list(csv.DictReader(lines))
        objectives = [_objective(row) for row in rows if row["id"][0] == "O"]
        cards = [_card(row) for row in rows if row["id"][0] != "O"]
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise BadCards(f"a row cannot be read: {error!r}") from error
    _check(cards, objectives)
    return {card.id: card for card in cards}, {card.id: card for card in objectives}


def _counts(letters: str) -> tuple[int, ...]:
    """Return how often each symbol occurs; raise ValueError for an unknown letter."""
    if set(letters) - set(LETTERS):
        raise ValueError(letters)
    return tuple(letters.count(letter) for letter in LETTERS)


def _kingdom(letter: str) -> int:
    """Return the index of a kingdom by its letter; NO_KINGDOM for "-"."""
    return NO_KINGDOM if letter == "-" else LETTERS[:4].index(letter)


def _corners(text: str) -> tuple[int, ...]:
    """Parse four corners: a symbol, "." (empty) or "x" (hidden) for each. Raises ValueError."""
    if len(text) != 4:
        raise ValueError(text)
    signs = {".": EMPTY, "x": HIDDEN}
    return tuple(signs[sign] if sign in signs else LETTERS.index(sign) for sign in text)


def _card(row: dict[str, str]) -> CodexCard:
    """Return the card of a row of the table of cards."""
    return CodexCard(
        id=row["id"],
        kind=KINDS[row["id"][0]],
        kingdom=_kingdom(row["kingdom"]),
        front=CodexFace.of(int(row["front_face"]), _corners(row["front"]), ()),
        back=CodexFace.of(
            int(row["back_face"]),
            _corners(row["back"]),
            tuple(LETTERS.index(letter) for letter in row["centre"]),
        ),
        points=int(row["points"]),
        rule=RULES[row["rule"]],
        needs=_counts(row["needs"]),
    )


def _objective(row: dict[str, str]) -> CodexObjective:
    """Return the objective of a row of the table of objectives."""
    cells = row["pattern"].split()
    return CodexObjective(
        id=row["id"],
        kingdom=_kingdom(row["kingdom"]),
        points=int(row["points"]),
        needs=_counts(row["needs"]),
        pattern=tuple((_kingdom(cell[0]), int(cell[1]), int(cell[2])) for cell in cells),
        number=int(row["front_face"]),
        back_number=int(row["back_face"]),
    )


def _check(cards: list[CodexCard], objectives: list[CodexObjective]) -> None:
    """Check the numbers of cards, ids and faces of the set (rules digest, section 0)."""
    numbers = Counter(card.kind for card in cards)
    _expect(numbers == {"RESOURCE": 40, "GOLD": 40, "STARTER": 6}, "40, 40 and 6 cards")
    _expect(len(objectives) == 16, "16 objectives")
    ids = [card.id for card in cards] + [card.id for card in objectives]
    faces = [face.number for card in cards for face in (card.front, card.back)]
    _expect(len(set(ids)) == len(ids), "ids occur once")
    _expect(sorted(faces) == list(range(1, 173)), "the faces of cards are 1 to 172")
    _expect(sorted(card.number for card in objectives) == list(range(1, 17)), "objectives 1 to 16")
    for card in cards:
        _check_card(card)
    whole = [c.id for c in cards if c.kind == "RESOURCE" and HIDDEN not in c.front.corners]
    _expect(whole == ["R07"], "only R07 has four corners")
    for objective in objectives:
        pattern, needs = len(objective.pattern), sum(objective.needs)
        _expect((pattern, needs) in ((3, 0), (0, 2), (0, 3)), f"{objective.id} asks for something")


def _check_card(card: CodexCard) -> None:
    """Check the faces, corners and needs of a card against the rules for its kind."""
    if card.kind == "STARTER":
        _expect(sorted(card.front.corners) == [0, 1, 2, 3], f"{card.id} has each resource in front")
        return
    plain = card.back.corners == (EMPTY,) * 4 and card.back.centre == (card.kingdom,)
    _expect(plain, f"the back of {card.id} has its kingdom in the centre and four empty corners")
    hidden = card.front.corners.count(HIDDEN)
    if card.kind == "GOLD":
        _expect(hidden == (1 if card.points < 3 else 2), f"{card.id} has the right corners")
        _expect(any(card.needs), f"{card.id} needs something")
    else:
        _expect(hidden <= 1 and not any(card.needs), f"{card.id} is a resource card")


def _expect(condition: bool, description: str) -> None:
    """Raise BadCards with the description unless the condition is true."""
    if not condition:
        raise BadCards(f"expected in the card file: {description}")


CODEX_CARDS, CODEX_OBJECTIVES = read_cards(FILE.read_text(encoding="utf-8").splitlines())
