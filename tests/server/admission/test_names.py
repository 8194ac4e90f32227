"""New nicknames: one script, no reserved words, no look-alikes of names in use."""

# Look-alike characters are the subject of these tests.
# ruff: noqa: RUF001

from pathlib import Path

import pytest

from messages import (
    ActionValid,
    AddComputerPlayer,
    ChooseNickname,
    Error,
    ErrorCode,
    Quit,
    Reconnect,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
)
from messages.errors import Refusal
from server.admission.bans import Bans
from server.admission.names import RESERVED_NAMES, check_new_name, is_one_script, lookalike_keys
from server.dialects.base import is_plain_name
from tests.harness.clients import TRANSPORTS, RunningServer, run
from tests.harness.dialects.codex_server import CodexServer, codex_scenario_runner
from tests.harness.handler import HandlerHarness

MIXED = ["Аlice", "Alιce", "Αlice", "аda", "Bоb", "jоhn", "日ж本", "ひらangж"]
ONE_SCRIPT = [
    *("Alice", "ada_1", "Zoë", "Łukasz", "Ωμέγα", "Алиса", "алиса-7", "שרה", "سارة", "राम"),
    *(
        "日本語",
        "さくら",
        "サクラー",
        "日本のabc",
        "가나다",
        "한국語abc",
        "注音ㄅㄆ",
        "Thảo",
        "123",
    ),
]
LOOKALIKES = [
    *(
        ("Alice", "AIice"),
        ("alice", "AIice"),
        ("ALICE", "AIice"),
        ("Alice", "A1ice"),
        ("Alice", "Аӏісе"),
    ),
    *(
        ("Bob", "B0b"),
        ("marc", "rnarc"),
        ("Marc", "rnarc"),
        ("paypal", "раураӏ"),
        ("ada", "ａｄａ"),
    ),
    *(("Zoë", "Zoё"), ("ılan", "ilan"), ("Łeo", "Łeo")),
]


@pytest.mark.parametrize("name", MIXED)
def test_name_with_letters_of_two_scripts_is_refused(name: str) -> None:
    assert not is_one_script(name)
    with pytest.raises(Refusal, match="one alphabet"):
        check_new_name(name)


@pytest.mark.parametrize("name", ONE_SCRIPT)
def test_name_of_one_script_or_of_scripts_that_are_used_together_is_accepted(name: str) -> None:
    check_new_name(name)


@pytest.mark.parametrize(("name", "other"), LOOKALIKES)
def test_names_that_look_alike_in_some_letter_case_have_a_key_in_common(
    name: str, other: str
) -> None:
    assert lookalike_keys(name) & lookalike_keys(other)


def test_ordinary_names_have_different_keys() -> None:
    names = ["ada", "bob", "eve", "Zoe", "Zoë", "anna", "hanna", "player1", "player2", "Bianca-bot"]
    keys = [lookalike_keys(name) for name in names]
    assert len(frozenset().union(*keys)) == sum(map(len, keys))


@pytest.mark.parametrize(
    "name", [*RESERVED_NAMES, "Everyone", "SYSTEM", "adrnin", "aII", "AdmІn", "y0u"]
)
def test_reserved_names_and_their_lookalikes_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_new_name(name)
    assert refused.value.code is ErrorCode.INVALIDNICKNAME


def test_lookalike_of_a_session_is_refused_until_that_session_ends() -> None:
    harness = HandlerHarness()
    alice, other = harness.connect_named("Alice"), harness.connect()
    answer = harness.send(other, ChooseNickname("AIice"))
    assert isinstance(answer, Error)
    assert (answer.error, answer.message) == (
        ErrorCode.DUPLICATENICKNAME,
        "This nickname looks like Alice, who is here; choose another.",
    )
    harness.send(alice, Quit())
    harness.assert_accepted(other, ChooseNickname("AIice"))
    harness.send(other, Quit())
    assert harness.state.lookalikes == {}


def test_host_cannot_give_a_computer_player_a_reserved_mixed_or_similar_name() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("Ali")
    harness.assert_accepted(ada, SelectMatch(0))
    harness.assert_accepted(ada, SelectModeAndPlayers(3))
    for name in ("server", "bоt", "AIi"):
        refused = harness.assert_refused(ada, AddComputerPlayer(name=name))
        assert refused in (ErrorCode.INVALIDNICKNAME, ErrorCode.DUPLICATENICKNAME)
    harness.assert_accepted(ada, AddComputerPlayer(name="helper"))


def test_ban_of_a_name_covers_its_lookalikes_until_it_is_removed() -> None:
    bans = Bans()
    bans.add("name", "Alice")
    for name in ("alice", "AIice", "A1ICE", "Аӏісе"):
        with pytest.raises(Refusal):
            bans.check_name(name)
    bans.check_name("Alicia")
    bans.remove("name", "alice")
    bans.check_name("AIice")


def test_names_that_would_be_refused_now_are_restored_and_can_return(tmp_path: Path) -> None:
    async def play(server: RunningServer) -> None:
        ada, bob = await server.connect("socket"), await server.connect("pyro")
        await ada.send(ChooseNickname("ada"))
        await bob.send(ChooseNickname("bob"))
        await ada.send(SelectMatch(0))
        await ada.send(SelectModeAndPlayers(2, game="uno"))
        assert isinstance(await bob.send(SelectMatch(1)), ActionValid)
        tokens.append((await ada.receive(SessionOpened)).token)

    async def resume(server: RunningServer) -> None:
        for transport in TRANSPORTS:
            client = await server.connect(transport)
            answer = await client.send(Reconnect("ada", tokens[-1]))
            assert isinstance(answer, SessionOpened)
            tokens.append(answer.token)

    tokens: list[str] = []
    run(play, data=tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.admission.names._reserved_keys", lambda: lookalike_keys("ada"))
        run(resume, data=tmp_path)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_mixed_reserved_and_similar_names_are_refused_on_every_transport(transport: str) -> None:
    async def scenario(server: RunningServer) -> None:
        alice, other = await server.connect("socket"), await server.connect(transport)
        await alice.send(ChooseNickname("Alice"))
        for name in ("Аlice", "Alιce", "server", "System", "Everyone"):
            assert await other.assert_refused(ChooseNickname(name)) == ErrorCode.INVALIDNICKNAME
        for name in ("AIice", "ALICE", "Аӏісе"):
            assert await other.assert_refused(ChooseNickname(name)) == ErrorCode.DUPLICATENICKNAME
        assert isinstance(await other.send(ChooseNickname("Alicia")), ActionValid)

    run(scenario)


def test_mixed_reserved_and_similar_names_are_refused_over_a_dialect() -> None:
    async def scenario(server: CodexServer) -> None:
        await server.connect_named("Alice")
        client = await server.connect()
        for name in ("Аlice", "AIice", "system", "admin"):
            client.name = name
            (answer,) = await client.sync("CONNECT")
            assert not answer["accepted"]
            assert answer["details"]

    codex_scenario_runner(written=False)(scenario)


def test_names_of_dialects_have_no_invisible_letters() -> None:
    assert not is_plain_name("\u3164\u3164\u3164")
