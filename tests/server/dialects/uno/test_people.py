"""Handshake, admin and chat on the wire (UNO 10, 11.4-11.6; server.dialects.uno.people)."""

import pytest

from server.dialects.uno.peer import UnoSettings
from tests.harness.dialects.server import Inn, Play


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
