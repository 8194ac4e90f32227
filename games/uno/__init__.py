"""UNO, for two to ten players, in the modes normal, progressive, jump_in and seven_o."""

from typing import get_args

from games.base import Game, players_opening
from games.uno.leaving import leave, timeout
from games.uno.legal import active, legal, maybe_active, waiting
from games.uno.rounds import result, start
from games.uno.rules import apply
from games.uno.state import Options, State, options
from games.uno.view import confirm, prompt, redact, view
from messages.uno.actions import UnoAction

__all__ = ["UNO"]

UNO: Game[State, UnoAction, Options] = Game(
    name="uno",
    title="UNO",
    seats=range(2, 11),
    absence_policy="forfeit",
    actions=get_args(UnoAction),
    state_type=State,
    options=options,
    start=start,
    active=active,
    waiting=waiting,
    maybe_active=maybe_active,
    legal=legal,
    apply=apply,
    leave=leave,
    timeout=timeout,
    prompt=prompt,
    opening=players_opening("uno"),
    view=view,
    redact=redact,
    confirm=confirm,
    result=result,
)
