"""What is counted (server.state) and how it is told."""

from messages import ChooseNickname, ErrorCode, Heartbeat, ProtocolError
from server.operations.metrics import Metrics
from tests.harness.handler import House


def _figures(house: House) -> dict[str, float]:
    text = Metrics(house.state, house.handler.counts).text().decode()
    lines = [line.split() for line in text.splitlines() if line.startswith("tavolata_")]
    return {name.removeprefix("tavolata_"): float(value) for name, value in lines}


def test_what_there_is_and_what_happened() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    house.guest("eve")
    house.handler.malformed(ada, ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No."), 0.0)
    house.depart(ada)
    figures = _figures(house)
    assert figures["connections"] == 2
    assert figures["sessions"] == 3
    assert figures["absent"] == figures["matches_playing"] == figures["unreadable_total"] == 1
    assert figures["matches_open"] == figures["cannot_save"] == figures["failures_total"] == 0
    assert figures["messages_total"] == 8


def test_flooders_are_counted() -> None:
    house = House()
    flooder = house.arrive(address="192.0.2.1")
    while flooder not in house.ended:
        house.say(flooder, Heartbeat())
    house.state.bans.add("address", "192.0.2.1")
    house.arrive(address="192.0.2.1")
    figures = _figures(house)
    assert figures["refused_hasty_total"] == 21
    assert figures["sent_away_total"] == figures["turned_away_total"] == 1


def test_nothing_about_anybody_is_told() -> None:
    house = House()
    house.say(house.arrive(address="192.0.2.77"), ChooseNickname("adalovelace"))
    text = Metrics(house.state, house.handler.counts).text()
    assert b"adalovelace" not in text
    assert b"192.0.2.77" not in text
