"""Rummy's dialect: handle the requests of a client (Rummy 9, 10.5, 10.6, 11).

CONNECT is checked in the order of the digest. After a refused alias the client may send another
CONNECT; any other refusal closes the connection. A TURN of the seed profile names its actions. A
TURN of the later profile is T, P or D. Its client repeats a refused message without end, so a
repeated D is accepted as far as the rules allow. A D of a turn that the turn clock has closed is
answered with the hand.
"""

from collections.abc import Sequence
from ipaddress import ip_address

from msgspec.structs import replace

from messages import ChooseNickname, SelectMatch, SelectModeAndPlayers, StartMatch
from messages.registry import AnyClientMessage
from messages.rummy.actions import DrawRummyStock, PlayRummyTurn, RummyAction, TakeRummyDiscard
from messages.rummy.table import RummyView
from messages.text import name_key
from server.dialects.base import public_rooms
from server.dialects.requests import Refused
from server.dialects.rummy.peer import GAME, NOT_YOUR_TURN, RummyPeer, RummyShared
from server.dialects.rummy.profiles import LaterProfile, SeedProfile, infer_melds
from server.dialects.rummy.wire import Frame, maybe_alias, maybe_card, maybe_cards, read_turn
from server.rooms.room import Room

ROOM_NAME = "rummy"

BANNED = "ip banned"
IN_PROGRESS = "game in progress already"
FULL = "lobby full"
ADDRESS_IN_USE = "ip in use"
NEW_ALIAS = "need new alias"


async def handle(peer: RummyPeer, frame: Frame) -> None:
    """Handle CONNECT, BEGIN and TURN; answer an illegal one with ERR.

    Other types, and a CONNECT after the login, are ignored. The ERR of the later profile has no
    reason.
    """
    try:
        match frame.type:
            case "CONNECT" if not peer.name:
                await _connect(peer, frame)
            case "BEGIN":
                await peer.act(StartMatch())
            case "TURN" if peer.profile.is_later:
                await _handle_later_turn(peer, frame)
            case "TURN":
                await _handle_seed_turn(peer, frame)
    except Refused as refused:
        # The later profile has no field for a reason.
        reasons = () if peer.profile.is_later else (f"Reason: {refused.reason}",)
        peer.send("ERR", (f"Resend {frame.type}", *reasons))


# --- entering ------------------------------------------------------------------------------------


async def _connect(peer: RummyPeer, frame: Frame) -> None:
    """CONNECT: choose the profile, check the client, then request a nickname and a seat.

    A bad or taken alias is refused; a ban, a full room or an address in use also ends the
    connection.
    """
    peer.profile = LaterProfile() if frame.is_later else SeedProfile()
    claimed = frame.field("ip address") or ""
    peer.address = claimed if is_loopback(peer.wire.address) else peer.wire.address
    alias = frame.field("player") or frame.sender
    if peer.shared.is_banned(peer.wire.address, claimed):
        _refuse_and_leave(peer, BANNED)
    elif reason := _entry_refusal(peer):
        _refuse_and_leave(peer, reason)
    elif maybe_alias(alias) is None or name_key(alias) in peer.shared.state.sessions:
        _refuse_connect(peer, NEW_ALIAS)
    else:
        await _enter(peer, alias)


def _refuse_connect(peer: RummyPeer, reason: str) -> None:
    """Send ERR with the reason; the client stays connected."""
    peer.send("ERR", (f"Error Connecting {reason}",))


def _refuse_and_leave(peer: RummyPeer, reason: str) -> None:
    """Send ERR with the reason and leave the server."""
    _refuse_connect(peer, reason)
    peer.leave()


