"""My Shelfie's old dialect: every request, and the checks that come before each of them.

Whatever is wrong, the answer is ``return|name|false`` and the connection lives (B.2). What changed
is told first, the outcome last (B.4).
"""

from collections.abc import Callable
from typing import NamedTuple

from server.dialects.shelfie import people as people
from server.dialects.shelfie import play as play
from server.dialects.shelfie import words as words
from server.dialects.shelfie.asking import Wrong
from server.dialects.shelfie.guest import ShelfieGuest
from server.dialects.shelfie.wire import returned
from server.dialects.steps import Steps


class Command(NamedTuple):
    """It needs so many ``arguments``; more are passed over. ``outcome``: under which name."""

    run: Callable[..., Steps | None]
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


def obey(guest: ShelfieGuest, text: str | None) -> Steps:
    """A request came; None is one that cannot be read. Every refusal reaches the guest."""
    if text is not None and not text.strip():
        return
    name, *arguments = (text or "").split("|")
    name = name.strip()
    command = COMMANDS.get(name)
    guest.asking, done = True, False
    try:
        yield from (
            _checked(guest, command, name, arguments).run(
                guest, *arguments[: command.arguments if command else 0]
            )
            or ()
        )
        done = True
    except Wrong as wrong:
        if wrong.text:
            guest.message(wrong.text)
    guest.asking = False
    if not guest.parted:
        guest.tell_changes(own=True)
        guest.say(returned(command.outcome or name if command else name, done))


def _checked(
    guest: ShelfieGuest, command: Command | None, name: str, arguments: list[str]
) -> Command:
    if command is None:
        raise Wrong(words.UNKNOWN)
    if (name == "login") is bool(guest.name):
        raise Wrong(words.NOT_NOW if guest.name else words.FIRST_LOGIN)
    if len(arguments) < command.arguments:
        raise Wrong(words.NOT_NOW)
    return command
