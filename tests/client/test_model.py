from client.model import Model
from messages import (
    ChooseMatch,
    Error,
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    Message,
    PlayerStatus,
    RequestNickname,
    RequestSetUp,
    RoomUpdate,
    SelectWizard,
    SessionOpened,
    YourTurn,
)
from messages.eriantys.actions import ChooseCloud, SelectCloud, SelectSteps
from messages.eriantys.table import EriantysView, MotherNatureMoved
from messages.registry import GameView, LegalActions, UpdateMessage
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import room, table_messages


def seated(*more: Message) -> Model:
    model = Model()
    for message in (*table_messages(full_view()), *more):
        model.receive(message)
    return model


def board(model: Model) -> EriantysView:
    assert isinstance(model.view, EriantysView)
    return model.view


def moved(position: int, seq: int) -> UpdateMessage:
    return UpdateMessage(MotherNatureMoved(1, position), seq=seq)


def test_follows_the_conversation_before_a_match() -> None:
    model = Model()
    phases = [str(model.phase)]
    for message in (
        RequestNickname(),
        SessionOpened("ada", "secret"),
        ChooseMatch((), (room(),)),
        RequestSetUp(),
        RoomUpdate(room(private=True), "CODE"),
    ):
        model.receive(message)
        phases.append(model.phase)
    assert phases == ["connecting", "nickname", "nickname", "match", "setup", "room"]
    assert (model.nickname, model.code) == ("ada", "CODE")
    assert model.rooms == (room(),)


def test_a_wizard_is_asked_for_until_it_is_chosen() -> None:
    model = Model()
    model.receive(SessionOpened("ada", "secret"))
    model.receive(SelectWizard(("KING", "WITCH")))
    model.receive(RoomUpdate(room(wizards={"bob": "WITCH"})))
    assert len(model.wizards) == 2
    model.receive(RoomUpdate(room(wizards={"ada": "KING"})))
    assert not model.wizards


def test_knows_the_table_and_the_own_seat() -> None:
    model = seated()
    assert model.phase == "playing"
    assert model.names == ("ada", "bob")
    assert model.seat == 0
    assert model.view == full_view()
    assert model.seq == 10


def test_follows_changes_once() -> None:
    model = seated(moved(8, 11), moved(9, 12))
    model.receive(moved(3, 12))
    model.receive(moved(3, 11))
    assert board(model).mother_nature == 9
    assert model.seq == 12


def test_changes_without_a_view_are_forgotten() -> None:
    model = Model()
    model.receive(moved(8, 1))
    assert model.view is None


def test_a_fresh_view_takes_the_place_of_the_old_one() -> None:
    model = seated(moved(8, 11), GameView(full_view(bag=3), seq=20))
    assert board(model).bag == 3
    model.receive(moved(9, 20))
    assert board(model).mother_nature == 6


def test_a_question_stays_until_the_turn_goes_on() -> None:
    model = seated(YourTurn(), SelectSteps(3))
    assert model.is_my_turn
    prompts = [model.prompt]
    for message in (moved(8, 11), SelectCloud((0,)), IsTurnOfPlayer("bob")):
        model.receive(message)
        prompts.append(model.prompt)
    assert prompts == [SelectSteps(3), SelectSteps(3), SelectCloud((0,)), None]
    assert model.turn == "bob"


def test_actions_are_known_until_something_changes() -> None:
    offered = LegalActions((ChooseCloud(0),))
    model = seated(offered)
    assert model.actions == offered.actions
    model.receive(moved(8, 11))
    assert not model.actions


def test_set_up_messages_are_no_questions() -> None:
    model = Model()
    model.receive(SelectSteps(3))
    assert model.prompt is None


def test_the_result_stays_to_be_looked_at_in_the_lobby() -> None:
    result = FinalScores(("ada",), {"ada": 8, "bob": 2}, "Over.")
    model = seated(YourTurn(), SelectSteps(3), result, ChooseMatch(()))
    assert model.result == result
    assert model.phase == "match"
    assert model.prompt is None
    assert model.view == full_view()
    model.receive(table_messages(full_view())[5])
    assert model.result is None
    assert model.view is None


def test_remembers_people_and_errors() -> None:
    error = Error(ErrorCode.NOTYOURTURN, "Wait.")
    model = seated(PlayerStatus("bob", "late"), error)
    assert model.status == {"bob": "late"}
    assert model.error == error
