"""The driver of a bot, with messages that a server would send."""

from collections.abc import Sequence

import pytest
from msgspec import UNSET, structs

from client.bots import Bot, BotPlayer, Create, Join, JoinAny, MatchInfo, OnIllegal, Plan
from client.bots.decisions import MAX_PROMPT_REFUSALS
from client.bots.plan import RoomChoice
from client.bots.player import MAX_RETRIES
from messages import (
    ActionValid,
    AddComputerPlayer,
    ChatMessage,
    ChooseMatch,
    ChooseNickname,
    ChooseWizard,
    ClientMessage,
    Error,
    ErrorCode,
    FinalScores,
    Heartbeat,
    LeaveMatch,
    ListActions,
    MatchResumed,
    Message,
    PlayAgain,
    PlayersInfo,
    Quit,
    RequestNickname,
    RequestRefresh,
    RequestSetUp,
    RoomInfo,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SelectWizard,
    SessionOpened,
    TurnReminder,
    YourTurn,
)
from messages.eriantys.actions import ChooseCloud, MatchCreated, SelectCloud
from messages.registry import Action, AnyView, LegalActions
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import room, table_messages

TWO_ACTIONS = (ChooseCloud(0), ChooseCloud(1))


class FirstActionBot(Bot):
    """Chooses the first action and records what it was offered."""

    name = "first"

    def __init__(self) -> None:
        self.offers: list[Sequence[Action]] = []

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        self.offers.append(actions)
        return actions[0]


class BotHarness:
    """Sends server messages to a driver and returns its replies without ids."""

    def __init__(
        self,
        bot: Bot | None = None,
        choice: RoomChoice | None = None,
        matches: int = 1,
        on_illegal: OnIllegal = "raise",
    ) -> None:
        self.bot = bot or FirstActionBot()
        plan = Plan(room=choice or Create(), matches=matches, on_illegal=on_illegal)
        self.player = BotPlayer(self.bot, plan)
        self.sent: list[ClientMessage] = []

    def send(self, *messages: Message) -> list[ClientMessage]:
        """Send these messages and return the replies of the bot, without ids."""
        replies: list[ClientMessage] = []
        for message in messages:
            replies += self.player.receive(message)
        self.sent += replies
        return [structs.replace(reply, id=UNSET) for reply in replies]

    def accept(self) -> list[ClientMessage]:
        """Accept the last message of the bot."""
        return self.send(ActionValid("fine", reply_to=self.sent[-1].id))

    def refuse(self, code: ErrorCode = ErrorCode.ACTIONNONVALID) -> list[ClientMessage]:
        """Refuse the last message of the bot."""
        return self.send(Error(code, "No.", reply_to=self.sent[-1].id))

    def offer(self, *actions: Action) -> list[ClientMessage]:
        """Answer ListActions with these actions."""
        return self.send(LegalActions(actions, reply_to=self.sent[-1].id))

    def start_match(self) -> "BotHarness":
        """Send all messages up to the first turn."""
        for message in table_messages(full_view()):
            if self.send(message):
                self.accept()
        return self


def test_bot_chooses_a_nickname_creates_a_room_and_chooses_the_last_wizard() -> None:
    create = Create(players=3, mode=True, bots=1, private=True)
    harness = BotHarness(choice=create)
    assert harness.send(RequestNickname()) == [ChooseNickname("first")]
    harness.accept()
    assert harness.send(SessionOpened("first", "x"), ChooseMatch(())) == [SelectMatch(0)]
    harness.accept()
    wanted = SelectModeAndPlayers(3, mode=True, private=True, bots=1)
    assert harness.send(RequestSetUp()) == [wanted]
    harness.accept()
    assert harness.send(RoomUpdate(room()), SelectWizard(("KING", "WITCH"))) == [
        ChooseWizard("WITCH")
    ]


def test_request_for_a_set_up_repeated_after_a_reconnection_is_not_answered_twice() -> None:
    harness = BotHarness()
    assert len(harness.send(RequestSetUp())) == 1
    assert harness.send(SessionOpened("first", "token"), RequestSetUp()) == []


def test_bot_quits_a_match_of_an_unknown_game_with_a_failure_text() -> None:
    harness = BotHarness(choice=Join(3))
    assert harness.send(PlayersInfo(("first", "ada"), 2, game="tarot")) == [Quit()]
    assert harness.player.done
    assert harness.player.failure.startswith("This program does not know tarot")


