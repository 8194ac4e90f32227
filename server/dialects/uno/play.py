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
from server.dialects.steps import Steps
from server.dialects.uno.asking import do, well_formed
from server.dialects.uno.guest import UnoGuest
from server.dialects.uno.wire import (
    Code,
    Wrong,
    fold,
    is_seven,
    maybe_card,
    maybe_color,
    maybe_flag,
)


def play_card(guest: UnoGuest, text: str) -> Steps:
    """PC."""
    view = well_formed(guest.game)
    card = maybe_card(text)
    if card is None:
        raise Wrong(Code.CARD if _may_try_a_card(view) else Code.INVALID)
    yield from do(PlayUnoCard(card))


def _may_try_a_card(view: UnoView) -> bool:
    """In one's turn, or out of it where that is a jump-in (UNO 8.3)."""
    if view.turn == view.seat:
        return view.decision in ("PLAY", "RETAIN")
    return view.mode == "jump_in"


def draw_card(guest: UnoGuest) -> Steps:
    """DC."""
    yield from do(DrawUnoCard())


def retain_card(guest: UnoGuest, choice: str) -> Steps:
    """RC. In spite of its name: true plays the card, false keeps it (UNO 11.4)."""
    yield from do(AnswerDrawnUnoCard(well_formed(maybe_flag(choice))))


def choose_color(guest: UnoGuest, color: str) -> Steps:
    """CC."""
    yield from do(ChooseUnoColor(well_formed(maybe_color(color))))


def choose_for_seven(guest: UnoGuest, name: str, text: str = "") -> Steps:
    """MC7 plays a seven and says whose hand is taken; only after AC7 the card may be missing."""
    view = guest.game
    asked = view is not None and view.turn == view.seat and view.decision == "SWAP"
    if not text and not asked:
        raise Wrong(Code.MISSING)
    partner = _partner(guest, name)
    if asked:
        yield from _swap(well_formed(guest.game), text, partner)
    else:
        yield from _play_seven(maybe_card(text), partner)


def _partner(guest: UnoGuest, name: str) -> int:
    """The seat of that name, if this guest may now choose one at all."""
    view = well_formed(guest.game)
    deciding = view.turn == view.seat and view.decision in ("PLAY", "SWAP")
    if view.mode != "seven_o" or not deciding or fold(name) not in guest.names:
        raise Wrong(Code.INVALID)
    return guest.names.index(fold(name))


def _swap(view: UnoView, text: str, partner: int) -> Steps:
    if text and maybe_card(text) != view.card:
        raise Wrong(Code.CARD)
    yield from do(SwapUnoHands(partner))


def _play_seven(card: str | None, partner: int) -> Steps:
    if card is None or not is_seven(card):
        raise Wrong(Code.CARD)
    yield from do(PlayUnoCard(card, swap=partner))


def challenge(guest: UnoGuest, choice: str) -> Steps:
    """CH, only at a table whose options allow to challenge a DRAW_4 (UNO 5.3)."""
    yield from do(AnswerUnoChallenge(well_formed(maybe_flag(choice))))


def say_uno(guest: UnoGuest) -> Steps:
    """UNO."""
    yield from do(SayUno())
