"""Rummy 500, for two to five players, in rounds to 500 points."""

from typing import get_args

from games.base import Game, players_opening
from games.rummy.legal import active, legal
from games.rummy.rounds import result, start
from games.rummy.rules import apply, leave, timeout
from games.rummy.state import Options, State, options
from games.rummy.view import confirm, prompt, redact, view
from messages.rummy.actions import RummyAction

__all__ = ["RUMMY"]

RUMMY: Game[State, RummyAction, Options] = Game(
    name="rummy500",
    title="Rummy 500",
    seats=range(2, 6),
    actions=get_args(RummyAction),
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
    opening=players_opening("rummy500"),
    view=view,
    redact=redact,
    confirm=confirm,
    result=result,
)