def test_bot_numbers_a_taken_nickname_and_quits_for_good_if_it_is_invalid() -> None:
    harness = BotHarness()
    harness.send(RequestNickname())
    assert harness.refuse(ErrorCode.DUPLICATENICKNAME) == [ChooseNickname("first-2")]
    assert harness.refuse(ErrorCode.DUPLICATENICKNAME) == [ChooseNickname("first-3")]
    assert harness.refuse(ErrorCode.INVALIDNICKNAME) == [Quit()]
    assert harness.player.done
    assert harness.player.failure.startswith("No. It was 'first-3'")
    assert harness.send(RequestNickname()) == []


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Join(7), SelectMatch(7)),
        (Join(7, "CODE"), SelectMatch(0, code="CODE")),
        (JoinAny(), SelectMatch(7)),
        (JoinAny(Create(game="uno")), SelectMatch(0)),
    ],
)
def test_each_room_choice_selects_its_match(choice: RoomChoice, message: SelectMatch) -> None:
    assert BotHarness(choice=choice).send(ChooseMatch((), (room(),))) == [message]


@pytest.mark.parametrize("closed", [room(private=True), room(state="playing"), room(game="uno")])
def test_join_any_creates_a_room_if_the_only_one_is_private_playing_or_of_another_game(
    closed: RoomInfo,
) -> None:
    assert BotHarness(choice=JoinAny()).send(ChooseMatch((), (closed,))) == [SelectMatch(0)]


def test_join_any_avoids_full_rooms_then_creates_one_and_quits_if_the_server_is_full() -> None:
    harness = BotHarness(choice=JoinAny())
    rooms = ChooseMatch((), (room(), room(match=8)))
    assert harness.send(rooms) == [SelectMatch(7)]
    assert harness.refuse(ErrorCode.MATCHFULL) == [RequestRefresh()]
    assert harness.send(rooms) == [SelectMatch(8)]
    assert harness.refuse(ErrorCode.MATCHFULL) == [RequestRefresh()]
    assert harness.send(rooms) == [SelectMatch(0)]
    assert harness.refuse(ErrorCode.SERVERFULL) == [Quit()]


def test_join_any_reads_the_pages_of_its_game_before_it_creates_a_room() -> None:
    harness = BotHarness(choice=JoinAny(Create(game="uno")))
    assert harness.send(ChooseMatch((), (room(),), next="x")) == [
        RequestRefresh("uno", free_seats=True)
    ]
    private = ChooseMatch((), (room(game="uno", private=True),), next="c1")
    assert harness.send(private) == [RequestRefresh("uno", free_seats=True, after="c1")]
    assert harness.send(ChooseMatch((), (room(match=93, game="uno"),), next="c2")) == [
        SelectMatch(93)
    ]
    assert harness.refuse(ErrorCode.MATCHFULL) == [RequestRefresh()]
    assert harness.send(ChooseMatch((), (room(),), next="x")) == [
        RequestRefresh("uno", free_seats=True)
    ]
    assert harness.send(ChooseMatch(())) == [SelectMatch(0)]


def test_bot_quits_with_the_text_of_the_server_if_its_match_does_not_exist() -> None:
    harness = BotHarness(choice=Join(7))
    harness.send(ChooseMatch(()))
    assert harness.refuse(ErrorCode.CHOICENOTVALID) == [Quit()]
    assert harness.player.failure == "No."


def test_room_list_is_ignored_while_a_selection_is_pending() -> None:
    harness = BotHarness()
    assert harness.send(ChooseMatch(()), ChooseMatch((), (room(),))) == [SelectMatch(0)]


def test_bot_chooses_another_wizard_after_a_refusal_until_none_is_left() -> None:
    harness = BotHarness()
    harness.send(SessionOpened("first", "x"))
    assert harness.send(SelectWizard(("KING", "WITCH", "SAGE"))) == [ChooseWizard("SAGE")]
    assert harness.send(RoomUpdate(room(wizards={"bob": "WITCH"}))) == []
    assert harness.refuse(ErrorCode.CHOICENOTVALID) == [ChooseWizard("KING")]
    assert harness.send(SelectWizard(("KING",))) == []
    assert harness.refuse(ErrorCode.CHOICENOTVALID) == []


def test_prompt_is_answered_once_with_list_actions_and_then_an_action() -> None:
    harness = BotHarness().start_match()
    assert harness.send(YourTurn()) == []
    assert harness.send(SelectCloud((0, 1))) == [ListActions()]
    assert harness.send(SelectCloud((0, 1))) == []
    assert harness.offer(*TWO_ACTIONS) == [ChooseCloud(0)]
    assert harness.accept() == []


