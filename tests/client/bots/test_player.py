"""The driver of a bot against a scripted server."""

from collections.abc import Sequence

import pytest
from msgspec import UNSET, structs

from client.bots import Bot, BotPlayer, Create, Join, JoinAny, Plan
from client.bots.plan import RoomChoice
from client.bots.player import MAX_PROMPT_REFUSALS, MAX_RETRIES
from messages import (
    ActionValid,
    ChatMessage,
    ChooseMatch,
    ChooseNickname,
    ChooseWizard,
    ClientMessage,
    Error,
    ErrorCode,
    FinalScores,
    Heartbeat,
    ListActions,
    MatchResumed,
    Message,
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

TWO = (ChooseCloud(0), ChooseCloud(1))


class First(Bot):
    """Takes the first action and remembers what it was asked."""

    name = "first"

    def __init__(self) -> None:
        self.offers: list[Sequence[Action]] = []

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        self.offers.append(actions)
        return actions[0]


class BotHarness:
    """Plays the server: what is said, what must come back."""

    def __init__(
        self, bot: Bot | None = None, choice: RoomChoice | None = None, matches: int = 1
    ) -> None:
        self.bot = bot or First()
        self.player = BotPlayer(self.bot, Plan(room=choice or Create(), matches=matches))
        self.sent: list[ClientMessage] = []

    def send(self, *messages: Message) -> list[ClientMessage]:
        """What the bot says to these, without ids."""
        replies: list[ClientMessage] = []
        for message in messages:
            replies += self.player.receive(message)
        self.sent += replies
        return [structs.replace(reply, id=UNSET) for reply in replies]

    def accept(self) -> list[ClientMessage]:
        """The last thing the bot said is fine."""
        return self.send(ActionValid("fine", reply_to=self.sent[-1].id))

    def refuse(self, code: ErrorCode = ErrorCode.ACTIONNONVALID) -> list[ClientMessage]:
        """The last thing the bot said is not."""
        return self.send(Error(code, "No.", reply_to=self.sent[-1].id))

    def offer(self, *actions: Action) -> list[ClientMessage]:
        """The answer to ListActions."""
        return self.send(LegalActions(actions, reply_to=self.sent[-1].id))

    def at_the_table(self) -> "BotHarness":
        """Everything up to the first turn."""
        for message in table_messages(full_view()):
            if self.send(message):
                self.accept()
        return self


def test_introduces_itself_and_makes_a_match() -> None:
    create = Create(players=3, mode=True, bots=1, private=True)
    script = BotHarness(choice=create)
    assert script.send(RequestNickname()) == [ChooseNickname("first")]
    script.accept()
    assert script.send(SessionOpened("first", "x"), ChooseMatch(())) == [SelectMatch(0)]
    script.accept()
    wanted = SelectModeAndPlayers(3, mode=True, private=True, bots=1)
    assert script.send(RequestSetUp()) == [wanted]
    script.accept()
    assert script.send(RoomUpdate(room()), SelectWizard(("KING", "WITCH"))) == [
        ChooseWizard("WITCH")
    ]


def test_a_match_of_a_game_it_does_not_know_is_the_end() -> None:
    script = BotHarness(choice=Join(3))
    assert script.send(PlayersInfo(("first", "ada"), 2, game="tarot")) == [Quit()]
    assert script.player.done
    assert script.player.failure.startswith("This program does not know tarot")


def test_a_taken_name_gets_a_number_and_a_bad_one_is_the_end() -> None:
    script = BotHarness()
    script.send(RequestNickname())
    assert script.refuse(ErrorCode.DUPLICATENICKNAME) == [ChooseNickname("first-2")]
    assert script.refuse(ErrorCode.DUPLICATENICKNAME) == [ChooseNickname("first-3")]
    assert script.refuse(ErrorCode.INVALIDNICKNAME) == [Quit()]
    assert script.player.done
    assert script.player.failure == "No."
    assert script.send(RequestNickname()) == []


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Join(7), SelectMatch(7)),
        (Join(7, "CODE"), SelectMatch(0, code="CODE")),
        (JoinAny(), SelectMatch(7)),
        (JoinAny(Create(game="uno")), SelectMatch(0)),
    ],
)
def test_ways_to_a_table(choice: RoomChoice, message: SelectMatch) -> None:
    assert BotHarness(choice=choice).send(ChooseMatch((), (room(),))) == [message]


@pytest.mark.parametrize("closed", [room(private=True), room(state="playing"), room(game="uno")])
def test_only_open_matches_are_joined(closed: RoomInfo) -> None:
    assert BotHarness(choice=JoinAny()).send(ChooseMatch((), (closed,))) == [SelectMatch(0)]


