"""A bot as a client: server messages in, what it says in return out. No I/O.

The same driver sits behind a socket, behind Pyro5 and inside the server's own process. It says one
thing at a time: every message has an id, and an answer counts only when it names the message that
is waiting for one. A question of the game is answered in two steps: ask what is legal, then do what
the bot chose; a bot may have an answer ready that cannot wait for that. A refused action is tried
once more and then avoided, and the patience has an end. What the server would not hear because it
came too fast is said again after a pause. While the match is suspended, or nothing can be saved,
the bot waits: it hears when there is something to do again.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from secrets import randbits

from msgspec import UNSET, structs

from client.bots.base import Bot
from client.bots.plan import Create, Join, JoinAny, Outcome, Plan
from client.games.text import UNKNOWN_GAME
from client.model import PROMPTS, Model
from messages import ClientMessage, ErrorCode, Message, ServerMessage, lobby, play
from messages.base import members
from messages.registry import GAME_NAMES, Action, LegalActions, UpdateMessage

MAX_REFUSALS_PER_ACTION = 2
"""An action refused this often is not tried again at this question."""
MAX_REFUSALS_PER_PROMPT = 20
"""Refusals at one question before the bot waits for the next one."""
MAX_NICKNAMES = 1000
"""Names tried before the bot gives up: name, name-2, name-3, ..."""
MAX_RETRIES = 20
"""Pauses without an answer before the bot gives up: about five minutes."""
PAUSE_SECONDS = 2.0
MAX_PAUSE_SECONDS = 20.0
MAX_REJECTING_ROOMS = 10
"""Open matches that may turn the bot away before it makes one of its own."""

_ACTIONS = members(Action)
_TEMPORARY_REFUSALS = (ErrorCode.SUSPENDED, ErrorCode.NOTSAVED)
"""Why an action that is right may be refused."""


class BotPlayer:
    """Feed it every message; send what it returns. ``done``: it has said goodbye."""

    def __init__(self, bot: Bot, plan: Plan) -> None:
        self.model = Model()
        self.outcomes: list[Outcome] = []
        self.done = False
        self.failure = ""
        self.pause_seconds = 0.0
        """Seconds to wait before the reply is sent: the server asked for patience."""
        self._bot = bot
        self._plan = plan
        # One who comes back must not use a number of before: that would only repeat the answer.
        self._ids = count(randbits(48) + 1 if plan.token else 1)
        self._pending: ClientMessage | None = None
        self._names = 0
        self._seated = False
        self._avoid: Counter[int] = Counter()
        self._refused: Counter[object] = Counter()
        self._due = False
        self._waits = 0

    @property
    def rejection_text(self) -> str:
        """Return the text with which the server refused the connection because too many came."""
        error = self.model.error
        if error is None or self._names or error.error is not ErrorCode.RATELIMITED:
            return ""
        return error.message

    def receive(self, message: Message) -> list[ClientMessage]:
        """Return the replies of the bot to a message."""
        if self.done:
            return []
        self.pause_seconds = 0.0
        self.model.receive(message)
        reply = self._lobby(message) or self._match(message)
        if reply is None:
            return []
        self._pending = structs.replace(reply, id=next(self._ids))
        return [self._pending]

    def _lobby(self, message: Message) -> ClientMessage | None:
        match message:
            case UpdateMessage() | LegalActions():  # the most frequent ones
                return None
            case lobby.RequestNickname():
                return self._introduce()
            case lobby.ChooseMatch():
                return self._at_the_list()
            case lobby.RequestSetUp():
                return self._set_up()
            case lobby.SelectWizard():
                return None if isinstance(self._pending, lobby.ChooseWizard) else self._wizard()
            case lobby.RoomUpdate() if len(self.outcomes) >= self._plan.matches:
                return self._goodbye("")  # a standing table is open again
            case lobby.PlayersInfo() if message.game not in GAME_NAMES:
                return self._goodbye(UNKNOWN_GAME.format(game=message.game))
            case lobby.RoomUpdate() | lobby.PlayersInfo():
                self._seated = True
            case play.FinalScores():
                self._note(message.winners, message.scores, message.reason)
        return None

    def _introduce(self) -> ClientMessage:
        self._names += 1
        name = self._plan.nickname or self._bot.name
        if self._plan.token and self._names == 1:
            return play.Reconnect(name, self._plan.token)
        return lobby.ChooseNickname(name if self._names == 1 else f"{name[:16]}-{self._names}")

    def _at_the_list(self) -> ClientMessage | None:
        if isinstance(self._pending, lobby.SelectMatch | lobby.SelectModeAndPlayers):
            return None
        self._pending, self._due = None, False
        self._refused.clear()
        if self._seated:
            self._note((), {}, self.model.error.message if self.model.error else "")
        gone = isinstance(self._plan.room, Join) and self.outcomes
        if gone or len(self.outcomes) >= self._plan.matches:
            return self._goodbye("")
        return self._select_match()

    def _select_match(self) -> ClientMessage:
        choice = self._plan.room
        if isinstance(choice, Join):
            return lobby.SelectMatch(0 if choice.code else choice.match, code=choice.code)
        return lobby.SelectMatch(self._open_match(choice) if isinstance(choice, JoinAny) else 0)

    def _open_match(self, choice: JoinAny) -> int:
        """An open match of the game that has not turned this bot away; 0 if there is none."""
        for room in self.model.rooms:
            fits = room.game == choice.fallback.game and room.state == "open" and not room.private
            if fits and not self._avoid[room.match] and self._avoid.total() < MAX_REJECTING_ROOMS:
                return room.match
        return 0

    def _set_up(self) -> ClientMessage:
        choice = self._plan.room
        wanted = choice.fallback if isinstance(choice, JoinAny) else choice
        assert isinstance(wanted, Create)
        return lobby.SelectModeAndPlayers(
            number_of_players=wanted.players,
            mode=wanted.mode,
            game=wanted.game,
            options=wanted.options,
            private=wanted.private,
            bots=wanted.bots,
        )

    def _wizard(self) -> ClientMessage | None:
        """The last that is free: people who want the first one may have it."""
        taken = self.model.room.wizards.values() if self.model.room else ()
        free = [w for w in self.model.wizards if w not in taken and not self._refused[w]]
        return lobby.ChooseWizard(free[-1]) if free else None

    def _note(self, winners: tuple[str, ...], scores: dict[str, int], reason: str) -> None:
        table, room = self.model.players_info, self.model.room
        self._seated = False
        self.outcomes.append(
            Outcome(
                match=table.match if table else room.match if room else 0,
                game=table.game if table else room.game if room else "",
                nickname=self.model.nickname,
                winners=winners,
                scores=scores,
                reason=reason,
            )
        )

    def _goodbye(self, failure: str) -> ClientMessage:
        self.failure = failure
        self.done = True
        return play.Quit()

    def _match(self, message: Message) -> ClientMessage | None:
        match message:
            case LegalActions() if self._answers(message.reply_to):
                return self._decide(message.actions)
            case play.ActionValid() if self._answers(message.reply_to):
                return self._accepted()
            case play.Error() if self._answers(message.reply_to):
                return self._refusal(message)
            case play.TurnReminder() | play.MatchResumed() if self._pending is None:
                self._refused.clear()
                return play.ListActions()
            case play.YourTurn():
                self._refused.clear()  # what came too late a moment ago may be right now
            case UpdateMessage() if self.model.view is not None and self._is_news(message):
                self._bot.saw(self.model.view, message.change)
            case _ if isinstance(message, PROMPTS) and self.model.view is not None:
                assert isinstance(message, ServerMessage)
                return self._question(message)
        return None

    def _is_news(self, message: UpdateMessage) -> bool:
        """Not something the view had in it before, when the bot came back."""
        return message.seq is UNSET or message.seq == self.model.seq

    def _answers(self, reply_to: object) -> bool:
        return self._pending is not None and self._pending.id == reply_to

    def _question(self, prompt: ServerMessage) -> ClientMessage | None:
        """Ask what is legal, unless that is under way; an action under way comes first."""
        self._due = isinstance(self._pending, _ACTIONS)
        if self._due or isinstance(self._pending, play.ListActions) or self.model.view is None:
            return None
        reflex = self._bot.at_once(self.model.view, prompt)
        return play.ListActions() if reflex is None or self._refused[reflex] else reflex

    def _decide(self, actions: Sequence[Action]) -> ClientMessage | None:
        self._pending, self._waits = None, 0
        left = [action for action in actions if self._refused[action] < MAX_REFUSALS_PER_ACTION]
        if not left or self.model.view is None or self._refused.total() > MAX_REFUSALS_PER_PROMPT:
            return None
        choice = self._bot.choose(self.model.view, left)
        return (
            left[0]
            if choice is not None and self._refused[choice] >= MAX_REFUSALS_PER_ACTION
            else choice
        )

    def _accepted(self) -> ClientMessage | None:
        again = isinstance(self._pending, _ACTIONS) and self._due
        self._pending, self._due, self._waits = None, False, 0
        self._refused.clear()
        return play.ListActions() if again else None

    def _later(self, refused: ClientMessage) -> ClientMessage:
        """Repeat a message after a growing pause, because rate limits recover slowly."""
        self._waits += 1
        self.pause_seconds = min(MAX_PAUSE_SECONDS, PAUSE_SECONDS * self._waits)
        return structs.replace(refused, id=UNSET)

    def _refusal(self, error: play.Error) -> ClientMessage | None:
        refused, self._pending = self._pending, None
        if error.error is ErrorCode.RATELIMITED and refused and self._waits < MAX_RETRIES:
            return self._later(refused)
        taken = error.error is ErrorCode.DUPLICATENICKNAME
        match refused:
            case lobby.ChooseNickname() if taken and self._names < MAX_NICKNAMES:
                return self._introduce()
            case lobby.ChooseWizard():
                self._refused[refused.wizard] += 1
                return self._wizard()
            case lobby.SelectMatch() if isinstance(self._plan.room, JoinAny) and refused.match:
                self._avoid[refused.match] += 1
                return lobby.RequestRefresh()
            case play.ListActions():
                return None
            case _ if isinstance(refused, _ACTIONS) and error.error in _TEMPORARY_REFUSALS:
                return None
            case _ if isinstance(refused, _ACTIONS):
                self._refused[structs.replace(refused, id=UNSET)] += 1
                return play.ListActions()
        return self._goodbye(error.message)
