"""Nobody's hand, and nothing of the draw pile, reaches anybody else over the dialect (UNO 14.4)."""

from random import Random

import pytest

from games.uno.cards import DECK, HAND_TEXT, READ
from games.uno.state import State
from messages.uno import UNO_MODES
from tests.games.uno.tables import table
from tests.server.dialects.inn import Inn, Play, Talker

HAND = "RED 2, RED 3, RED 7, BLUE 5"
NAMES = ("alice", "bob", "carol")


def _twin(mode: str, random: Random) -> State:
    """Alice's cards and the top card are always the same, everything else is not."""
    own = [READ[card.strip()][0] for card in f"{HAND}, RED 1".split(",")]
    hidden = list(DECK)
    for kind in own:
        hidden.remove(kind)
    random.shuffle(hidden)
    texts = [HAND_TEXT[kind] for kind in hidden]
    others = [", ".join(texts[:5]), ", ".join(texts[5:9])]
    return table(HAND, *others, draw=", ".join(texts[9:]), options={"mode": mode})


async def _evening(inn: Inn, state: State) -> list[str]:
    """All that alice hears while nobody shows a card; no line depends on what others hold."""
    alice, bob, carol = await inn.position(state, *NAMES)
    heard = await alice.heard("PC|GREEN 9", "DC|x", "UNO", "RC|true", "MC7|bob|GREEN 7", "SM|hm")
    heard += await _quietly(alice, bob, "PC|nonsense", "SM|hm", "CC|RED", "UNO")
    heard += await alice.heard("PC|RED 3")
    inn.pass_time(60)
    heard += await alice.heard("PC|RED 2")
    heard += await _quietly(alice, carol, "PC|nonsense", "DC|x")
    inn.pass_time(60)
    heard += await alice.heard("PC|BLUE 9")
    bob.send("LG")
    await bob.rest()
    heard += await alice.heard("PC|BLUE 9")
    await carol.close()
    return heard + await alice.lines(4)


async def _quietly(alice: Talker, other: Talker, *lines: str) -> list[str]:
    await other.heard(*lines)
    return await alice.heard()


@pytest.mark.parametrize("mode", UNO_MODES)
def test_two_worlds_that_look_the_same_sound_the_same(mode: str, play: Play) -> None:
    heard: list[list[str]] = []

    async def scene(inn: Inn) -> None:
        heard.append(await _evening(inn, _twin(mode, Random(len(heard)))))

    for _ in range(6):
        play(scene)
    assert len(heard[0]) > 20
    assert all(lines == heard[0] for lines in heard)


def test_a_drawn_card_is_for_the_drawer_only(play: Play) -> None:
    async def scene(inn: Inn) -> None:
        state = table("RED 2, RED 3", "BLUE 5", "BLUE 6", draw="RED 9, GREEN 8")
        alice, bob, carol = await inn.position(state, *NAMES)
        assert await alice.heard("DC") == ["BDC|alice", "DPC|RED 9"]
        assert await bob.heard() == await carol.heard() == ["BDC|alice"]
        await alice.heard("RC|false")
        for talker in (bob, carol):
            assert "RED 9" not in "".join(await talker.heard())

    play(scene)
