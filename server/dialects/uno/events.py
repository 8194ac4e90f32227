"""UNO's dialect: translate server messages to lines (UNO 10.3, 11.3, 11.5).

Lines about a game are made from the client's own view and redacted changes only, so they cannot
contain hidden cards. ``names`` has the nickname of each seat. Messages without a function here are
ignored.
"""

from collections.abc import Callable, Sequence
from typing import Any

import messages
from messages.base import Change, Seat
from messages.registry import GameView, UpdateMessage
from messages.uno import table
from messages.uno.table import UnoView
from server.dialects.base import Screen, on_error, on_generic_message, on_match_suspended
from server.dialects.lines import line
from server.dialects.uno.peer import UnoPeer, notice_line
from server.dialects.uno.wire import Code, flag_text, normalize_name, sanitize_argument

Names = Sequence[str]


def turn_order(view: UnoView) -> list[Seat]:
    """Return the remaining seats in the direction of play, the player on turn first.

    If nobody is on turn, seat 0 comes first.
    """
    count = len(view.players)
    direction = 1 if view.clockwise else -1
    seats = [((view.turn or 0) + direction * step) % count for step in range(count)]
    return [seat for seat in seats if not view.players[seat].gone]


def game_info_line(view: UnoView, names: Names) -> str:
    """Return BGI: top card, hand, card counts and scores, and whether it is the client's turn.

    The players are in turn order; those who left are omitted.
    """
    players = ";".join(
        f"{names[seat]}:{view.players[seat].cards}:{view.players[seat].score}"
        for seat in turn_order(view)
    )
    return line("BGI", view.top, ";".join(view.hand), players, flag_text(view.turn == view.seat))


def maybe_prompt_line(view: UnoView, names: Names) -> str | None:
    """Return the line that prompts this player; None if another player decides (UNO 11.7).

    After the end of the game there is none either.
    """
    if view.turn != view.seat:
        return None
    match view.decision:
        case "PLAY":
            return game_info_line(view, names)
        case "RETAIN":
            return line("DPC", view.card or "")
        case "COLOR":
            return "AC"
        case "SWAP":
            return "AC7"
        case "CHALLENGE":
            return "ACH"
        case "OVER":
            return None


def maybe_step_line(view: UnoView, names: Names) -> str | None:
    """Return the line after a step: BGI for all, or a prompt if this player decides (UNO 11.5).

    Returns None if another player must decide something else than a play.
    """
    if view.decision == "PLAY":
        return game_info_line(view, names)
    return maybe_prompt_line(view, names)


def change_lines(change: Change, names: Names) -> list[str]:
    """Return the lines for a change; none if ``BGI`` shows the effect of the change."""
    write = _CHANGE_LINES.get(type(change))
    return write(change, names) if write else []


def _swap_lines(change: table.UnoHandsSwapped, names: Names) -> list[str]:
    """Return the announcement of a swap by a seven."""
    return [notice_line(f"{names[change.seat]} and {names[change.other]} swapped their hands.")]


def _hands_passed_lines(change: table.UnoHandsPassed, names: Names) -> list[str]:
    """Return the announcement that all hands moved one seat because a zero was played."""
    direction = "clockwise" if change.clockwise else "counter-clockwise"
    return [notice_line(f"Every hand moved one seat {direction}.")]


def _reshuffle_lines(change: table.UnoPileReshuffled, names: Names) -> list[str]:
    """Return the announcement of a new draw pile."""
    return [notice_line("The discard pile was shuffled and is the new draw pile.")]


def _challenge_lines(change: table.UnoChallenged, names: Names) -> list[str]:
    """Return the announcement of a challenge with its verdict."""
    challenge = f"{names[change.seat]} challenged the DRAW_4 of {names[change.accused]}"
    return [notice_line(f"{challenge} and was {'right' if change.guilty else 'wrong'}.")]


