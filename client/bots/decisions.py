"""Asks a bot for its actions, and decides what a refused action means. No I/O."""

import random
from collections import Counter
from collections.abc import Sequence

from client.bots import text
from client.bots.base import Bot
from client.bots.choices import WrongChoice, check_choice, method_name, show_action
from client.bots.plan import OnIllegal
from messages import ErrorCode, ServerMessage, play
from messages.registry import Action, AnyView

MAX_ACTION_REFUSALS = 2
"""Maximum number of refusals of one action at one prompt; then it is no longer offered."""
MAX_PROMPT_REFUSALS = 20
"""Maximum number of refusals at one prompt; then the bot waits for the next prompt."""

_OTHER_FAULTS = (ErrorCode.RATELIMITED, ErrorCode.INTERNALERROR)
"""Errors that do not mean that an action is illegal."""


class Forfeit(Exception):
    """The bot gives up the match because of an illegal action; ``str()`` is the reason."""


class Decisions:
    """The choices of a bot, and what became of them.

    A refused action is illegal if the server did not offer it and reported no news of the match
    since it was chosen. Any other refused action came too late: it is tried once more and then no
    longer offered.
    """

    def __init__(self, bot: Bot, on_illegal: OnIllegal) -> None:
        self._bot = bot
        self._on_illegal = on_illegal
        self._refusals: Counter[Action] = Counter()
        self._offered: Sequence[Action] = ()
        self._method = ""
        """The method of the bot that returned the last action."""
        self._has_news = False
        """True if the server reported news of the match since the last action was chosen."""
        self._replaces_next = False
        """True if the next action is a random one, because the bot chose an illegal one."""
        self.illegal_count = 0
        """The number of illegal actions in this match."""
        self.warning = ""
        """A sentence about an illegal action for the author of the bot, or empty."""

    def record_news(self) -> None:
        """Record that the match went on: an action chosen before may be refused as too late."""
        self._has_news = True

    def forget_refusals(self) -> None:
        """Forget which actions were refused, because they may be legal now."""
        self._refusals.clear()

    def reset(self) -> None:
        """Forget the refusals and the illegal actions of a match that has ended."""
        self._refusals.clear()
        self.illegal_count, self._replaces_next = 0, False

    def answer_at_once(self, view: AnyView, prompt: ServerMessage) -> Action | None:
        """Return the urgent answer of the bot, or None; one that was refused is not repeated.

        News from before this call no longer count. Raises WrongChoice if it cannot be sent.
        """
        self._has_news = False
        urgent = self._bot.at_once(view, prompt)
        if urgent is None:
            return None
        action = self._check("at_once", urgent, view, ())
        return None if self._refusals[action] else action

    def choose(
        self, view: AnyView, actions: Sequence[Action], *, is_my_turn: bool
    ) -> Action | None:
        """Return the bot's choice among the legal actions that were not refused too often.

        Return None if no action is left, after MAX_PROMPT_REFUSALS, and if the bot declines out of
        turn. Return a random action after an illegal one, and the first if the bot insists on an
        excluded one. Raises WrongChoice for a choice that cannot be sent and for None in turn.
        """
        replaces, self._replaces_next = self._replaces_next, False
        refusals = self._refusals
        offered = [action for action in actions if refusals[action] < MAX_ACTION_REFUSALS]
        if not offered or refusals.total() > MAX_PROMPT_REFUSALS:
            return None
        self._has_news = False
        if replaces:
            self._offered = offered
            return random.choice(offered)
        choice = self._bot.choose(view, offered)
        if choice is None and not is_my_turn:
            return None
        action = self._check("choose", choice, view, actions)
        return offered[0] if refusals[action] >= MAX_ACTION_REFUSALS else action

    def _check(
        self, method: str, choice: object, view: AnyView, offered: Sequence[Action]
    ) -> Action:
        """Return the choice of a method if it can be sent; record the method and the offer.

        Raises WrongChoice, also for None.
        """
        self._method, self._offered = method_name(self._bot, method), offered
        if choice is None:
            raise WrongChoice(f"{self._method} {text.NO_CHOICE}")
        return check_choice(self._method, choice, view, offered)

    def handle_refusal(self, action: Action, error: play.Error) -> None:
        """Count a refused action; if it was illegal, do what ``on_illegal`` says.

        Sets ``warning``: a sentence for the first illegal action with ``warn``, otherwise empty.
        Raises WrongChoice or Forfeit. An illegal answer of ``at_once`` is replaced by that of
        ``choose``, one of ``choose`` by a random action.
        """
        self._refusals[action] += 1
        self.warning = ""
        if error.error in _OTHER_FAULTS or self._has_news or action in self._offered:
            return
        self.illegal_count += 1
        refused = text.REFUSED.format(action=show_action(action), reason=error.message)
        reason = f"{self._method} {refused}"
        if self._on_illegal == "raise":
            raise WrongChoice(reason)
        if self._on_illegal == "forfeit":
            raise Forfeit(text.FORFEITED.format(reason=reason))
        if self._on_illegal == "warn" and self.illegal_count == 1:
            self.warning = f"{reason} {text.REPLACED}"
        self._replaces_next = self._method == method_name(self._bot, "choose")
