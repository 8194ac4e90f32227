"""The driver of a bot against a scripted server."""

from collections.abc import Sequence

import pytest
from msgspec import UNSET, structs

from client.bots import Bot, BotPlayer, Create, Join, JoinAny, Plan
from client.bots.plan import Way
from client.bots.player import PATIENCE, WAITS
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


class Script:
    """Plays the server: what is said, what must come back."""

    def __init__(self, bot: Bot | None = None, way: Way | None = None, matches: int = 1) -> None:
        self.bot = bot or First()
        self.player = BotPlayer(self.bot, Plan(way=way or Create(), matches=matches))
        self.sent: list[ClientMessage] = []

    def say(self, *messages: Message) -> list[ClientMessage]:
        """What the bot says to these, without ids."""
        replies: list[ClientMessage] = []
        for message in messages:
            replies += self.player.receive(message)
        self.sent += replies
        return [structs.replace(reply, id=UNSET) for reply in replies]

    def accept(self) -> list[ClientMessage]:
        """The last thing the bot said is fine."""
        return self.say(ActionValid("fine", reply_to=self.sent[-1].id))

    def refuse(self, code: ErrorCode = ErrorCode.ACTIONNONVALID) -> list[ClientMessage]:
        """The last thing the bot said is not."""
        return self.say(Error(code, "No.", reply_to=self.sent[-1].id))

    def offer(self, *actions: Action) -> list[ClientMessage]:
        """The answer to ListActions."""
        return self.say(LegalActions(actions, reply_to=self.sent[-1].id))

    def at_the_table(self) -> "Script":
        """Everything up to the first turn."""
        for message in table_messages(full_view()):
            if self.say(message):
                self.accept()
        return self


def test_introduces_itself_and_makes_a_match() -> None:
    create = Create(players=3, mode=True, bots=1, private=True)
    script = Script(way=create)
    assert script.say(RequestNickname()) == [ChooseNickname("first")]
    script.accept()
    assert script.say(SessionOpened("first", "x"), ChooseMatch(())) == [SelectMatch(0)]
    script.accept()
    wanted = SelectModeAndPlayers(3, mode=True, private=True, bots=1)
    assert script.say(RequestSetUp()) == [wanted]
    script.accept()
    assert script.say(RoomUpdate(room()), SelectWizard(("KING", "WITCH"))) == [
        ChooseWizard("WITCH")
    ]


def test_a_match_of_a_game_it_does_not_know_is_the_end() -> None:
    script = Script(way=Join(3))
    assert script.say(PlayersInfo(("first", "ada"), 2, game="tarot")) == [Quit()]
    assert script.player.done
    assert script.player.failure.startswith("This program does not know tarot")


def test_a_taken_name_gets_a_number_and_a_bad_one_is_the_end() -> None:
    script = Script()
    script.say(RequestNickname())
    assert script.refuse(ErrorCode.DUPLICATENICKNAME) == [ChooseNickname("first-2")]
    assert script.refuse(ErrorCode.DUPLICATENICKNAME) == [ChooseNickname("first-3")]
    assert script.refuse(ErrorCode.INVALIDNICKNAME) == [Quit()]
    assert script.player.done
    assert script.player.failure == "No."
    assert script.say(RequestNickname()) == []


@pytest.mark.parametrize(
    ("way", "message"),
    [
        (Join(7), SelectMatch(7)),
        (Join(7, "CODE"), SelectMatch(0, code="CODE")),
        (JoinAny(), SelectMatch(7)),
        (JoinAny(Create(game="uno")), SelectMatch(0)),
    ],
)
def test_ways_to_a_table(way: Way, message: SelectMatch) -> None:
    assert Script(way=way).say(ChooseMatch((), (room(),))) == [message]


@pytest.mark.parametrize("closed", [room(private=True), room(state="playing"), room(game="uno")])
def test_only_open_matches_are_joined(closed: RoomInfo) -> None:
    assert Script(way=JoinAny()).say(ChooseMatch((), (closed,))) == [SelectMatch(0)]


def test_a_match_that_turned_the_bot_away_is_avoided() -> None:
    script = Script(way=JoinAny())
    rooms = ChooseMatch((), (room(), room(match=8)))
    assert script.say(rooms) == [SelectMatch(7)]
    assert script.refuse(ErrorCode.MATCHFULL) == [RequestRefresh()]
    assert script.say(rooms) == [SelectMatch(8)]
    assert script.refuse(ErrorCode.MATCHFULL) == [RequestRefresh()]
    assert script.say(rooms) == [SelectMatch(0)]
    assert script.refuse(ErrorCode.SERVERFULL) == [Quit()]


