"""My Shelfie's old dialect: login, rooms and chat (B.3, B.7)."""

from messages import (
    ChangeSeats,
    ChooseNickname,
    Error,
    ErrorCode,
    LeaveMatch,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
)
from messages.text import name_key
from server.dialects.shelfie import words as words
from server.dialects.shelfie.asking import Wrong, do, number, there
from server.dialects.shelfie.guest import Place, ShelfieGuest
from server.dialects.shelfie.views import maybe_room
from server.dialects.shelfie.wire import maybe_name, person_text, returned
from server.dialects.steps import Steps

SEATS = range(2, 5)


def login(guest: ShelfieGuest, name: str) -> Steps:
    """A name that is taken is refused without a word; the client has its own."""
    wanted = there(maybe_name(name), words.BAD_NAME)
    back = guest.house.is_suspended(wanted, guest.address)
    yield from _come_back(guest, wanted) if back else _arrive(guest, wanted)
    guest.house.guests[guest.name] = guest
    guest.message(words.LOGGED_IN)
    guest.message(words.GREETING, name=guest.name)
    guest.tell_server()
    guest.house.tell_others(guest)


def _arrive(guest: ShelfieGuest, name: str) -> Steps:
    (answer,) = yield [ChooseNickname(name)]
    if isinstance(answer, Error):
        taken = answer.error is ErrorCode.DUPLICATENICKNAME
        raise Wrong("" if taken else answer.message)
    guest.name = name


def _come_back(guest: ShelfieGuest, name: str) -> Steps:
    """The match is told as if it began, to a guest who has the name already."""
    session = guest.house.records.sessions[name_key(name)]
    guest.name, guest.place = session.name, Place.GAME
    (answer,) = yield [Reconnect(session.name, "")]
    if not isinstance(answer, SessionOpened):
        guest.name, guest.place = "", Place.MENU
        raise Wrong


# --- rooms --------------------------------------------------------------------------------------


def create_match(guest: ShelfieGuest, seats: str) -> Steps:
    """The maker is the admin of the new room."""
    wanted = number(seats, words.BAD_SEATS)
    if wanted not in SEATS:
        raise Wrong(words.BAD_SEATS)
    _check_in_menu(guest)
    options = guest.house.settings.options
    table = SelectModeAndPlayers(wanted, game="shelfie", options=options)
    answers = yield [SelectMatch(0), table]
    if isinstance(answers[-1], Error):
        yield [LeaveMatch()]
        raise Wrong(words.NO_MORE_ROOMS)
    guest.tell_waiting()
    guest.tell_server()
    guest.message(words.CREATED, seats=wanted, room=guest.table.room)
    guest.house.tell_others(guest)


def join(guest: ShelfieGuest, room_id: str) -> Steps:
    """A room starts by itself as soon as its last seat is taken."""
    _check_in_menu(guest)
    wanted = number(room_id, words.NO_SUCH_ROOM)
    room = there(maybe_room(guest.house.records, wanted), words.NO_SUCH_ROOM)
    if room.match is not None:
        raise Wrong(words.NOT_A_MEMBER)
    if room.full or room.free_seats <= 0:
        raise Wrong(words.ROOM_FULL)
    yield from do(SelectMatch(room.number))
    guest.message(words.FOUND, room=room.number)
    guest.message(words.JOINED, name=guest.name, room=room.number)
    guest.rooms_stale = not guest.starting
    guest.house.tell_others(guest)


def change_seats(guest: ShelfieGuest, seats: str) -> Steps:
    """The admin of a waiting room changes its size; a room that is full now starts."""
    wanted = number(seats, words.BAD_SEATS)
    room = there(guest.room)
    if guest.place is not Place.ROOM or wanted not in SEATS:
        raise Wrong(words.BAD_SEATS if guest.place is Place.ROOM else words.NOT_NOW)
    if room.host is not guest.session:
        raise Wrong(words.ADMIN_ONLY)
    yield from do(ChangeSeats(wanted))
    guest.message(words.SEATS_CHANGED, seats=wanted)
    guest.house.tell_others(guest)


def leave_match(guest: ShelfieGuest) -> Steps:
    """Back to the menu."""
    if guest.place is Place.MENU:
        raise Wrong(words.NOT_NOW)
    yield from do(LeaveMatch())
    guest.message(words.YOU_LEFT)
    guest.say("notifyGoToMenu")
    guest.tell_server()
    guest.house.tell_others(guest)


def exit_game(guest: ShelfieGuest) -> None:
    """The player is forgotten."""
    guest.message(words.GOODBYE)
    guest.say(returned("exitGame", True))
    guest.part()


def _check_in_menu(guest: ShelfieGuest) -> None:
    if guest.place is not Place.MENU or guest.room:
        raise Wrong(words.ALREADY_IN_ROOM)


# --- chat ---------------------------------------------------------------------------------------


def public_message(guest: ShelfieGuest, text: str) -> Steps:
    """To everybody in the room."""
    said = person_text(text)
    if guest.place is Place.MENU or not said:
        raise Wrong(words.NOT_SENT)
    yield from do(SendChat(said))


def private_message(guest: ShelfieGuest, text: str, receiver: str) -> Steps:
    """To anybody who is online, in a room or not."""
    said, name = person_text(text), person_text(receiver)
    other = guest.house.records.sessions.get(name_key(name))
    if other is None:
        raise Wrong(words.NO_SUCH_PLAYER.format(name=name))
    if other.peer is None:
        raise Wrong(words.OFFLINE.format(name=name))
    if other is guest.session or not said:
        raise Wrong(words.NOT_DELIVERED.format(name=name))
    yield from do(SendChat(said, to=other.name))
    guest.message(words.SENT_TO, name=other.name)
