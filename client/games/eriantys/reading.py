"""Reads the Eriantys board in sentences of one fact, for the line client."""

from collections.abc import Iterable

from client.games import text as shared
from client.games.base import BoardReading, Names
from client.games.drawing import Marks
from client.games.eriantys import text as phrases
from client.games.eriantys.board import influence, parties_in_play, tile_range_text
from client.games.eriantys.text import students_words
from messages.base import Seat
from messages.eriantys.actions import Tower
from messages.eriantys.table import CharacterView, EriantysView, IslandView

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
"""Numbers of towers as words."""


def read_board(view: EriantysView, names: Names) -> list[str]:
    """Return round, turn, islands, clouds, bag, characters and the schools of the other players."""
    seats = (seat for seat in range(len(view.schools)) if seat != view.seat)
    facts = [
        f"Round {view.round}, {phrases.PHASES[view.phase]}.",
        shared.turn_sentence(view, names),
        *(_read_island(view, island) for island in view.islands),
        f"Mother nature is on island {view.mother_nature}.",
        *(_read_cloud(number, cloud) for number, cloud in enumerate(view.clouds)),
        f"The bag has {shared.amount(view.bag, 'student')}.",
        *(_read_character(card) for card in view.characters),
        *(fact for seat in seats for fact in _read_school(view, names, seat)),
    ]
    return [fact for fact in facts if fact]


def _towers(count: int, party: Tower) -> str:
    """Return a number of towers in words, such as ``two white towers``."""
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {party.lower()} tower{'' if count == 1 else 's'}"


def _read_island(view: EriantysView, island: IslandView) -> str:
    """Return the pieces on an island, and the influence of the parties if there is any."""
    tiles = tile_range_text(island.tiles).replace("-", " to ")
    head = f"Island{'s' if len(island.tiles) > 1 else ''} {tiles}"
    tower = f", {_towers(island.towers, island.tower)}" if island.tower else ""
    no_entry = ", no entry" if island.no_entry else ""
    strengths = influence(view, island)
    numbers = ", ".join(f"{party.lower()} {strengths[party]}" for party in strengths)
    return (
        f"{head}{tower}{no_entry}: {students_words(island.students)}."
        + f" Influence: {numbers}." * any(strengths.values())
    )


def _read_cloud(number: int, cloud: phrases.Counts) -> str:
    """Return a sentence with the students of a cloud."""
    return f"Cloud {number}: {students_words(cloud)}."


def _read_character(card: CharacterView) -> str:
    """Return price and effect of a character, and the pieces on its card."""
    name, price = phrases.character_name(card.name), shared.amount(card.price, "coin")
    effect = phrases.EFFECTS[card.name]
    pieces = f" On it: {students_words(card.students)}." if card.students else ""
    tiles = f" On it: {shared.amount(card.no_entry, 'no-entry tile')}." if card.no_entry else ""
    return f"The {name} costs {price}: {effect}.{pieces}{tiles}"


def _read_school(view: EriantysView, names: Names, seat: Seat) -> list[str]:
    """Return one sentence each for the rooms, professors, assistant and coins of a player.

    Without a played assistant, and in base mode without coins, that sentence is left out. For a
    player who has left, the only sentence says so.
    """
    school = view.schools[seat]
    if school.gone:
        return [shared.gone_sentence(names, seat)]
    whose, has = shared.possessor(view, names, seat), shared.player_has(view, names, seat)
    held = [color.lower() for color, holder in view.professors.items() if holder == seat]
    facts = [
        f"{whose} entrance: {students_words(school.entrance)}.",
        f"{whose} dining room: {students_words(school.dining)}.",
        f"{has} the {'professor' if len(held) == 1 else 'professors'} of {_join(held)}."
        if held
        else f"{has} no professor.",
    ]
    if school.played is not None:
        facts.append(f"{whose} assistant in this round: {school.played}.")
    return [*facts, f"{has} {shared.amount(school.coins, 'coin')}."] if view.expert else facts


def _join(words: Iterable[str]) -> str:
    """Return the words, joined with ``and``."""
    return " and ".join(words)


def read_own(view: EriantysView, names: Names, marks: Marks) -> list[str]:
    """Return the rooms, the professors and the assistants of the reader.

    There are no sentences for a spectator.
    """
    if view.seat is None:
        return []
    hand = ", ".join(map(str, view.schools[view.seat].hand)) or "none"
    return [*_read_school(view, names, view.seat), f"Your assistants: {hand}."]


def read_scores(view: EriantysView, names: Names) -> list[str]:
    """Return how many towers each party has left to build, with its players."""
    facts = []
    for party in parties_in_play(view):
        seats = [seat for seat, school in enumerate(view.schools) if school.tower == party]
        left = sum(view.schools[seat].towers for seat in seats)
        people = _join("you" if s == view.seat else shared.seat_name(names, s) for s in seats)
        facts.append(f"{party.capitalize()}, {people}: {_towers(left, party)} left to build.")
    return facts


READING = BoardReading(board=read_board, own=read_own, scores=read_scores)
