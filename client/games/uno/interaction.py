"""The zones of UNO actions, what has changed on the table, the recap and the score of a round."""

from collections import Counter
from collections.abc import Iterator, Sequence

from client.games import text as shared
from client.games.cards import player_name, short_name
from client.games.drawing import Drawing, Line, Names, Span, Zone, fit, plain
from client.games.uno import text as phrases
from client.games.uno.faces import card_chip
from client.games.uno.table_drawing import DRAW, TOP, player_zone
from messages.base import Change, Seat
from messages.uno import actions, table
from messages.uno.actions import UnoAction
from messages.uno.table import UnoView

KEEP: Zone = ("keep",)
SAY_UNO: Zone = ("uno",)
CHALLENGE: dict[str, Zone] = {answer: ("challenge", answer) for answer in ("yes", "no")}


def card_zone(view: UnoView, card: str) -> Zone:
    """Return the zone of a card by its number in the hand; equal cards have one zone.

    The zone of a card that is not in the hand has the name of the card.
    """
    return ("card", str(view.hand.index(card) + 1)) if card in view.hand else ("card", card)


def color_zone(color: str) -> Zone:
    """Return the zone of a colour to name."""
    return ("color", color)


# --- zones ----------------------------------------------------------------------------------------


def zones(view: UnoView, action: UnoAction) -> tuple[Zone, ...]:
    """Return the zones of an action: a card, then its colour or the player to swap with."""
    match action:
        case actions.PlayUnoCard():
            named = (color_zone(action.color),) if action.color else ()
            partner = (player_zone(action.swap),) if action.swap is not None else ()
            return (card_zone(view, action.card), *named, *partner)
        case actions.DrawUnoCard():
            return (DRAW,)
        case actions.AnswerDrawnUnoCard():
            return (card_zone(view, view.card or ""),) if action.play else (KEEP,)
        case actions.ChooseUnoColor():
            return (color_zone(action.color),)
        case actions.SwapUnoHands():
            return (player_zone(action.seat),)
        case actions.AnswerUnoChallenge():
            return (CHALLENGE["yes" if action.challenge else "no"],)
        case actions.SayUno():
            return (SAY_UNO,)


def changed(before: UnoView, now: UnoView) -> frozenset[Zone]:
    """Return the players, new cards of the hand and the top card that differ.

    The draw pile is not compared. After a new deal only the players whose score differs are
    returned.
    """
    pairs = list(enumerate(zip(before.players, now.players, strict=False)))
    if before.round != now.round:
        return frozenset(player_zone(seat) for seat, (a, b) in pairs if a.score != b.score)
    found = {player_zone(seat) for seat, (a, b) in pairs if a != b}
    new_cards = Counter(now.hand) - Counter(before.hand)
    found |= {card_zone(now, card) for card in new_cards}
    if (before.top, before.discard_pile) != (now.top, now.discard_pile):
        found.add(TOP)
    return frozenset(found)


# --- recap ----------------------------------------------------------------------------------------


def recap(view: UnoView, names: Names, changes: Sequence[Change]) -> list[Line]:
    """Return one line per player who acted; effects on others are in the line of the actor.

    Changes before the first act are left out.
    """
    lines: dict[Seat, list[Line]] = {}
    actor: Seat | None = None
    for change in changes:
        if _is_act(change):
            actor = getattr(change, "seat", getattr(change, "winner", None))
        if actor is None:
            continue
        part = tuple(_recap_part(view, names, change, actor))
        if part:
            lines.setdefault(actor, []).append(part)
    return [_recap_line(view, names, seat, parts) for seat, parts in lines.items()]


_ACTS = (
    table.UnoCardPlayed,
    table.UnoChallenged,
    table.UnoSaid,
    table.UnoSeatGone,
    table.UnoRoundEnded,
)


def _is_act(change: Change) -> bool:
    """Return whether a change is a decision of its player and not an effect on the player."""
    match change:
        case table.UnoCardsDrawn(reason=reason):
            return reason != "PENALTY"
        case table.UnoTurnLost(reason=reason):
            return reason == "TIMEOUT"
    return isinstance(change, _ACTS)


def _recap_line(view: UnoView, names: Names, seat: Seat, parts: list[Line]) -> Line:
    """Return the name of a player and the parts, separated by commas."""
    line: list[Span] = [Span(short_name(view, names, seat), "text+bold", player_zone(seat))]
    for index, part in enumerate(parts):
        line += [Span(", " if index else " "), *part]
    return tuple(line)


def _recap_part(view: UnoView, names: Names, change: Change, actor: Seat) -> Iterator[Span]:
    """Yield the spans for one change; none if the line of the actor does not need it.

    Another player than the actor is named.
    """
    match change:
        case table.UnoCardPlayed():
            if change.jumped:
                yield Span("jumped in with ")
            yield card_chip(change.card)
        case table.UnoCardsDrawn():
            missed = "did not say UNO: " if change.reason == "MISSED_UNO" else ""
            yield Span(_subject(view, names, change.seat, actor) + f"{missed}drew {change.count}")
        case table.UnoTurnLost(reason="SKIP" | "REVERSE" | "TIMEOUT"):
            yield Span(_subject(view, names, change.seat, actor) + "lost the turn")
        case table.UnoSaid():
            yield Span("UNO!", "chip:red+bold")
        case table.UnoHandsSwapped():
            yield Span(f"swapped hands with {short_name(view, names, change.other)}")
        case table.UnoHandsPassed():
            yield Span(phrases.HANDS_MOVED)
        case table.UnoChallenged():
            verdict = "unfair" if change.guilty else "fair"
            yield Span(f"challenged {short_name(view, names, change.accused)}: {verdict}")
        case table.UnoSeatGone():
            yield Span("left the match")
        case table.UnoRoundEnded():
            yield Span(f"won the round, +{change.points}", "change")


def _subject(view: UnoView, names: Names, seat: Seat, actor: Seat) -> str:
    """Return the name of a player and a space; empty for the actor."""
    return "" if seat == actor else f"{short_name(view, names, seat)} "


# --- the end of a round ---------------------------------------------------------------------------


def summary(view: UnoView, names: Names, change: Change) -> Drawing:
    """Return the scores after a round, highest total first; empty for any other change.

    Players who left are omitted. ``view`` is the view after the change.
    """
    if not isinstance(change, table.UnoRoundEnded):
        return []
    winner = player_name(view, names, change.winner, 20)
    cause = phrases.LOWEST_HAND if change.stuck else "won the round"
    seats = [seat for seat, player in enumerate(view.players) if not player.gone]
    seats.sort(key=lambda seat: (-view.players[seat].score, seat))
    return [
        plain(f" {winner} {cause}: +{change.points} points", "text+bold"),
        plain(f"   {'':<20}{phrases.SCORE_COLUMNS}", "muted"),
        *(_summary_line(view, names, seat, change) for seat in seats),
        plain(shared.MATCH_TARGET.format(target=view.target_score), "muted"),
    ]


def _summary_line(view: UnoView, names: Names, seat: Seat, change: table.UnoRoundEnded) -> Line:
    """Return a player with the points in hand, the total, and for the winner the points won."""
    name = fit(player_name(view, names, seat, 20), 20)
    won = f"+{change.points}" if seat == change.winner else ""
    text = f"{name} {change.hand_points[seat]:>7} {won:>7} {view.players[seat].score:>7}"
    role = "accent+bold" if seat == view.seat else "text"
    return (Span("   "), Span(text, role))
