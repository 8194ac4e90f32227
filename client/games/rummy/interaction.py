"""The zones of Rummy actions, what has changed, the recap and the scores of a round."""

from collections.abc import Iterable, Iterator, Sequence

from client.games import text as shared
from client.games.cards import player_name, short_name
from client.games.drawing import Drawing, Line, Names, Span, Zone, fit, plain
from client.games.rummy import text as phrases
from client.games.rummy.faces import card_zone, prose_cards
from client.games.rummy.melds import points_of
from messages.base import Change, Seat
from messages.rummy import actions, table
from messages.rummy.actions import RummyAction
from messages.rummy.table import RummyView

STOCK: Zone = ("stock",)
PILE: Zone = ("pile",)
"""The place for a discard, right of the top card."""


def discard_zone(place: int) -> Zone:
    """Return the zone of a card of the discard pile; the top card has place 1."""
    return ("discard", str(place))


def meld_zone(number: int) -> Zone:
    """Return the zone of a meld of the table by its number."""
    return ("meld", str(number))


def player_zone(seat: Seat) -> Zone:
    """Return the zone of a player."""
    return ("player", str(seat))


# --- zones ----------------------------------------------------------------------------------------


def zones(view: RummyView, action: RummyAction) -> tuple[Zone, ...]:
    """Return the zones of an action: cards of the hand first, then the meld or the pile.

    In a whole turn each zone is there once. A discard that is not in the pile has place 0.
    """
    match action:
        case actions.DrawRummyStock():
            return (STOCK,)
        case actions.TakeRummyDiscard():
            place = view.discard.index(action.card) + 1 if action.card in view.discard else 0
            return (discard_zone(place),)
        case actions.LayRummyMeld():
            return tuple(map(card_zone, action.cards))
        case actions.LayOffRummyCards():
            return (*map(card_zone, action.cards), meld_zone(action.meld))
        case actions.DiscardRummyCard():
            return (card_zone(action.card), PILE)
        case actions.PlayRummyTurn():
            found = [zone for play in action.plays for zone in zones(view, play)]
            found += [card_zone(action.discard), PILE] if action.discard else []
            return tuple(dict.fromkeys(found))


def changed(before: RummyView, now: RummyView) -> frozenset[Zone]:
    """Return the players, melds, discards and cards of the hand that are new or differ.

    The stock is not compared. After a new deal only the players whose score differs are returned.
    """
    pairs = list(enumerate(zip(before.players, now.players, strict=False)))
    if before.round != now.round:
        return frozenset(player_zone(seat) for seat, (a, b) in pairs if a.score != b.score)
    found = {player_zone(seat) for seat, (a, b) in pairs if a != b}
    melds = [*before.melds, *[None] * len(now.melds)]
    found |= {meld_zone(n) for n, meld in enumerate(now.melds, 1) if meld != melds[n - 1]}
    found |= {discard_zone(n) for n, c in enumerate(now.discard, 1) if c not in before.discard}
    found |= {card_zone(card) for card in now.hand if card not in before.hand}
    return frozenset(found)


# --- recap ----------------------------------------------------------------------------------------


def recap(view: RummyView, names: Names, changes: Sequence[Change]) -> list[Line]:
    """Return one line per player who acted; a draw is named only if nothing else happened.

    The end of a round belongs to the player who went out, if any.
    """
    lines: dict[Seat, list[Line]] = {}
    for change in changes:
        seat = change.out if isinstance(change, table.RummyRoundEnded) else _actor(change)
        if seat is not None:
            lines.setdefault(seat, []).append(tuple(_recap_part(change)))
    return [_recap_line(view, names, seat, parts) for seat, parts in lines.items()]


def _actor(change: Change) -> Seat | None:
    """Return the seat that made a change; None for changes that need no line, such as a deal."""
    if isinstance(change, table.RummyTurnStarted | table.RummyHandDealt):
        return None
    return getattr(change, "seat", None)


def _recap_line(view: RummyView, names: Names, seat: Seat, parts: list[Line]) -> Line:
    """Return the name of a player and the parts, separated by commas; ``drew`` if all are empty."""
    told = [part for part in parts if part] or [(Span("drew"),)]
    line: list[Span] = [Span(short_name(view, names, seat), "text+bold", player_zone(seat))]
    for index, part in enumerate(told):
        line += [Span(", " if index else " "), *part]
    return tuple(line)


def _recap_part(change: Change) -> Iterator[Span]:
    """Yield the spans for one change; none for a draw from the stock."""
    match change:
        case table.RummyDiscardTaken():
            yield from _with_verb("took ", reversed(change.cards))
        case table.RummyMeldLaid():
            yield from _with_verb("laid ", change.cards)
            yield Span(f" ({points_of(change.cards)})")
        case table.RummyCardsLaidOff():
            yield from _with_verb("added ", change.front + change.back)
            yield Span(f" to meld {change.meld}")
        case table.RummyCardDiscarded():
            yield from _with_verb("threw ", (change.card,))
        case table.RummyCardsLost():
            yield from _with_verb("gave up ", change.cards)
            if change.fine:
                yield Span(f" -{change.fine}", "change")
        case table.RummySeatGone():
            yield Span("left the match")
        case table.RummyRoundEnded():
            yield Span("went out", "change")


def _with_verb(verb: str, cards: Iterable[str]) -> Line:
    """Return a verb, then the cards as coloured text."""
    return (Span(verb), *prose_cards(cards))


# --- the end of a round ---------------------------------------------------------------------------


def summary(view: RummyView, names: Names, change: Change) -> Drawing:
    """Return the scores after a round, highest total first; empty for any other change.

    Players who left are omitted. ``view`` is the view after the change.
    """
    if not isinstance(change, table.RummyRoundEnded):
        return []
    cause = phrases.STOCK_EMPTY
    if change.out is not None:
        cause = f"{player_name(view, names, change.out, 20)} went out"
    seats = [seat for seat, player in enumerate(view.players) if not player.gone]
    seats.sort(key=lambda seat: (-view.players[seat].score, seat))
    return [
        plain(phrases.ROUND_OVER.format(cause=cause), "text+bold"),
        plain(f"   {'':<20}{phrases.SCORE_COLUMNS}", "muted"),
        *(_summary_line(view, names, seat, change) for seat in seats),
        plain(shared.MATCH_TARGET.format(target=view.target), "muted"),
    ]


def _summary_line(view: RummyView, names: Names, seat: Seat, change: table.RummyRoundEnded) -> Line:
    """Return a player with the points laid down, held and of the round, and the total score."""
    points, held = change.points[seat], change.held[seat]
    name = fit(player_name(view, names, seat, 20), 20)
    text = f"{name} {points + held:>7} {-held:>7} {points:>+7} {view.players[seat].score:>7}"
    return (Span("   "), Span(text, "accent+bold" if seat == view.seat else "text"))
