"""Checks the arguments of ``play`` before anything is sent, and explains a refused nickname."""

from collections.abc import Sequence
from typing import get_args

from client.bots import text
from client.bots.base import Bot
from client.bots.plan import BotFailed, OnIllegal
from messages import Error, ErrorCode
from messages.seeds import SEED_RULE, parse_seed


def check_bot(bot: object) -> None:
    """Raise TypeError unless this is an instance of a subclass of Bot that defines ``choose``."""
    if isinstance(bot, type):
        raise TypeError(text.NOT_AN_INSTANCE.format(name=bot.__name__))
    name = type(bot).__name__
    if not isinstance(bot, Bot):
        raise TypeError(text.NOT_A_BOT.format(name=name))
    if type(bot).choose is Bot.choose:
        raise TypeError(text.NO_METHOD.format(name=name))


def free_seats(players: int, bots: int | None, opponents: Sequence[str]) -> int:
    """Return the number of computer players with the default strategy.

    Without ``bots`` they take all seats beside those of the bot and the opponents. Raises
    BotFailed if the numbers do not fit.
    """
    if isinstance(opponents, str):
        raise BotFailed(text.OPPONENTS_TEXT.format(value=opponents))
    _check_number("players", players, 2)
    if bots is not None:
        _check_number("bots", bots, 0)
    seats = players - 1 - len(opponents) if bots is None else bots
    if seats < 0 or seats + len(opponents) >= players:
        numbers = {"opponents": len(opponents), "bots": bots or 0, "players": players}
        raise BotFailed(text.WRONG_OPPONENTS.format(**numbers))
    return seats


def check_plan(matches: object, on_illegal: object, seed: object) -> None:
    """Raise BotFailed for an impossible number of matches, an unknown policy, or a wrong seed."""
    _check_number("matches", matches, 1)
    if on_illegal not in get_args(OnIllegal):
        known = ", ".join(map(repr, get_args(OnIllegal)))
        raise BotFailed(text.WRONG_POLICY.format(known=known, value=on_illegal))
    try:
        if seed != "":
            parse_seed(seed)  # type: ignore[arg-type]  # a wrong type raises TypeError
    except (TypeError, ValueError):
        raise BotFailed(SEED_RULE) from None


def refused_nickname(name: str, error: Error) -> str:
    """Return why a nickname was refused, and how to choose one instead of a forbidden one."""
    if error.error is ErrorCode.INVALIDNICKNAME:
        return text.WRONG_NICKNAME.format(reason=error.message, name=name)
    return error.message


def _check_number(name: str, value: object, minimum: int) -> None:
    """Raise BotFailed unless the value is a whole number of at least ``minimum``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < minimum:
        raise BotFailed(text.WRONG_NUMBER.format(name=name, minimum=minimum, value=value))
