"""Bans: what they hold, what they keep out, and that they survive a restart."""

from pathlib import Path

import pytest

from messages import ActionValid, ChooseNickname, Error, ErrorCode, Reconnect, SessionOpened
from messages.errors import Refusal
from server.admission.bans import FILE, BadBan, Bans
from server.state import hashed
from tests.harness.handler import House


def test_a_list_survives_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / FILE
    bans = Bans.of(file)
    bans.add("name", "Ada")
    bans.add("address", "192.0.2.77/24")
    bans.add("token", hashed("secret").hex())
    again = Bans.of(file)
    assert again.lines() == bans.lines()
    assert again.lines()[:2] == ["name ada", "address 192.0.2.0/24"]
    assert "secret" not in file.read_text()
    again.remove("name", "ADA")
    again.remove("name", "nobody")
    assert Bans.of(file).names == set()


def test_what_people_wrote_into_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text("# cheated twice\nname ada\n\n")
    Bans.of(file).add("name", "bob")
    assert file.read_text() == "# cheated twice\nname ada\nname bob\n"


@pytest.mark.parametrize("line", ["ada", "name", "nickname ada", "address x", "token xyz"])
def test_a_line_that_is_no_ban_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / FILE
    file.write_text(line + "\n")
    with pytest.raises(BadBan, match=line.split()[0]):
        Bans.of(file)


def test_a_banned_network_is_turned_away_at_the_door() -> None:
    house = House()
    house.state.bans.add("address", "192.0.2.0/24")
    stranger = house.arrive(address="::ffff:192.0.2.9")
    assert [e.error for e in house.got(stranger, Error)] == [ErrorCode.NOTALLOWED]
    assert house.ended == [stranger]
    house.arrive(address="192.0.3.9")
    assert house.ended == [stranger]


def test_a_banned_name_is_refused_however_it_is_written() -> None:
    house = House()
    house.state.bans.add("name", "Ada")
    for name in ("ada", "ADA", "\uff21da"):
        assert house.refused(house.arrive(), ChooseNickname(name)) == ErrorCode.NOTALLOWED
        assert house.refused(house.arrive(), Reconnect(name, "x")) == ErrorCode.NOTALLOWED
    assert isinstance(house.say(house.arrive(), ChooseNickname("adam")), ActionValid)


def test_a_banned_token_takes_no_seat_back() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    token = house.got(ada, SessionOpened)[0].token
    house.depart(ada)
    house.state.bans.add("token", hashed(token).hex())
    assert house.refused(house.arrive(), Reconnect("ada", token)) == ErrorCode.NOTALLOWED
    house.state.bans.remove("token", hashed(token).hex())
    assert isinstance(house.say(house.arrive(), Reconnect("ada", token)), SessionOpened)


def test_nobody_is_banned_at_first() -> None:
    bans = Bans()
    bans.check_address("192.0.2.1")
    bans.check_name("ada")
    bans.check_token(hashed("x"))
    bans.add("name", "ada")
    with pytest.raises(Refusal, match="not welcome"):
        bans.check_name("ada")
