"""Journals of finished matches, played by a random strategy."""

from random import Random

from games.registry import GAMES
from messages import ChooseWizard, ListActions, SelectMatch, SelectModeAndPlayers
from messages.registry import LegalActions
from server.journal.records import Entry
from server.limits import Limits
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal

NAMES = ("ada", "bob", "cid", "dan")


def play_to_the_end(harness: JournalledHarness, setup: SelectModeAndPlayers) -> list[Entry]:
    """Play a match in which each peer with legal actions chooses by chance; return its entries."""
    peers = [harness.connect_named(name) for name in NAMES[: setup.number_of_players]]
    harness.assert_accepted(peers[0], SelectMatch(0))
    harness.assert_accepted(peers[0], setup)
    number, chance = max(harness.state.rooms), Random(1)
    room = harness.state.rooms[number]
    for peer in peers[1:]:
        harness.assert_accepted(peer, SelectMatch(0 if room.code else number, code=room.code))
    for peer, wizard in zip(peers, room.game.wizards, strict=False):
        harness.assert_accepted(peer, ChooseWizard(wizard))
    while number in harness.state.rooms and room.match is not None:
        for peer in peers:
            legal = harness.send(peer, ListActions())
            if isinstance(legal, LegalActions) and legal.actions:
                harness.send(peer, chance.choice(legal.actions))
                break
    return list(harness.journal.entries(number))


def finished_match(setup: SelectModeAndPlayers) -> list[Entry]:
    """Return the entries of a finished match, number 1, with snapshots in between."""
    harness = JournalledHarness(MemoryJournal(), Limits(snapshot_records=20), GAMES)
    entries = play_to_the_end(harness, setup)
    assert entries[-1].last
    return entries