def test_prompt_before_the_match_chat_and_heartbeat_are_not_answered() -> None:
    harness = BotHarness()
    assert harness.send(MatchCreated(0, {}), SelectCloud((0,))) == []
    harness.start_match()
    assert harness.send(ChatMessage("bob", "hi"), Heartbeat()) == []


def test_messages_have_consecutive_ids() -> None:
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0,)))
    harness.offer(*TWO_ACTIONS)
    ids = [message.id for message in harness.sent]
    assert ids == list(range(1, len(ids) + 1))


def test_legal_actions_and_errors_that_answer_no_pending_message_are_ignored() -> None:
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0,)))
    assert harness.send(LegalActions(TWO_ACTIONS, reply_to=99), LegalActions(TWO_ACTIONS)) == []
    assert harness.offer(*TWO_ACTIONS) == [ChooseCloud(0)]
    assert harness.send(Error(ErrorCode.RATELIMITED, "Slowly.", reply_to=98)) == []


def test_bot_waits_for_the_next_prompt_if_no_action_is_legal() -> None:
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0,)))
    assert harness.offer() == []
    assert harness.send(SelectCloud((0,))) == [ListActions()]


def test_prompt_during_a_pending_action_is_answered_after_it() -> None:
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0,)))
    harness.offer(*TWO_ACTIONS)
    assert harness.send(SelectCloud((1,))) == []
    assert harness.accept() == [ListActions()]


def test_action_refused_twice_is_excluded_until_the_next_prompt() -> None:
    bot = FirstActionBot()
    harness = BotHarness(bot).start_match()
    harness.send(SelectCloud((0, 1)))
    assert harness.offer(*TWO_ACTIONS) == [ChooseCloud(0)]
    assert harness.refuse() == [ListActions()]
    assert harness.offer(*TWO_ACTIONS) == [ChooseCloud(0)]
    assert harness.refuse() == [ListActions()]
    assert harness.offer(*TWO_ACTIONS) == [ChooseCloud(1)]
    assert harness.accept() == []
    harness.send(SelectCloud((0, 1)))
    assert harness.offer(*TWO_ACTIONS) == [ChooseCloud(0)]
    assert [len(offer) for offer in bot.offers] == [2, 2, 1, 2]


def test_bot_waits_for_a_reminder_after_at_most_max_prompt_refusals() -> None:
    harness = BotHarness().start_match()
    replies = harness.send(SelectCloud((0, 1)))
    rounds = 0
    while replies and rounds < 500:
        rounds += 1
        replies = harness.offer(*TWO_ACTIONS)
        replies = harness.refuse() if replies else []
    assert rounds <= MAX_PROMPT_REFUSALS
    assert harness.send(TurnReminder(10)) == [ListActions()]


