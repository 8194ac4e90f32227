"""UNO's old dialect: what guests say in a game (UNO 11.4, 11.7)."""

from messages.uno.actions import (
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SwapUnoHands,
)
from messages.uno.table import UnoView
from server.dialects.base import Refused, require
from server.dialects.uno.peer import UnoPeer
from server.dialects.uno.wire import (
    Code,
    fold,
    is_seven,
    maybe_card,
    maybe_color,
    maybe_flag,
)


async def play_card(peer: UnoPeer, text: str) -> None:
    """PC."""
    view = require(peer.game, Code.INVALID)
    card = maybe_card(text)
    if card is None:
        raise Refused(Code.CARD if _may_try_a_card(view) else Code.INVALID)
    await peer.act(PlayUnoCard(card))


def _may_try_a_card(view: UnoView) -> bool:
    """In one's turn, or out of it where that is a jump-in (UNO 8.3)."""
    if view.turn == view.seat:
        return view.decision in ("PLAY", "RETAIN")
    return view.mode == "jump_in"


async def draw_card(peer: UnoPeer) -> None:
    """DC."""
    await peer.act(DrawUnoCard())


async def retain_card(peer: UnoPeer, choice: str) -> None:
    """RC. In spite of its name: true plays the card, false keeps it (UNO 11.4)."""
    await peer.act(AnswerDrawnUnoCard(require(maybe_flag(choice), Code.INVALID)))


async def choose_color(peer: UnoPeer, color: str) -> None:
    """CC."""
    await peer.act(ChooseUnoColor(require(maybe_color(color), Code.INVALID)))


async def choose_for_seven(peer: UnoPeer, name: str, text: str = "") -> None:
    """MC7 plays a seven and says whose hand is taken; only after AC7 the card may be missing."""
    view = peer.game
    asked = view is not None and view.turn == view.seat and view.decision == "SWAP"
    if not text and not asked:
        raise Refused(Code.MISSING)
    partner = _partner(peer, name)
    if asked:
        await _swap(peer, require(peer.game, Code.INVALID), text, partner)
    else:
        await _play_seven(peer, maybe_card(text), partner)


def _partner(peer: UnoPeer, name: str) -> int:
    """The seat of that name, if this guest may now choose one at all."""
    view = require(peer.game, Code.INVALID)
    deciding = view.turn == view.seat and view.decision in ("PLAY", "SWAP")
    if view.mode != "seven_o" or not deciding or fold(name) not in peer.names:
        raise Refused(Code.INVALID)
    return peer.names.index(fold(name))


async def _swap(peer: UnoPeer, view: UnoView, text: str, partner: int) -> None:
    if text and maybe_card(text) != view.card:
        raise Refused(Code.CARD)
    await peer.act(SwapUnoHands(partner))


async def _play_seven(peer: UnoPeer, card: str | None, partner: int) -> None:
    if card is None or not is_seven(card):
        raise Refused(Code.CARD)
    await peer.act(PlayUnoCard(card, swap=partner))


async def challenge(peer: UnoPeer, choice: str) -> None:
    """CH, only at a table whose options allow to challenge a DRAW_4 (UNO 5.3)."""
    await peer.act(AnswerUnoChallenge(require(maybe_flag(choice), Code.INVALID)))


async def say_uno(peer: UnoPeer) -> None:
    """UNO."""
    await peer.act(SayUno())
