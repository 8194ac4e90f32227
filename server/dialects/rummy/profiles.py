"""Rummy's old dialect: the two profiles' wording of what the host says (Rummy 10.5, 11)."""

from collections.abc import Sequence
from typing import NamedTuple

from messages.rummy.table import RummyView
from server.dialects.rummy.words import card_list, card_text, scores

Body = tuple[str, ...]
POINTS = {rank: 10 if rank in "ATJQK" else int(rank) for rank in "A23456789TJQK"}
SEED_WORDS = {
    "connected": "CONNECT",
    "begun": "BEGIN",
    "move received": "MOVE",
    "ending": "END",
}
"""What an OK of the seed profile acknowledges."""


class Move(NamedTuple):
    """One MOVE, before it is worded."""

    player: str
    text: str
    next_player: str
    seq: int
    points: int
    discarded: str | None
    pile: Sequence[str]


class Seed:
    """The profile of the draft."""

    later = False
    connected: Body = ("connected",)

    def given(self, cards: Sequence[str] | None) -> Body:
        """The answer to an accepted TURN, with the cards if it was a draw."""
        return ("valid",) if cards is None else ("valid", f"Cards: {card_list(cards)}")

    def begin(self, view: RummyView, names: Sequence[str]) -> Body:
        """The start of a round."""
        hand = f"hand={card_list(view.hand)}"
        setup = f"{hand}; discard={card_list(view.discard[:1])}; stock={view.stock}"
        first, rest = _standing(view, names)
        return (first, f"Setup info: {setup}", *rest)

    def move(self, move: Move) -> Body:
        """What somebody did."""
        player, following = f"Player: {move.player}", f"Next player: {move.next_player}"
        return (player, f"Move: {move.text}", following, f"Seq: {move.seq}")

    def acknowledges(self, word: str) -> str:
        """The type an OK is for; empty for a word that means nothing."""
        return SEED_WORDS.get(word, "")


class Later:
    """The profile of the author's own client: no melds, only whole turns; order matters."""

    later = True
    connected: Body = ("CONNECT",)

    def given(self, cards: Sequence[str] | None) -> Body:
        """The answer to T and P; there is none to D."""
        return () if cards is None else ("TURN", card_list(cards))

    def begin(self, view: RummyView, names: Sequence[str]) -> Body:
        """The start of a round."""
        first, rest = _standing(view, names)
        return (first, *rest, f"Starting Hand: {card_list(view.hand)}", card_text(view.discard[0]))

    def move(self, move: Move) -> Body:
        """The end of somebody's turn."""
        return (
            f"Player: {move.player}",
            f"Points: {move.points}",
            f"Next player: {move.next_player}",
            f"Discarded: {card_text(move.discarded) if move.discarded else 'none'}",
            card_list(move.pile) or "none",
        )

    def acknowledges(self, word: str) -> str:
        """The type itself."""
        return word.upper()


Profile = Seed | Later


def _standing(view: RummyView, names: Sequence[str]) -> tuple[str, Body]:
    here = [seat for seat, player in enumerate(view.players) if not player.gone]
    totals = scores([names[seat] for seat in here], [view.players[seat].score for seat in here])
    return f"First player: {names[view.first]}", (f"Round: {view.round}", f"Scores: {totals}")


def laid_points(view: RummyView, seat: int) -> int:
    """What a seat has put down in this round."""
    return sum(
        POINTS[card[0]]
        for meld in view.melds
        for card, owner in zip(meld.cards, meld.owners, strict=True)
        if owner == seat
    )
