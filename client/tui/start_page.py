"""The start screen as data: what can be chosen, where the cursor moves, and the drawing. Pure."""

from typing import Literal, NamedTuple

from rich.cells import cell_len

from client.games.drawing import Drawing, Line, Size, Span, Zone, beside, fit, frame, plain
from client.tui.text import start
from messages.description import GameDescription
from messages.text import clean

BRAND = "TAVOLATA"
BRAND_COLORS = ("red", "yellow", "green", "blue", "pink", "purple", "cyan", "white")
CARD_WIDTH = 14
WIDE_CARD_WIDTH = 22
WIDE_COLUMNS = 116
ADDRESS_WIDTH = 40
STATUS_WIDTH = 24
LEARN: Zone = ("learn",)
HOST: Zone = ("host",)
QUIT: Zone = ("quit",)


class ContinueOffer(NamedTuple):
    """A session to return to: a label, and the address and nickname to connect with."""

    label: str
    address: str
    nickname: str


class ServerRow(NamedTuple):
    """A server of the list, what a ping said, and when it was used last."""

    address: str
    status: str = ""
    last_used: str = ""


class StartChoice(NamedTuple):
    """The choice of the user on the start screen.

    ``continue`` and ``server`` connect to the address; ``play`` and ``learn`` start a server in
    this process, and ``host`` one that friends can reach. ``line`` is executed in the lobby.
    """

    kind: Literal["continue", "server", "play", "host", "learn"]
    nickname: str
    address: str = ""
    line: str = ""
    game: str = ""


class StartState(NamedTuple):
    """Everything that the start screen shows, except the name and the typed address."""

    games: tuple[tuple[str, GameDescription], ...]
    cursor: Zone
    offers: tuple[ContinueOffer, ...] = ()
    servers: tuple[ServerRow, ...] = ()
    game: str = ""
    """The game whose card had the cursor last."""
    can_host: bool = False
    is_first_start: bool = False


def rows(state: StartState) -> list[tuple[Zone, ...]]:
    """Return the zones of the screen, row by row, as the arrow keys reach them."""
    offers = [(("continue", str(index)),) for index in range(len(state.offers))]
    servers = [(("server", str(index)),) for index in range(len(state.servers))]
    cards = tuple(("game", name) for name, _ in state.games)
    return [*offers, cards, *servers, _buttons(state)]


def _buttons(state: StartState) -> tuple[Zone, ...]:
    """Return the zones of the buttons; without ``can_host`` there is none to host a table."""
    return (LEARN, HOST, QUIT) if state.can_host else (LEARN, QUIT)


def first_zone(state: StartState) -> Zone:
    """Return the zone that is chosen at the start: an offer to continue, or the first game."""
    return rows(state)[0][0]


def with_cursor(state: StartState, zone: Zone) -> StartState:
    """Return the state with the cursor on a zone; a card also becomes the game to learn."""
    game = zone[1] if zone[0] == "game" else state.game
    return state._replace(cursor=zone, game=game)


def move(state: StartState, direction: str) -> StartState:
    """Return the state after an arrow key; at an edge nothing changes.

    Up and down reach the first zone of a row, but in the row of games the card that had the cursor
    last.
    """
    all_rows = rows(state)
    index = next((n for n, row in enumerate(all_rows) if state.cursor in row), 0)
    if direction in ("left", "right"):
        row = all_rows[index]
        column = row.index(state.cursor) + (1 if direction == "right" else -1)
        return with_cursor(state, row[min(max(column, 0), len(row) - 1)])
    index = min(max(index + (1 if direction == "down" else -1), 0), len(all_rows) - 1)
    row = all_rows[index]
    last_card = ("game", state.game)
    if state.cursor in row:
        return state
    return with_cursor(state, last_card if last_card in row else row[0])


# --- drawing --------------------------------------------------------------------------------------


def draw_brand(size: Size) -> Drawing:
    """Return the name of the program as cards on a table; one line if the screen is low."""
    if size.lines < 24 or size.columns < 76:
        return [(Span(" "), Span(f" {BRAND} ", "brand+bold"), Span(f"  {start.HELP}", "muted"))]
    letters = list(zip(BRAND, BRAND_COLORS, strict=True))
    top = tuple(Span("╭───╮ ", "muted") for _ in letters)
    middle: list[Span] = []
    for letter, color in letters:
        middle += [Span("│", "muted"), Span(f" {letter} ", f"chip:{color}+bold")]
        middle += [Span("│", "muted"), Span(" ")]
    table_width = 6 * len(letters) + 3
    legs = f"     █{start.TABLE_LINE:^{table_width - 8}}█"
    return [
        (Span("    "), *top, Span(f"    {start.THEME}", "muted")),
        (Span("    "), *middle, Span(f"    {start.HELP}", "muted")),
        (Span("  "), Span("▄" * table_width, "ink:yellow")),
        (Span(legs[:6], "ink:yellow"), Span(legs[6:-1], "muted"), Span(legs[-1], "ink:yellow")),
    ]


