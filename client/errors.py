"""Errors that end a command or a conversation; ``str()`` of each is one sentence for the user.

    UserError
        ExitWithMessage     the command cannot continue
        ConnectionLost      client/connections/base.py
        BotFailed           client/bots/plan.py
        UnknownStrategy     client/bots/strategies.py
        CommandError        client/games/parsing.py

This module imports none of the others, so that a module can report errors without loading them.
"""


class UserError(Exception):
    """Base class of errors that are reported to the user as ``str()``, without a traceback."""


class ExitWithMessage(UserError):
    """The command cannot continue."""
