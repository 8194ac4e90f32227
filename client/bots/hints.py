"""Hints: what a computer player would do at the seat of a person."""

from collections.abc import Sequence

from client.bots.choices import check_choice, method_name
from client.bots.general import GreedyBot
from messages.registry import Action, AnyView

SEED = 0
"""The same position always gives the same hint."""


def suggest_action(view: AnyView, actions: Sequence[Action]) -> Action | None:
    """Return the action that the greedy bot would choose; None if it would do nothing now.

    Without legal actions the result is None, and the bot is not asked. It knows the view only. It
    may choose an action that is not listed. Raises WrongChoice for a choice that cannot be sent.
    """
    if not actions:
        return None
    bot = GreedyBot(SEED)
    choice = bot.choose(view, actions)
    return choice and check_choice(method_name(bot, "choose"), choice, view, actions)
