"""Bans: what they hold, what they keep out, and that they survive a restart."""

from pathlib import Path

import pytest

from messages import ActionValid, ChooseNickname, Error, ErrorCode, Reconnect, SessionOpened
from messages.errors import Refusal
from server.admission.bans import FILE, Bans, InvalidBan
from server.state import hash_secret
from tests.harness.handler import HandlerHarness


def test_a_list_survives_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / FILE
    bans = Bans.load(file)
    bans.add("name", "Ada")
    bans.add("address", "192.0.2.77/24")
    bans.add("token", hash_secret("secret").hex())
    again = Bans.load(file)
    assert again.lines() == bans.lines()
    assert again.lines()[:2] == ["name ada", "address 192.0.2.0/24"]
    assert "secret" not in file.read_text()
    again.remove("name", "ADA")
    again.remove("name", "nobody")
    assert Bans.load(file).names == set()


def test_what_people_wrote_into_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text("# cheated twice\nname ada\n\n")
    Bans.load(file).add("name", "bob")
    assert file.read_text() == "# cheated twice\nname ada\nname bob\n"


@pytest.mark.parametrize("line", ["ada", "name", "nickname ada", "address x", "token xyz"])
def test_a_line_that_is_no_ban_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / FILE
    file.write_text(line + "\n")
    with pytest.raises(InvalidBan, match=line.split()[0]):
        Bans.load(file)


def test_a_banned_network_is_turned_away_at_the_door() -> None:
    harness = HandlerHarness()
    harness.state.bans.add("address", "192.0.2.0/24")
    stranger = harness.connect(address="::ffff:192.0.2.9")
    assert [e.error for e in harness.received(stranger, Error)] == [ErrorCode.NOTALLOWED]
    assert harness.closed_peers == [stranger]
    harness.connect(address="192.0.3.9")
    assert harness.closed_peers == [stranger]


def test_a_banned_name_is_refused_however_it_is_written() -> None:
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


def test_a_banned_token_takes_no_seat_back() -> None:
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


def test_nobody_is_banned_at_first() -> None:
    bans = Bans()
    bans.check_address("192.0.2.1")
    bans.check_name("ada")
    bans.check_token(hash_secret("x"))
    bans.add("name", "ada")
    with pytest.raises(Refusal, match="not welcome"):
        bans.check_name("ada")