def _round_end_lines(change: table.UnoRoundEnded, names: Names) -> list[str]:
    """Return RE, after the reason if nobody could play or draw (UNO 9)."""
    reason = "No card is left to draw and nobody played. The lowest hand wins the round."
    announcement = [notice_line(reason)] if change.stuck else []
    return [*announcement, line("RE", names[change.winner])]


_CHANGE_LINES: dict[type[Change], Callable[[Any, Names], list[str]]] = {
    table.UnoRoundStarted: lambda change, names: ["RST"],
    table.UnoCardPlayed: lambda change, names: [line("BCP", names[change.seat], change.card)],
    table.UnoHandsSwapped: _swap_lines,
    table.UnoHandsPassed: _hands_passed_lines,
    table.UnoPileReshuffled: _reshuffle_lines,
    table.UnoChallenged: _challenge_lines,
    table.UnoColorNamed: lambda change, names: [line("BCC", change.color)],
    table.UnoDirectionChanged: lambda change, names: [line("BRS", flag_text(change.clockwise))],
    table.UnoCardsDrawn: lambda change, names: [line("BDC", names[change.seat])] * change.count,
    table.UnoTurnLost: lambda change, names: [line("BTS", names[change.seat])],
    table.UnoSaid: lambda change, names: [line("BUNO", names[change.seat])],
    table.UnoRoundEnded: _round_end_lines,
    table.UnoGameEnded: lambda change, names: [line("GE", names[change.winners[0]])],
}


REMOVED_TEXT = "You did not play for too long and have left the game."


def on_event_end(peer: UnoPeer) -> None:
    """At the end of an event, send BGI or a prompt if a step has started (UNO 11.5).

    A client that was removed from its game receives a text instead and leaves the server.
    """
    if peer.is_removed and not peer.has_left:
        peer.send_notice(REMOVED_TEXT)
        peer.leave()
    elif peer.table_changed and not peer.is_removed:
        peer.table_changed = False
        text = maybe_step_line(peer.current_view, peer.names) if peer.current_view else None
        if text is not None:
            peer.send(text)


# --- lobbies ------------------------------------------------------------------------------------


def _on_match_list(peer: UnoPeer, message: messages.ChooseMatch) -> None:
    """Reset the lobby state, because the client is in no lobby.

    The list of matches is sent only to clients without a seat.
    """
    peer.screen, peer.is_host_announced, peer.known_members = Screen.MENU, False, []
    peer.disconnected_names.clear()


def _on_room_update(peer: UnoPeer, message: messages.RoomUpdate) -> None:
    """Switch to the room and announce each member whom the client does not know (UNO 11.5).

    A client that comes from the menu gets IAD first if it is the host. The creator of a lobby is
    not announced to itself.
    """
    entering = peer.screen is Screen.MENU
    peer.screen = Screen.ROOM
    if entering:
        peer.announce_host()
    for name in map(normalize_name, message.room.players):
        if name not in peer.known_members:
            other = next((p for p in peer.shared.peers.values() if p.name == name), None)
            peer.known_members.append(name)
            joined = peer if entering else other
            code = joined.announcement_code if joined else "BPJ"
            if code:
                peer.send(line(code, name))


def _on_player_status(peer: UnoPeer, message: messages.PlayerStatus) -> None:
    """Record who is disconnected; remove and announce a member who is gone.

    In a game, a change announces a known member instead.
    """
    name = normalize_name(message.nickname)
    if message.status == "absent":
        peer.disconnected_names.add(name)
    elif message.status == "present":
        peer.disconnected_names.discard(name)
    elif message.status == "gone" and not (
        peer.screen is Screen.GAME and name in peer.known_members
    ):
        _remove_member(peer, name, disconnected=name in peer.disconnected_names)


