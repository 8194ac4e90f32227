"""Bans: the file, and refusals of banned networks, nicknames and tokens."""

import errno
from pathlib import Path

import pytest

from messages import ActionValid, ChooseNickname, Error, ErrorCode, Reconnect, SessionOpened
from messages.errors import Refusal
from server.admission.bans import FILE, BanNotSaved, Bans, InvalidBan
from server.session_registry import hash_secret
from tests.harness.handler import HandlerHarness


def test_added_and_removed_bans_are_saved_in_normal_form_with_tokens_as_hashes(
    tmp_path: Path,
) -> None:
    file = tmp_path / FILE
    bans = Bans.load(file)
    bans.add("name", "Ada")
    bans.add("address", "192.0.2.77/24")
    bans.add("token", hash_secret("secret").hex())
    reloaded = Bans.load(file)
    assert reloaded.lines() == bans.lines()
    assert reloaded.lines()[:2] == ["name ada", "address 192.0.2.0/24"]
    assert "secret" not in file.read_text()
    assert reloaded.remove("name", "ADA")
    assert not reloaded.remove("name", "nobody")
    assert Bans.load(file).names == set()


def test_lines_that_are_not_concerned_are_preserved_with_their_comments(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text("# cheated twice\nname ada  # since May\n\n  # indented\nname eve\n")
    bans = Bans.load(file)
    bans.add("name", "bob")
    assert bans.remove("name", "EVE")
    expected = "# cheated twice\nname ada  # since May\n\n  # indented\nname bob\n"
    assert file.read_text() == expected
    assert bans.lines() == ["name ada", "name bob"]


def test_lines_that_the_operator_adds_or_removes_are_in_force_with_the_next_change(
    tmp_path: Path,
) -> None:
    file = tmp_path / FILE
    file.write_text("name ada\nname eve\n")
    bans = Bans.load(file)
    file.write_text("name eve\naddress 192.0.2.0/24 # flood\n")
    bans.add("name", "bob")
    assert file.read_text() == "name eve\naddress 192.0.2.0/24 # flood\nname bob\n"
    assert bans.lines() == ["name bob", "name eve", "address 192.0.2.0/24"]
    assert bans.remove("address", "192.0.2.0/24")
    assert file.read_text() == "name eve\nname bob\n"


def test_reload_returns_what_changed_and_keeps_all_bans_if_a_line_is_invalid(
    tmp_path: Path,
) -> None:
    file = tmp_path / FILE
    file.write_text("name ada\n")
    bans = Bans.load(file)
    file.write_text("name ada\nname bob\nnonsense\n")
    with pytest.raises(InvalidBan, match="line 3"):
        bans.reload()
    assert bans.lines() == ["name ada"]
    file.write_text("name bob\n")
    added, removed = bans.reload()
    assert [ban.line for ban in added] == ["name bob"]
    assert [ban.line for ban in removed] == ["name ada"]
    with pytest.raises(Refusal):
        bans.check_name("BOB")
    bans.check_name("ada")


@pytest.mark.parametrize("line", ["ada", "name", "nickname ada", "address x", "token xyz"])
def test_invalid_line_of_the_file_is_named_in_the_error(tmp_path: Path, line: str) -> None:
    file = tmp_path / FILE
    file.write_text(line + "\n")
    with pytest.raises(InvalidBan, match=line.split()[0]):
        Bans.load(file)


@pytest.mark.parametrize("kind", ["name", "mute"])
@pytest.mark.parametrize("name", ["\x01", " \u200b", "\u3164"])
def test_ban_of_an_unprintable_nickname_is_refused_and_not_written(
    tmp_path: Path, kind: str, name: str
) -> None:
    bans = Bans.load(tmp_path / FILE)
    bans.add("name", "ada")
    with pytest.raises(InvalidBan):
        bans.add(kind, name)
    assert Bans.load(tmp_path / FILE).lines() == ["name ada"]


def test_change_that_cannot_be_written_is_in_force_and_written_with_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    bans = Bans.load(tmp_path / FILE)
    bans.add("name", "ada")
    with monkeypatch.context() as patch:
        patch.setattr("server.admission.bans.write_durably", fail)
        with pytest.raises(BanNotSaved, match="until the server stops, but not saved: No space"):
            bans.add("name", "bob")
        with pytest.raises(BanNotSaved):
            bans.remove("name", "ada")
    with pytest.raises(Refusal):
        bans.check_name("bob")
    bans.check_name("ada")
    assert bans.reload() == (set(), set())
    assert bans.lines() == ["name bob"]
    assert (tmp_path / FILE).read_text() == "name ada\n"
    bans.add("name", "eve")
    assert (tmp_path / FILE).read_text() == "name bob\nname eve\n"


@pytest.mark.parametrize("kind", ["name", "mute"])
def test_nickname_that_would_be_read_as_a_comment_cannot_be_banned(
    tmp_path: Path, kind: str
) -> None:
    bans = Bans.load(tmp_path / FILE)
    with pytest.raises(InvalidBan):
        bans.add(kind, "a # b")
    assert not (tmp_path / FILE).exists()


def test_only_connections_from_a_banned_network_are_refused_and_closed() -> None:
    harness = HandlerHarness()
    harness.state.bans.add("address", "192.0.2.0/24")
    client = harness.connect(address="::ffff:192.0.2.9")
    assert [e.error for e in harness.received(client, Error)] == [ErrorCode.NOTALLOWED]
    assert harness.closed_peers == [client]
    harness.connect(address="192.0.3.9")
    assert harness.closed_peers == [client]


def test_choosing_or_resuming_any_spelling_of_a_banned_nickname_is_refused() -> None:
    harness = HandlerHarness()
    harness.state.bans.add("name", "Ada")
    for name in ("ada", "ADA", "\uff21da"):
        assert (
            harness.assert_refused(harness.connect(), ChooseNickname(name)) == ErrorCode.NOTALLOWED
        )
        assert (
            harness.assert_refused(harness.connect(), Reconnect(name, "x")) == ErrorCode.NOTALLOWED
        )
    assert isinstance(harness.send(harness.connect(), ChooseNickname("adam")), ActionValid)


def test_reconnect_with_banned_token_is_refused_until_the_ban_is_removed() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    token = harness.received(ada, SessionOpened)[0].token
    harness.disconnect(ada)
    harness.state.bans.add("token", hash_secret(token).hex())
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", token)) == ErrorCode.NOTALLOWED
    )
    harness.state.bans.remove("token", hash_secret(token).hex())
    assert isinstance(harness.send(harness.connect(), Reconnect("ada", token)), SessionOpened)


def test_bans_without_a_file_are_empty_until_one_is_added() -> None:
    bans = Bans()
    bans.check_address("192.0.2.1")
    bans.check_name("ada")
    bans.check_token(hash_secret("x"))
    bans.add("name", "ada")
    with pytest.raises(Refusal, match="not welcome"):
        bans.check_name("ada")
