"""Eriantys: view, prompts, opening messages and confirmations.

Everything but the bag is public (Eriantys rules 11), so all seats get the same changes. The view
lists the fields that may be seen; the order of the bag and the Rng are never among them.
"""

from functools import lru_cache

from games.base import Seating
from games.eriantys.characters import price_of, usable_characters
from games.eriantys.legal import open_clouds, playable_assistants
from games.eriantys.state import (
    NOBODY,
    Card,
    Counts,
    Island,
    School,
    State,
    color_mask,
    colors_in,
    counts_by_color,
    island_tiles,
    step_limit,
    teams,
)
from messages.base import Message, Seat, ServerMessage
from messages.eriantys import actions
from messages.eriantys.actions import COLORS, TOWERS, MatchCreated, SetUpSchoolStudent
from messages.eriantys.table import CharacterView, EriantysView, IslandView, SchoolView
from messages.lobby import PlayersInfo

CONFIRMED: dict[type[Message], str] = {
    actions.PlayAssistantCard: "You played the assistant card selected",
    actions.MoveStudent: "You have successfully moved the student",
    actions.MoveMotherNature: "You have successfully moved mother nature",
    actions.UseCharacterCard: "You have successfully used the card",
    actions.ChooseCloud: "You have successfully taken the students of the cloud",
    actions.EndTurn: "Your turn is over",
}


def confirm(action: actions.EriantysAction) -> str:
    """Return the text of ActionValid for the action."""
    return CONFIRMED[type(action)]


def view(state: State, seat: Seat | None) -> EriantysView:
    """Return the view of a seat or of a spectator."""
    tiles = island_tiles(state.ring)
    return EriantysView(
        seat=seat,
        expert=state.expert,
        round=state.round,
        phase=state.phase,
        turn=None if state.turn == NOBODY else state.turn,
        order=state.order,
        students_left=state.students_left,
        max_steps=step_limit(state) if state.phase in ("STUDENTS", "MOTHER_NATURE") else 0,
        islands=tuple([_island(*pair) for pair in zip(tiles, state.islands, strict=True)]),
        mother_nature=tiles[state.ring[state.mother_nature]][0],
        clouds=tuple([counts_by_color(cloud) for cloud in state.clouds]),
        bag=len(state.bag),
        schools=tuple([_school(state, seat) for seat in range(len(state.schools))]),
        professors={
            color: holder
            for color, holder in zip(COLORS, state.professors, strict=True)
            if holder != NOBODY
        },
        characters=tuple([_character(card) for card in state.characters]),
        supply=state.supply,
        character_used=state.character_used,
        effect=state.effect,
        banned_color=None if state.banned == NOBODY else COLORS[state.banned],
        last_round=state.last_round,
        winners=state.winners,
        clouds_closed=state.clouds_closed,
        teams=teams(len(state.schools)),
    )


def prompt(state: State, seat: Seat) -> actions.EriantysPrompt | None:
    """Return the prompt for the seat on turn; None for the others."""
    if seat != state.turn:
        return None
    match state.phase:
        case "PLANNING":
            values = tuple([str(value) for value in playable_assistants(state)])
            return actions.SelectAssistantCard(available_cards=values)
        case "STUDENTS":
            colors = _colors(state.schools[seat].entrance)
            return actions.SelectStudent(
                state.students_left, colors, usable_characters(state, seat)
            )
        case "MOTHER_NATURE":
            return actions.SelectSteps(
                max_steps=step_limit(state), characters=usable_characters(state, seat)
            )
        case "CLOUD":
            clouds = open_clouds(state)
            return actions.SelectCloud(
                available_clouds=clouds, characters=usable_characters(state, seat)
            )
        case "END_TURN":
            return actions.SelectEndOfTurn(characters=usable_characters(state, seat))
        case "OVER":
            return None


@lru_cache(maxsize=4096)
def _colors(counts: Counts) -> tuple[actions.Color, ...]:
    """Return the colours of which there is at least one student."""
    return tuple([COLORS[color] for color in colors_in(color_mask(counts))])


def opening(state: State, seating: Seating) -> tuple[ServerMessage, ...]:
    """Return the set-up messages of the protocol document."""
    messages: list[ServerMessage] = [_players(state, seating), _islands(state)]
    for nickname, school in zip(seating.nicknames, state.schools, strict=True):
        entrance = counts_by_color(school.entrance)
        messages.append(SetUpSchoolStudent(player_nickname=nickname, entrance_students=entrance))
    if state.expert:
        names = tuple([card.name for card in state.characters])
        messages.append(actions.SetUpCharacterCard(character_cards=names))
    return tuple(messages)


def _players(state: State, seating: Seating) -> PlayersInfo:
    """Return the players with their wizards and tower colours."""
    parties = len(state.yards)
    return PlayersInfo(
        player_nicknames=seating.nicknames,
        number_of_players=len(seating.nicknames),
        expert_mode=state.expert,
        map_player_wizard=dict(zip(seating.nicknames, seating.wizards, strict=False)),
        map_tower_to_player={
            nickname: TOWERS[seat % parties] for seat, nickname in enumerate(seating.nicknames)
        },
        match=seating.match,
        game="eriantys",
    )


def _islands(state: State) -> MatchCreated:
    """Return the students on islands at the start, when an island has at most one."""
    students = {
        str(tiles[0]): COLORS[color]
        for tiles, island in zip(island_tiles(state.ring), state.islands, strict=True)
        for color in colors_in(color_mask(island.students))[:1]
    }
    return MatchCreated(mother_nature_position=state.mother_nature, map_student_island=students)


def _island(tiles: tuple[int, ...], island: Island) -> IslandView:
    """Return the view of an island that consists of these tiles."""
    return IslandView(
        tiles=tiles,
        students=counts_by_color(island.students),
        towers=island.towers,
        tower=None if island.owner == NOBODY else TOWERS[island.owner],
        no_entry=island.no_entry,
    )


def _school(state: State, seat: Seat) -> SchoolView:
    """Return the view of a school; the towers of a team are at its first member."""
    school: School = state.schools[seat]
    parties = len(state.yards)
    return SchoolView(
        tower=TOWERS[seat % parties],
        # A team's towers stand on the first partner's board. Eriantys rules 3.1
        towers=state.yards[seat] if seat < parties else 0,
        entrance=counts_by_color(school.entrance),
        dining=counts_by_color(school.dining),
        hand=school.hand,
        played=school.played or None,
        coins=school.coins,
        gone=school.gone,
    )


def _character(card: Card) -> CharacterView:
    """Return the view of a character card with its current price."""
    return CharacterView(
        name=card.name,
        price=price_of(card),
        used=card.used,
        students=counts_by_color(card.students),
        no_entry=card.no_entry,
    )
