"""UNO's dialect: messages of the server as lines (UNO 10.3, 11.3, 11.5).

What a player is told of a game comes from its own view and from changes as that player may see
them, so nothing else can be told. ``names`` has the name of each seat. Messages that have no
function here are ignored.
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
from server.dialects.uno.peer import UnoPeer
from server.dialects.uno.wire import Code, flag_text, normalize_name, sanitize_argument

Names = Sequence[str]


def turn_order(view: UnoView) -> list[Seat]:
    """The player on turn, then the others at the table in the direction of play."""
    count = len(view.players)
    direction = 1 if view.clockwise else -1
    seats = [((view.turn or 0) + direction * step) % count for step in range(count)]
    return [seat for seat in seats if not view.players[seat].gone]


def game_info_line(view: UnoView, names: Names) -> str:
    """BGI: the table as this player sees it."""
    players = ";".join(
        f"{names[seat]}:{view.players[seat].cards}:{view.players[seat].score}"
        for seat in turn_order(view)
    )
    return line("BGI", view.top, ";".join(view.hand), players, flag_text(view.turn == view.seat))


def maybe_prompt_line(view: UnoView, names: Names) -> str | None:
    """Return what this player has to decide now, if anything (UNO 11.7)."""
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
    """Return what a step means: the table, or a question to the one who decides (UNO 11.5)."""
    if view.decision == "PLAY":
        return game_info_line(view, names)
    return maybe_prompt_line(view, names)


def change_lines(change: Change, names: Names) -> list[str]:
    """Return lines for a change; none if ``BGI`` shows it."""
    write = _CHANGE_LINES.get(type(change))
    return write(change, names) if write else []


_CHANGE_LINES: dict[type[Change], Callable[[Any, Names], list[str]]] = {
    table.UnoRoundStarted: lambda change, names: ["RST"],
    table.UnoCardPlayed: lambda change, names: [line("BCP", names[change.seat], change.card)],
    table.UnoColorNamed: lambda change, names: [line("BCC", change.color)],
    table.UnoDirectionChanged: lambda change, names: [line("BRS", flag_text(change.clockwise))],
    table.UnoCardsDrawn: lambda change, names: [line("BDC", names[change.seat])] * change.count,
    table.UnoTurnLost: lambda change, names: [line("BTS", names[change.seat])],
    table.UnoSaid: lambda change, names: [line("BUNO", names[change.seat])],
    table.UnoRoundEnded: lambda change, names: [line("RE", names[change.winner])],
    table.UnoGameEnded: lambda change, names: [line("GE", names[change.winners[0]])],
}


REMOVED_TEXT = "You did not play for too long and have left the game."


def on_event(peer: UnoPeer) -> None:
    """After a step of the game: BGI, or the question that came up (UNO 11.5)."""
    if peer.is_removed and not peer.has_left:
        peer.send_notice(REMOVED_TEXT)
        peer.leave()
    elif peer.table_changed and not peer.is_removed:
        peer.table_changed = False
        news = maybe_step_line(peer.current_view, peer.names) if peer.current_view else None
        if news is not None:
            peer.send(news)


# --- lobbies ------------------------------------------------------------------------------------


def _on_match_list(peer: UnoPeer, message: messages.ChooseMatch) -> None:
    """The list of matches is sent to clients without a seat."""
    peer.screen, peer.is_admin, peer.known_members = Screen.MENU, False, []
    peer.disconnected.clear()


def _on_room_update(peer: UnoPeer, message: messages.RoomUpdate) -> None:
    """Tell a newcomer of everybody, the others of the newcomer (UNO 11.5)."""
    entering = peer.screen is Screen.MENU
    peer.screen = Screen.ROOM
    if entering:
        peer.send_admin()
    for name in map(normalize_name, message.room.players):
        if name not in peer.known_members:
            other = next((p for p in peer.shared.peers.values() if p.name == name), None)
            peer.known_members.append(name)
            word = (
                peer.announcement_code if entering else other.announcement_code if other else "BPJ"
            )
            if word:
                peer.send(line(word, name))


def _on_player_status(peer: UnoPeer, message: messages.PlayerStatus) -> None:
    """Players who leave during a game are announced by a change of the game instead."""
    name = normalize_name(message.nickname)
    if message.status == "absent":
        peer.disconnected.add(name)
    elif message.status == "present":
        peer.disconnected.discard(name)
    elif message.status == "gone" and not (
        peer.screen is Screen.GAME and name in peer.known_members
    ):
        _remove_member(peer, name, disconnected=name in peer.disconnected)


def _remove_member(peer: UnoPeer, name: str, *, disconnected: bool) -> None:
    """BLG, with an error and a text if it was without LG (UNO 10.3); tell a new admin."""
    peer.disconnected.discard(name)
    if name in peer.known_members:
        peer.known_members.remove(name)
        if disconnected:
            peer.send(line("ERR", Code.DISCONNECTED))
        peer.send(line("BLG", name))
        if disconnected:
            peer.send(line("BM", f"server:Player {name} has disconnected"))
    peer.send_admin()


# --- the game -----------------------------------------------------------------------------------


def _on_players_info(peer: UnoPeer, message: messages.PlayersInfo) -> None:
    peer.names = tuple(normalize_name(name) for name in message.player_nicknames)
    peer.queued_start_lines = []


def _on_game_view(peer: UnoPeer, message: GameView) -> None:
    """Keep a view; with the first one of a game, send GST and what was queued (UNO 11.5)."""
    assert isinstance(message.view, UnoView)
    peer.view = message.view
    if peer.queued_start_lines is not None:
        for text in (line("GST", message.view.mode), *peer.queued_start_lines):
            peer.send(text)
        peer.screen, peer.queued_start_lines, peer.table_changed = Screen.GAME, None, True


def _on_update(peer: UnoPeer, message: UpdateMessage) -> None:
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
            _on_seat_gone(peer, peer.names[seat], idle=reason == "IDLE")
        case table.UnoGameEnded():
            peer.screen, peer.table_changed = Screen.ROOM, False


def _on_seat_gone(peer: UnoPeer, name: str, *, idle: bool) -> None:
    """A player left the game, or was removed from it; that may be the client itself."""
    if name == peer.name:
        peer.is_removed = True
    else:
        _remove_member(peer, name, disconnected=idle or name in peer.disconnected)


def _on_turn_reminder(peer: UnoPeer, message: messages.TurnReminder) -> None:
    peer.send(line("RP", message.seconds_left))


def _on_chat_message(peer: UnoPeer, message: messages.ChatMessage) -> None:
    """The chat of the lobby, or a private message; the hall has no chat."""
    if peer.screen is not Screen.MENU or message.to:
        private = "(private) " if message.to else ""
        text = sanitize_argument(f"{private}{message.text}")
        peer.send(line("BM", f"{normalize_name(message.sender)}:{text}"))


def _on_match_resumed(peer: UnoPeer, message: messages.MatchResumed) -> None:
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
