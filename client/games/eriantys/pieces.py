"""Chips for the pieces of Eriantys: students, towers, assistants, influence, mother nature."""

from collections.abc import Iterable

from client.games.drawing import Line, Marks, Span, Zone, join
from client.games.eriantys.board import influence, parties_in_play
from messages.base import Seat
from messages.eriantys.actions import COLORS, Color, Students, Tower
from messages.eriantys.table import EriantysView, IslandView

MOTHER_NATURE = Span("▲", "brand+bold")
NO_ENTRY = "⊘"
PROFESSOR = "★"
COIN = "¢"
SQUARE = "■"


# --- zones ----------------------------------------------------------------------------------------


DINING: Zone = ("dining",)
END_TURN: Zone = ("end",)


def island_zone(island: IslandView) -> Zone:
    """Return the zone of an island, which its first tile identifies."""
    return ("island", str(island.tiles[0]))


def entrance_zone(color: Color) -> Zone:
    """Return the zone of the students of one colour in the reader's entrance."""
    return ("entrance", color.lower())


def dining_zone(color: Color) -> Zone:
    """Return the zone of one table in the reader's dining room, from which students are taken."""
    return ("dining", color.lower())


def table_zone(seat: Seat, color: Color) -> Zone:
    """Return the zone of a dining table of any player; it is only marked as changed."""
    return ("table", str(seat), color.lower())


def cloud_zone(cloud: int) -> Zone:
    """Return the zone of a cloud."""
    return ("cloud", str(cloud))


def assistant_zone(value: int) -> Zone:
    """Return the zone of an assistant in the reader's hand."""
    return ("assistant", str(value))


def character_zone(name: str, color: Color | None = None) -> Zone:
    """Return the zone of a character, or of a colour that is chosen on it."""
    return ("character", name.lower(), *((color.lower(),) if color else ()))


# --- chips ----------------------------------------------------------------------------------------


def color_chip(color: Color, text: str | None = None) -> Span:
    """Return a chip in a colour with its letter, or with another text."""
    return Span(color[0] if text is None else text, f"chip:{color.lower()}")


def student_chips(students: Students) -> list[Line]:
    """Return one chip per colour that is there, such as ``R2``."""
    return [(color_chip(c, f"{c[0]}{students[c]}"),) for c in COLORS if students.get(c)]


def students_line(students: Students) -> Line:
    """Return the chips of students side by side, or a dash for none."""
    return join(student_chips(students)) or (Span("-", "muted"),)


def student_squares(students: Students) -> list[Line]:
    """Return for each colour that is there its letter, then one square per student."""
    return [
        (color_chip(c), Span(SQUARE * students[c], f"ink:{c.lower()}"))
        for c in COLORS
        if students.get(c)
    ]


def tower_chip(party: Tower, count: int) -> Span:
    """Return the towers of a party: ``♜w3``."""
    return Span(f"♜{party[0].lower()}{count}", f"chip:{party.lower()}")


def party_chip(party: Tower, number: int | str) -> Span:
    """Return a number that belongs to a party: ``w3``."""
    return Span(f"{party[0].lower()}{number}", f"chip:{party.lower()}")


def island_pieces(view: EriantysView, island: IslandView) -> list[Span]:
    """Return mother nature, the towers and the no-entry tiles of an island, if they are there."""
    pieces = [MOTHER_NATURE] if view.mother_nature in island.tiles else []
    if island.tower:
        pieces.append(tower_chip(island.tower, island.towers))
    if island.no_entry:
        number = str(island.no_entry) if island.no_entry > 1 else ""
        pieces.append(Span(NO_ENTRY + number, "error+bold"))
    return pieces


def influence_line(view: EriantysView, island: IslandView) -> Line:
    """Return the influence of each party as chips, ``w3 b2``; empty if nobody has influence."""
    strengths = influence(view, island)
    if not any(strengths.values()):
        return ()
    return join((party_chip(party, strengths[party]),) for party in parties_in_play(view))


def influence_ratio(view: EriantysView, island: IslandView) -> Span:
    """Return the influence of the parties, in the order of the seats, as ``3:2`` or ``3:2:0``.

    It is empty if nobody has influence.
    """
    strengths = influence(view, island)
    numbers = [str(strengths[party]) for party in parties_in_play(view)]
    return Span(":".join(numbers) if any(strengths.values()) else "", "muted")


def assistant_text(value: int) -> str:
    """Return an assistant with the steps that it allows: ``7→4``."""
    return f"{value}→{(value + 1) // 2}"


def bracketed(content: Iterable[Span], zone: Zone, marks: Marks) -> Line:
    """Return content between ``▶◀`` at the cursor, ``[]`` if its zone is legal, or spaces."""
    if zone == marks.cursor:
        left, right, role = "▶", "◀", "accent+bold"
    elif zone in marks.legal:
        left, right, role = "[", "]", "legal+bold"
    else:
        left, right, role = " ", " ", "text"
    inner = (span._replace(zone=zone) for span in content)
    return (Span(left, role, zone), *inner, Span(right, role, zone))


def can_use_characters(view: EriantysView) -> bool:
    """Return whether the reader may use a character now, apart from its price."""
    in_turn = view.seat is not None and view.seat == view.turn and view.phase != "PLANNING"
    return in_turn and not view.character_used
