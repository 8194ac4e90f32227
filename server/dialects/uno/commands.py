"""UNO's dialect: every command, the checks before it, and the commands of a game (UNO 11).

The order of checks: code, handshake (E001), number of arguments (E003), surplus and form (E006,
E008), then whether it may be done now (E006), and last the rules (E010, E002, E004, E005, E011).
``handle`` makes the first three for all commands, each command checks its form; the rest is up to
the server.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from messages.uno import actions
from messages.uno.table import UnoView
from server.dialects.base import Refused, RequestCoroutine, require
from server.dialects.lines import line
from server.dialects.uno import lobby, wire
from server.dialects.uno.events import maybe_prompt_line
from server.dialects.uno.peer import UnoPeer
from server.dialects.uno.wire import Code

RunCommand = Callable[..., RequestCoroutine]


async def play_card(peer: UnoPeer, text: str) -> None:
    """PC."""
    view = require(peer.current_view, Code.INVALID)
    card = wire.maybe_card(text)
    if card is None:
        raise Refused(Code.CARD if _can_play_card(view) else Code.INVALID)
    await peer.act(actions.PlayUnoCard(card))


def _can_play_card(view: UnoView) -> bool:
    """Whether it is the client's turn, or it may jump in (UNO 8.3)."""
    if view.turn == view.seat:
        return view.decision in ("PLAY", "RETAIN")
    return view.mode == "jump_in"


def action_command(
    action: Callable[..., actions.UnoAction], read: Callable[[str], Any] = str
) -> RunCommand:
    """Return the command that makes an action; ``read`` gives the value of an argument or None."""

    async def run(peer: UnoPeer, *texts: str) -> None:
        await peer.act(action(*[require(read(text), Code.INVALID) for text in texts]))

    return run


async def play_or_swap_seven(peer: UnoPeer, name: str, text: str = "") -> None:
    """MC7 plays a seven and says whose hand is taken; only after AC7 the card may be missing."""
    view = peer.current_view
    asked = view is not None and view.turn == view.seat and view.decision == "SWAP"
    if not text and not asked:
        raise Refused(Code.MISSING)
    partner = _require_swap_partner(peer, name)
    if asked:
        await _swap(peer, require(peer.current_view, Code.INVALID), text, partner)
    else:
        await _play_seven(peer, wire.maybe_card(text), partner)


def _require_swap_partner(peer: UnoPeer, name: str) -> int:
    """Return the seat of that name; Refused if the client cannot choose one now."""
    view = require(peer.current_view, Code.INVALID)
    deciding = view.turn == view.seat and view.decision in ("PLAY", "SWAP")
    if view.mode != "seven_o" or not deciding or wire.normalize_name(name) not in peer.names:
        raise Refused(Code.INVALID)
    return peer.names.index(wire.normalize_name(name))


async def _swap(peer: UnoPeer, view: UnoView, text: str, partner: int) -> None:
    if text and wire.maybe_card(text) != view.card:
        raise Refused(Code.CARD)
    await peer.act(actions.SwapUnoHands(partner))


async def _play_seven(peer: UnoPeer, card: str | None, partner: int) -> None:
    if card is None or not wire.is_seven(card):
        raise Refused(Code.CARD)
    await peer.act(actions.PlayUnoCard(card, swap=partner))


class Command(NamedTuple):
    """The first ``min_arguments`` arguments must not be empty."""

    run: RunCommand
    min_arguments: int = 0
    max_arguments: int = 0
    answers_prompt: bool = False


COMMANDS: dict[str, Command] = {
    "MH": Command(lobby.make_handshake, 2, 2),
    "LOL": Command(lobby.list_lobbies),
    "CL": Command(lobby.create_lobby, 1, 1),
    "JL": Command(lobby.join_lobby, 1, 1),
    "ACP": Command(lobby.add_computer, 1, 2),
    "SG": Command(lobby.start_game, 1, 1),
    "LG": Command(lobby.leave_game),
    "SM": Command(lobby.send_message, 0, wire.MAX_LINE_BYTES),
    "PC": Command(play_card, 1, 1, answers_prompt=True),
    "DC": Command(action_command(actions.DrawUnoCard), answers_prompt=True),
    # In spite of its name: true plays the card, false keeps it (UNO 11.4).
    "RC": Command(
        action_command(actions.AnswerDrawnUnoCard, wire.maybe_flag), 1, 1, answers_prompt=True
    ),
    "CC": Command(
        action_command(actions.ChooseUnoColor, wire.maybe_color), 1, 1, answers_prompt=True
    ),
    "MC7": Command(play_or_swap_seven, 1, 2, answers_prompt=True),
    # Only at a table whose options allow to challenge a DRAW_4 (UNO 5.3).
    "CH": Command(
        action_command(actions.AnswerUnoChallenge, wire.maybe_flag), 1, 1, answers_prompt=True
    ),
    "UNO": Command(action_command(actions.SayUno)),
}


async def handle(peer: UnoPeer, text: str | None) -> None:
    """Carry out a line, or refuse it; None is one that cannot be read."""
    code, arguments = wire.split_line(text or "")
    if text is not None and not text.strip():
        return
    command = COMMANDS.get(code)
    try:
        if command is None or (code == "MH") is bool(peer.name):
            raise Refused(Code.PROTOCOL)
        _check_argument_count(command, arguments)
        await command.run(peer, *arguments)
    except Refused as refused:
        _refuse(peer, refused.reason, repeat=command is not None and command.answers_prompt)
    else:
        peer.consecutive_refusals = 0


def _refuse(peer: UnoPeer, code: str, *, repeat: bool) -> None:
    """ERR, and the open question again where an answer to it was refused (UNO 11.5)."""
    peer.send(line("ERR", code))
    peer.consecutive_refusals += 1
    prompt = (
        maybe_prompt_line(peer.current_view, peer.names) if repeat and peer.current_view else None
    )
    if prompt is not None:
        peer.send(prompt)
    if peer.consecutive_refusals >= peer.shared.limits.malformed_messages:
        peer.leave()


def _check_argument_count(command: Command, arguments: list[str]) -> None:
    needed = arguments[: command.min_arguments]
    if len(needed) < command.min_arguments or not all(needed):
        raise Refused(Code.MISSING)
    if len(arguments) > command.max_arguments:
        raise Refused(Code.INVALID)