class InventingBot(FirstActionBot):
    """Always returns an action that is not legal."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return ChooseCloud(77)


class DecliningBot(FirstActionBot):
    """Never wants to act."""

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return None


def _refused_at_its_turn(on_illegal: OnIllegal) -> BotHarness:
    """Return a harness whose bot has sent an illegal action."""
    harness = BotHarness(InventingBot(), on_illegal=on_illegal).start_match()
    harness.send(YourTurn(), SelectCloud((0, 1)))
    assert harness.offer(*TWO_ACTIONS) == [ChooseCloud(77)]
    return harness


def test_illegal_action_ends_the_plan_with_bot_method_and_the_sentence_of_the_server() -> None:
    harness = _refused_at_its_turn("raise")
    assert harness.refuse() == [Quit()]
    assert harness.player.failure == (
        "InventingBot.choose returned ChooseCloud(cloud=77), which the server refused: No."
    )


@pytest.mark.parametrize("on_illegal", ["warn", "random"])
def test_illegal_action_is_replaced_by_a_legal_one_and_counted_in_the_outcome(
    on_illegal: OnIllegal,
) -> None:
    harness = _refused_at_its_turn(on_illegal)
    assert harness.refuse() == [ListActions()]
    assert ("returned ChooseCloud(cloud=77)" in harness.player.warning) is (on_illegal == "warn")
    (action,) = harness.offer(*TWO_ACTIONS)
    assert action in TWO_ACTIONS
    harness.accept()
    harness.send(FinalScores(("ada",), {"ada": 8, "bob": 2}, "Over."), ChooseMatch(()))
    (outcome,) = harness.player.outcomes
    assert (outcome.refused, outcome.won, outcome.seat) == (1, True, 0)


def test_illegal_action_gives_up_the_match_with_forfeit() -> None:
    harness = _refused_at_its_turn("forfeit")
    assert harness.refuse() == [LeaveMatch()]
    assert harness.send(SelectCloud((0, 1))) == [], "nothing is asked while the bot leaves"
    harness.accept()
    assert harness.send(ChooseMatch(())) == [Quit()]
    (outcome,) = harness.player.outcomes
    assert (outcome.forfeited, outcome.aborted, outcome.refused) == (True, False, 1)
    assert "InventingBot.choose returned" in outcome.reason
    assert harness.player.failure == ""


def test_none_in_turn_ends_the_plan_and_out_of_turn_it_declines() -> None:
    harness = BotHarness(DecliningBot()).start_match()
    harness.send(SelectCloud((0,)))
    assert harness.offer(*TWO_ACTIONS) == []
    harness.send(YourTurn(), SelectCloud((0,)))
    assert harness.offer(*TWO_ACTIONS) == [Quit()]
    assert harness.player.failure.startswith("DecliningBot.choose returned None, but the match")


def test_bot_knows_its_match_when_it_starts() -> None:
    harness = BotHarness().start_match()
    assert harness.bot.match == MatchInfo(
        number=7, game="eriantys", players=("ada", "bob"), nickname="ada"
    )


def test_opponents_are_added_one_by_one_before_the_wizard_is_chosen() -> None:
    harness = BotHarness(choice=Create(players=3, opponents=("random", "greedy")))
    harness.send(SessionOpened("first", "x"), ChooseMatch(()))
    harness.accept()
    assert harness.send(RequestSetUp()) == [SelectModeAndPlayers(3, private=True)]
    assert harness.send(RoomUpdate(room()), SelectWizard(("KING", "WITCH"))) == []
    assert harness.accept() == [AddComputerPlayer("random")]
    assert harness.accept() == [AddComputerPlayer("greedy")]
    assert harness.accept() == [ChooseWizard("WITCH")]


def test_unknown_opponent_ends_the_plan_with_the_sentence_of_the_server() -> None:
    harness = BotHarness(choice=Create(opponents=("nobody",)))
    harness.send(SessionOpened("first", "x"), ChooseMatch(()))
    harness.accept()
    harness.send(RequestSetUp())
    assert harness.accept() == [AddComputerPlayer("nobody")]
    assert harness.refuse(ErrorCode.CHOICENOTVALID) == [Quit()]
    assert harness.player.failure == "No."


def test_forgotten_session_is_replaced_and_its_match_recorded_as_aborted() -> None:
    harness = BotHarness(matches=2).start_match()
    assert harness.send(RequestNickname()) == [ChooseNickname("first")]
    harness.accept()
    assert harness.send(SessionOpened("first", "y"), ChooseMatch(())) == [SelectMatch(0)]
    assert [outcome.aborted for outcome in harness.player.outcomes] == [True]


def test_refused_list_actions_waits_for_the_next_prompt() -> None:
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0,)))
    assert harness.refuse(ErrorCode.UNEXPECTEDMESSAGE) == []
    assert harness.send(SelectCloud((0,))) == [ListActions()]


def test_bot_plays_two_planned_matches_keeps_their_outcomes_and_quits() -> None:
    harness = BotHarness(matches=2)
    harness.start_match()
    result = FinalScores(("ada",), {"ada": 8, "bob": 2}, "Over.")
    assert harness.send(result, ChooseMatch(())) == [SelectMatch(0)]
    harness.accept()
    harness.send(*table_messages(full_view())[5:])
    assert harness.send(result, ChooseMatch(())) == [Quit()]
    outcomes = harness.player.outcomes
    assert [(o.match, o.won, o.reason) for o in outcomes] == [(7, True, "Over.")] * 2
    assert harness.player.done
    assert harness.player.failure == ""


def test_match_aborted_by_an_internal_error_has_its_text_as_outcome_and_no_winners() -> None:
    harness = BotHarness().start_match()
    crash = Error(ErrorCode.INTERNALERROR, "The server made a mistake.")
    assert harness.send(crash, ChooseMatch(())) == [Quit()]
    [outcome] = harness.player.outcomes
    assert outcome.winners == ()
    assert outcome.reason == "The server made a mistake."
    assert not outcome.won


def test_bot_with_join_quits_when_its_room_is_closed_before_the_planned_matches() -> None:
    harness = BotHarness(choice=Join(7), matches=9).start_match()
    result = FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over.")
    assert harness.send(result, ChooseMatch(())) == [Quit()]


def test_bot_leaves_a_standing_room_only_after_the_planned_matches() -> None:
    result = FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over.")
    single_match = BotHarness(choice=Join(7)).start_match()
    assert single_match.send(result, RoomUpdate(room())) == [Quit()]
    nine_matches = BotHarness(choice=Join(7), matches=9).start_match()
    assert nine_matches.send(result, RoomUpdate(room())) == []
    assert nine_matches.send(SelectWizard(("KING",))) == [ChooseWizard("KING")]


def test_bot_with_more_planned_matches_says_that_it_plays_again() -> None:
    result = FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over.")
    harness = BotHarness(choice=Join(7), matches=9).start_match()
    undecided = RoomUpdate(room(undecided=("bob", harness.player.model.nickname)))
    assert harness.send(result, undecided) == [PlayAgain()]
    assert harness.refuse(ErrorCode.UNEXPECTEDMESSAGE) == [], "the host has started meanwhile"
    assert not harness.player.done


def test_rate_limited_message_is_repeated_after_growing_pauses_that_acceptance_resets() -> None:
    harness = BotHarness()
    harness.send(RequestNickname())
    assert harness.player.pause_seconds == 0.0
    pauses = []
    for _ in range(3):
        assert harness.refuse(ErrorCode.RATELIMITED) == [ChooseNickname("first")]
        pauses.append(harness.player.pause_seconds)
    assert pauses == [2.0, 4.0, 6.0]
    assert len({message.id for message in harness.sent}) == 4, "each with a new id"
    harness.accept()
    assert harness.send(ChooseMatch(())) == [SelectMatch(0)]
    assert harness.player.pause_seconds == 0.0
    harness.refuse(ErrorCode.RATELIMITED)
    assert harness.player.pause_seconds == 2.0, "an accepted message resets the pause"


def test_action_that_was_rate_limited_three_times_is_repeated() -> None:
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0, 1)))
    assert harness.offer(*TWO_ACTIONS) == [TWO_ACTIONS[0]]
    assert harness.refuse(ErrorCode.RATELIMITED) == [TWO_ACTIONS[0]]
    assert harness.refuse(ErrorCode.RATELIMITED) == [TWO_ACTIONS[0]]
    assert harness.refuse(ErrorCode.RATELIMITED) == [TWO_ACTIONS[0]]


@pytest.mark.parametrize("code", [ErrorCode.SUSPENDED, ErrorCode.NOTSAVED])
def test_after_a_temporary_refusal_bot_waits_for_resumption_or_prompt_and_repeats_the_action(
    code: ErrorCode,
) -> None:
    harness = BotHarness().start_match()
    for retry_signal in (MatchResumed(), SelectCloud((0, 1)), MatchResumed()):
        harness.send(SelectCloud((0, 1)))
        assert harness.offer(*TWO_ACTIONS) == [TWO_ACTIONS[0]]
        assert harness.refuse(code) == []
        assert harness.send(retry_signal) == [ListActions()]
        assert harness.offer(*TWO_ACTIONS) == [TWO_ACTIONS[0]], "the action is not excluded"
        harness.accept()


@pytest.mark.parametrize("code", [ErrorCode.SUSPENDED, ErrorCode.NOTSAVED])
@pytest.mark.parametrize("signal", [SelectCloud((0, 1)), MatchResumed()])
def test_action_refused_after_a_prompt_or_resumption_is_tried_once_more_and_then_waits(
    code: ErrorCode, signal: Message
) -> None:
    """After a reconnect the server sends the prompt, and then its old answer to the action."""
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0, 1)))
    harness.offer(*TWO_ACTIONS)
    assert harness.send(signal) == []
    assert harness.refuse(code) == [ListActions()]
    assert harness.offer(*TWO_ACTIONS) == [TWO_ACTIONS[0]]
    assert harness.refuse(code) == []


@pytest.mark.parametrize("code", [ErrorCode.NOTALLOWED, ErrorCode.ACTIONNONVALID])
def test_bot_lists_actions_again_after_a_refusal_by_the_rules(code: ErrorCode) -> None:
    """UNO refuses a second SayUno with NOTALLOWED, and the prompt stays pending."""
    harness = BotHarness().start_match()
    harness.send(SelectCloud((0, 1)))
    assert harness.offer(*TWO_ACTIONS) == [TWO_ACTIONS[0]]
    assert harness.refuse(code) == [ListActions()]


def test_bot_quits_with_a_failure_after_max_retries_of_a_rate_limited_message() -> None:
    harness = BotHarness()
    harness.send(RequestNickname())
    while not harness.player.done:
        harness.refuse(ErrorCode.RATELIMITED)
    assert len(harness.sent) == MAX_RETRIES + 2
    assert harness.sent[-1] == structs.replace(Quit(), id=harness.sent[-1].id)
    assert harness.player.failure == "No."
