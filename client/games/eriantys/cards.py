"""Draw clouds, characters and assistants: in lines below a small ring, or inside a large one."""

from client.games.drawing import (
    Drawing,
    Line,
    Marks,
    Names,
    Span,
    beside,
    change_sign,
    cut,
    fit,
    frame,
    frame_role,
    in_zone,
    join,
    key_label,
    pad,
    weight_of,
    width,
    wrap,
)
from client.games.eriantys import text as phrases
from client.games.eriantys.pieces import (
    COIN,
    END_TURN,
    NO_ENTRY,
    assistant_text,
    assistant_zone,
    bracketed,
    can_use_characters,
    character_zone,
    cloud_zone,
    color_chip,
    student_chips,
    student_squares,
)
from client.games.text import seat_name
from messages.eriantys.actions import COLORS
from messages.eriantys.table import CharacterView, EriantysView

CHOSEN_COLOR = ("MUSHROOM_HUNTER", "THIEF")
"""Characters whose user chooses any colour, which is then offered on the card."""
CLOUD_BOX = 16
CHARACTER_BOX = 23
ASSISTANT_BOX = 8
PLAYED_BY_WIDTH = 10
"""Columns for the name of the player who played an assistant first."""


# --- clouds ---------------------------------------------------------------------------------------


def clouds_line(view: EriantysView, marks: Marks, columns: int) -> Drawing:
    """Return the clouds, the bag, the last round and the end of the turn, in one line if they fit.

    The last round and the end of the turn are there only if they apply, see ``facts``.
    """
    label: Line = (Span("clouds", "muted"),)
    return wrap([label, *cloud_parts(view, marks), *facts(view, marks)], columns)


def cloud_parts(view: EriantysView, marks: Marks) -> list[Line]:
    """Return the clouds in parts of equal width, or that there are none in this round."""
    if view.clouds_closed:
        return [(Span(phrases.CLOUDS_CLOSED, "muted"),)]
    students = 4 if len(view.clouds) == 3 else 3
    return [pad(_cloud(view, i, marks), 3 + 3 * students) for i in range(len(view.clouds))]


def _cloud(view: EriantysView, number: int, marks: Marks) -> Line:
    """Return number and students of a cloud, or that it is taken, with a sign if it has changed."""
    zone = cloud_zone(number)
    students = view.clouds[number]
    content = join(student_chips(students)) if students else (Span("taken", "muted"),)
    key = key_label(str(number), zone, marks)
    return in_zone((key, change_sign(zone, marks), *content), zone)


def facts(view: EriantysView, marks: Marks) -> list[Line]:
    """Return the bag and, if they apply, the last round and the choice to end the turn.

    The choice is there only in the own turn, after the last step of a turn without a cloud.
    """
    found: list[Line] = [(Span(f"bag {view.bag}", "muted"),)]
    if view.last_round and view.phase != "OVER":
        found.append((Span("LAST ROUND", "change+bold"),))
    if view.phase == "END_TURN" and view.seat == view.turn:
        found.append(bracketed((Span("end turn"),), END_TURN, marks))
    return found


def draw_inside_medium_ring(view: EriantysView, marks: Marks, columns: int) -> Drawing:
    """Return clouds, bag and characters for the inside of a ring of medium size.

    Each character has a line. The last round and the choice to end the turn are before them.
    """
    clouds = cloud_parts(view, marks)
    bag, *others = facts(view, marks)
    labels: list[Line] = [(Span(" clouds", "muted"),), (Span(" "), *bag)]
    rows: Drawing = [join(clouds[:2], "  "), join(clouds[2:], "  ")]
    lines = [(*pad(label, 9), *row) for label, row in zip(labels, rows, strict=True)]
    lines += wrap(others, columns)
    return lines + [(Span(" "), *part) for part in character_parts(view, marks)]


def draw_inside_large_ring(view: EriantysView, marks: Marks, columns: int) -> Drawing:
    """Return clouds and characters in frames, with their effects, for the inside of a large ring.

    Between them are the bag, in expert mode the supply of coins, the last round, and the choice to
    end the turn.
    """
    clouds = [_cloud_box(view, number, marks) for number in range(len(view.clouds))]
    below = facts(view, marks)
    if view.expert:
        below.insert(1, (Span(phrases.SUPPLY.format(coins=view.supply), "muted"),))
    cards = [_character_box(view, card, marks) for card in view.characters]
    closed: Drawing = [(Span(f" clouds: {phrases.CLOUDS_CLOSED}", "muted"),)]
    drawn_clouds = closed if view.clouds_closed else _indented(beside(clouds))
    return [*drawn_clouds, *wrap(below, columns, separator="   "), *beside(cards)]


