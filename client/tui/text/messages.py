"""Text for messages: the game's own if there is one, otherwise a sentence that fits every game.

What other people wrote is cleaned here.
"""

from client.games import generic
from client.games.registry import ui_of
from client.games.text import UNKNOWN_GAME, YOU, Who, seat_name
from client.model import Model
from messages import Change, ErrorCode, Message, ServerMessage, lobby, play
from messages.registry import GAME_NAMES, UpdateMessage
from messages.text import clean

STATUS = {
    "present": "is back",
    "late": "is late",
    "absent": "lost the connection; the seat waits",
    "gone": "is gone",
}

_PLACES = {
    "lobby": "in the lobby",
    "table": "waits at table",
    "playing": "plays at table",
    "away": "lost the connection",
}

_REFUSALS = {
    ErrorCode.DUPLICATENICKNAME: "Somebody here has this nickname; choose another.",
}
"""Where the server's words are for programs that speak the protocol themselves."""


def describe(model: Model, message: Message, *, own: bool = True) -> list[str]:
    """Return the lines that a message adds to the log; with ``own`` the own seat is "You"."""
    own_seat = model.seat if own else None

    def who(seat: int) -> str:
        return YOU if seat == own_seat else seat_name(model.names, seat, 64)

    if isinstance(message, UpdateMessage):
        return describe_change(message.change, who).splitlines()
    if model.view is not None and isinstance(message, ui_of(model.view).unannounced):
        return []
    return say(message).splitlines()


def describe_change(change: Change, who: Who) -> str:
    """Return the sentence for a change; empty if it needs none."""
    text = ui_of(change).text.changes.get(type(change))
    if text is None:
        return generic.describe(change)
    return text if isinstance(text, str) else text(change, who)


def ask(prompt: ServerMessage) -> str:
    """Return the question of a prompt."""
    text = ui_of(prompt).text.prompts.get(type(prompt), generic.describe)
    return text if isinstance(text, str) else text(prompt)


def say(message: Message) -> str:
    """Sentences, one per line; empty for what needs no words."""
    return _about_people(message) or _about_match(message)


def _about_people(message: Message) -> str:
    match message:
        case play.ChatMessage():
            return _chat(message)
        case play.PlayerStatus():
            return f"{clean(message.nickname)} {STATUS[message.status]}."
        case play.GenericMessage():
            return clean(message.msg)
        case play.Error():
            return f"No: {_REFUSALS.get(message.error) or clean(message.message)}"
        case lobby.RoomUpdate():
            return _room(message)
        case lobby.PlayersOnline():
            return "\n".join(["Online:", *map(_whereabouts, message.players)])
        case lobby.PlayersInfo():
            return _match_begins(message)
    return ""


def _match_begins(message: lobby.PlayersInfo) -> str:
    names = ", ".join(map(clean, message.player_nicknames))
    known = message.game in GAME_NAMES
    unknown = "" if known else "\n" + UNKNOWN_GAME.format(game=clean(message.game))
    return f"The match begins: {names}.{unknown}"


def _whereabouts(player: lobby.OnlinePlayer) -> str:
    where = _PLACES[player.place]
    table = f" {player.match} ({clean(player.game)})" if player.match else ""
    computer = ", a computer player" if player.computer else ""
    return f"  {clean(player.nickname):<20} {where}{table}{computer}"


def _about_match(message: Message) -> str:
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
            return _scores(message)
        case lobby.WaitForOtherPlayer():
            return "Waiting for the other players."
    return ""


def room_line(room: lobby.RoomInfo) -> str:
    """One open match as a line of the list."""
    mode = "expert" if room.mode else "base"
    seats = f"{len(room.players)} of {room.number_of_players} seats taken"
    names = ", ".join(clean(name) for name in room.players)
    return f"{room.match:>4}  {clean(room.game)}, {mode}, {seats}: {names}"


def _room(message: lobby.RoomUpdate) -> str:
    room = message.room
    names = ", ".join(_guest(room, name) for name in room.players)
    code = f" Friends join with the code {clean(message.code)}." if message.code else ""
    seats = f"{len(room.players)} of {room.number_of_players} seats"
    return f"Match {room.match}: {seats} taken by {names}.{code}"


def _guest(room: lobby.RoomInfo, name: str) -> str:
    wizard = room.wizards.get(name)
    return f"{clean(name)} ({clean(wizard.lower())})" if wizard else clean(name)


def _chat(message: play.ChatMessage) -> str:
    to = f" to {clean(message.to)}" if message.to else ""
    watcher = ", watching" if message.watcher else ""
    return f"[{clean(message.sender)}{watcher}{to}] {clean(message.text)}"


def _scores(message: play.FinalScores) -> str:
    scores = ", ".join(f"{clean(name)} {score}" for name, score in message.scores.items())
    winners = " and ".join(clean(name) for name in message.winners) or "nobody"
    verb = "winners are" if len(message.winners) > 1 else "winner is"
    return f"Final scores: {scores}.\nThe {verb} {winners}."
