from client.games.base import numbered
from client.games.generic import command
from messages import SendChat


def test_a_list_is_counted_from_one() -> None:
    offer = numbered([SendChat("a"), SendChat("b")], command)
    assert offer.numbers == {1: SendChat("a"), 2: SendChat("b")}
    assert offer.lines == ("   1  send chat a ", "   2  send chat b ")
