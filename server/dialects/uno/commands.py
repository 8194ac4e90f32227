"""UNO's dialect: the table of commands, their checks, and the commands of a game (UNO 11).

Order of checks: known code and handshake (E001), missing arguments (E003), surplus or malformed
arguments (E006, E008), allowed now (E006), game rules and rooms (E010, E002, E004, E005, E011).
``handle`` checks code, handshake and number of arguments; each command checks the form of its
arguments; the handler of the server checks the rest.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from messages.uno import actions
from messages.uno.table import UnoView
from server.dialects.lines import line
from server.dialects.requests import Refused, RequestCoroutine, require
from server.dialects.uno import lobby, wire
from server.dialects.uno.events import maybe_prompt_line
from server.dialects.uno.peer import UnoPeer
from server.dialects.uno.wire import Code

RunCommand = Callable[..., RequestCoroutine]


async def play_card(peer: UnoPeer, text: str) -> None:
    """PC: play a card.

    Raises Refused outside a game, for an unknown card and for an illegal play.
    """
    view = require(peer.current_view, Code.INVALID)
    card = wire.maybe_card(text)
    if card is None:
        raise Refused(Code.CARD if _can_play_card(view) else Code.INVALID)
    await peer.act(actions.PlayUnoCard(card))


def _can_play_card(view: UnoView) -> bool:
    """Return whether playing a card is possible now; the hand is not checked (UNO 8.3).

    On its turn this depends on the decision; out of turn it is possible in mode jump_in.
    """
    if view.turn == view.seat:
        return view.decision in ("PLAY", "RETAIN")
    return view.mode == "jump_in"


def action_command(
    action: Callable[..., actions.UnoAction], parse: Callable[[str], Any] = str
) -> RunCommand:
    """Return a command that sends an action made from its arguments.

    ``parse`` converts an argument; if it returns None, the command raises Refused.
    """

    async def run(peer: UnoPeer, *texts: str) -> None:
        """Convert the arguments and send the action. Raises Refused for a wrong argument.

        An error of the handler raises Refused as well.
        """
        await peer.act(action(*[require(parse(text), Code.INVALID) for text in texts]))

    return run


async def play_seven_or_swap(peer: UnoPeer, name: str, text: str = "") -> None:
    """MC7: play a seven and swap hands with ``name``; after AC7 only swap.

    ``text`` is the card and may be omitted after AC7. Raises Refused if it is missing or wrong, for
    an unknown name, or if the client cannot swap now.
    """
    view = peer.current_view
    must_swap = view is not None and view.turn == view.seat and view.decision == "SWAP"
    if not text and not must_swap:
        raise Refused(Code.MISSING)
    partner = _require_swap_partner(peer, name)
    if must_swap:
        await _swap(peer, require(peer.current_view, Code.INVALID), text, partner)
    else:
        await _play_seven(peer, wire.maybe_card(text), partner)


def _require_swap_partner(peer: UnoPeer, name: str) -> int:
    """Return the seat of a name; raise Refused if the name is unknown or no swap is possible."""
    view = require(peer.current_view, Code.INVALID)
    can_swap = view.turn == view.seat and view.decision in ("PLAY", "SWAP")
    if view.mode != "seven_o" or not can_swap or wire.normalize_name(name) not in peer.names:
        raise Refused(Code.INVALID)
    return peer.names.index(wire.normalize_name(name))


async def _swap(peer: UnoPeer, view: UnoView, text: str, partner: int) -> None:
    """Swap hands with the seat ``partner``.

    Raises Refused if ``text`` is neither empty nor the card that was played.
    """
    if text and wire.maybe_card(text) != view.card:
        raise Refused(Code.CARD)
    await peer.act(actions.SwapUnoHands(partner))


async def _play_seven(peer: UnoPeer, card: str | None, partner: int) -> None:
    """Play a seven and swap hands with the seat ``partner``; raise Refused for any other card."""
    if card is None or not wire.is_seven(card):
        raise Refused(Code.CARD)
    await peer.act(actions.PlayUnoCard(card, swap=partner))


class Command(NamedTuple):
    """One command; the first ``min_arguments`` arguments must be present and not empty."""

    run: RunCommand
    min_arguments: int = 0
    max_arguments: int = 0
    answers_prompt: bool = False
    """True if the open prompt is repeated if the command is refused."""


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
    # Contrary to its name (retain card), true plays the drawn card (UNO 11.4).
    "RC": Command(
        action_command(actions.AnswerDrawnUnoCard, wire.maybe_flag), 1, 1, answers_prompt=True
    ),
    "CC": Command(
        action_command(actions.ChooseUnoColor, wire.maybe_color), 1, 1, answers_prompt=True
    ),
    "MC7": Command(play_seven_or_swap, 1, 2, answers_prompt=True),
    # Only in rooms with the option wd4_policy=challenge (UNO 5.3).
    "CH": Command(
        action_command(actions.AnswerUnoChallenge, wire.maybe_flag), 1, 1, answers_prompt=True
    ),
    "UNO": Command(action_command(actions.SayUno)),
}


async def handle(peer: UnoPeer, text: str | None) -> None:
    """Handle one line (None: an unreadable one); answer an illegal line with ERR.

    Empty lines are ignored. Any code but MH before the handshake, and MH after it, is refused. A
    prompt whose answer was refused is sent again. A successful line resets the count of refusals.
    """
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
    """Send ERR, and with ``repeat`` the open prompt of the client again, if any (UNO 11.5).

    After ``malformed_messages`` refusals in a row the client leaves.
    """
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
    """Raise Refused if a required argument is missing or empty, or if there are too many."""
    needed = arguments[: command.min_arguments]
    if len(needed) < command.min_arguments or not all(needed):
        raise Refused(Code.MISSING)
    if len(arguments) > command.max_arguments:
        raise Refused(Code.INVALID)
