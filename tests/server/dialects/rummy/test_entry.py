"""Coming in: the checks in their order, the five refusals, the start (Rummy 9)."""

from dataclasses import replace

import pytest

from messages import ChooseNickname, SelectMatch
from server.dialects.rummy.entry import is_loopback
from server.dialects.rummy.guest import RummySettings
from server.limits import DEFAULT_LIMITS
from tests.harness.dialects.rummy_server import Inn, Said, play

OK = Said("OK", ("connected",))


def refused(reason: str) -> Said:
    return Said("ERR", (f"Error Connecting {reason}",))


def test_the_example_of_the_digest() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.outside(), await inn.outside()
        assert await alice.connect("alice", "10.0.0.7") == OK
        assert await bob.connect("bob", "10.0.0.8") == OK
        await alice.answered("CONNECT", "New player: bob")
        await inn.acknowledged()
        alice.send("BEGIN", "Start")
        for talker in (alice, bob):
            said = await talker.answered("BEGIN")
            assert said.field("Round") == "1"
            assert said.field("Scores") == "alice - 0, bob - 0"
            assert said.field("First player") in ("alice", "bob")
            setup = said.field("Setup info")
            assert setup.endswith("; stock=25")
            assert setup.split("; ")[0].count(" of ") == 13

    play(scene)


def test_the_sender_is_the_alias_where_no_player_is_named() -> None:
    async def scene(inn: Inn) -> None:
        talker = await inn.outside()
        talker.send("CONNECT", "IP Address: 10.0.0.7", "Port Num: 1", sender="zoe")
        await talker.expect("OK", "connected")
        assert "zoe" in inn.lobby.sessions

    play(scene)


def test_t16_the_sixth_player_finds_the_lobby_full() -> None:
    async def scene(inn: Inn) -> None:
        for alias in ("a", "b", "c", "d", "e"):
            await inn.guest(alias)
        sixth = await inn.outside()
        assert await sixth.connect("f") == refused("lobby full")
        assert await sixth.rest() == []

    play(scene, RummySettings(autostart=9))


def test_t16_during_the_match_nobody_enters_even_if_a_seat_is_free() -> None:
    async def scene(inn: Inn) -> None:
        await inn.table("alice", "bob")
        late = await inn.outside()
        assert await late.connect("carol") == refused("game in progress already")
        assert await late.rest() == []

    play(scene)


def test_t17_an_alias_that_differs_in_case_only() -> None:
    async def scene(inn: Inn) -> None:
        await inn.guest("alice")
        other = await inn.outside()
        assert await other.connect("Alice") == refused("need new alias")
        assert await other.connect("alice2") == OK

    play(scene)


def test_t18_a_banned_address_is_noticed_before_the_alias() -> None:
    async def scene(inn: Inn) -> None:
        await inn.guest("alice")
        inn.lobby.bans.add("address", "10.0.0.64/29")
        other = await inn.outside()
        assert await other.connect("alice", "10.0.0.66") == refused("ip banned")
        assert await other.rest() == []

    play(scene)


@pytest.mark.parametrize("later", [False, True])
def test_a_ban_of_the_address_of_the_socket_is_told_too(later: bool) -> None:
    async def scene(inn: Inn) -> None:
        inn.lobby.bans.add("address", "127.0.0.1")
        other = await inn.outside(later=later)
        assert await other.connect("alice", "10.0.0.1") == refused("ip banned")
        assert await other.rest() == []
        assert inn.lobby.sessions == {}

    play(scene)


def test_a_banned_address_that_says_nothing_sensible_is_sent_away_like_any() -> None:
    async def scene(inn: Inn) -> None:
        inn.lobby.bans.add("address", "127.0.0.1")
        for nonsense in (b"hello\n\nyou\n\n" * 3, b"x" * 20_000):
            other = await inn.outside()
            other.send_bytes(nonsense)
            assert await other.rest() == []

    play(scene)


def test_a_banned_address_holds_no_more_connections_than_any() -> None:
    async def scene(inn: Inn) -> None:
        inn.lobby.bans.add("address", "127.0.0.1")
        waiting = [await inn.outside() for _ in range(2)]
        third = await inn.outside()
        assert await third.rest() == []
        for talker in waiting:
            assert await talker.connect("alice") == refused("ip banned")

    play(scene, limits=replace(DEFAULT_LIMITS, trusted=(), connections_per_address=2))


def test_a_ban_that_is_lifted_is_no_ban() -> None:
    async def scene(inn: Inn) -> None:
        inn.lobby.bans.add("address", "10.0.0.66")
        inn.lobby.bans.lift("address", "10.0.0.66")
        assert await (await inn.outside()).connect("alice", "10.0.0.66") == OK

    play(scene)


