"""Commands about other people on the server: chat, whisper, report, online."""

from client.games.parsing import CommandError
from client.model import Model
from client.tui.text import screen, typing
from messages import ClientMessage, lobby, play

MAX_NAME, MAX_TEXT = 64, 300
"""Numbers of letters after which names and texts are cut."""


def parse_chat(text: str, recipient: str = "") -> list[ClientMessage]:
    """Return a chat message, cut to 300 characters. Raises CommandError without text.

    An empty recipient means everybody in the room, or in the lobby.
    """
    if not text:
        raise CommandError(typing.CHAT_USAGE)
    return [play.SendChat(text[:MAX_TEXT], to=recipient)]


def parse_whisper(rest: str) -> list[ClientMessage]:
    """Return a chat message to the person whose name is the first word.

    The name is cut to 64 characters, the text to 300. Raises CommandError without text.
    """
    name, _, text = rest.partition(" ")
    return parse_chat(text.strip(), name[:MAX_NAME])


def parse_report(model: Model, rest: str) -> list[ClientMessage]:
    """Return a report about the player whose name is the first word, with a reason, if any.

    The name is cut to 64 characters, the reason to 300. Raises CommandError without a name, and
    before a nickname is chosen.
    """
    _require_nickname(model)
    name, _, reason = rest.partition(" ")
    if not name:
        raise CommandError(typing.REPORT_USAGE)
    return [play.ReportPlayer(name[:MAX_NAME], reason.strip()[:MAX_TEXT])]


def parse_online(model: Model, rest: str) -> list[ClientMessage]:
    """Return the request for who is on the server, by their names, after the name ``rest``.

    Raises CommandError before a nickname is chosen.
    """
    _require_nickname(model)
    return [lobby.ListPlayers(rest[:MAX_NAME])]


def _require_nickname(model: Model) -> None:
    """Raise CommandError before a nickname is chosen."""
    if model.phase in ("connecting", "nickname"):
        raise CommandError(screen.CHOOSE_NICKNAME)
