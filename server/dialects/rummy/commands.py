"""Rummy's old dialect: coming in, and the start signal (Rummy 9).

The checks are made in the digest's order. After a refused alias the connection stays and another
CONNECT may follow; after any other refusal it ends.
"""

from ipaddress import ip_address

from messages import (
    ChooseNickname,
    Error,
    ErrorCode,
    SelectMatch,
    SelectModeAndPlayers,
    StartMatch,
)
from messages.registry import AnyClientMessage
from messages.rummy.actions import DrawRummyStock, PlayRummyTurn, RummyAction, TakeRummyDiscard
from messages.rummy.table import RummyView
from messages.text import name_key
from server.dialects.rummy.peer import RummyGuest, RummyHouse, Steps
from server.dialects.rummy.profiles import Explained, Later, Seed, explain
from server.dialects.rummy.wire import (
    Frame,
    Unreadable,
    maybe_alias,
    maybe_card,
    maybe_cards,
    read_turn,
)
from server.rooms.room import Room
from server.state import ServerState

GAME = "rummy500"
TABLE = "rummy"

BANNED = "ip banned"
BEGUN = "game in progress already"
FULL = "lobby full"
TWICE = "ip in use"
ALIAS = "need new alias"


def connect(guest: RummyGuest, frame: Frame, peer_address: str) -> Steps:
    """CONNECT: every check, then a name and a seat."""
    guest.profile = Later() if frame.later else Seed()
    claimed = frame.field("ip address") or ""
    guest.address = claimed if is_loopback(peer_address) else peer_address
    alias = frame.field("player") or frame.sender
    banned = guest.house.is_banned(peer_address, claimed)
    reason = BANNED if banned else _why_not(guest.house, guest.address)
    if reason:
        _turn_away(guest, reason)
    elif maybe_alias(alias) is None or name_key(alias) in guest.house.records.sessions:
        guest.say("ERR", (f"Error Connecting {ALIAS}",))
    else:
        yield from _sit_down(guest, alias)


def _turn_away(guest: RummyGuest, reason: str) -> None:
    guest.say("ERR", (f"Error Connecting {reason}",))
    guest.part()


def _why_not(house: RummyHouse, address: str) -> str:
    """The first reason not to let a stranger in; empty if there is none."""
    rooms = rummy_rooms(house.records)
    if rooms and maybe_open(house.records) is None:
        return BEGUN if any(room.match for room in rooms) else FULL
    taken = {guest.address for guest in house.guests}
    if house.settings.one_player_per_ip and address in taken and not is_loopback(address):
        return TWICE
    return ""


def is_loopback(address: str) -> bool:
    """Whether it is the machine's own address; what is no address at all says as little."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True


def rummy_rooms(records: ServerState) -> list[Room]:
    """The public Rummy tables of this server, whoever opened them."""
    return [room for room in records.rooms.values() if room.game.name == GAME and not room.code]


def maybe_open(records: ServerState) -> Room | None:
    """The first of them that waits for players."""
    found = (r for r in rummy_rooms(records) if r.match is None and r.free_seats > 0 and not r.full)
    return next(found, None)


def _sit_down(guest: RummyGuest, alias: str) -> Steps:
    (named,) = yield [ChooseNickname(alias)]
    if isinstance(named, Error):
        guest.say("ERR", (f"Error Connecting {ALIAS}",))
        return
    room = maybe_open(guest.house.records)
    guest.alias = alias
    guest.house.guests.append(guest)
    guest.entering = True
    answers = yield _new_table(guest) if room is None else [SelectMatch(room.number)]
    if isinstance(answers[-1], Error):
        guest.house.guests.remove(guest)
        _turn_away(guest, FULL)


def _new_table(guest: RummyGuest) -> list[AnyClientMessage]:
    settings = guest.house.settings
    table = SelectModeAndPlayers(
        settings.max_players,
        game=GAME,
        name=TABLE,
        standing=True,
        clock=settings.turn_limit,
        absent="forfeit",
        options={"forgiving": True, **settings.options},
    )
    return [SelectMatch(0), table]


def begin(guest: RummyGuest) -> Steps:
    """BEGIN: the hosting player's signal; the answer is the BEGIN of the first round."""
    (answer,) = yield [StartMatch()]
    if isinstance(answer, Error):
        guest.refuse("BEGIN", f"Reason: {answer.message}")


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