def test_a_banned_name_needs_a_new_alias() -> None:
    async def scene(inn: Inn) -> None:
        inn.lobby.bans.add("name", "alice")
        other = await inn.outside()
        assert await other.connect("alice") == refused("need new alias")
        assert await other.connect("alice2") == OK

    play(scene)


def test_one_player_for_each_address() -> None:
    async def scene(inn: Inn) -> None:
        first, second = await inn.outside(), await inn.outside()
        assert await first.connect("alice", "10.0.0.7") == OK
        assert await second.connect("bob", "10.0.0.7") == refused("ip in use")
        assert await second.rest() == []
        await first.close()
        await inn.turn()
        third = await inn.outside()
        assert await third.connect("bob", "10.0.0.7") == OK

    play(scene)


def test_several_players_of_one_address_where_that_is_allowed() -> None:
    async def scene(inn: Inn) -> None:
        for alias in ("alice", "bob"):
            talker = await inn.outside()
            assert await talker.connect(alias, "10.0.0.7") == OK

    play(scene, RummySettings(one_player_per_ip=False))


@pytest.mark.parametrize("alias", ["host", "None", "x" * 21, "al ice", "ali\u0107e", "a|b"])
def test_an_alias_that_may_not_be(alias: str) -> None:
    async def scene(inn: Inn) -> None:
        talker = await inn.outside()
        assert await talker.connect(alias) == refused("need new alias")
        assert await talker.connect("x") == OK

    play(scene)


def test_three_bad_messages_before_entry_end_the_connection() -> None:
    async def scene(inn: Inn) -> None:
        talker = await inn.outside()
        talker.send("DANCE", "please")
        talker.send("OK", "connected", sender="me")
        assert await talker.connect("alice") == OK
        other = await inn.outside()
        for _ in range(3):
            other.send("TURN", "new turn: DRAW STOCK", sender="me")
        assert await other.rest() == []

    play(scene)


def test_a_connection_from_another_port_is_closed_unread() -> None:
    async def scene(inn: Inn) -> None:
        talker = await inn.outside()
        talker.send("CONNECT", "IP Address: 10.0.0.7", "Player: alice", sender="alice")
        assert await talker.rest() == []
        assert inn.lobby.sessions == {}

    play(scene, RummySettings(require_player_port=True, player_port=1))


def test_only_the_hosting_player_begins_and_only_with_two() -> None:
    async def scene(inn: Inn) -> None:
        alice = await inn.guest("alice")
        alice.send("BEGIN", "Start")
        assert (await alice.expect("ERR")).body[0] == "Resend BEGIN"
        bob = await inn.guest("bob")
        bob.send("BEGIN", "Start")
        assert (await bob.expect("ERR")).body[0] == "Resend BEGIN"
        alice.send_bytes(b"start\n")
        for talker in (alice, bob):
            await talker.answered("BEGIN")
        await inn.acknowledged()
        alice.send("BEGIN", "Start")
        assert (await alice.expect("ERR")).body[0] == "Resend BEGIN"

    play(scene)


def test_the_next_in_line_takes_over_the_lobby() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.guest("alice"), await inn.guest("bob")
        await alice.close()
        inn.talkers.remove(alice)
        await inn.turn()
        await inn.quiet()
        carol = await inn.guest("carol")
        bob.send("BEGIN", "Start")
        for talker in (bob, carol):
            assert (await talker.answered("BEGIN")).field("Scores") == "bob - 0, carol - 0"

    play(scene)


def test_the_match_begins_by_itself_with_enough_players() -> None:
    async def scene(inn: Inn) -> None:
        alice, bob = await inn.outside(), await inn.outside(later=True)
        assert await alice.connect("alice") == OK
        assert await bob.connect("bob") == Said("OK", ("CONNECT",))
        await alice.answered("CONNECT", "New player: bob")
        await alice.answered("BEGIN")
        first, *_, hand, top = (await bob.answered("BEGIN")).body
        assert first.startswith("First player: ")
        assert hand.startswith("Starting Hand: ")
        assert " of " in top

    play(scene, RummySettings(autostart=2))


def test_guests_of_other_routes_sit_down_here_and_are_announced() -> None:
    async def scene(inn: Inn) -> None:
        alice = await inn.guest("alice")
        other = inn.memory()
        await other.send(ChooseNickname("carla"))
        (room,) = inn.lobby.rooms.values()
        await other.send(SelectMatch(room.number))
        await alice.answered("CONNECT", "New player: carla")

    play(scene)


def test_what_is_loopback() -> None:
    assert is_loopback("127.0.0.9")
    assert is_loopback("::1")
    assert is_loopback("nonsense")
    assert not is_loopback("10.0.0.1")
