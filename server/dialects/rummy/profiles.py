"""Rummy's dialect: message bodies of the two profiles (Rummy 10.5, 11).

A client of the later profile reports only its remaining hand, not its melds. ``infer_melds`` splits
the missing cards into new melds and lay-offs on the player's own melds.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.rummy.cards import CARD_BY_TEXT, card_names, cards_of, hand_of, value_of
from games.rummy.melds import SHORTEST, maybe_attach, melds_in
from messages.rummy.actions import LayOffRummyCards, LayRummyMeld, RummyAces, RummyPlay
from messages.rummy.table import RummyView
from server.dialects.rummy.wire import card_list, card_text, score_list

Body = tuple[str, ...]
SEED_ACKNOWLEDGEMENTS = {
    "connected": "CONNECT",
    "begun": "BEGIN",
    "move received": "MOVE",
    "ending": "END",
}
"""Type of message that each OK of the seed profile acknowledges."""


class Move(NamedTuple):
    """The contents of a MOVE, for both profiles."""

    player: str
    text: str
    next_player: str
    seq: int
    points: int
    discarded: str | None
    pile: Sequence[str]


class SeedProfile:
    """Message bodies of the profile that the draft describes."""

    is_later = False
    connect_answer: Body = ("connected",)

    def turn_answer(self, cards: Sequence[str] | None) -> Body:
        """Return the body of the OK to a TURN; ``cards`` is None if it was not a draw."""
        return ("valid",) if cards is None else ("valid", f"Cards: {card_list(cards)}")

    def begin_body(self, view: RummyView, names: Sequence[str]) -> Body:
        """Return the body of a BEGIN: first player, hand, top of the pile, stock, round, scores."""
        hand = f"hand={card_list(view.hand)}"
        setup = f"{hand}; discard={card_list(view.discard[:1])}; stock={view.stock}"
        first, rest = _round_lines(view, names)
        return (first, f"Setup info: {setup}", *rest)

    def move_body(self, move: Move) -> Body:
        """Return the body of a MOVE, with its actions as text."""
        return (
            f"Player: {move.player}",
            f"Move: {move.text}",
            f"Next player: {move.next_player}",
            f"Seq: {move.seq}",
        )

    def acknowledged_type(self, word: str) -> str:
        """Return the type of message that an OK acknowledges; empty if the word is unknown."""
        return SEED_ACKNOWLEDGEMENTS.get(word, "")


class LaterProfile:
    """Message bodies of the profile of the author's client, which knows only whole turns."""

    is_later = True
    connect_answer: Body = ("CONNECT",)

    def turn_answer(self, cards: Sequence[str] | None) -> Body:
        """Return the body of the OK to T or P with the cards; empty if ``cards`` is None (D)."""
        return () if cards is None else ("TURN", card_list(cards))

    def begin_body(self, view: RummyView, names: Sequence[str]) -> Body:
        """Return the body of a BEGIN: first player, round, scores, hand, top of the pile."""
        first, rest = _round_lines(view, names)
        hand = f"Starting Hand: {card_list(view.hand)}"
        return (first, *rest, hand, card_list(view.discard[:1]) or "none")

    def move_body(self, move: Move) -> Body:
        """Return the body of a MOVE: points, discard and discard pile instead of the actions."""
        return (
            f"Player: {move.player}",
            f"Points: {move.points}",
            f"Next player: {move.next_player}",
            f"Discarded: {card_text(move.discarded) if move.discarded else 'none'}",
            card_list(move.pile) or "none",
        )

    def acknowledged_type(self, word: str) -> str:
        """Return the type of message that an OK acknowledges: its word in upper case."""
        return word.upper()


Profile = SeedProfile | LaterProfile


def _round_lines(view: RummyView, names: Sequence[str]) -> tuple[str, Body]:
    """Return the line of the first player, and the lines of round number and total points.

    Players who are gone have no points.
    """
    seats = [seat for seat, player in enumerate(view.players) if not player.gone]
    totals = score_list(
        [names[seat] for seat in seats], [total_points(view, seat) for seat in seats]
    )
    return f"First player: {names[view.first]}", (f"Round: {view.round}", f"Scores: {totals}")


