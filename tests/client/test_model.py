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


def model_in_match(*more: Message) -> Model:
    model = Model()
    for message in (*table_messages(full_view()), *more):
        model.receive(message)
    return model


def eriantys_view(model: Model) -> EriantysView:
    assert isinstance(model.view, EriantysView)
    return model.view


def mother_nature_update(position: int, seq: int) -> UpdateMessage:
    return UpdateMessage(MotherNatureMoved(1, position), seq=seq)


def test_lobby_messages_set_phase_nickname_rooms_and_code() -> None:
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


def test_available_wizards_are_cleared_by_the_own_choice_but_not_by_that_of_another() -> None:
    model = Model()
    model.receive(SessionOpened("ada", "secret"))
    model.receive(SelectWizard(("KING", "WITCH")))
    model.receive(RoomUpdate(room(wizards={"bob": "WITCH"})))
    assert len(model.wizards) == 2
    model.receive(RoomUpdate(room(wizards={"ada": "KING"})))
    assert not model.wizards


def test_room_update_replaces_the_wizards_to_choose_from_only_after_a_prompt() -> None:
    model = Model()
    model.receive(SessionOpened("ada", "secret"))
    model.receive(RoomUpdate(room(free_wizards=("KING", "SAGE"))))
    assert not model.wizards
    model.receive(SelectWizard(("KING", "SAGE")))
    model.receive(RoomUpdate(room(wizards={"bob": "KING"}, free_wizards=("SAGE", "DRUID"))))
    assert model.wizards == ("SAGE", "DRUID")


def test_start_of_a_match_sets_phase_players_own_seat_view_and_sequence_number() -> None:
    model = model_in_match()
    assert model.phase == "playing"
    assert model.names == ("ada", "bob")
    assert model.seat == 0
    assert model.view == full_view()
    assert model.seq == 10


def test_changes_whose_sequence_number_was_applied_are_ignored() -> None:
    model = model_in_match(mother_nature_update(8, 11), mother_nature_update(9, 12))
    model.receive(mother_nature_update(3, 12))
    model.receive(mother_nature_update(3, 11))
    assert eriantys_view(model).mother_nature == 9
    assert model.seq == 12


def test_change_without_a_view_is_ignored() -> None:
    model = Model()
    model.receive(mother_nature_update(8, 1))
    assert model.view is None


def test_new_view_replaces_the_previous_one_and_changes_up_to_its_number_are_ignored() -> None:
    model = model_in_match(mother_nature_update(8, 11), GameView(full_view(bag=3), seq=20))
    assert eriantys_view(model).bag == 3
    model.receive(mother_nature_update(9, 20))
    assert eriantys_view(model).mother_nature == 6


def test_prompt_stays_after_a_change_until_the_next_prompt_or_the_turn_of_another() -> None:
    model = model_in_match(YourTurn(), SelectSteps(3))
    assert model.is_my_turn
    prompts = [model.prompt]
    for message in (mother_nature_update(8, 11), SelectCloud((0,)), IsTurnOfPlayer("bob")):
        model.receive(message)
        prompts.append(model.prompt)
    assert prompts == [SelectSteps(3), SelectSteps(3), SelectCloud((0,)), None]
    assert model.turn == "bob"


def test_legal_actions_are_stored_and_cleared_by_the_next_change() -> None:
    offered = LegalActions((ChooseCloud(0),))
    model = model_in_match(offered)
    assert model.actions == offered.actions
    model.receive(mother_nature_update(8, 11))
    assert not model.actions


def test_game_message_before_the_first_view_is_not_a_prompt() -> None:
    model = Model()
    model.receive(SelectSteps(3))
    assert model.prompt is None


def test_result_and_view_are_kept_in_the_lobby_until_the_next_match() -> None:
    result = FinalScores(("ada",), {"ada": 8, "bob": 2}, "Over.")
    model = model_in_match(YourTurn(), SelectSteps(3), result, ChooseMatch(()))
    assert model.result == result
    assert model.phase == "match"
    assert model.prompt is None
    assert model.view == full_view()
    model.receive(table_messages(full_view())[5])
    assert model.result is None
    assert model.view is None


def test_player_status_and_last_error_are_stored() -> None:
    error = Error(ErrorCode.NOTYOURTURN, "Wait.")
    model = model_in_match(PlayerStatus("bob", "late"), error)
    assert model.status == {"bob": "late"}
    assert model.error == error
