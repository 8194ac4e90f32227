"""Chance at a Rummy table."""

from benchmarks.arena import Arena, Rules
from client.bots import RandomBot
from games.rummy import RUMMY
from messages.rummy.actions import DiscardRummyCard
from tests.games.rummy.tables import DRAW, after, meld, table


def test_it_puts_down_what_it_can_before_it_discards() -> None:
    bot, state = RandomBot(1), after(table("7H 8H 9H 2C KC", "3C"), DRAW)
    view = RUMMY.view(state, 0)
    assert {bot.choose(view, RUMMY.legal(state, 0)) for _ in range(50)} == {meld("7H 8H 9H")}
    state = after(state, meld("7H 8H 9H"))
    chosen = {bot.choose(view, RUMMY.legal(state, 0)) for _ in range(50)}
    assert len(chosen) == 3
    assert all(isinstance(action, DiscardRummyCard) for action in chosen)


def test_five_of_them_come_to_an_end() -> None:
    assert Arena(Rules("rummy500"), [RandomBot(seat) for seat in range(5)], 1).play().winners
