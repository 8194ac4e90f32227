"""Text for messages: that of the game if it has one, otherwise a sentence for every game.

Functions clean every text that other people wrote.
"""

from client.games import generic
from client.games.prose import Prose, Sentence, split_lines
from client.games.registry import ui_of
from client.games.text import UNKNOWN_GAME, YOU, Who, seat_name
from client.model import Model
from messages import Change, ErrorCode, Message, ServerMessage, lobby, play
from messages.registry import GAME_NAMES, UpdateMessage, describe_game
from messages.text import clean

STATUS = {
    "present": "is back",
    "late": "is late",
    "absent": "lost the connection; the seat is kept",
    "gone": "has left",
}

_LOCATIONS = {
    "lobby": "in the lobby",
    "table": "waits at table",
    "playing": "plays at table",
    "away": "lost the connection",
}

_REFUSALS = {
    ErrorCode.DUPLICATENICKNAME: "Somebody here has this nickname or a similar one; choose another."
}
"""Texts shown instead of those of the server, which name messages of the protocol."""


def describe(model: Model, message: Message, *, own: bool = True) -> list[Prose]:
    """Return the lines that describe a message; empty for a message that needs no text.

    In a change the own seat is called "You" if ``own`` is set. While the model has a view there are
    no lines for messages that only repeat the game's changes.
    """
    own_seat = model.seat if own else None

    def who(seat: int) -> str:
        return YOU if seat == own_seat else seat_name(model.names, seat, 64)

    if isinstance(message, UpdateMessage):
        return split_lines(describe_change(message.change, who))
    if model.view is not None and isinstance(message, ui_of(model.view).unannounced):
        return []
    return split_lines(message_text(message))


def describe_change(change: Change, who: Who) -> Sentence:
    """Return the game's sentence for a change; empty if the change needs none.

    A change for which the game has no text is described by its name and fields. ``who`` returns the
    name for a seat.
    """
    text = ui_of(change).text.changes.get(type(change))
    if text is None:
        return generic.describe(change)
    return text(change, who) if callable(text) else text


def prompt_text(prompt: ServerMessage) -> str:
    """Return the game's question for a prompt, which may have several sentences.

    A prompt without one is described by its name and fields.
    """
    text = ui_of(prompt).text.prompts.get(type(prompt), generic.describe)
    return text if isinstance(text, str) else text(prompt)


def message_text(message: Message) -> str:
    """Return the sentences for a message that all games share, one per line.

    Empty for the messages of one game, such as its changes, and for messages that need no text.
    """
    return _people_text(message) or _match_text(message)


def _people_text(message: Message) -> str:
    """Return the text for chat, refusals and news of players or rooms; empty for other messages."""
    match message:
        case play.ChatMessage():
            return _chat_text(message)
        case play.PlayerStatus():
            return f"{clean(message.nickname)} {STATUS[message.status]}."
        case play.GenericMessage():
            return clean(message.msg)
        case play.Error():
            return f"No: {_REFUSALS.get(message.error) or clean(message.message)}"
        case lobby.RoomUpdate():
            return _room_text(message)
        case lobby.PlayersOnline():
            return _online_text(message)
        case lobby.PlayersInfo():
            return _match_start_text(message)
    return ""


def _match_start_text(message: lobby.PlayersInfo) -> str:
    """Return who plays in the new match, with a second line if the client lacks the game."""
    names = ", ".join(map(clean, message.player_nicknames))
    known = message.game in GAME_NAMES
    unknown = "" if known else "\n" + UNKNOWN_GAME.format(game=clean(message.game))
    return f"The match begins: {names}.{unknown}"


def _online_text(message: lobby.PlayersOnline) -> str:
    """Return a line for each player, and a last one that says how to list the others, if any."""
    lines = ["Online:", *map(_online_line, message.players)]
    if message.next:
        shown, name = f"{len(message.players)} of {message.total}", clean(message.next)
        lines.append(f"These are {shown}; type online {name} for those after {name}.")
    return "\n".join(lines)


def _online_line(player: lobby.OnlinePlayer) -> str:
    """Return the nickname and location of a player, with the room and game if the player has one.

    Computer players are marked.
    """
    location = _LOCATIONS[player.place]
    table = f" {player.match} ({describe_game(player.game).title})" if player.match else ""
    computer = ", a computer player" if player.computer else ""
    return f"  {clean(player.nickname):<20} {location}{table}{computer}"


def _match_text(message: Message) -> str:
    """Return the text for turns, the result and waiting; empty for other messages."""
    match message:
        case play.YourTurn():
            return "It is your turn."
        case play.IsTurnOfPlayer():
            return f"It is the turn of {clean(message.player_nickname)}."
        case play.TurnReminder():
            return f"{message.seconds_left} seconds are left for your turn."
        case play.YouWin():
            return "Congratulations, you won!"
        case play.OtherPlayerWins():
            return f"{clean(message.player)} wins."
        case play.FinalScores():
            return _scores_text(message)
        case lobby.WaitForOtherPlayer():
            return "Waiting for the other players."
    return ""


def room_line(room: lobby.RoomInfo) -> str:
    """Return a line of the line client's list of rooms: number, game, mode, seats and players."""
    mode = "expert" if room.mode else "base"
    seats = f"{len(room.players)} of {room.number_of_players} seats taken"
    names = ", ".join(clean(name) for name in room.players)
    return f"{room.match:>4}  {describe_game(room.game).title}, {mode}, {seats}: {names}"


def _room_text(message: lobby.RoomUpdate) -> str:
    """Return the number of a room, its seats, players with their wizards, teams and code."""
    room = message.room
    names = ", ".join(_player_and_wizard(room, name) for name in room.players)
    code = f" Friends join with the code {clean(message.code)}." if message.code else ""
    seats = f"{len(room.players)} of {room.number_of_players} seats"
    return f"Table {room.match}: {seats} taken by {names}.{_teams_text(room)}{code}"


def _teams_text(room: lobby.RoomInfo) -> str:
    """Return a sentence with the players of each team, after a space; empty without teams."""
    teams = [" and ".join(map(clean, team)) for team in room.teams if team]
    return f" Teams: {'; '.join(teams)}." if teams else ""


def _player_and_wizard(room: lobby.RoomInfo, name: str) -> str:
    """Return the name of a player, followed by the chosen wizard in parentheses, if any."""
    wizard = room.wizards.get(name)
    return f"{clean(name)} ({clean(wizard.lower())})" if wizard else clean(name)


def _chat_text(message: play.ChatMessage) -> str:
    """Return a line of chat; it marks a spectator and names the recipient of a private message."""
    recipient = f" to {clean(message.to)}" if message.to else ""
    spectator = ", watching" if message.watcher else ""
    return f"[{clean(message.sender)}{spectator}{recipient}] {clean(message.text)}"


def _scores_text(message: play.FinalScores) -> str:
    """Return a line with all scores and a line with the winners, or "nobody"."""
    scores = ", ".join(f"{clean(name)} {score}" for name, score in message.scores.items())
    winners = " and ".join(clean(name) for name in message.winners) or "nobody"
    verb = "winners are" if len(message.winners) > 1 else "winner is"
    return f"Final scores: {scores}.\nThe {verb} {winners}."
