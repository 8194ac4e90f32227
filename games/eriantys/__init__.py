"""Eriantys, for two to four players, in base and expert mode."""

from typing import get_args

from games.base import Game
from games.eriantys.legal import active, legal
from games.eriantys.rounds import result
from games.eriantys.rules import apply, leave, timeout
from games.eriantys.setup import options, start
from games.eriantys.state import Options, State, teams
from games.eriantys.view import confirm, opening, prompt, view
from messages.eriantys.actions import EriantysAction

__all__ = ["ERIANTYS"]

ERIANTYS: Game[State, EriantysAction, Options] = Game(
    name="eriantys",
    title="Eriantys",
    seats=range(2, 5),
    actions=get_args(EriantysAction),
    state_type=State,
    wizards=("KING", "WITCH", "SAGE", "DRUID"),
    teams=teams,
    options=options,
    start=start,
    active=active,
    waiting=active,
    legal=legal,
    apply=apply,
    leave=leave,
    timeout=timeout,
    prompt=prompt,
    opening=opening,
    view=view,
    confirm=confirm,
    result=result,
)
