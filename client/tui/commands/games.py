"""Which commands belong to which game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from client.tui.commands import eriantys, eriantys_offer, generic
from client.tui.commands.offer import Offer
from messages import Action, EriantysView, View
from messages.registry import AnyView, members


@dataclass(frozen=True)
class GameCommands:
    """How one game is played by typing. ``parse`` raises CommandError; it undoes ``text``."""

    parse: Callable[[str, Any], Action]
    text: Callable[[Any], str]
    offer: Callable[[Any, Sequence[Any]], Offer]
    help: tuple[str, ...]


COMMANDS: dict[type[View], GameCommands] = {
    EriantysView: GameCommands(eriantys.parse, eriantys.text, eriantys_offer.offer, eriantys.HELP),
}

GENERIC = GameCommands(generic.parse, generic.text, generic.offer, generic.HELP)


def commands_of(view: View) -> GameCommands:
    """The commands of whatever game this is."""
    return COMMANDS.get(type(view), GENERIC)


PLAYABLE = tuple(str(view.__struct_config__.tag) for view in members(AnyView))
"""The ids of the games whose views this client can read."""
