"""UNO's old dialect: every command, and the checks that come before each of them (UNO 11.6).

The order of checks: code, handshake (E001), number of arguments (E003), surplus and form (E006,
E008), then whether it may be done now (E006), and last the rules (E010, E002, E004, E005, E011).
The first three are made here for all commands, the form by each command; the rest is the server's.
"""

from collections.abc import Callable
from typing import NamedTuple

from server.dialects.base import Refused, Work
from server.dialects.uno import people as people
from server.dialects.uno import play as play
from server.dialects.uno.events import maybe_question
from server.dialects.uno.peer import UnoPeer
from server.dialects.uno.wire import LINE_BYTES, Code, line, split


class Command(NamedTuple):
    """``fewest`` arguments must be there and not empty; an ``answer`` is to an open question."""

    run: Callable[..., Work]
    fewest: int = 0
    most: int = 0
    answer: bool = False


COMMANDS: dict[str, Command] = {
    "MH": Command(people.make_handshake, 2, 2),
    "LOL": Command(people.list_lobbies),
    "CL": Command(people.create_lobby, 1, 1),
    "JL": Command(people.join_lobby, 1, 1),
    "ACP": Command(people.add_computer, 1, 2),
    "SG": Command(people.start_game, 1, 1),
    "LG": Command(people.leave_game),
    "SM": Command(people.send_message, 0, LINE_BYTES),
    "PC": Command(play.play_card, 1, 1, answer=True),
    "DC": Command(play.draw_card, answer=True),
    "RC": Command(play.retain_card, 1, 1, answer=True),
    "CC": Command(play.choose_color, 1, 1, answer=True),
    "MC7": Command(play.choose_for_seven, 1, 2, answer=True),
    "CH": Command(play.challenge, 1, 1, answer=True),
    "UNO": Command(play.say_uno),
}


async def handle(peer: UnoPeer, text: str | None) -> None:
    """Carry out a line, or refuse it; None is one that cannot be read."""
    code, arguments = split(text or "")
    if text is not None and not text.strip():
        return
    command = COMMANDS.get(code)
    try:
        if command is None or (code == "MH") is bool(peer.name):
            raise Refused(Code.PROTOCOL)
        _check_number(command, arguments)
        await command.run(peer, *arguments)
    except Refused as refused:
        _refuse(peer, refused.reason, repeat=command is not None and command.answer)
    else:
        peer.errors = 0


def _refuse(peer: UnoPeer, code: str, *, repeat: bool) -> None:
    """ERR, and the open question again where an answer to it was refused (UNO 11.5)."""
    peer.say(line("ERR", code))
    peer.errors += 1
    question = maybe_question(peer.game, peer.names) if repeat and peer.game else None
    if question is not None:
        peer.say(question)
    if peer.errors >= peer.shared.limits.malformed_messages:
        peer.leave(lost=True)


def _check_number(command: Command, arguments: list[str]) -> None:
    needed = arguments[: command.fewest]
    if len(needed) < command.fewest or not all(needed):
        raise Refused(Code.MISSING)
    if len(arguments) > command.most:
        raise Refused(Code.INVALID)