def _remove_member(peer: UnoPeer, name: str, *, disconnected: bool) -> None:
    """Announce a leaver with BLG, if known; with ``disconnected``, also E007 and a text (UNO 10.3).

    Send IAD if the client becomes the host.
    """
    peer.disconnected_names.discard(name)
    if name in peer.known_members:
        peer.known_members.remove(name)
        if disconnected:
            peer.send(line("ERR", Code.DISCONNECTED))
        peer.send(line("BLG", name))
        if disconnected:
            peer.send(line("BM", f"server:Player {name} has disconnected"))
    peer.announce_host()


# --- the game -----------------------------------------------------------------------------------


def _on_players_info(peer: UnoPeer, message: messages.PlayersInfo) -> None:
    """Store the names of the seats and queue lines of the starting game until its first view."""
    peer.names = tuple(normalize_name(name) for name in message.player_nicknames)
    peer.queued_start_lines = []


def _on_game_view(peer: UnoPeer, message: GameView) -> None:
    """Store a view; with the first one of a game, send GST and the queued lines (UNO 11.5).

    A BGI or prompt is then due at the end of the event.
    """
    assert isinstance(message.view, UnoView)
    peer.view = message.view
    if peer.queued_start_lines is not None:
        for text in (line("GST", message.view.mode), *peer.queued_start_lines):
            peer.send(text)
        peer.screen, peer.queued_start_lines, peer.table_changed = Screen.GAME, None, True


def _on_update(peer: UnoPeer, message: UpdateMessage) -> None:
    """Send the lines of a change; before the first view of a game only queue them.

    After lines are sent, a started step makes BGI or a prompt due, a player who left is announced,
    and the end of the game returns the client to its room.
    """
    change = message.change
    lines = change_lines(change, peer.names)
    if peer.queued_start_lines is not None:
        peer.queued_start_lines += lines
        return
    for text in lines:
        peer.send(text)
    match change:
        case table.UnoStepStarted():
            peer.table_changed = True
        case table.UnoSeatGone(seat, reason):
            _on_player_gone(peer, peer.names[seat], idle=reason == "IDLE")
        case table.UnoGameEnded():
            peer.screen, peer.table_changed = Screen.ROOM, False


def _on_player_gone(peer: UnoPeer, name: str, *, idle: bool) -> None:
    """Remove a player who left the game and announce it; the client itself is only marked.

    The player is announced as disconnected after inactivity (``idle``) and if the name is in
    ``disconnected_names``.
    """
    if name == peer.name:
        peer.is_removed = True
    else:
        _remove_member(peer, name, disconnected=idle or name in peer.disconnected_names)


def _on_turn_reminder(peer: UnoPeer, message: messages.TurnReminder) -> None:
    """Send RP with the seconds that are left for the client's decision."""
    peer.send(line("RP", message.seconds_left))


def _on_chat_message(peer: UnoPeer, message: messages.ChatMessage) -> None:
    """Send a chat text, sanitized, and marked if it is private.

    Outside a lobby only private texts are sent.
    """
    if peer.screen is not Screen.MENU or message.to:
        private = "(private) " if message.to else ""
        text = sanitize_argument(f"{private}{message.text}")
        peer.send(line("BM", f"{normalize_name(message.sender)}:{text}"))


def _on_match_resumed(peer: UnoPeer, message: messages.MatchResumed) -> None:
    """Tell the player that somebody is back."""
    peer.send_notice("Somebody is back; the game goes on.")


EVENTS: dict[type[messages.Message], Callable[[UnoPeer, Any], None]] = {
    messages.ChooseMatch: _on_match_list,
    messages.RoomUpdate: _on_room_update,
    messages.PlayerStatus: _on_player_status,
    messages.PlayersInfo: _on_players_info,
    GameView: _on_game_view,
    UpdateMessage: _on_update,
    messages.TurnReminder: _on_turn_reminder,
    messages.ChatMessage: _on_chat_message,
    messages.GenericMessage: on_generic_message,
    messages.MatchSuspended: on_match_suspended,
    messages.MatchResumed: _on_match_resumed,
    messages.Error: on_error,
}