def total_points(view: RummyView, seat: int) -> int:
    """Return the score of a seat after the last round, plus the points of its laid cards."""
    return view.players[seat].score + value_of(
        CARD_BY_TEXT[card]
        for meld in view.melds
        for card, owner in zip(meld.cards, meld.owners, strict=True)
        if owner == seat
    )


# --- the melds of a turn of the later profile ----------------------------------------------------

MAX_SPLITS = 100
"""Maximum number of splits tried: sufficient for real turns, and at most 20 ms of CPU time."""


class InferredMelds(NamedTuple):
    """Plays for some of the missing cards, and the cards left over."""

    plays: tuple[RummyPlay, ...]
    left_over: tuple[str, ...]


class _LayOffTargets(NamedTuple):
    """The melds on which a player may lay off, and the rule for aces."""

    own_melds: tuple[tuple[int, bytes], ...]
    """The player's own melds, with their numbers."""
    aces: RummyAces


def infer_melds(view: RummyView, missing: tuple[str, ...]) -> InferredMelds:
    """Return the split of the missing cards that leaves the fewest points, of those tried.

    The search ends when no card is left over, or soon after ``MAX_SPLITS`` splits. Cards are laid
    off only on melds with at least three cards of the player.
    """
    own_melds = tuple(
        (number, bytes(CARD_BY_TEXT[card] for card in meld.cards))
        for number, meld in enumerate(view.melds, 1)
        if view.seat is not None and meld.owners.count(view.seat) >= SHORTEST
    )
    hand = hand_of(CARD_BY_TEXT[card] for card in missing)
    best: tuple[tuple[RummyPlay, ...], int] = ((), hand)
    for tried, (plays, left) in enumerate(_splits(_LayOffTargets(own_melds, view.ace_runs), hand)):
        if value_of(cards_of(left)) < value_of(cards_of(best[1])):
            best = plays, left
        if not best[1] or tried > MAX_SPLITS:
            break
    return InferredMelds(best[0], card_names(cards_of(best[1])))


def _splits(targets: _LayOffTargets, hand: int) -> Iterator[tuple[tuple[RummyPlay, ...], int]]:
    """Yield every choice of melds, each followed by greedy lay-offs, with the cards left over.

    ``hand`` is the set of cards to split, as bits; the choice without melds comes first.
    """
    yield _lay_off_greedily(targets, hand)
    for meld in sorted(melds_in(hand, targets.aces), key=len, reverse=True):
        play = LayRummyMeld(card_names(meld))
        for plays, left in _splits(targets, hand & ~hand_of(meld)):
            yield (play, *plays), left


def _lay_off_greedily(targets: _LayOffTargets, hand: int) -> tuple[tuple[RummyPlay, ...], int]:
    """Choose lay-offs of single cards on the player's own melds while one fits.

    ``hand`` is a set of cards, as bits. Returns the plays and the set of cards left over.
    """
    plays: list[RummyPlay] = []
    melds = dict(targets.own_melds)
    while found := _maybe_lay_off(melds, hand, targets.aces):
        number, card, grown = found
        melds[number], hand = grown, hand & ~(1 << card)
        plays.append(LayOffRummyCards(number, card_names((card,))))
    return tuple(plays), hand


def _maybe_lay_off(
    melds: dict[int, bytes], hand: int, aces: RummyAces
) -> tuple[int, int, bytes] | None:
    """Return a meld number, a card that fits there and the extended meld; None if none fits.

    ``melds`` are the player's own, by number; ``hand`` is a set of cards, as bits.
    """
    for number, meld in melds.items():
        for card in cards_of(hand):
            joined = maybe_attach(meld, (card,), aces)
            if joined is not None:
                return number, card, joined[0] + meld + joined[1]
    return None