def test_a_wanted_match_that_is_gone_is_the_end() -> None:
    script = Script(way=Join(7))
    script.say(ChooseMatch(()))
    assert script.refuse(ErrorCode.CHOICENOTVALID) == [Quit()]
    assert script.player.failure == "No."


def test_a_list_pushed_while_choosing_changes_nothing() -> None:
    script = Script()
    assert script.say(ChooseMatch(()), ChooseMatch((), (room(),))) == [SelectMatch(0)]


def test_a_taken_wizard_is_not_asked_for_again() -> None:
    script = Script()
    script.say(SessionOpened("first", "x"))
    assert script.say(SelectWizard(("KING", "WITCH", "SAGE"))) == [ChooseWizard("SAGE")]
    assert script.say(RoomUpdate(room(wizards={"bob": "WITCH"}))) == []
    assert script.refuse(ErrorCode.CHOICENOTVALID) == [ChooseWizard("KING")]
    assert script.say(SelectWizard(("KING",))) == []
    assert script.refuse(ErrorCode.CHOICENOTVALID) == []


def test_a_question_is_answered_in_two_steps() -> None:
    script = Script().at_the_table()
    assert script.say(YourTurn()) == []
    assert script.say(SelectCloud((0, 1))) == [ListActions()]
    assert script.say(SelectCloud((0, 1))) == []
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.accept() == []


def test_set_up_messages_and_small_talk_are_no_questions() -> None:
    script = Script()
    assert script.say(MatchCreated(0, {}), SelectCloud((0,))) == []
    script.at_the_table()
    assert script.say(ChatMessage("bob", "hi"), Heartbeat()) == []


def test_every_message_has_its_own_id() -> None:
    script = Script().at_the_table()
    script.say(SelectCloud((0,)))
    script.offer(*TWO)
    ids = [message.id for message in script.sent]
    assert ids == list(range(1, len(ids) + 1))


def test_only_the_answer_to_the_last_message_counts() -> None:
    script = Script().at_the_table()
    script.say(SelectCloud((0,)))
    assert script.say(LegalActions(TWO, reply_to=99), LegalActions(TWO)) == []
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.say(Error(ErrorCode.RATELIMITED, "Slowly.", reply_to=98)) == []


def test_nothing_legal_means_waiting() -> None:
    script = Script().at_the_table()
    script.say(SelectCloud((0,)))
    assert script.offer() == []
    assert script.say(SelectCloud((0,))) == [ListActions()]


def test_a_question_during_an_action_is_answered_after_it() -> None:
    script = Script().at_the_table()
    script.say(SelectCloud((0,)))
    script.offer(*TWO)
    assert script.say(SelectCloud((1,))) == []
    assert script.accept() == [ListActions()]


