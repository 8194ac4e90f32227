"""Errors that end a command or a conversation; ``str()`` of each is one sentence for the user.

    UserError
        ExitWithMessage     the command cannot continue
        ConnectionLost      client/connections/base.py
        BotFailed           client/bots/runner.py
        UnknownStrategy     client/bots/strategies.py
        CommandError        client/games/parsing.py

This module imports none of them, so that whoever only reports an error need not load them.
"""


class UserError(Exception):
    """The base class; ``str()`` of it is the sentence."""


class ExitWithMessage(UserError):
    """The command cannot continue."""