def draw_start(state: StartState, size: Size) -> Drawing:
    """Return everything below the name: offers, cards of games, servers and buttons.

    Empty lines between the parts are left out if the screen is low.
    """
    parts = [_draw_offers(state), _draw_cards(state, size), _draw_servers(state)]
    parts.append([_draw_buttons(state)])
    parts = [part for part in parts if part]
    gap = 1 if sum(map(len, parts)) + len(parts) - 1 <= size.lines else 0
    lines: Drawing = []
    for part in parts:
        lines += [()] * (gap if lines else 0) + part
    return lines


def _heading(title: str, hint: str = "") -> Line:
    """Return the heading of a part of the screen, followed by a hint in a muted role."""
    return (Span(f" {title}", "text+bold"), Span(f"  {hint}", "muted"))


def _bar(zone: Zone, state: StartState) -> Span:
    """Return the bar that marks the zone of the cursor; a space for any other zone."""
    return Span("▌" if zone == state.cursor else " ", "accent+bold", zone)


def _row_role(zone: Zone, state: StartState, role: str = "text") -> str:
    """Return the role of the text of a zone: the accent at the cursor, otherwise ``role``."""
    return "accent+bold" if zone == state.cursor else role


def _draw_offers(state: StartState) -> Drawing:
    """Return a row for each session to return to; nothing without one."""
    if not state.offers:
        return []
    lines: Drawing = [_heading(start.CONTINUE)]
    for index, offer in enumerate(state.offers):
        zone = ("continue", str(index))
        role = _row_role(zone, state)
        label = Span(f" ▶ {clean(offer.label, 60)}  ", role, zone)
        lines.append((_bar(zone, state), label, Span(clean(offer.address, 40), "muted", zone)))
    return lines


def _draw_cards(state: StartState, size: Size) -> Drawing:
    """Return the cards of the games side by side, in several rows if they do not fit."""
    is_wide = size.columns >= WIDE_COLUMNS and size.lines >= 20
    width = WIDE_CARD_WIDTH if is_wide else CARD_WIDTH
    cards = [_draw_card(name, game, state, width) for name, game in state.games]
    per_row = max(1, (size.columns - 1) // (width + 1))
    lines: Drawing = [_heading(start.PLAY_HERE, start.PLAY_HERE_HINT)]
    for first in range(0, len(cards), per_row):
        lines += [(Span(" "), *line) for line in beside(cards[first : first + per_row])]
    return lines


def _draw_card(name: str, game: GameDescription, state: StartState, width: int) -> Drawing:
    """Return the card of a game; a wide one has a summary of several lines.

    The card at the cursor has a heavy frame and mentions Enter.
    """
    zone = ("game", name)
    inner = width - 2
    is_here = zone == state.cursor
    text = game.summary if width == WIDE_CARD_WIDTH and game.summary else (game.tagline,)
    title = game.title if cell_len(game.title) < inner else game.short_title
    rows_of_card: Drawing = [
        plain(f"{clean(game.signs, 10):^{inner}}", f"chip:{game.color}+bold"),
        plain(fit(f" {clean(title, inner)}", inner), "text+bold"),
        plain(fit(f" {start.players(*game.players)}", inner), "muted"),
        *(plain(fit(f" {clean(line, inner)}", inner), "muted") for line in text),
    ]
    role = "accent+bold" if is_here else "muted"
    card = frame(rows_of_card, width, weight="heavy" if is_here else "light", role=role, zone=zone)
    if is_here:
        last = "".join(span.text for span in card[-1])
        card[-1] = plain(f"{last[:2]} Enter {last[9:]}", role, zone)
    return card


def _draw_servers(state: StartState) -> Drawing:
    """Return a row for each server, with what a ping said and when it was used last.

    Without servers a hint is shown.
    """
    lines: Drawing = [_heading(start.SERVERS, start.NEWEST_FIRST)]
    if not state.servers:
        return [_heading(start.SERVERS, start.NO_SERVERS)]
    for index, server in enumerate(state.servers):
        zone = ("server", str(index))
        is_bad = server.status == start.UNREACHABLE
        lines.append(
            (
                _bar(zone, state),
                Span(
                    fit(f" {clean(server.address, 38)}", ADDRESS_WIDTH),
                    _row_role(zone, state),
                    zone,
                ),
                Span(fit(server.status, STATUS_WIDTH), "muted" if is_bad else "legal", zone),
                Span(server.last_used, "muted", zone),
            )
        )
    return lines


def _draw_buttons(state: StartState) -> Line:
    """Return the row of buttons: learn the game of the last card, host a table, quit.

    At the first start the button to learn is recommended.
    """
    title = dict(state.games)[state.game].title if state.game in dict(state.games) else ""
    learn = start.learn(title) if title else start.LEARN
    if state.is_first_start:
        learn = f"{start.LEARN_FIRST} {learn}"
    labels = {LEARN: learn, HOST: start.HOST_TABLE, QUIT: start.QUIT}
    line: list[Span] = [Span(" ")]
    for zone in _buttons(state):
        left, right = ("▶", "◀") if zone == state.cursor else ("[", "]")
        role = "accent+bold" if zone == state.cursor else "legal"
        line += [Span(f"{left}{labels[zone]}{right}", role, zone), Span("  ")]
    return tuple(line)