def _entry_refusal(peer: RummyPeer) -> str:
    """Return the reason to refuse a client; empty to admit the client.

    Without an open room a new one is created; only with ``single_lobby`` a public room without a
    free seat is a reason. A loopback address may be used by several clients.
    """
    shared, address = peer.shared, peer.address
    rooms = public_rooms(shared.state, GAME) if shared.settings.single_lobby else []
    if rooms and maybe_open_room(peer) is None:
        return IN_PROGRESS if any(room.match for room in rooms) else FULL
    taken = {other.address for other in shared.peers.values()}
    if shared.settings.one_player_per_ip and address in taken and not is_loopback(address):
        return ADDRESS_IN_USE
    return ""


def is_loopback(address: str) -> bool:
    """Return whether the address is a loopback address; True if the text is no address at all."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True


def maybe_open_room(peer: RummyPeer) -> Room | None:
    """Return the first public Rummy room that the client can join; None if there is none.

    It has a free seat and no match, and its host, who has not removed the client, is connected or
    expected back after a restart.
    """
    rooms = (r for r in public_rooms(peer.shared.state, GAME) if not r.match and not r.is_full)
    hosted = (r for r in rooms if r.free_seats > 0 and r.host.is_expected)
    return next((room for room in hosted if not peer.is_kicked_from(room)), None)


async def _enter(peer: RummyPeer, alias: str) -> None:
    """Request the nickname, then a seat in an open room or else in a new one.

    A refused nickname is answered with ERR; a refused seat also ends the connection. events.py
    answers CONNECT at the first RoomUpdate.
    """
    if await peer.maybe_error(ChooseNickname(alias)):
        _refuse_connect(peer, NEW_ALIAS)
        return
    room = maybe_open_room(peer)
    peer.log_in(alias)
    peer.is_entering = True
    requests = _new_room_messages(peer.shared) if room is None else [SelectMatch(room.number)]
    if await peer.maybe_error(*requests):
        _refuse_and_leave(peer, FULL)


def _new_room_messages(shared: RummyShared) -> list[AnyClientMessage]:
    """Return the two messages that create a standing room in which absent players forfeit.

    Rules are forgiving unless the settings say otherwise.
    """
    settings = shared.settings
    setup = SelectModeAndPlayers(
        settings.max_players,
        game=GAME,
        name=ROOM_NAME,
        standing=True,
        clock=settings.turn_limit,
        absent="forfeit",
        options={"forgiving": True, **settings.options},
    )
    return [SelectMatch(0), setup]


# --- turns of the seed profile -------------------------------------------------------------------


async def _handle_seed_turn(peer: RummyPeer, frame: Frame) -> None:
    """Request the action of a TURN of the seed profile; answer OK, after a draw with the cards.

    Raises Refused if the action is unreadable or refused.
    """
    action = _require_action(peer, frame)
    peer.progress.drawn_cards = None
    await peer.act(action)
    is_draw = not isinstance(action, PlayRummyTurn)
    peer.send("OK", peer.profile.turn_answer(peer.progress.drawn_cards if is_draw else None))


def _require_action(peer: RummyPeer, frame: Frame) -> RummyAction:
    """Return the action of a TURN; raise Refused if it is unreadable or not allowed now.

    A TURN is not allowed while the room waits for acknowledgements, in the turn of another player
    or, with ``check_previous``, after an outdated state.
    """
    if peer.shared.awaits_acknowledgement(peer.room):
        raise Refused("waiting")
    if not peer.is_on_turn:
        raise Refused(NOT_YOUR_TURN)
    previous = frame.field("previous game state")
    if peer.shared.settings.check_previous and previous != peer.progress.last_move:
        raise Refused("stale")
    return read_turn(frame.field("new turn") or "")


# --- turns of the later profile ------------------------------------------------------------------


async def _handle_later_turn(peer: RummyPeer, frame: Frame) -> None:
    """Handle T (draw), P (take from the discard pile) or D (discard); ignore other letters.

    A P with an invalid index, or whose take is illegal, draws from the stock. Raises Refused for an
    illegal D.
    """
    match frame.first_line:
        case "t":
            await _draw(peer, DrawRummyStock())
        case "p":
            card = _maybe_pile_card(peer.progress.view, frame.body[1:2])
            takes = [] if card is None else [TakeRummyDiscard(card)]
            await _draw(peer, *takes, DrawRummyStock())
        case "d":
            await _discard(peer, frame)


def _maybe_pile_card(view: RummyView | None, lines: tuple[str, ...]) -> str | None:
    """Return the card of the discard pile at an index, 0 on top; None if the index is invalid.

    ``lines`` holds the line with the index, or nothing.
    """
    index = lines[0] if lines else ""
    is_number = index.isascii() and index.isdigit() and len(index) < 3
    if view is None or not is_number or int(index) >= len(view.discard):
        return None
    return view.discard[int(index)]


async def _draw(peer: RummyPeer, *attempts: RummyAction) -> None:
    """Request the draws in order until one is legal, and answer OK with its cards.

    There is no answer if none is legal, so a second draw in a turn is ignored.
    """
    peer.progress.drawn_cards = None
    peer.refused_turn = ()
    if await _request_until_accepted(peer, attempts) and peer.progress.drawn_cards is not None:
        peer.send("OK", peer.profile.turn_answer(peer.progress.drawn_cards))


async def _request_until_accepted(peer: RummyPeer, actions: Sequence[RummyAction]) -> bool:
    """Request actions in order until the handler accepts one; return whether it accepted one."""
    for action in actions:
        if not await peer.maybe_error(action):
            return True
    return False


async def _discard(peer: RummyPeer, frame: Frame) -> None:
    """D: end the turn with the plays that the reported hand implies.

    The first illegal report raises Refused. The same report again is applied as far as possible; if
    that fails, the client leaves. A D before the draw of a turn belongs to a turn that the turn
    clock has closed; it is answered with the hand. Without a match, D is ignored.
    """
    view = peer.progress.view
    if view is None or peer.progress.is_over:
        return
    if not peer.is_on_turn or view.decision != "PLAY":
        _send_hand(peer, view)
        return
    repeated = peer.refused_turn == frame.body
    peer.refused_turn = frame.body
    if await _request_until_accepted(peer, _candidate_turns(view, frame, repeated=repeated)):
        peer.refused_turn = ()
    elif repeated:
        peer.leave()
    else:
        raise Refused


def _send_hand(peer: RummyPeer, view: RummyView) -> None:
    """Send BEGIN with the hand, the totals and the player on turn as first player.

    Needed when the turn clock has discarded for the client. The client still has the card and
    repeats its discard (D) after an ERR; only BEGIN replaces its hand.
    """
    current = replace(view, first=view.first if view.turn is None else view.turn)
    body = peer.profile.begin_body(current, peer.progress.names)
    peer.send_until_acknowledged("BEGIN", *body)


def _candidate_turns(view: RummyView, frame: Frame, *, repeated: bool) -> list[PlayRummyTurn]:
    """Return the turns that a report may mean, best first.

    There are none if its cards are unreadable or contradict the hand. If ``repeated``, add a turn
    with ``forgive``, which loses the cards left over, and one with the discard alone. The body of
    the frame must not be empty.
    """
    reported_hand = maybe_cards(frame.field("hand") or "")
    discarded = maybe_card(frame.body[-1])
    if (
        reported_hand is None
        or discarded is None
        or not {*reported_hand, discarded} <= {*view.hand}
    ):
        return []
    if discarded in reported_hand:
        return []
    missing = tuple(card for card in view.hand if card not in (*reported_hand, discarded))
    inferred = infer_melds(view, missing)
    legal = [] if inferred.left_over else [PlayRummyTurn(inferred.plays, discarded)]
    if not repeated:
        return legal
    forgiven = PlayRummyTurn(inferred.plays, discarded, forgive=True, lost=inferred.left_over)
    return [*legal, forgiven, PlayRummyTurn((), discarded)]