def test_a_match_that_turned_the_bot_away_is_avoided() -> None:
    script = BotHarness(choice=JoinAny())
    rooms = ChooseMatch((), (room(), room(match=8)))
    assert script.send(rooms) == [SelectMatch(7)]
    assert script.refuse(ErrorCode.MATCHFULL) == [RequestRefresh()]
    assert script.send(rooms) == [SelectMatch(8)]
    assert script.refuse(ErrorCode.MATCHFULL) == [RequestRefresh()]
    assert script.send(rooms) == [SelectMatch(0)]
    assert script.refuse(ErrorCode.SERVERFULL) == [Quit()]


def test_a_wanted_match_that_is_gone_is_the_end() -> None:
    script = BotHarness(choice=Join(7))
    script.send(ChooseMatch(()))
    assert script.refuse(ErrorCode.CHOICENOTVALID) == [Quit()]
    assert script.player.failure == "No."


def test_a_list_pushed_while_choosing_changes_nothing() -> None:
    script = BotHarness()
    assert script.send(ChooseMatch(()), ChooseMatch((), (room(),))) == [SelectMatch(0)]


def test_a_taken_wizard_is_not_asked_for_again() -> None:
    script = BotHarness()
    script.send(SessionOpened("first", "x"))
    assert script.send(SelectWizard(("KING", "WITCH", "SAGE"))) == [ChooseWizard("SAGE")]
    assert script.send(RoomUpdate(room(wizards={"bob": "WITCH"}))) == []
    assert script.refuse(ErrorCode.CHOICENOTVALID) == [ChooseWizard("KING")]
    assert script.send(SelectWizard(("KING",))) == []
    assert script.refuse(ErrorCode.CHOICENOTVALID) == []


def test_a_question_is_answered_in_two_steps() -> None:
    script = BotHarness().at_the_table()
    assert script.send(YourTurn()) == []
    assert script.send(SelectCloud((0, 1))) == [ListActions()]
    assert script.send(SelectCloud((0, 1))) == []
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.accept() == []


def test_set_up_messages_and_small_talk_are_no_questions() -> None:
    script = BotHarness()
    assert script.send(MatchCreated(0, {}), SelectCloud((0,))) == []
    script.at_the_table()
    assert script.send(ChatMessage("bob", "hi"), Heartbeat()) == []


def test_every_message_has_its_own_id() -> None:
    script = BotHarness().at_the_table()
    script.send(SelectCloud((0,)))
    script.offer(*TWO)
    ids = [message.id for message in script.sent]
    assert ids == list(range(1, len(ids) + 1))


def test_only_the_answer_to_the_last_message_counts() -> None:
    script = BotHarness().at_the_table()
    script.send(SelectCloud((0,)))
    assert script.send(LegalActions(TWO, reply_to=99), LegalActions(TWO)) == []
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.send(Error(ErrorCode.RATELIMITED, "Slowly.", reply_to=98)) == []


def test_nothing_legal_means_waiting() -> None:
    script = BotHarness().at_the_table()
    script.send(SelectCloud((0,)))
    assert script.offer() == []
    assert script.send(SelectCloud((0,))) == [ListActions()]


def test_a_question_during_an_action_is_answered_after_it() -> None:
    script = BotHarness().at_the_table()
    script.send(SelectCloud((0,)))
    script.offer(*TWO)
    assert script.send(SelectCloud((1,))) == []
    assert script.accept() == [ListActions()]


