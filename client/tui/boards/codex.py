"""The Codex Naturalis table as text of at most 80 columns: pure functions from a view to lines.

Players, cards to draw and objectives with what they give now stand first. The own area and the hand
come last, just above the question: the area grows, and a small screen shows its lowest lines.
"""

from collections.abc import Sequence

from client.tui.boards.codex_area import draw_area
from client.tui.phrases import boards as phrases
from client.tui.phrases.codex_cards import card_line, objective_line, symbols
from messages import CodexArea, CodexDeck, CodexPlayerView, CodexView
from messages.codex_cards import CODEX_CARDS, CODEX_OBJECTIVES
from messages.codex_scoring import objective_points
from messages.text import clean

PHASES = {
    "SETUP": "everybody decides",
    "PLACE": "placing a card",
    "DRAW": "drawing a card",
    "OVER": phrases.OVER,
}


def render(view: CodexView, names: Sequence[str]) -> list[str]:
    """The whole table; a spectator sees the area of the player on turn."""
    shown = view.seat if view.seat is not None else view.turn or 0
    area = view.players[shown].area if shown < len(view.players) else None
    drawn = draw_area(area, numbers=view.seat is not None) if area else []
    top = [headline(view), *players(view, names)]
    return [*top, *visible(view), *objectives(view), *drawn, *hand(view)]


def players(view: CodexView, names: Sequence[str]) -> list[str]:
    """A line for everybody: colour, points, the backs of the hand, the symbols in the area."""
    return [_player(view, seat, player, names) for seat, player in enumerate(view.players)]


def look(view: CodexView, names: Sequence[str], seat: int) -> list[str]:
    """The area of one player; nothing for a seat that the server did not tell of."""
    if seat >= len(view.players):
        return []
    player = view.players[seat]
    return [_player(view, seat, player, names), *draw_area(player.area, numbers=seat == view.seat)]


def headline(view: CodexView) -> str:
    """Where the match stands, in one line."""
    parts = [f"Round {view.round}", PHASES[view.phase]]
    if view.phase != "OVER" and view.ending:
        parts.append("ADDITIONAL TURN" if view.additional else phrases.LAST_BUT_ONE)
    return " | ".join(parts)


def _player(view: CodexView, seat: int, player: CodexPlayerView, names: Sequence[str]) -> str:
    turn = ">" if view.turn == seat else " "
    you = " (you)" if view.seat == seat else ""
    name = clean(names[seat], 14) if seat < len(names) else f"seat {seat}"
    color = player.color.lower() if player.color else "-"
    backs = " ".join(f"{back[:1]}{back.partition(' ')[2][:1].lower()}" for back in player.hand)
    hand = "has left" if player.gone else clean(backs, 12)
    score = f"{player.score}{_extra(player)}"
    points = f"{score} point{'' if score == '1' else 's'}"
    left = f"{turn}{name + you:<21}{color:<7}{points:<13}"
    return f"{left} {hand:<9} {symbols(player.area.symbols)}".rstrip()


def _extra(player: CodexPlayerView) -> str:
    """The points of objectives, at the end."""
    return f"+{sum(player.objective_points)}" if player.objective_points else ""


def visible(view: CodexView) -> list[str]:
    """The cards that can be drawn, with the numbers that draw them."""
    if view.phase == "OVER":
        return []
    decks = [_deck("resource", view.resource), _deck("gold", view.gold)]
    lines = [*(card_line(card) for card in view.slots), *decks]
    numbered = [f" {number} {line}" for number, line in enumerate(lines, start=1)]
    left, right = numbered[0:2] + numbered[4:5], numbered[2:4] + numbered[5:6]
    rows = [f"{one:<31}{other}".rstrip() for one, other in zip(left, right, strict=False)]
    return ["To draw:", *rows]


def _deck(name: str, deck: CodexDeck) -> str:
    top = f", top {clean(deck.top, 10).lower()}" if deck.top else ""
    return f"{name} deck {deck.left}{top}"


def objectives(view: CodexView) -> list[str]:
    """The objectives that count for this seat, and what they give now."""
    own = [("secret", view.objective)] if view.objective else []
    own += [("offered", card) for card in view.offer]
    cards = [*(("common", card) for card in view.common), *own]
    return ["Objectives:", *(_objective(view, kind, card) for kind, card in cards)]


def _objective(view: CodexView, kind: str, card: str) -> str:
    now = ""
    area = CodexArea() if view.seat is None else view.players[view.seat].area
    known = card in CODEX_OBJECTIVES and all(p.card in CODEX_CARDS for p in area.placed)
    if known and view.seat is not None:
        now = f" ({objective_points(area, card)} now)"
    return f" {kind:<8}{objective_line(card)}{now}"


def hand(view: CodexView) -> list[str]:
    """The own cards with the numbers that place them; nothing for a spectator."""
    if view.seat is None or view.phase == "OVER":
        return []
    first = []
    if not view.players[view.seat].area.placed:
        first = [f"Your starter: {card_line(view.players[view.seat].starter)}"]
    cards = [f" {number} {card_line(card)}" for number, card in enumerate(view.hand, start=1)]
    return [*first, "Your hand:", *cards]
