"""Drawings of the pages before a match: nickname, lobby and waiting room. Pure."""

from collections.abc import Sequence
from textwrap import wrap

from client.connections.addresses import invitation_line
from client.games.drawing import (
    Drawing,
    Line,
    Span,
    Zone,
    beside,
    columns_of,
    fit,
    frame,
    plain,
    shorten,
)
from client.model import Model
from client.tui.text import lobby
from messages import RoomInfo
from messages.registry import describe_game
from messages.text import clean

GAME_WIDTH = 11
SEATS_WIDTH = 16
WHO_WIDTH = 20
SEAT_WIDTH = 18
COPY: Zone = ("copy",)
"""The place that copies the invitation."""
SHOWN_CHAT = 4
"""Number of chat lines that the lobby shows."""


# --- nickname -------------------------------------------------------------------------------------


def draw_nickname(refused: str, reason: str, columns: int) -> Drawing:
    """Return the page that asks for a nickname: why the last one was refused, and the rule."""
    lines: Drawing = [()]
    if reason:
        lines += [(Span(" "), Span(f" {clean(refused, 20)} ", "chip:red+bold"))]
        lines += [*_paragraph(clean(reason), "error+bold", columns), ()]
    lines += _paragraph(lobby.NAME_RULE, "text", columns)
    return lines + _paragraph(lobby.NAME_KEYS, "muted", columns)


def _paragraph(text: str, role: str, columns: int) -> Drawing:
    """Return a text in lines that fit the width, with a margin of one column."""
    return [plain(f" {line}", role) for line in wrap(text, columns - 2)]


# --- lobby ----------------------------------------------------------------------------------------


def draw_lobby(
    model: Model, chat: Sequence[str], filter_name: str = "", pages: str = ""
) -> Drawing:
    """Return the tables to join, those under way and the last lines of the chat.

    Tables are sorted by their number, so that they keep their place while the list is refreshed.
    ``filter_name`` says which tables are listed, empty for all. ``pages`` says how to reach further
    pages; it may be empty.
    """
    rooms = sorted(model.rooms, key=lambda room: room.match)
    playing = sorted(model.playing, key=lambda room: room.match)
    hint = lobby.filter_hint(filter_name or lobby.ALL_GAMES)
    lines: Drawing = [(Span(f" {lobby.TABLES}", "text+bold"), Span(f"  {hint}", "muted"))]
    if rooms:
        lines += [plain(lobby.HEAD, "muted+underline"), *map(draw_room_row, rooms)]
    elif filter_name:
        lines.append(plain(f" {lobby.NONE_FITS}"))
    else:
        lines += [plain(f" {line}") for line in lobby.NOBODY]
    if playing:
        head = (Span(f" {lobby.UNDER_WAY}", "text+bold"), Span(f"  {lobby.WATCH_HINT}", "muted"))
        lines += [(), head, *map(draw_room_row, playing)]
    lines += [(), plain(f" {pages}", "muted")] if pages else []
    if chat:
        last = [plain(f"  {clean(line)}") for line in list(chat)[-SHOWN_CHAT:]]
        lines += [(), plain(f" {lobby.CHAT}", "text+bold"), *last]
    return lines


def draw_room_row(room: RoomInfo) -> Line:
    """Return a table of the list: number, game, seats, people, settings, and what can be done.

    Each part is cut to its column.
    """
    zone = ("table", str(room.match))
    is_open = room.state == "open"
    seats = seat_bar(room) if is_open else lobby.PLAYING
    who = ", ".join(clean(name, 20) for name in room.players)
    join = lobby.JOIN_BY_CODE if room.private else lobby.JOIN
    action = join if is_open else lobby.WATCH if room.watchers else ""
    return (
        Span(f"  {room.match:<4} ", "text", zone),
        Span(fit(f" {describe_game(room.game).short_title}", GAME_WIDTH), _chip(room.game), zone),
        Span(fit(f" {seats}", SEATS_WIDTH), "text" if is_open else "muted", zone),
        Span(fit(who, WHO_WIDTH - 1) + " ", "text", zone),
        Span(fit(settings_of(room), 16), "muted", zone),
        Span(f" {action}", "legal+bold", zone),
    )


def _chip(game: str) -> str:
    """Return the role of a chip in the colour of a game."""
    return f"chip:{describe_game(game).color}+bold"