def test_a_refused_action_is_tried_once_more_and_then_avoided() -> None:
    bot = First()
    script = BotHarness(bot).at_the_table()
    script.send(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.refuse() == [ListActions()]
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.refuse() == [ListActions()]
    assert script.offer(*TWO) == [ChooseCloud(1)]
    assert script.accept() == []
    script.send(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert [len(offer) for offer in bot.offers] == [2, 2, 1, 2]


def test_a_server_that_refuses_everything_tires_the_bot() -> None:
    script = BotHarness().at_the_table()
    replies = script.send(SelectCloud((0, 1)))
    rounds = 0
    while replies and rounds < 500:
        rounds += 1
        replies = script.offer(*TWO)
        replies = script.refuse() if replies else []
    assert rounds <= MAX_PROMPT_REFUSALS
    assert script.send(TurnReminder(10)) == [ListActions()]


def test_a_stubborn_bot_that_makes_up_actions_is_led_back() -> None:
    class Stubborn(First):
        def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
            return ChooseCloud(77)

    script = BotHarness(Stubborn()).at_the_table()
    script.send(SelectCloud((0, 1)))
    for _ in range(2):
        assert script.offer(*TWO) == [ChooseCloud(77)]
        assert script.refuse() == [ListActions()]
    assert script.offer(*TWO) == [ChooseCloud(0)]


def test_a_bot_may_leave_a_choice() -> None:
    class Quiet(First):
        def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
            return None

    script = BotHarness(Quiet()).at_the_table()
    script.send(SelectCloud((0,)))
    assert script.offer(*TWO) == []


def test_asking_too_late_is_no_catastrophe() -> None:
    script = BotHarness().at_the_table()
    script.send(SelectCloud((0,)))
    assert script.refuse(ErrorCode.UNEXPECTEDMESSAGE) == []
    assert script.send(SelectCloud((0,))) == [ListActions()]


def test_plays_as_many_matches_as_planned_and_quits() -> None:
    script = BotHarness(matches=2)
    script.at_the_table()
    over = FinalScores(("ada",), {"ada": 8, "bob": 2}, "Over.")
    assert script.send(over, ChooseMatch(())) == [SelectMatch(0)]
    script.accept()
    script.send(*table_messages(full_view())[5:])
    assert script.send(over, ChooseMatch(())) == [Quit()]
    outcomes = script.player.outcomes
    assert [(o.match, o.won, o.reason) for o in outcomes] == [(7, True, "Over.")] * 2
    assert script.player.done
    assert script.player.failure == ""


def test_a_match_that_is_broken_off_counts_without_winners() -> None:
    script = BotHarness().at_the_table()
    crash = Error(ErrorCode.INTERNALERROR, "The server made a mistake.")
    assert script.send(crash, ChooseMatch(())) == [Quit()]
    [outcome] = script.player.outcomes
    assert outcome.winners == ()
    assert outcome.reason == "The server made a mistake."
    assert not outcome.won


def test_a_guest_of_one_match_leaves_when_its_table_is_gone() -> None:
    script = BotHarness(choice=Join(7), matches=9).at_the_table()
    over = FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over.")
    assert script.send(over, ChooseMatch(())) == [Quit()]


def test_a_standing_table_is_left_after_the_planned_matches() -> None:
    over = FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over.")
    once = BotHarness(choice=Join(7)).at_the_table()
    assert once.send(over, RoomUpdate(room())) == [Quit()]
    often = BotHarness(choice=Join(7), matches=9).at_the_table()
    assert often.send(over, RoomUpdate(room())) == []
    assert often.send(SelectWizard(("KING",))) == [ChooseWizard("KING")]


def test_what_came_too_fast_is_said_again_after_a_pause_that_grows() -> None:
    script = BotHarness()
    script.send(RequestNickname())
    assert script.player.pause_seconds == 0.0
    pauses = []
    for _ in range(3):
        assert script.refuse(ErrorCode.RATELIMITED) == [ChooseNickname("first")]
        pauses.append(script.player.pause_seconds)
    assert pauses == [2.0, 4.0, 6.0]
    assert len({message.id for message in script.sent}) == 4, "each time with a new number"
    script.accept()
    assert script.send(ChooseMatch(())) == [SelectMatch(0)]
    assert script.player.pause_seconds == 0.0
    script.refuse(ErrorCode.RATELIMITED)
    assert script.player.pause_seconds == 2.0, "the answer before was a good one"


def test_an_action_that_came_too_fast_is_not_avoided() -> None:
    script = BotHarness().at_the_table()
    script.send(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [TWO[0]]
    assert script.refuse(ErrorCode.RATELIMITED) == [TWO[0]]
    assert script.refuse(ErrorCode.RATELIMITED) == [TWO[0]]
    assert script.refuse(ErrorCode.RATELIMITED) == [TWO[0]]


@pytest.mark.parametrize("code", [ErrorCode.SUSPENDED, ErrorCode.NOTSAVED])
def test_a_bot_waits_while_the_match_stands_still(code: ErrorCode) -> None:
    script = BotHarness().at_the_table()
    for again in (MatchResumed(), SelectCloud((0, 1)), MatchResumed()):
        script.send(SelectCloud((0, 1)))
        assert script.offer(*TWO) == [TWO[0]]
        assert script.refuse(code) == []
        assert script.send(again) == [ListActions()]
        assert script.offer(*TWO) == [TWO[0]], "the refusal said nothing about the action"
        script.accept()


@pytest.mark.parametrize("code", [ErrorCode.NOTALLOWED, ErrorCode.ACTIONNONVALID])
def test_a_bot_goes_on_after_a_refusal_of_the_game(code: ErrorCode) -> None:
    """UNO refuses a second SayUno with NOTALLOWED, and the question stays open."""
    script = BotHarness().at_the_table()
    script.send(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [TWO[0]]
    assert script.refuse(code) == [ListActions()]


def test_a_server_that_never_wants_to_hear_is_given_up() -> None:
    script = BotHarness()
    script.send(RequestNickname())
    while not script.player.done:
        script.refuse(ErrorCode.RATELIMITED)
    assert len(script.sent) == MAX_RETRIES + 2
    assert script.sent[-1] == structs.replace(Quit(), id=script.sent[-1].id)
    assert script.player.failure == "No."
