"""Which commands belong to which game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from client.tui.commands import eriantys, eriantys_offer
from client.tui.commands.offer import Offer
from messages import Action, EriantysView, View


@dataclass(frozen=True)
class GameCommands:
    """How one game is played by typing. ``parse`` raises CommandError; it undoes ``text``."""

    parse: Callable[[str, Any], Action]
    text: Callable[[Action], str]
    offer: Callable[[Any, Sequence[Action]], Offer]
    help: tuple[str, ...]


COMMANDS: dict[type[View], GameCommands] = {
    EriantysView: GameCommands(eriantys.parse, eriantys.text, eriantys_offer.offer, eriantys.HELP),
}

PLAYABLE = tuple(str(view.__struct_config__.tag) for view in COMMANDS)
"""The ids of the games this client can show."""