def seat_bar(room: RoomInfo) -> str:
    """Return the seats of a table as a bar and as numbers: ``██░░ 2/4``.

    The bar has at most 16 signs.
    """
    taken, total = len(room.players), min(room.number_of_players, 16)
    return f"{'█' * min(taken, total)}{'░' * (total - taken)} {taken}/{room.number_of_players}"


def settings_of(room: RoomInfo) -> str:
    """Return the name of a table and its unusual settings, separated by dots; each is cut."""
    parts = [lobby.SEEDED] if room.seeded else []
    parts += [lobby.named(clean(room.name, 20))] if room.name else []
    parts += [lobby.EXPERT] * (room.mode and bool(describe_game(room.game).expert))
    parts += [lobby.seconds(room.clock)] * bool(room.clock)
    parts += [clean(f"{key}={value}".lower(), 30) for key, value in room.options.items()]
    parts += [lobby.PRIVATE] * room.private + [lobby.UNWATCHED] * (not room.watchers)
    return " · ".join(parts)


# --- waiting room ---------------------------------------------------------------------------------


def draw_room(
    model: Model, room: RoomInfo, address: str, columns: int = 80, web: str = ""
) -> Drawing:
    """Return the waiting room: unusual settings, how friends join, the seats with their players.

    Without an address friends cannot come, so there is no invitation. ``web`` is the address of the
    page for browsers, if the server has one.
    """
    settings = settings_of(room)
    lines: Drawing = [shorten(plain(f"  {settings}", "muted"), columns)] if settings else []
    lines.append(())
    if invitation := invitation_of(model, room, address):
        link = f"{web}/j/{model.code or room.match}" if web else ""
        lines += [*draw_invitation(invitation, columns, link), ()]
    cards = [_draw_seat(seat, model, room) for seat in range(room.number_of_players)]
    per_row = max(1, (columns - 1) // (SEAT_WIDTH + 1))
    for first in range(0, len(cards), per_row):
        lines += [(Span(" "), *line) for line in beside(cards[first : first + per_row])]
    return lines


def invitation_of(model: Model, room: RoomInfo, address: str) -> str:
    """Return the line that a friend types to join; empty if there is no seat or no address.

    A private table is named by its code, a public one by its number.
    """
    is_full = len(room.players) >= room.number_of_players
    table = model.code if room.private else str(room.match)
    return "" if is_full or not table else clean(invitation_line(address, table))


def draw_invitation(invitation: str, columns: int, link: str = "") -> Drawing:
    """Return a frame with the line to send to friends, a zone that copies it, and a hint.

    The hint is the link for a browser, if there is one that fits, else where to paste the line.
    """
    width = min(columns, 80) - 2
    second = f"  {lobby.IN_BROWSER.format(link=clean(link))}"
    if not link or columns_of(second) > width - 2:
        second = f"  {lobby.PASTE_HINT}"
    rows: Drawing = [
        (Span(f"  {invitation}", "text+bold"), Span(f"   {lobby.COPY}", "legal+bold", COPY)),
        plain(second, "muted"),
    ]
    return frame(rows, width, weight="heavy", title=lobby.INVITE, role="change")


def _draw_seat(seat: int, model: Model, room: RoomInfo) -> Drawing:
    """Return the card of a seat: name, wizard, whether the player is ready, host and team.

    A free one has a dotted frame, the own one a heavy frame. Names and wizards are cut.
    """
    if seat >= len(room.players):
        rows = [plain(f" {lobby.FREE}", "legal"), plain(""), plain("")]
        return frame(rows, SEAT_WIDTH, weight="dotted", role="muted")
    name = room.players[seat]
    is_own, wizard = name == model.nickname, room.wizards.get(name, "")
    has_wizards = bool(room.wizards or room.free_wizards)
    ready = lobby.CHOOSING if has_wizards and not wizard else lobby.READY
    host = lobby.HOST if name == room.host else ""
    rows = [
        plain(f" {clean(name, 14)}{lobby.YOU if is_own else ''}", "text+bold"),
        plain(f" {clean(wizard.lower(), 14)}", "text"),
        (Span(f" {fit(ready, 10)}", "legal" if ready == lobby.READY else "muted"), Span(host)),
    ]
    weight, role = ("heavy", "accent") if is_own else ("light", "muted")
    title = _team_of(name, room)
    return frame(rows, SEAT_WIDTH, weight=weight, title=title, role=role)  # type: ignore[arg-type]


def _team_of(name: str, room: RoomInfo) -> str:
    """Return the label of a player's team; empty without teams."""
    team = next((n for n, names in enumerate(room.teams, start=1) if name in names), 0)
    return lobby.team(team) if team else ""
