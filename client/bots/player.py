"""Drives a bot as a client: server messages in, replies out. No I/O.

The same driver is used over a socket, over Pyro5 and inside the server process. Its invariants:

* One message at a time: every message has an id, and an answer counts only if its ``reply_to`` is
  the id of the pending message.
* A prompt is answered in two steps: request the legal actions, then send the one that the bot
  chose. ``Bot.at_once`` may answer without the first step.
* ``Decisions`` asks the bot and handles refused actions. A choice that ends the plan becomes
  ``failure`` and Quit.
* A message refused by the rate limit is sent again after a pause.
* While the match is suspended or the journal fails, the bot waits until the server sends
  ``MatchResumed``, a prompt or a reminder.
"""

from collections.abc import Sequence
from itertools import count
from secrets import randbits

from msgspec import UNSET, structs

from client.bots.arguments import refused_nickname
from client.bots.base import Bot, MatchInfo
from client.bots.choices import ACTIONS, WrongChoice
from client.bots.decisions import Decisions, Forfeit
from client.bots.plan import Join, Outcome, Plan
from client.bots.rooms import RoomFinder
from client.games.text import UNKNOWN_GAME
from client.model import PROMPTS, Model
from messages import ClientMessage, ErrorCode, Message, ServerMessage, lobby, play
from messages.registry import GAME_NAMES, Action, LegalActions, UpdateMessage

MAX_NICKNAMES = 1000
"""Maximum number of nicknames to try: name, name-2, name-3, ..."""
MAX_RETRIES = 20
"""Maximum number of retries in a row after rate-limit refusals: about five minutes of pauses."""
PAUSE_SECONDS = 2.0
"""Pause before the first retry; each further pause is longer by the same amount."""
MAX_PAUSE_SECONDS = 20.0
"""Maximum pause before a retry."""

_TEMPORARY_REFUSALS = (ErrorCode.SUSPENDED, ErrorCode.NOTSAVED)
"""Errors that refuse every action for the moment, so they say nothing about this one."""