def _indented(lines: Drawing) -> Drawing:
    """Return the lines with a space before each."""
    return [(Span(" "), *line) for line in lines]


def _cloud_box(view: EriantysView, number: int, marks: Marks) -> Drawing:
    """Return a cloud in a frame with one square per student, or that it is taken."""
    zone = cloud_zone(number)
    students = view.clouds[number]
    content = join(student_squares(students)) if students else (Span("taken", "muted"),)
    line = (change_sign(zone, marks), *content)
    title = f"cloud {key_label(str(number), zone, marks).text.strip()}"
    role, weight = frame_role(zone, marks), weight_of(zone, marks)
    return frame([line], CLOUD_BOX, weight=weight, title=title, role=role, zone=zone)


# --- characters -----------------------------------------------------------------------------------


def characters_lines(view: EriantysView, marks: Marks, columns: int) -> Drawing:
    """Return the parts of all characters, in one line if they fit; see ``character_parts``."""
    return wrap(character_parts(view, marks), columns)


def character_parts(view: EriantysView, marks: Marks) -> list[Line]:
    """Return one part per character with its name, price and pieces, and whether it is in force.

    A changed character has a sign.
    """
    return [_character(view, card, marks) for card in view.characters]


def _character(view: EriantysView, card: CharacterView, marks: Marks) -> Line:
    """Return name, price and pieces of a character, and whether it is in force, in one line.

    A changed character has a sign.
    """
    zone = character_zone(card.name)
    changed = (change_sign(zone, marks),) if zone in marks.changed else ()
    name = bracketed((Span(phrases.character_name(card.name)),), zone, marks)
    price = Span(f"{COIN}{card.price} ", "text+bold", zone)
    pieces = (*name, *changed, price, *_card_pieces(view, card, marks), *_in_force(view, card))
    return in_zone(pieces, zone)


def _card_pieces(view: EriantysView, card: CharacterView, marks: Marks) -> Line:
    """Return students or no-entry tiles on a character, or the colours that its user may choose.

    The colours are offered only if the reader may use the character now and can pay for it.
    """
    if card.name == "GRANDMA":
        return (Span(f" {NO_ENTRY}{card.no_entry}", "error+bold"),)
    offered = card.name in CHOSEN_COLOR and _is_payable(view, card)
    cells: list[Line] = []
    for color in COLORS:
        count = card.students.get(color, 0)
        if count or offered:
            chip = color_chip(color, f"{color[0]}{count or ''}")
            cells.append(bracketed((chip,), character_zone(card.name, color), marks))
    return join(cells, "")


def _is_payable(view: EriantysView, card: CharacterView) -> bool:
    """Return whether the reader may use a character now and can pay for it."""
    return can_use_characters(view) and view.schools[view.seat or 0].coins >= card.price


def _in_force(view: EriantysView, card: CharacterView) -> Line:
    """Return that a character is in force, with the banned colour; empty for other characters."""
    if view.effect != card.name:
        return ()
    if view.banned_color is None:
        return (Span(" in force", "change"),)
    return (Span(" in force: ", "change"), color_chip(view.banned_color))


def _character_box(view: EriantysView, card: CharacterView, marks: Marks) -> Drawing:
    """Return a character in a frame with its name as title; see ``_character_lines``.

    The title has brackets if the character is legal, arrows at the cursor.
    """
    zone = character_zone(card.name)
    weight, role = weight_of(zone, marks), frame_role(zone, marks)
    name = phrases.character_name(card.name)
    title = {2: f"▶{name}◀", 1: f"[{name}]", 0: name}[_rank(zone, marks)]
    lines = _character_lines(view, card, marks, CHARACTER_BOX - 2)
    return frame(lines, CHARACTER_BOX, weight=weight, title=title, role=role, zone=zone)


