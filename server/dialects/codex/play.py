"""Codex Naturalis' old dialect: what guests say in a game (digest 2, 7)."""

from collections.abc import Callable
from typing import Any

from messages import Error, Message, SendChat
from messages.codex.actions import (
    CODEX_COLORS,
    ChooseCodexColor,
    ChooseCodexObjective,
    CodexAction,
    CodexSource,
    DrawCodexCard,
    PlaceCodexCard,
    PlaceCodexStarter,
)
from server.dialects.codex import people as people
from server.dialects.codex.guest import CodexGuest
from server.dialects.codex.objects import CARDS_BY_FACES
from server.dialects.codex.wire import (
    EVERYONE,
    AnyRequest,
    ChooseColor,
    Connect,
    Disconnect,
    Draw,
    Heartbeat,
    PlaceCard,
    PlaceObjective,
    PlaceStarter,
    Request,
    SendChatMessage,
    SetPlayerNumber,
    Wrong,
    read,
)

SOURCES: tuple[CodexSource, ...] = ("SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4", "GOLD", "RESOURCE")
"""In the order of ``idToDraw``: of the decks the gold one comes first."""
CHAT_LENGTH = 300


def obey(guest: CodexGuest, text: str | None) -> None:
    """A line came. Every refusal reaches the guest, and the connection lives."""
    guest.unconfirmed = False
    if text is not None and not text.strip():
        return
    try:
        request = read(text)
        _check_sender(guest, request)
        _COMMANDS[type(request)](guest, request)
    except Wrong as wrong:
        guest.refuse(str(wrong))


def _check_sender(guest: CodexGuest, request: AnyRequest) -> None:
    if isinstance(request, Connect | Heartbeat | Disconnect):
        return
    if not guest.name:
        raise Wrong("Send CONNECT with your name first.")
    if request.sender != guest.name:
        raise Wrong(f"You are {guest.name}, not {request.sender[:64]}.")


def _do(guest: CodexGuest, action: CodexAction) -> None:
    """Have the server do it; what it says when it refuses is said on."""
    if not guest.playing:
        raise Wrong("The game has not begun; wait for the other players.")
    guest.ask(action, lambda answer: _answered(guest, answer))


def _answered(guest: CodexGuest, answer: Message) -> None:
    if isinstance(answer, Error):
        guest.fail(answer)


def _starter(guest: CodexGuest, request: PlaceStarter) -> None:
    _do(guest, PlaceCodexStarter(request.side))


def _color(guest: CodexGuest, request: ChooseColor) -> None:
    color = next((color for color in CODEX_COLORS if color == request.color), None)
    if color is None:
        raise Wrong(f"This colour is for the first player; choose {', '.join(CODEX_COLORS)}.")
    _do(guest, ChooseCodexColor(color))


def _objective(guest: CodexGuest, request: PlaceObjective) -> None:
    """The two that were offered are in the game as it was when it began for the guest."""
    offer = guest.view.offer if guest.view else ()
    if guest.playing and request.chosen_objective not in range(2):
        raise Wrong("Choose objective 0 or 1.")
    _do(guest, ChooseCodexObjective(offer[request.chosen_objective] if offer else ""))


def _card(guest: CodexGuest, request: PlaceCard) -> None:
    card = CARDS_BY_FACES.get((request.front_id, request.back_id))
    if card is None:
        raise Wrong("There is no card with these two faces.")
    _do(guest, PlaceCodexCard(card, request.side, request.position.x, request.position.y))


def _draw(guest: CodexGuest, request: Draw) -> None:
    if request.id_to_draw not in range(len(SOURCES)):
        raise Wrong("Draw from 0 to 5: four visible cards, the gold deck, the resource deck.")
    _do(guest, DrawCodexCard(SOURCES[request.id_to_draw]))


def _chat(guest: CodexGuest, request: SendChatMessage) -> None:
    """To everyone or to one player of the game; only in one's own name (rules digest 11)."""
    message = request.message
    everyone = message.is_broadcast or message.receiver == EVERYONE
    if message.sender != guest.name:
        raise Wrong("The author of a message must be its sender.")
    if not guest.playing:
        raise Wrong("The chat opens when the game begins.")
    if not everyone and message.receiver not in guest.names:
        raise Wrong(f"Write to {EVERYONE} or to one of {', '.join(guest.names)}.")
    if not 0 < len(message.content) <= CHAT_LENGTH:
        raise Wrong(f"Write 1 to {CHAT_LENGTH} signs.")
    word = SendChat(message.content, to="" if everyone else message.receiver)
    guest.ask(word, lambda answer: _answered(guest, answer))


def _disconnect(guest: CodexGuest, request: Disconnect) -> None:
    guest.end()


def _heartbeat(guest: CodexGuest, request: Heartbeat) -> None:
    """Only those of a guest with this name count; others are passed over (digest 5)."""
    if guest.name and request.sender == guest.name:
        guest.beat = guest.house.records.now


_COMMANDS: dict[type[Request], Callable[[CodexGuest, Any], None]] = {
    Connect: people.connect,
    SetPlayerNumber: people.set_player_number,
    PlaceStarter: _starter,
    ChooseColor: _color,
    PlaceObjective: _objective,
    PlaceCard: _card,
    Draw: _draw,
    SendChatMessage: _chat,
    Disconnect: _disconnect,
    Heartbeat: _heartbeat,
}
