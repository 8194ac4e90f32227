"""Rummy's old dialect: what guests do in their turn (Rummy 10.5, 10.6, 11).

The seed profile names its actions. The later one says T, P or D and is never asked again by its
client, which repeats a refused message for ever; so the second time it is forgiven.
"""

from messages import Error, ErrorCode
from messages.rummy.actions import DrawRummyStock, PlayRummyTurn, RummyAction, TakeRummyDiscard
from messages.rummy.table import RummyView
from server.dialects.rummy.explain import Explained, explain
from server.dialects.rummy.frames import Frame
from server.dialects.rummy.guest import RummyGuest, Steps
from server.dialects.rummy.words import Unreadable, maybe_card, maybe_cards, read_turn

NOT_YOURS = "not your turn"


def turn(guest: RummyGuest, frame: Frame) -> Steps:
    """TURN of either profile."""
    return _later_turn(guest, frame) if guest.profile.later else _seed_turn(guest, frame)


# --- the seed profile ---------------------------------------------------------------------------


def _seed_turn(guest: RummyGuest, frame: Frame) -> Steps:
    try:
        action = _checked(guest, frame)
    except Unreadable as trouble:
        guest.refuse("TURN", f"Reason: {trouble}")
        return
    guest.story.given = None
    (answer,) = yield [action]
    if isinstance(answer, Error):
        guest.refuse("TURN", f"Reason: {_reason(answer)}")
        return
    drawn = not isinstance(action, PlayRummyTurn)
    guest.say("OK", guest.profile.given(guest.story.given if drawn else None))


def _checked(guest: RummyGuest, frame: Frame) -> RummyAction:
    """The action, or Unreadable with the reason."""
    if guest.house.is_waiting(guest.room):
        raise Unreadable("waiting")
    if not guest.on_turn:
        raise Unreadable(NOT_YOURS)
    previous = frame.field("previous game state")
    if guest.house.settings.check_previous and previous != guest.story.last_move:
        raise Unreadable("stale")
    return read_turn(frame.field("new turn") or "")


def _reason(answer: Error) -> str:
    return NOT_YOURS if answer.error is ErrorCode.NOTYOURTURN else answer.message


# --- the later profile --------------------------------------------------------------------------


def _later_turn(guest: RummyGuest, frame: Frame) -> Steps:
    match frame.word:
        case "t":
            yield from _draw(guest, None)
        case "p":
            yield from _draw(guest, _at(guest.story.view, frame.body[1:2]))
        case "d":
            yield from _discard(guest, frame)


def _at(view: RummyView | None, lines: tuple[str, ...]) -> str | None:
    """The card of the pile at an index, 0 on top."""
    index = lines[0] if lines else ""
    small = index.isascii() and index.isdigit() and len(index) < 3
    if view is None or not small or int(index) >= len(view.discard):
        return None
    return view.discard[int(index)]


def _draw(guest: RummyGuest, card: str | None) -> Steps:
    """An unlawful P is answered as if it were T, and a second draw not at all.

    The client would repeat whatever is refused, for ever.
    """
    guest.story.given = None
    (answer,) = yield [DrawRummyStock() if card is None else TakeRummyDiscard(card)]
    if isinstance(answer, Error) and card is not None:
        (answer,) = yield [DrawRummyStock()]
    if not isinstance(answer, Error) and guest.story.given is not None:
        guest.say("OK", guest.profile.given(guest.story.given))


def _discard(guest: RummyGuest, frame: Frame) -> Steps:
    view = guest.story.view
    if view is None or not guest.on_turn:
        return  # The table has played for a guest who was too slow; an ERR would be repeated.
    again = guest.refused == frame.body
    guest.refused = frame.body
    missing, discarded = _missing(view, frame)
    if discarded is None:
        yield from _impossible(guest, again=again)
        return
    yield from _finish(guest, explain(view, missing), discarded, again=again)


def _missing(view: RummyView, frame: Frame) -> tuple[tuple[str, ...], str | None]:
    """The cards put down, and the discard; None if the report cannot be true."""
    kept = maybe_cards(frame.field("hand") or "")
    discarded = maybe_card(frame.body[-1])
    if kept is None or discarded is None or not {*kept, discarded} <= {*view.hand}:
        return (), None
    if discarded in kept:
        return (), None
    return tuple(card for card in view.hand if card not in (*kept, discarded)), discarded


def _impossible(guest: RummyGuest, *, again: bool) -> Steps:
    """Cards the player does not have: refused once, then the player is removed."""
    if again:
        guest.part()
    else:
        guest.refuse("TURN", "")
    yield from ()


def _finish(guest: RummyGuest, found: Explained, discarded: str, *, again: bool) -> Steps:
    """Lawful as it is; the second time forgiven, or at other tables at least the discard."""
    plain = PlayRummyTurn(found.plays, discarded)
    forgiven = PlayRummyTurn(found.plays, discarded, forgive=True, lost=found.lost)
    bare = PlayRummyTurn((), discarded)
    tries = [] if found.lost else [plain]
    for action in [*tries, forgiven, bare] if again else tries:
        (answer,) = yield [action]
        if not isinstance(answer, Error):
            guest.refused = ()
            return
    if again:
        guest.part()
    else:
        guest.refuse("TURN", "")
