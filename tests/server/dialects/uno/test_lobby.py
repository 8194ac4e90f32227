"""Handshake, admin, chat and lobbies, also those of other transports (UNO 10, 11.4-11.6)."""

import pytest

from messages import (
    ChatMessage,
    ChooseNickname,
    LeaveMatch,
    Message,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
)
from server.dialects.uno.lobby import list_of_lobbies
from server.dialects.uno.peer import UnoSettings
from server.limits import Limits
from tests.harness.dialects.uno_server import Inn, Play
from tests.harness.memory_connection import MemoryConnection


class TestTheHandshake:
    def test_of_the_first_player(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.connect()
            alice.send("MH|alice|human_player")
            assert await alice.lines(4) == ["AH", "LOL|main:0", "IAD", "BPJ|alice"]
            assert await alice.heard() == []

        play(scene)

    def test_of_the_second_player(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.connect()
            assert await bob.hello("bob") == ["AH", "LOL|main:1", "BPJ|alice", "BPJ|bob"]
            assert await alice.heard() == ["BPJ|bob"]

        play(scene)

    def test_of_a_client_that_calls_itself_a_computer_player(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            robot = await inn.connect()
            expected = ["AH", "LOL|main:0", "IAD", "BPJ|robot"]
            assert await robot.hello("robot", "computer_player") == expected

        play(scene)

    def test_while_main_plays(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, *_ = await inn.table("alice", "bob", "carol")
            dave = await inn.connect()
            assert await dave.hello("dave") == ["AH", "LOL|main:3", "ERR|E004"]
            assert await alice.heard() == [], "nobody notices"
            assert await dave.heard("SM|hello?") == ["ERR|E009"], "the hall has no chat"

        play(scene)

    def test_while_main_is_full(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            for name in ("alice", "bob", "carol"):
                await inn.guest(name)
            dave = await inn.connect()
            assert await dave.hello("dave") == ["AH", "LOL|main:3", "ERR|E005"]
            expected = ["IAD", "BCL|mine"]
            assert await dave.heard("CL|mine") == expected, "life goes on in the hall"

        play(scene, UnoSettings(seats=3))

    def test_28_a_name_differing_only_in_case(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            await inn.guest("david")
            other = await inn.connect()
            other.send("MH|David|human_player")
            assert await other.line() == "ERR|E002"
            expected = ["AH", "LOL|main:1", "BPJ|david", "BPJ|david2"]
            assert await other.hello("david2") == expected

        play(scene)

    def test_folds_names_to_lower_case(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.connect()
            assert (await alice.hello("ALICE.B"))[-1] == "BPJ|alice.b"

        play(scene)

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("MH", "E003"),
            ("MH|", "E003"),
            ("MH|alice", "E003"),
            ("MH|alice|", "E003"),
            ("MH||human_player", "E003"),
            ("MH|||", "E003"),
            ("MH|alice|human_player|extra", "E006"),
            ("MH|alice|human_player|", "E006"),
            ("MH|alice|robot", "E006"),
            ("MH|alice|HUMAN_PLAYER", "E006"),
            ("MH|al ice|human_player", "E008"),
            ("MH|al:ice|human_player", "E008"),
            ("MH|al;ice|human_player", "E008"),
            (f"MH|{'x' * 21}|human_player", "E008"),
            ("mh|alice|human_player", "E001"),
            ("HELLO", "E001"),
            ("DC", "E001"),
            ("LOL", "E001"),
            ("LG", "E001"),
            ("SM|hi", "E001"),
            ("PC", "E001"),
            ("Closing the connection.", "E001"),
        ],
    )
    def test_may_go_wrong_and_be_repeated(self, line: str, code: str, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.connect()
            alice.send(line)
            assert await alice.line() == f"ERR|{code}"
            assert (await alice.hello("alice"))[0] == "AH"

        play(scene)

    def test_is_made_once(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.guest("alice")
            for line in ("MH|eve|human_player", "MH|alice|human_player", "MH", "MH|x"):
                assert await alice.heard(line) == ["ERR|E001"]

        play(scene)


class TestTheAdmin:
    def test_adds_computer_players(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            for line in ("ACP|bot_1|advanced", "ACP|B.2", "ACP|c|", "ACP|d|random"):
                name = line.split("|")[1].lower()
                assert await alice.heard(line) == [f"BPJ|{name}"]
            assert await bob.heard() == ["BPJ|bot_1", "BPJ|b.2", "BPJ|c", "BPJ|d"]
            carol = await inn.connect()
            seated = [f"BPJ|{n}" for n in ("alice", "bob", "bot_1", "b.2", "c", "d", "carol")]
            assert await carol.hello("carol") == ["AH", "LOL|main:6", *seated]

        play(scene)

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("ACP", "E003"),
            ("ACP|", "E003"),
            ("ACP||basic", "E003"),
            ("ACP|hal|basic|more", "E006"),
            ("ACP|hal|clever", "E006"),
            ("ACP|h l", "E008"),
            (f"ACP|{'x' * 21}|basic", "E008"),
            ("ACP|alice", "E002"),
            ("ACP|ALICE|basic", "E002"),
            ("ACP|bob|random", "E002"),
            ("SG", "E003"),
            ("SG|", "E003"),
            ("SG|normal|fast", "E006"),
            ("SG|sevenZero", "E006"),
            ("SG|NORMAL", "E006"),
        ],
    )
    def test_is_told_what_is_wrong(self, line: str, code: str, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            assert await alice.heard(line) == [f"ERR|{code}"]
            assert await bob.heard() == []

        play(scene)

    def test_26_with_ten_seats_taken(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.guest("alice")
            await alice.heard(*(f"ACP|bot{number}" for number in range(9)))
            assert await alice.heard("ACP|one-more|basic") == ["ERR|E011"]
            assert await alice.heard("ACP|bot3") == ["ERR|E002"], "the name comes first"
            bob = await inn.connect()
            assert await bob.hello("bob") == ["AH", "LOL|main:10", "ERR|E005"]
            assert await bob.heard("JL|main") == ["ERR|E005"]

        play(scene)

    def test_may_ask_twice_in_one_breath(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.guest("alice")
            assert await alice.heard("ACP|hal", "ACP|HAL") == ["BPJ|hal", "ERR|E002"]
            assert await alice.heard("ACP|eve") == ["BPJ|eve"], "no seat was lost"

        play(scene, UnoSettings(seats=3))

    def test_27_is_the_only_one_who_may(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            assert await bob.heard("SG|normal") == ["ERR|E006"]
            assert await bob.heard("ACP|hal|basic") == ["ERR|E006"]
            assert await bob.heard("ACP|alice") == ["ERR|E006"], "permission comes before the name"
            assert await bob.heard("ACP|h l") == ["ERR|E008"], "the form comes before permission"
            assert await alice.heard() == []

        play(scene)

    def test_cannot_start_alone(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.guest("alice")
            assert await alice.heard("SG|normal") == ["ERR|E006"]

        play(scene)

    def test_passes_it_on_to_the_longest_seated(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob, carol = [await inn.guest(n) for n in ("alice", "bob", "carol")]
            await bob.heard()
            alice.send("ACP|hal", "LG")
            await alice.rest()
            assert await bob.heard() == ["BPJ|hal", "BLG|alice", "IAD"]
            assert await carol.heard() == ["BPJ|hal", "BLG|alice"]
            assert await bob.heard("ACP|hal2") == ["BPJ|hal2"]

        play(scene)

    def test_passes_it_on_in_a_game(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob, carol = await inn.table("alice", "bob", "carol")
            alice.send("LG")
            await alice.rest()
            heard = await bob.heard()
            assert heard[:2] == ["BLG|alice", "IAD"]
            assert "IAD" not in await carol.heard()

        play(scene)


class TestChat:
    def test_goes_to_the_whole_lobby(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            assert await alice.heard("SM|Nice: move; really;") == ["BM|alice:Nice: move; really"]
            assert await bob.heard() == ["BM|alice:Nice: move; really"]
            await bob.heard("CL|room")
            await alice.heard()
            assert await alice.heard("SM|still there?") == ["BM|alice:still there?"]
            assert await bob.heard() == []

        play(scene)

    def test_is_welcome_in_and_out_of_turn(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.table("alice", "bob")
            for talker, name in ((alice, "alice"), (bob, "bob")):
                assert await talker.heard(f"SM|{'x' * 256}") == [f"BM|{name}:{'x' * 256}"]
                await alice.heard()
                await bob.heard()

        play(scene)

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("SM", "E003"),
            ("SM|", "E009"),
            ("SM|   ", "E009"),
            ("SM|;", "E009"),
            ("SM|a|b", "E009"),
            ("SM|a|", "E009"),
            (f"SM|{'x' * 257}", "E009"),
            ("SM|\u200b\u200b", "E009"),
        ],
    )
    def test_may_be_refused(self, line: str, code: str, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            assert await alice.heard(line) == [f"ERR|{code}"]
            assert await bob.heard() == []

        play(scene)


class TestLobbies:
    def test_creating_one(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob, carol = [await inn.guest(n) for n in ("alice", "bob", "carol")]
            await alice.heard()
            await bob.heard()
            assert await alice.heard("CL|room") == ["IAD", "BCL|room"]
            assert await bob.heard() == ["BLG|alice", "IAD", "BCL|room"]
            assert await carol.heard() == ["BLG|alice", "BCL|room"]
            carol.send("LOL")
            assert await carol.line() == "LOL|main:2;room:1"

        play(scene)

    def test_joining_one(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob, carol = [await inn.guest(n) for n in ("alice", "bob", "carol")]
            await alice.heard("CL|Room")
            assert (await bob.heard("JL|ROOM"))[-2:] == ["BJL|alice", "BJL|bob"]
            assert await carol.heard() == ["BLG|alice", "BCL|Room", "BLG|bob", "IAD"]
            assert await alice.heard() == ["BJL|bob"]
            assert await carol.heard("JL|room") == ["BJL|alice", "BJL|bob", "BJL|carol"]
            assert await alice.heard() == ["BJL|carol"]
            carol.send("LOL")
            assert await carol.line() == "LOL|main:0;Room:3"

        play(scene)

    def test_going_back_to_an_empty_main(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.guest("alice")
            await alice.heard("CL|room")
            assert await alice.heard("JL|main") == ["IAD", "BJL|alice"]
            alice.send("LOL")
            assert await alice.line() == "LOL|main:1", "the other lobby has vanished"

        play(scene)

    def test_those_who_play_are_not_told_of_new_ones(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, _ = await inn.table("alice", "bob")
            dave = await inn.guest("dave")
            assert await dave.heard("CL|room") == ["IAD", "BCL|room"]
            assert await alice.heard() == []
            eve = await inn.connect()
            assert await eve.hello("eve") == ["AH", "LOL|main:2;room:1", "ERR|E004"]

        play(scene)

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("CL", "E003"),
            ("CL|", "E003"),
            ("CL|a|b", "E006"),
            ("CL|a b", "E006"),
            ("CL|a:b", "E006"),
            (f"CL|{'x' * 31}", "E006"),
            ("CL|main", "E006"),
            ("CL|MAIN", "E006"),
            ("CL|ROOM", "E006"),
            ("JL", "E003"),
            ("JL|", "E003"),
            ("JL|a|b", "E006"),
            ("JL|a;b", "E006"),
            ("JL|nowhere", "E006"),
            ("JL|main", "E006"),
        ],
    )
    def test_what_cannot_be_done_leaves_everybody_where_they_are(
        self, line: str, code: str, play: Play
    ) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await bob.heard("CL|room")
            await alice.heard()
            assert await alice.heard(line) == [f"ERR|{code}"]
            assert await bob.heard() == []
            alice.send("LOL")
            assert await alice.line() == "LOL|main:1;room:1"

        play(scene)

    def test_a_lobby_that_plays_or_is_full_is_not_joined(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard("CL|room", "ACP|hal")
            assert (await bob.heard("JL|room"))[-1] == "ERR|E005"
            await alice.heard("SG|normal")
            assert await bob.heard("JL|room") == ["ERR|E004"], "playing comes before full"
            bob.send("LOL")
            assert await bob.line() == "LOL|main:1;room:2", "bob is still in main"

        play(scene, UnoSettings(seats=2))

    def test_nobody_walks_away_from_a_game(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.table("alice", "bob")
            for line in ("CL|room", "JL|main", "JL|nowhere", "SG|normal", "ACP|hal"):
                assert await alice.heard(line) == ["ERR|E006"]
            assert await bob.heard() == []

        play(scene)

    def test_several_lobbies_play_at_once(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob, carol, dave = [
                await inn.guest(n) for n in ("alice", "bob", "carol", "dave")
            ]
            await carol.heard("CL|two")
            await dave.heard("JL|two")
            assert (await alice.heard("SG|normal"))[-3] == "GST|normal"
            assert (await carol.heard("SG|seven_o"))[-3] == "GST|seven_o"
            assert "GST|seven_o" not in await bob.heard()
            assert "GST|normal" not in await dave.heard()

        play(scene)

    def test_where_no_more_tables_fit(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice, bob = await inn.guest("alice"), await inn.guest("bob")
            await alice.heard()
            assert await bob.heard("CL|room") == ["ERR|E005"]
            assert await alice.heard() == ["BLG|bob"]
            assert await bob.heard("JL|main") == ["BJL|alice", "BJL|bob"]

        play(scene, limits=Limits(matches=1))


async def _said(guest: MemoryConnection, kind: type[Message]) -> Message:
    while not isinstance(message := await guest.receive(), kind):
        pass
    return message


class TestOtherRoutes:
    async def _ada(self, inn: Inn, asked: SelectModeAndPlayers) -> MemoryConnection:
        ada = inn.memory()
        for message in (ChooseNickname("Ada-L"), SelectMatch(0), asked):
            await ada.send(message)
        return ada

    def test_guests_of_other_routes_sit_down_in_a_lobby(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            alice = await inn.guest("alice")
            ada = inn.memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SelectMatch(1))
            assert await alice.heard() == ["BPJ|ada-l"]
            await ada.send(SendChat("a | b"))
            assert await alice.heard() == ["BM|ada-l:a / b"]
            await ada.send(SendChat("psst", "alice"))
            assert await alice.heard() == ["BM|ada-l:(private) psst"]
            await alice.heard("SM|hello")
            said = await _said(ada, ChatMessage)
            while isinstance(said, ChatMessage) and said.sender != "alice":
                said = await _said(ada, ChatMessage)
            assert said == ChatMessage("alice", "hello")
            await ada.send(LeaveMatch())
            assert await alice.heard() == ["BLG|ada-l"]

        play(scene)

    def test_their_tables_are_lobbies(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            asked = SelectModeAndPlayers(3, game="uno", name="Ada's", standing=True)
            ada = await self._ada(inn, asked)
            alice = await inn.guest("alice")
            alice.send("LOL")
            assert await alice.line() == "LOL|main:1;match-1:1"
            assert await alice.heard("JL|match-1") == ["BJL|ada-l", "BJL|alice"]
            while "alice" not in (await _said(ada, RoomUpdate)).room.players:  # type: ignore[attr-defined]
                pass
            assert await alice.heard("SG|normal") == ["ERR|E006"], "ada is the admin"
            await ada.send(LeaveMatch())
            assert await alice.heard() == ["BLG|ada-l", "IAD"]

        play(scene)

    def test_names_of_tables_that_cannot_be_said_or_are_taken(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            for index, (name, private, game) in enumerate(
                [
                    ("fun", False, "uno"),
                    ("FUN", False, "uno"),
                    ("a b", False, "uno"),
                    ("", False, "uno"),
                    ("main", False, "uno"),
                    ("x", True, "uno"),
                    ("y", False, "eriantys"),
                ]
            ):
                guest = inn.memory()
                await guest.send(ChooseNickname(f"guest-{index}"))
                await guest.send(SelectMatch(0))
                asked = SelectModeAndPlayers(2, game=game, name=name, private=private)
                await guest.send(asked)
            expected = "LOL|main:0;fun:1;match-2:1;match-3:1;match-4:1;match-5:1"
            assert list_of_lobbies(inn.lobby) == expected

        play(scene)

    def test_a_table_that_does_not_stand_starts_when_it_is_full(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            ada = await self._ada(inn, SelectModeAndPlayers(2, game="uno", name="quick"))
            alice = await inn.guest("alice")
            heard = await alice.heard("JL|quick")
            assert heard[:4] == ["BJL|ada-l", "BJL|alice", "GST|normal", "RST"]
            await ada.send(LeaveMatch())
            assert await alice.heard() == ["BLG|ada-l", "GE|alice"]
            assert await alice.heard("SM|hm") == ["ERR|E009"], "the table is gone: in the hall"
            assert await alice.heard("JL|main") == ["IAD", "BJL|alice"]

        play(scene)

    def test_the_hall_has_no_chat(self, play: Play) -> None:
        async def scene(inn: Inn) -> None:
            await inn.table("alice", "bob")
            dave = await inn.guest("dave")
            ada = inn.memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SendChat("to everybody in the lobby"))
            await ada.send(SendChat("to you", "dave"))
            assert await dave.heard() == ["BM|ada-l:(private) to you"]

        play(scene)
