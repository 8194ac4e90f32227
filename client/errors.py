"""What ends a command, or a conversation, in one sentence for people.

    Trouble
        Stop                the command itself cannot go on
        ConnectionLost      client/connections/base.py
        BotFailed           client/bots/runner.py
        UnknownStrategy     client/bots/strategies.py
        CommandError        client/games/parsing.py

It stands alone so that whoever only has to tell it need not load any of them.
"""


class Trouble(Exception):
    """``str()`` of it is the sentence."""


class Stop(Trouble):
    """The command cannot go on."""