def _character_lines(
    view: EriantysView, card: CharacterView, marks: Marks, columns: int
) -> Drawing:
    """Return the inside of the frame of a character: price, pieces and effect.

    It also says if the character is in force, and marks a change. The price is before the pieces,
    or at the end of the effect if they need the whole line.
    """
    price = Span(f"{COIN}{card.price}", "chip:yellow")
    sign = change_sign(character_zone(card.name), marks)
    pieces = (sign, *_card_pieces(view, card, marks), *_in_force(view, card))
    effect = wrap([(Span(word),) for word in _effect_words(card)], columns, "", " ")
    if width((price, *pieces)) <= columns:
        return [(price, *pieces), *effect]
    last = pad(effect[-1], columns - width((price,)))
    return [pieces, *effect[:-1], (*last, price)]


def _effect_words(card: CharacterView) -> list[str]:
    """Return the words of the effect, with the sign of no-entry tiles on the board."""
    return [NO_ENTRY if word == "x" else word for word in phrases.EFFECTS[card.name].split()]


def _rank(zone: tuple[str, ...], marks: Marks) -> int:
    """Return 2 for a zone at the cursor, 1 for a legal one, otherwise 0."""
    return 2 if zone == marks.cursor else int(zone in marks.legal)


# --- assistants -----------------------------------------------------------------------------------


def assistants_line(view: EriantysView, names: Names, marks: Marks, columns: int) -> Drawing:
    """Return the reader's assistants with a label, wrapped into lines; see ``assistant_parts``.

    There are no lines if no assistant can be played.
    """
    parts = assistant_parts(view, names, marks)
    label: Line = (Span("cards", "muted"),)
    return wrap([label, *parts], columns, separator=" ") if parts else []


def assistant_parts(view: EriantysView, names: Names, marks: Marks) -> list[Line]:
    """Return one part per assistant of the reader in the planning phase, until one is played.

    Otherwise there are none. An assistant that another player has played is struck out, with the
    name of this player, unless it may be played nevertheless.
    """
    parts: list[Line] = []
    for value in _own_assistants(view):
        zone = assistant_zone(value)
        player = _played_by(view, names, value)
        if player and zone not in marks.legal:
            text = Span(assistant_text(value), "muted+strike", zone)
            parts.append((Span(" "), text, Span(f" {player} ", "muted", zone)))
        else:
            parts.append(bracketed((Span(assistant_text(value)),), zone, marks))
    return parts


def assistants_boxes(view: EriantysView, names: Names, marks: Marks, columns: int) -> Drawing:
    """Return the reader's assistants in frames in the planning phase, until one is played.

    Otherwise there are no lines. An assistant that another player has played has the name of this
    player below, unless it may be played nevertheless. Lines are cut at ``columns``.
    """
    boxes = [_assistant_box(view, names, value, marks) for value in _own_assistants(view)]
    return [cut(line, columns) for line in _indented(beside(boxes, gap=0))]


def _assistant_box(view: EriantysView, names: Names, value: int, marks: Marks) -> Drawing:
    """Return an assistant in a frame.

    One that is not legal because another player has played it is dotted, with the name of this
    player below.
    """
    zone = assistant_zone(value)
    player = _played_by(view, names, value)
    if player and zone not in marks.legal:
        struck: Line = (Span(f" {assistant_text(value)}", "muted+strike"),)
        name: Line = (Span(f" {fit(player, ASSISTANT_BOX - 2)}", "muted", zone),)
        return [*frame([struck], ASSISTANT_BOX, weight="dotted", zone=zone), name]
    line = bracketed((Span(assistant_text(value), "text+bold"),), zone, marks)
    weight, role = weight_of(zone, marks), frame_role(zone, marks)
    return frame([line], ASSISTANT_BOX, weight=weight, role=role, zone=zone)


def _own_assistants(view: EriantysView) -> tuple[int, ...]:
    """Return the hand of the reader in the planning phase, before the reader plays an assistant.

    Empty otherwise, and for a spectator.
    """
    if view.seat is None or view.phase != "PLANNING":
        return ()
    school = view.schools[view.seat]
    return school.hand if school.played is None else ()


def _played_by(view: EriantysView, names: Names, value: int) -> str:
    """Return the name of the player who played this assistant in this round; empty for nobody.

    It is cut to PLAYED_BY_WIDTH.
    """
    for seat, school in enumerate(view.schools):
        if school.played == value:
            return seat_name(names, seat, PLAYED_BY_WIDTH)
    return ""
