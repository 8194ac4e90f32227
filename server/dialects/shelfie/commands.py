"""My Shelfie's old dialect: every request, and the checks that come before each of them.

Whatever is wrong, the answer is ``return|name|false`` and the connection lives (B.2). What changed
is told first, the outcome last (B.4).
"""

from collections.abc import Callable
from typing import NamedTuple

from server.dialects.base import Refused, Work
from server.dialects.shelfie import people, play, replies
from server.dialects.shelfie.peer import ShelfiePeer
from server.dialects.shelfie.wire import returned


class Command(NamedTuple):
    """It needs so many ``arguments``; more are passed over. ``outcome``: under which name."""

    run: Callable[..., Work]
    arguments: int = 0
    outcome: str = ""


COMMANDS: dict[str, Command] = {
    "login": Command(people.login, 1),
    "createMatch": Command(people.create_match, 1),
    "join": Command(people.join, 1),
    "selectCell": Command(play.select_cell, 2),
    "deselectCards": Command(play.deselect),
    "confirmSelection": Command(play.confirm),
    "sortHand": Command(play.sort_hand, 2),
    "insertInColumnCards": Command(play.insert, 1, "insertInColumn"),
    "insertInColumn": Command(play.insert, 1),
    "endTurn": Command(play.end_turn),
    "sendPublicMessage": Command(people.public_message, 1),
    "sendPrivateMessage": Command(people.private_message, 2),
    "changeMatchSeats": Command(people.change_seats, 1),
    "leaveMatch": Command(people.leave_match),
    "exitGame": Command(people.exit_game),
}


async def handle(peer: ShelfiePeer, text: str | None) -> None:
    """Carry out a request, or refuse it; None is one that cannot be read."""
    if text is not None and not text.strip():
        return
    name, *arguments = (text or "").split("|")
    name = name.strip()
    command = COMMANDS.get(name)
    done = False
    try:
        run, needed, _ = _checked(peer, command, name, arguments)
        await run(peer, *arguments[:needed])
        done = True
    except Refused as refused:
        if refused.reason:
            peer.message(refused.reason)
    if not peer.has_left:
        peer.send_changes(own=True)
        peer.say(returned(command.outcome or name if command else name, done))


def _checked(
    peer: ShelfiePeer, command: Command | None, name: str, arguments: list[str]
) -> Command:
    if command is None:
        raise Refused(replies.UNKNOWN)
    if (name == "login") is bool(peer.name):
        raise Refused(replies.NOT_NOW if peer.name else replies.FIRST_LOGIN)
    if len(arguments) < command.arguments:
        raise Refused(replies.NOT_NOW)
    return command
