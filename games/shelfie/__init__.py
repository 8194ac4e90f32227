"""My Shelfie, for two to four players."""

from typing import get_args

from games.base import Game, players_opening
from games.shelfie.legal import active, legal
from games.shelfie.rules import apply, leave, timeout
from games.shelfie.setup import options, start
from games.shelfie.state import Options, State
from games.shelfie.turns import result
from games.shelfie.view import confirm, prompt, view
from messages.shelfie.actions import ShelfieAction

__all__ = ["SHELFIE"]

SHELFIE: Game[State, ShelfieAction, Options] = Game(
    name="shelfie",
    title="My Shelfie",
    seats=range(2, 5),
    actions=get_args(ShelfieAction),
    state_type=State,
    options=options,
    start=start,
    active=active,
    waiting=active,
    legal=legal,
    apply=apply,
    leave=leave,
    timeout=timeout,
    prompt=prompt,
    opening=players_opening("shelfie"),
    view=view,
    confirm=confirm,
    result=result,
)
