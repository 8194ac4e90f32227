"""Test handshake, admin, chat and lobbies (server.dialects.uno.lobby, UNO 10, 11.4-11.6)."""

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
from server.dialects.uno.lobby import lobby_list_line
from server.dialects.uno.peer import UnoSettings
from server.limits import Limits
from tests.harness.dialects.uno_server import RunScenario, UnoServer
from tests.harness.memory_connection import MemoryConnection


class TestHandshake:
    def test_first_player_becomes_admin_of_main(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            alice.send("MH|alice|human_player")
            assert await alice.read_lines(4) == ["AH", "LOL|main:0", "IAD", "BPJ|alice"]
            assert await alice.sync() == []

        run_scenario(scenario)

    def test_second_player_receives_all_members_and_is_announced_to_the_first(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect()
            assert await bob.handshake("bob") == ["AH", "LOL|main:1", "BPJ|alice", "BPJ|bob"]
            assert await alice.sync() == ["BPJ|bob"]

        run_scenario(scenario)

    def test_client_type_computer_player_is_accepted_and_the_first_one_is_admin(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            robot = await server.connect()
            expected = ["AH", "LOL|main:0", "IAD", "BPJ|robot"]
            assert await robot.handshake("robot", "computer_player") == expected

        run_scenario(scenario)

    def test_handshake_while_main_plays_gets_e004_tells_nobody_and_allows_no_chat(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, *_ = await server.start_match("alice", "bob", "carol")
            dave = await server.connect()
            assert await dave.handshake("dave") == ["AH", "LOL|main:3", "ERR|E004"]
            assert await alice.sync() == [], "the others are not told"
            assert await dave.sync("SM|hello?") == ["ERR|E009"], "chat needs a lobby"

        run_scenario(scenario)

    def test_handshake_while_main_is_full_gets_e005_and_may_create_a_lobby(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            for name in ("alice", "bob", "carol"):
                await server.connect_named(name)
            dave = await server.connect()
            assert await dave.handshake("dave") == ["AH", "LOL|main:3", "ERR|E005"]
            expected = ["IAD", "BCL|mine"]
            assert await dave.sync("CL|mine") == expected, "the client may create a lobby"

        run_scenario(scenario, UnoSettings(seats=3))

    def test_28_name_differing_only_in_case_gets_e002_and_another_is_accepted(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            await server.connect_named("david")
            other = await server.connect()
            other.send("MH|David|human_player")
            assert await other.read_line() == "ERR|E002"
            expected = ["AH", "LOL|main:1", "BPJ|david", "BPJ|david2"]
            assert await other.handshake("david2") == expected

        run_scenario(scenario)

    def test_names_are_sent_in_lower_case(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            assert (await alice.handshake("ALICE.B"))[-1] == "BPJ|alice.b"

        run_scenario(scenario)

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
    def test_refused_handshake_or_other_line_gets_its_code_and_a_handshake_may_follow(
        self, line: str, code: str, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect()
            alice.send(line)
            assert await alice.read_line() == f"ERR|{code}"
            assert (await alice.handshake("alice"))[0] == "AH"

        run_scenario(scenario)

    def test_second_handshake_is_refused_with_e001(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            for line in ("MH|eve|human_player", "MH|alice|human_player", "MH", "MH|x"):
                assert await alice.sync(line) == ["ERR|E001"]

        run_scenario(scenario)


class TestAdmin:
    def test_admin_adds_computer_players_who_are_announced_and_listed_to_newcomers(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            for line in ("ACP|bot_1|advanced", "ACP|B.2", "ACP|c|", "ACP|d|random"):
                name = line.split("|")[1].lower()
                assert await alice.sync(line) == [f"BPJ|{name}"]
            assert await bob.sync() == ["BPJ|bot_1", "BPJ|b.2", "BPJ|c", "BPJ|d"]
            carol = await server.connect()
            seated = [f"BPJ|{n}" for n in ("alice", "bob", "bot_1", "b.2", "c", "d", "carol")]
            assert await carol.handshake("carol") == ["AH", "LOL|main:6", *seated]

        run_scenario(scenario)

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
    def test_illegal_admin_command_gets_its_code_and_is_not_sent_to_others(
        self, line: str, code: str, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            assert await alice.sync(line) == [f"ERR|{code}"]
            assert await bob.sync() == []

        run_scenario(scenario)

    def test_26_full_lobby_refuses_a_computer_player_with_e011_and_a_client_with_e005(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            await alice.sync(*(f"ACP|bot{number}" for number in range(9)))
            assert await alice.sync("ACP|one-more|basic") == ["ERR|E011"]
            assert await alice.sync("ACP|bot3") == ["ERR|E002"], "the name is checked first"
            bob = await server.connect()
            assert await bob.handshake("bob") == ["AH", "LOL|main:10", "ERR|E005"]
            assert await bob.sync("JL|main") == ["ERR|E005"]

        run_scenario(scenario)

    def test_duplicate_computer_player_in_one_segment_gets_e002_and_no_seat(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            assert await alice.sync("ACP|hal", "ACP|HAL") == ["BPJ|hal", "ERR|E002"]
            assert await alice.sync("ACP|eve") == ["BPJ|eve"], "the refused request took no seat"

        run_scenario(scenario, UnoSettings(seats=3))

    def test_27_admin_commands_of_others_get_e006_before_the_name_but_after_the_form_check(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            assert await bob.sync("SG|normal") == ["ERR|E006"]
            assert await bob.sync("ACP|hal|basic") == ["ERR|E006"]
            assert await bob.sync("ACP|alice") == ["ERR|E006"], (
                "permission is checked before the name"
            )
            assert await bob.sync("ACP|h l") == ["ERR|E008"], (
                "the form is checked before permission"
            )
            assert await alice.sync() == []

        run_scenario(scenario)

    def test_start_with_one_player_is_refused_with_e006(self, run_scenario: RunScenario) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            assert await alice.sync("SG|normal") == ["ERR|E006"]

        run_scenario(scenario)

    def test_longest_seated_client_becomes_admin_when_the_admin_leaves_a_lobby(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob, carol = [await server.connect_named(n) for n in ("alice", "bob", "carol")]
            await bob.sync()
            alice.send("ACP|hal", "LG")
            await alice.read_to_end()
            assert await bob.sync() == ["BPJ|hal", "BLG|alice", "IAD"]
            assert await carol.sync() == ["BPJ|hal", "BLG|alice"]
            assert await bob.sync("ACP|hal2") == ["BPJ|hal2"]

        run_scenario(scenario)

    def test_only_the_new_admin_is_told_when_the_admin_leaves_a_game(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob, carol = await server.start_match("alice", "bob", "carol")
            alice.send("LG")
            await alice.read_to_end()
            received = await bob.sync()
            assert received[:2] == ["BLG|alice", "IAD"]
            assert "IAD" not in await carol.sync()

        run_scenario(scenario)


class TestChat:
    def test_chat_goes_to_all_in_the_lobby_but_not_to_another_one_without_a_final_semicolon(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            assert await alice.sync("SM|Nice: move; really;") == ["BM|alice:Nice: move; really"]
            assert await bob.sync() == ["BM|alice:Nice: move; really"]
            await bob.sync("CL|room")
            await alice.sync()
            assert await alice.sync("SM|still there?") == ["BM|alice:still there?"]
            assert await bob.sync() == []

        run_scenario(scenario)

    def test_chat_of_256_characters_is_accepted_in_and_out_of_turn(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.start_match("alice", "bob")
            for connection, name in ((alice, "alice"), (bob, "bob")):
                assert await connection.sync(f"SM|{'x' * 256}") == [f"BM|{name}:{'x' * 256}"]
                await alice.sync()
                await bob.sync()

        run_scenario(scenario)

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
    def test_illegal_chat_gets_its_code_and_is_not_sent_to_others(
        self, line: str, code: str, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            assert await alice.sync(line) == [f"ERR|{code}"]
            assert await bob.sync() == []

        run_scenario(scenario)


class TestLobbies:
    def test_new_lobby_of_the_admin_is_announced_in_main_which_has_a_new_admin(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob, carol = [await server.connect_named(n) for n in ("alice", "bob", "carol")]
            await alice.sync()
            await bob.sync()
            assert await alice.sync("CL|room") == ["IAD", "BCL|room"]
            assert await bob.sync() == ["BLG|alice", "IAD", "BCL|room"]
            assert await carol.sync() == ["BLG|alice", "BCL|room"]
            carol.send("LOL")
            assert await carol.read_line() == "LOL|main:2;room:1"

        run_scenario(scenario)

    def test_joining_a_lobby_in_any_case_is_announced_in_it_and_in_the_lobby_left(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob, carol = [await server.connect_named(n) for n in ("alice", "bob", "carol")]
            await alice.sync("CL|Room")
            assert (await bob.sync("JL|ROOM"))[-2:] == ["BJL|alice", "BJL|bob"]
            assert await carol.sync() == ["BLG|alice", "BCL|Room", "BLG|bob", "IAD"]
            assert await alice.sync() == ["BJL|bob"]
            assert await carol.sync("JL|room") == ["BJL|alice", "BJL|bob", "BJL|carol"]
            assert await alice.sync() == ["BJL|carol"]
            carol.send("LOL")
            assert await carol.read_line() == "LOL|main:0;Room:3"

        run_scenario(scenario)

    def test_return_to_an_empty_main_makes_admin_and_closes_the_empty_lobby(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            await alice.sync("CL|room")
            assert await alice.sync("JL|main") == ["IAD", "BJL|alice"]
            alice.send("LOL")
            assert await alice.read_line() == "LOL|main:1", "the empty lobby is closed"

        run_scenario(scenario)

    def test_new_lobby_is_not_announced_to_players_in_a_game_but_listed_to_newcomers(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, _ = await server.start_match("alice", "bob")
            dave = await server.connect_named("dave")
            assert await dave.sync("CL|room") == ["IAD", "BCL|room"]
            assert await alice.sync() == []
            eve = await server.connect()
            assert await eve.handshake("eve") == ["AH", "LOL|main:2;room:1", "ERR|E004"]

        run_scenario(scenario)

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
    def test_refused_lobby_command_gets_its_code_and_changes_nothing(
        self, line: str, code: str, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await bob.sync("CL|room")
            await alice.sync()
            assert await alice.sync(line) == [f"ERR|{code}"]
            assert await bob.sync() == []
            alice.send("LOL")
            assert await alice.read_line() == "LOL|main:1;room:1"

        run_scenario(scenario)

    def test_joining_a_playing_lobby_gets_e004_and_a_full_one_e005_without_leaving_main(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync("CL|room", "ACP|hal")
            assert (await bob.sync("JL|room"))[-1] == "ERR|E005"
            await alice.sync("SG|normal")
            assert await bob.sync("JL|room") == ["ERR|E004"], (
                "a running game is checked before free seats"
            )
            bob.send("LOL")
            assert await bob.read_line() == "LOL|main:1;room:2", "bob is still in main"

        run_scenario(scenario, UnoSettings(seats=2))

    def test_lobby_and_admin_commands_during_a_game_get_e006_and_are_not_sent_to_others(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.start_match("alice", "bob")
            for line in ("CL|room", "JL|main", "JL|nowhere", "SG|normal", "ACP|hal"):
                assert await alice.sync(line) == ["ERR|E006"]
            assert await bob.sync() == []

        run_scenario(scenario)

    def test_two_lobbies_play_at_once_without_the_start_of_the_other(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob, carol, dave = [
                await server.connect_named(n) for n in ("alice", "bob", "carol", "dave")
            ]
            await carol.sync("CL|two")
            await dave.sync("JL|two")
            assert (await alice.sync("SG|normal"))[-3] == "GST|normal"
            assert (await carol.sync("SG|seven_o"))[-3] == "GST|seven_o"
            assert "GST|seven_o" not in await bob.sync()
            assert "GST|normal" not in await dave.sync()

        run_scenario(scenario)

    def test_lobby_over_the_limit_of_matches_gets_e005_and_its_creator_has_left_main(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice, bob = await server.connect_named("alice"), await server.connect_named("bob")
            await alice.sync()
            assert await bob.sync("CL|room") == ["ERR|E005"]
            assert await alice.sync() == ["BLG|bob"]
            assert await bob.sync("JL|main") == ["BJL|alice", "BJL|bob"]

        run_scenario(scenario, limits=Limits(matches=1))


async def _receive_kind(client: MemoryConnection, kind: type[Message]) -> Message:
    while not isinstance(message := await client.receive(), kind):
        pass
    return message


class TestOtherTransports:
    async def _connect_ada(
        self, server: UnoServer, setup: SelectModeAndPlayers
    ) -> MemoryConnection:
        ada = server.connect_memory()
        for message in (ChooseNickname("Ada-L"), SelectMatch(0), setup):
            await ada.send(message)
        return ada

    def test_client_of_another_transport_joins_chats_in_and_leaves_a_lobby(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            alice = await server.connect_named("alice")
            ada = server.connect_memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SelectMatch(1))
            assert await alice.sync() == ["BPJ|ada-l"]
            await ada.send(SendChat("a | b"))
            assert await alice.sync() == ["BM|ada-l:a / b"]
            await ada.send(SendChat("psst", "alice"))
            assert await alice.sync() == ["BM|ada-l:(private) psst"]
            await alice.sync("SM|hello")
            chat = await _receive_kind(ada, ChatMessage)
            while isinstance(chat, ChatMessage) and chat.sender != "alice":
                chat = await _receive_kind(ada, ChatMessage)
            assert chat == ChatMessage("alice", "hello")
            await ada.send(LeaveMatch())
            assert await alice.sync() == ["BLG|ada-l"]

        run_scenario(scenario)

    def test_room_of_another_transport_is_listed_and_joined_as_a_lobby_with_its_host_as_admin(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            setup = SelectModeAndPlayers(3, game="uno", name="Ada's", standing=True)
            ada = await self._connect_ada(server, setup)
            alice = await server.connect_named("alice")
            alice.send("LOL")
            assert await alice.read_line() == "LOL|main:1;match-1:1"
            assert await alice.sync("JL|match-1") == ["BJL|ada-l", "BJL|alice"]
            while "alice" not in (await _receive_kind(ada, RoomUpdate)).room.players:  # type: ignore[attr-defined]
                pass
            assert await alice.sync("SG|normal") == ["ERR|E006"], "ada is the admin"
            await ada.send(LeaveMatch())
            assert await alice.sync() == ["BLG|ada-l", "IAD"]

        run_scenario(scenario)

    def test_room_with_an_illegal_or_used_name_is_listed_by_number_a_private_one_not(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
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
                client = server.connect_memory()
                await client.send(ChooseNickname(f"guest-{index}"))
                await client.send(SelectMatch(0))
                setup = SelectModeAndPlayers(2, game=game, name=name, private=private)
                await client.send(setup)
            expected = "LOL|main:0;match-5:1;match-4:1;match-3:1;match-2:1;fun:1"
            assert lobby_list_line(server.server_state) == expected

        run_scenario(scenario)

    def test_room_that_is_not_standing_starts_when_full_and_is_closed_after_its_game(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            ada = await self._connect_ada(server, SelectModeAndPlayers(2, game="uno", name="quick"))
            alice = await server.connect_named("alice")
            received = await alice.sync("JL|quick")
            assert received[:4] == ["BJL|ada-l", "BJL|alice", "GST|normal", "RST"]
            await ada.send(LeaveMatch())
            assert await alice.sync() == ["BLG|ada-l", "GE|alice"]
            assert await alice.sync("SM|hm") == ["ERR|E009"], "the room is closed"
            assert await alice.sync("JL|main") == ["IAD", "BJL|alice"]

        run_scenario(scenario)

    def test_client_without_a_lobby_receives_only_private_chat(
        self, run_scenario: RunScenario
    ) -> None:
        async def scenario(server: UnoServer) -> None:
            await server.start_match("alice", "bob")
            dave = await server.connect_named("dave")
            ada = server.connect_memory()
            await ada.send(ChooseNickname("Ada-L"))
            await ada.send(SendChat("to everybody in the lobby"))
            await ada.send(SendChat("to you", "dave"))
            assert await dave.sync() == ["BM|ada-l:(private) to you"]

        run_scenario(scenario)
