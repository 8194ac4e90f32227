"""SessionRegistry: names of computer players, passwords, ended and resumable sessions."""

from messages import ChooseNickname, Quit
from server.session_registry import BOT_NAMES, hash_secret
from server.sessions import Session
from tests.harness.handler import HandlerHarness


def test_bot_names_skip_used_nicknames_and_get_numbers_when_all_are_used() -> None:
    harness = HandlerHarness()
    harness.connect_named("Bianca-bot")
    names = [harness.state.next_bot_name() for _ in range(2 * len(BOT_NAMES) - 1)]
    assert names[0] == "Ugo-bot"
    assert names[len(BOT_NAMES) - 1] == "Bianca-bot2"
    assert len(set(names)) == len(names)


def test_any_password_is_accepted_if_none_is_set_otherwise_only_the_exact_one() -> None:
    state = HandlerHarness().state
    assert state.is_password("anything")
    state.password = hash_secret("secret")
    assert [state.is_password(word) for word in ("secret", "Secret", "")] == [True, False, False]


def test_end_session_removes_the_session_and_frees_its_nickname() -> None:
    harness = HandlerHarness()
    peer = harness.state.peers[harness.connect_named("Ada")]
    assert peer.session is not None
    harness.state.end_session(peer.session)
    assert harness.state.sessions == {}
    harness.assert_accepted(peer.id, ChooseNickname("ada"))


def test_sessions_after_a_name_are_in_order_while_sessions_start_and_end() -> None:
    harness = HandlerHarness()
    state = harness.state
    for name in ("Dora", "bob", "Ada", "carl"):
        harness.connect_named(name)
    state.end_session(state.sessions["carl"])
    state.add_session(state.sessions["bob"])
    assert [s.name for s in state.sessions_after("", 9)] == ["Ada", "bob", "Dora"]
    assert [s.name for s in state.sessions_after("ADA", 1)] == ["bob"]
    assert [s.name for s in state.sessions_after("c", 9)] == ["Dora"]
    assert state.sessions_after("Dora", 9) == []


def test_people_are_counted_without_computer_players_until_their_sessions_end() -> None:
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    state = harness.state
    assert state.people == 2
    computer = Session("bob", b"", True, bob)
    state.add_session(computer)  # replaces the session of a person
    assert state.people == 1
    state.end_session(computer)
    state.end_session(computer)
    assert state.people == 1
    harness.send(ada, Quit())
    assert state.people == 0


def test_only_a_disconnected_session_of_the_same_dialect_can_return_by_name() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.state.sessions["ada"].dialect = "uno"
    assert not harness.state.can_return_by_name("ada", "uno")
    harness.disconnect(ada)
    assert harness.state.can_return_by_name("Ada", "uno")
    assert not harness.state.can_return_by_name("ada", "rummy")
    assert not harness.state.can_return_by_name("nobody", "uno")