class BotPlayer:
    """Pass every server message to ``receive`` and send what it returns, until ``done``.

    ``failure`` is the reason why the plan could not be carried out, or empty.
    """

    def __init__(self, bot: Bot, plan: Plan) -> None:
        self.model = Model()
        self.outcomes: list[Outcome] = []
        self.done = False
        self.failure = ""
        self.pause_seconds = 0.0
        """Time to wait before the last reply is sent, because of a rate limit."""
        self.warning = ""
        """A sentence about the last message for the author of the bot, or empty."""
        self._bot = bot
        self._plan = plan
        self._rooms = RoomFinder(plan.room, self.model)
        # A resumed session must not reuse an id: the server would only repeat its old answer.
        self._ids = count(randbits(48) + 1 if plan.token else 1)
        self._pending: ClientMessage | None = None
        self._nicknames_tried = 0
        self._seated = False
        self._decisions = Decisions(bot, plan.on_illegal)
        self._prompt_deferred = False
        """True if a prompt or MatchResumed arrived while an action was pending."""
        self._retries = 0
        self._forfeit_reason = ""

    @property
    def rejection_text(self) -> str:
        """The error text if the rate limit rejected the connection; otherwise empty.

        A rejected connection gets RATELIMITED before a nickname is requested.
        """
        error = self.model.error
        if error is None or self._nicknames_tried or error.error is not ErrorCode.RATELIMITED:
            return ""
        return error.message

    def receive(self, message: Message) -> list[ClientMessage]:
        """Update the model and return the replies to a message: one message or none.

        The reply gets a new id and is the pending message; ``pause_seconds`` is the time to wait
        before it is sent. Ignored once ``done`` is set. A choice that cannot be sent ends the plan;
        exceptions that the bot raises itself are passed on.
        """
        if self.done:
            return []
        self.pause_seconds, self.warning = 0.0, ""
        self.model.receive(message)
        if isinstance(message, ServerMessage) and message.seq is not UNSET:
            self._decisions.record_news()
        try:
            reply = self._handle_lobby(message) or self._handle_match(message)
        except WrongChoice as error:
            reply = self._quit(str(error))
        if reply is None:
            return []
        self._pending = structs.replace(reply, id=next(self._ids))
        return [self._pending]

    def _handle_lobby(self, message: Message) -> ClientMessage | None:
        """Return the reply to a message about sessions and rooms, or None.

        Also records seats and outcomes. Quits after the last match and in a match of an unknown
        game.
        """
        match message:
            case UpdateMessage() | LegalActions():  # the most frequent ones
                return None
            case lobby.RequestNickname():
                return self._open_session(is_new=bool(self.model.nickname))
            case lobby.ChooseMatch():
                return self._handle_room_list()
            case lobby.RequestSetUp():
                # Repeated after a reconnection, and the pending set-up is sent again as well.
                is_pending = isinstance(self._pending, lobby.SelectModeAndPlayers)
                return None if is_pending else self._rooms.create(len(self.outcomes))
            case lobby.SelectWizard():
                is_pending = isinstance(
                    self._pending,
                    lobby.ChooseWizard | lobby.SelectModeAndPlayers | lobby.AddComputerPlayer,
                )
                return None if is_pending else self._rooms.choose_wizard()
            case lobby.RoomUpdate() if len(self.outcomes) >= self._plan.matches:
                return self._quit("")  # a standing room opens again after each match
            case lobby.PlayersInfo() if message.game not in GAME_NAMES:
                return self._quit(UNKNOWN_GAME.format(game=message.game))
            case lobby.RoomUpdate():
                self._seated = True
                if self.model.nickname in message.room.undecided:
                    return lobby.PlayAgain()
            case lobby.PlayersInfo():
                self._start_match(message)
            case play.FinalScores():
                self._record_outcome(message.winners, message.scores, message.reason, message.seed)
        return None

    def _start_match(self, info: lobby.PlayersInfo) -> None:
        """Record that the bot has a seat, and set ``Bot.match``."""
        self._seated = True
        self._bot.match = MatchInfo(
            number=info.match,
            game=info.game,
            players=info.player_nicknames,
            nickname=self.model.nickname,
        )

    def _open_session(self, *, is_new: bool = False) -> ClientMessage:
        """Return the message that opens a session: Reconnect or ChooseNickname.

        With a token the first attempt resumes its session. Each later attempt adds its number, from
        2 on, to the first 16 characters of the nickname. With ``is_new`` the server has forgotten
        the session of the bot.
        """
        self._nicknames_tried = 1 if is_new else self._nicknames_tried + 1
        name = self._plan.nickname or self._bot.name
        if self._nicknames_tried > 1:
            return lobby.ChooseNickname(f"{name[:16]}-{self._nicknames_tried}")
        if self._plan.token and not is_new:
            return play.Reconnect(name, self._plan.token)
        return lobby.ChooseNickname(name)

    def _handle_room_list(self) -> ClientMessage | None:
        """Select a room, or quit if the plan is done or the room to join was closed.

        With ``JoinAny`` the next page of the list may be requested instead. A bot that still had a
        seat records an aborted or forfeited match. Returns None while a selection is pending;
        otherwise the pending message and refusals are forgotten.
        """
        if isinstance(self._pending, lobby.SelectMatch | lobby.SelectModeAndPlayers):
            return None
        is_requested = isinstance(self._pending, lobby.RequestRefresh)
        self._pending, self._prompt_deferred = None, False
        self._rooms.forget_wizard_refusals()
        if self._seated:
            error = self.model.error.message if self.model.error else ""
            self._record_outcome((), {}, self._forfeit_reason or error)
        room_closed = isinstance(self._plan.room, Join) and self.outcomes
        if room_closed or len(self.outcomes) >= self._plan.matches:
            return self._quit("")
        return self._rooms.select(is_requested=is_requested)

    def _record_outcome(
        self, winners: tuple[str, ...], scores: dict[str, int], reason: str, seed: str = ""
    ) -> None:
        """Add the outcome of the match or room; without winners it was aborted or forfeited.

        From now on the bot has no seat. Refusals are forgotten.
        """
        info, room = self.model.players_info, self.model.room
        self._seated = False
        forfeited = bool(self._forfeit_reason) and not winners
        self._forfeit_reason = ""
        self.outcomes.append(
            Outcome(
                match=info.match if info else room.match if room else 0,
                game=info.game if info else room.game if room else "",
                nickname=self.model.nickname,
                winners=winners,
                scores=scores,
                reason=reason,
                seat=self.model.seat,
                refused=self._decisions.illegal_count,
                forfeited=forfeited,
                seed=seed,
            )
        )
        self._decisions.reset()

    def _quit(self, failure: str) -> ClientMessage:
        """Set ``done`` and ``failure`` and return Quit.

        An empty ``failure`` means that the plan was carried out.
        """
        self.failure = failure
        self.done = True
        return play.Quit()

    def _handle_match(self, message: Message) -> ClientMessage | None:
        """Return the reply to an answer, a reminder or a prompt, or None.

        A reminder or the end of a suspension requests the legal actions; with a pending action, the
        latter does so once the action is accepted. Changes are passed to ``Bot.saw``. Answers to
        other messages than the pending one are ignored.
        """
        match message:
            case LegalActions() if self._is_awaited(message.reply_to):
                return self._choose_action(message.actions)
            case play.ActionValid() if self._is_awaited(message.reply_to):
                return self._handle_accepted()
            case play.Error() if self._is_awaited(message.reply_to):
                return self._handle_refusal(message)
            case play.TurnReminder() | play.MatchResumed() if self._pending is None:
                self._decisions.forget_refusals()
                return play.ListActions()
            case play.MatchResumed():
                self._prompt_deferred = isinstance(self._pending, ACTIONS)
            case play.YourTurn():
                self._decisions.forget_refusals()  # what came too late may be legal in a new turn
            case UpdateMessage() if self.model.view is not None and self._is_new_change(message):
                self._bot.saw(self.model.view, message.change)
            case _ if isinstance(message, PROMPTS) and self.model.view is not None:
                assert isinstance(message, ServerMessage)
                return self._answer_prompt(message)
        return None

    def _is_new_change(self, message: UpdateMessage) -> bool:
        """Return whether the model has just applied this change.

        It has not if the view of a resumed session already contained the change.
        """
        return message.seq is UNSET or message.seq == self.model.seq

    def _is_awaited(self, reply_to: object) -> bool:
        """Return whether ``reply_to`` is the id of the pending message."""
        return self._pending is not None and self._pending.id == reply_to

    def _answer_prompt(self, prompt: ServerMessage) -> ClientMessage | None:
        """Return the urgent answer of the bot, or request the legal actions.

        Return None if they are already requested. While an action is pending, defer the prompt
        until the action is accepted. An urgent answer that was refused is not repeated.
        """
        pending = self._pending
        self._prompt_deferred = isinstance(pending, ACTIONS)
        is_requested = isinstance(pending, play.ListActions | play.LeaveMatch)
        if self._prompt_deferred or is_requested or self.model.view is None:
            return None
        return self._decisions.answer_at_once(self.model.view, prompt) or play.ListActions()

    def _choose_action(self, actions: Sequence[Action]) -> ClientMessage | None:
        """Forget the pending message and return the bot's choice among the actions.

        Return None to wait for the next prompt, and without a view.
        """
        self._pending, self._retries = None, 0
        if self.model.view is None:
            return None
        return self._decisions.choose(self.model.view, actions, is_my_turn=self.model.is_my_turn)

    def _handle_accepted(self) -> ClientMessage | None:
        """Forget the pending message and all refusals; return the next message, or None.

        Request the legal actions if a prompt was deferred during an accepted action. In a new room
        add the computer players, then choose the wizard that was requested in the meantime.
        """
        accepted, self._pending = self._pending, None
        has_prompt = isinstance(accepted, ACTIONS) and self._prompt_deferred
        self._prompt_deferred, self._retries = False, 0
        self._rooms.forget_wizard_refusals()
        self._decisions.forget_refusals()
        if isinstance(accepted, lobby.SelectModeAndPlayers | lobby.AddComputerPlayer):
            return self._rooms.add_opponent() or self._rooms.choose_wizard()
        return play.ListActions() if has_prompt else None

    def _retry_later(self, refused: ClientMessage) -> ClientMessage:
        """Return the refused message again and set ``pause_seconds``, which grows with each retry.

        ``receive`` gives it a new id.
        """
        self._retries += 1
        self.pause_seconds = min(MAX_PAUSE_SECONDS, PAUSE_SECONDS * self._retries)
        return structs.replace(refused, id=UNSET)

    def _handle_refusal(self, error: play.Error) -> ClientMessage | None:
        """Return a retry, an alternative or None to wait, depending on the refused message.

        RATELIMITED is retried later, MAX_RETRIES times. Alternatives: another nickname, wizard,
        room or action. After a refused ListActions or a temporary refusal wait for the next prompt,
        unless one was deferred. A refused PlayAgain is ignored: the match has begun. Any other
        refusal ends the plan with its text as ``failure``.
        """
        refused, self._pending = self._pending, None
        has_prompt, self._prompt_deferred = self._prompt_deferred, False
        if error.error is ErrorCode.RATELIMITED and refused and self._retries < MAX_RETRIES:
            return self._retry_later(refused)
        is_taken = error.error is ErrorCode.DUPLICATENICKNAME
        match refused:
            case lobby.ChooseNickname() if is_taken and self._nicknames_tried < MAX_NICKNAMES:
                return self._open_session()
            case lobby.ChooseNickname(name):
                return self._quit(refused_nickname(name, error))
            case lobby.ChooseWizard():
                return self._rooms.choose_another_wizard(refused)
            case lobby.SelectMatch():
                return self._rooms.select_another(refused) or self._quit(error.message)
            case play.ListActions() | play.LeaveMatch() | lobby.PlayAgain():
                return None
            case _ if isinstance(refused, ACTIONS) and error.error in _TEMPORARY_REFUSALS:
                return play.ListActions() if has_prompt else None
            case _ if isinstance(refused, ACTIONS):
                return self._handle_refused_action(structs.replace(refused, id=UNSET), error)
        return self._quit(error.message)

    def _handle_refused_action(self, action: Action, error: play.Error) -> ClientMessage:
        """Request the legal actions again, or leave the match if the bot gives it up.

        Raises WrongChoice if an illegal action ends the plan.
        """
        try:
            self._decisions.handle_refusal(action, error)
        except Forfeit as forfeit:
            self._forfeit_reason = str(forfeit)
            return play.LeaveMatch()
        self.warning = self._decisions.warning
        return play.ListActions()