def test_a_refused_action_is_tried_once_more_and_then_avoided() -> None:
    bot = First()
    script = Script(bot).at_the_table()
    script.say(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.refuse() == [ListActions()]
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert script.refuse() == [ListActions()]
    assert script.offer(*TWO) == [ChooseCloud(1)]
    assert script.accept() == []
    script.say(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [ChooseCloud(0)]
    assert [len(offer) for offer in bot.offers] == [2, 2, 1, 2]


def test_a_server_that_refuses_everything_tires_the_bot() -> None:
    script = Script().at_the_table()
    replies = script.say(SelectCloud((0, 1)))
    rounds = 0
    while replies and rounds < 500:
        rounds += 1
        replies = script.offer(*TWO)
        replies = script.refuse() if replies else []
    assert rounds <= PATIENCE
    assert script.say(TurnReminder(10)) == [ListActions()]


def test_a_stubborn_bot_that_makes_up_actions_is_led_back() -> None:
    class Stubborn(First):
        def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
            return ChooseCloud(77)

    script = Script(Stubborn()).at_the_table()
    script.say(SelectCloud((0, 1)))
    for _ in range(2):
        assert script.offer(*TWO) == [ChooseCloud(77)]
        assert script.refuse() == [ListActions()]
    assert script.offer(*TWO) == [ChooseCloud(0)]


def test_a_bot_may_leave_a_choice() -> None:
    class Quiet(First):
        def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
            return None

    script = Script(Quiet()).at_the_table()
    script.say(SelectCloud((0,)))
    assert script.offer(*TWO) == []


def test_asking_too_late_is_no_catastrophe() -> None:
    script = Script().at_the_table()
    script.say(SelectCloud((0,)))
    assert script.refuse(ErrorCode.UNEXPECTEDMESSAGE) == []
    assert script.say(SelectCloud((0,))) == [ListActions()]


def test_plays_as_many_matches_as_planned_and_quits() -> None:
    script = Script(matches=2)
    script.at_the_table()
    over = FinalScores(("ada",), {"ada": 8, "bob": 2}, "Over.")
    assert script.say(over, ChooseMatch(())) == [SelectMatch(0)]
    script.accept()
    script.say(*table_messages(full_view())[5:])
    assert script.say(over, ChooseMatch(())) == [Quit()]
    outcomes = script.player.outcomes
    assert [(o.match, o.won, o.reason) for o in outcomes] == [(7, True, "Over.")] * 2
    assert script.player.done
    assert script.player.failure == ""


def test_a_match_that_is_broken_off_counts_without_winners() -> None:
    script = Script().at_the_table()
    crash = Error(ErrorCode.INTERNALERROR, "The server made a mistake.")
    assert script.say(crash, ChooseMatch(())) == [Quit()]
    [outcome] = script.player.outcomes
    assert outcome.winners == ()
    assert outcome.reason == "The server made a mistake."
    assert not outcome.won


def test_a_guest_of_one_match_leaves_when_its_table_is_gone() -> None:
    script = Script(way=Join(7), matches=9).at_the_table()
    over = FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over.")
    assert script.say(over, ChooseMatch(())) == [Quit()]


def test_a_standing_table_is_left_after_the_planned_matches() -> None:
    over = FinalScores(("bob",), {"ada": 2, "bob": 8}, "Over.")
    once = Script(way=Join(7)).at_the_table()
    assert once.say(over, RoomUpdate(room())) == [Quit()]
    often = Script(way=Join(7), matches=9).at_the_table()
    assert often.say(over, RoomUpdate(room())) == []
    assert often.say(SelectWizard(("KING",))) == [ChooseWizard("KING")]


def test_what_came_too_fast_is_said_again_after_a_pause_that_grows() -> None:
    script = Script()
    script.say(RequestNickname())
    assert script.player.pause == 0.0
    pauses = []
    for _ in range(3):
        assert script.refuse(ErrorCode.RATELIMITED) == [ChooseNickname("first")]
        pauses.append(script.player.pause)
    assert pauses == [2.0, 4.0, 6.0]
    assert len({message.id for message in script.sent}) == 4, "each time with a new number"
    script.accept()
    assert script.say(ChooseMatch(())) == [SelectMatch(0)]
    assert script.player.pause == 0.0
    script.refuse(ErrorCode.RATELIMITED)
    assert script.player.pause == 2.0, "the answer before was a good one"


def test_an_action_that_came_too_fast_is_not_avoided() -> None:
    script = Script().at_the_table()
    script.say(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [TWO[0]]
    assert script.refuse(ErrorCode.RATELIMITED) == [TWO[0]]
    assert script.refuse(ErrorCode.RATELIMITED) == [TWO[0]]
    assert script.refuse(ErrorCode.RATELIMITED) == [TWO[0]]


@pytest.mark.parametrize("code", [ErrorCode.SUSPENDED, ErrorCode.NOTSAVED])
def test_a_bot_waits_while_the_match_stands_still(code: ErrorCode) -> None:
    script = Script().at_the_table()
    for again in (MatchResumed(), SelectCloud((0, 1)), MatchResumed()):
        script.say(SelectCloud((0, 1)))
        assert script.offer(*TWO) == [TWO[0]]
        assert script.refuse(code) == []
        assert script.say(again) == [ListActions()]
        assert script.offer(*TWO) == [TWO[0]], "the refusal said nothing about the action"
        script.accept()


@pytest.mark.parametrize("code", [ErrorCode.NOTALLOWED, ErrorCode.ACTIONNONVALID])
def test_a_bot_goes_on_after_a_refusal_of_the_game(code: ErrorCode) -> None:
    """UNO refuses a second SayUno with NOTALLOWED, and the question stays open."""
    script = Script().at_the_table()
    script.say(SelectCloud((0, 1)))
    assert script.offer(*TWO) == [TWO[0]]
    assert script.refuse(code) == [ListActions()]


def test_a_server_that_never_wants_to_hear_is_given_up() -> None:
    script = Script()
    script.say(RequestNickname())
    while not script.player.done:
        script.refuse(ErrorCode.RATELIMITED)
    assert len(script.sent) == WAITS + 2
    assert script.sent[-1] == structs.replace(Quit(), id=script.sent[-1].id)
    assert script.player.failure == "No."
