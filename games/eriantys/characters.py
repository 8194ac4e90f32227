"""Eriantys: the twelve characters (Eriantys rules 10).

``RULES`` has for each character its price, the initial contents of its card, the parameters of its
use, and the functions that list its uses, check one and apply it. All checks come before the
payment and the effect, so a refused use costs nothing.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from games.base import Changed, refuse, replace_at
from games.eriantys import choices, effects
from games.eriantys.choices import Uses
from games.eriantys.islands import check_tile, first_tile
from games.eriantys.state import Card, State
from messages.base import Seat
from messages.eriantys.actions import LASTING, Character, UseCharacterCard
from messages.eriantys.table import CharacterUsed


class Parameters(NamedTuple):
    """The parameters that a use must have; ``swap`` is the maximum number of students to swap."""

    needs: str
    """The parameters in words, for a refusal."""
    color: bool = False
    island: bool = False
    swap: int = 0


class Rule(NamedTuple):
    """One character; ``students`` and ``no_entry`` are on its card at the start."""

    price: int
    parameters: Parameters
    list_uses: Callable[[State, Seat, Card], Uses]
    effect: Callable[[State, Seat, int, UseCharacterCard], Changed[State]]
    check: Callable[[State, Seat, Card, UseCharacterCard], None] | None = None
    students: int = 0
    no_entry: int = 0


NOTHING = Parameters("no color, island or students; leave them out")
ISLAND = Parameters("an islandPosition", island=True)
COLOR = Parameters("a color", color=True)
FROM_CARD = Parameters("a color on its card", color=True)
FROM_CARD_TO_ISLAND = Parameters(
    "a color on its card and an islandPosition", color=True, island=True
)
CARD_SWAP = Parameters(
    "1 to 3 colors taken from its card and as many given from your entrance", swap=3
)
DINING_SWAP = Parameters(
    "1 or 2 colors taken from your dining room and as many given from your entrance", swap=2
)

RULES: dict[Character, Rule] = {
    "MONK": Rule(
        1, FROM_CARD_TO_ISLAND, choices.list_monk, effects.monk, choices.check_on_card, students=4
    ),
    "FARMER": Rule(2, NOTHING, choices.list_plain, effects.farmer),
    "HERALD": Rule(3, ISLAND, choices.list_islands, effects.herald),
    "POSTMAN": Rule(1, NOTHING, choices.list_plain, effects.postman),
    "GRANDMA": Rule(
        2, ISLAND, choices.list_tiles, effects.grandma, choices.check_tiles, no_entry=4
    ),
    "CENTAUR": Rule(3, NOTHING, choices.list_plain, effects.no_immediate_effect),
    "JESTER": Rule(
        1, CARD_SWAP, choices.list_jester, effects.jester, choices.check_jester, students=6
    ),
    "KNIGHT": Rule(2, NOTHING, choices.list_plain, effects.no_immediate_effect),
    "MUSHROOM_HUNTER": Rule(3, COLOR, choices.list_colors, effects.mushroom_hunter),
    "MINSTREL": Rule(
        1, DINING_SWAP, choices.list_minstrel, effects.minstrel, choices.check_minstrel
    ),
    "PRINCESS": Rule(
        2, FROM_CARD, choices.list_princess, effects.princess, choices.check_princess, students=4
    ),
    "THIEF": Rule(3, COLOR, choices.list_colors, effects.thief),
}


def price_of(card: Card) -> int:
    """Return the printed price, one more once the character has been used (10.1)."""
    return RULES[card.name].price + card.used


def list_uses(state: State, seat: Seat) -> Uses:
    """Return all uses of characters that the seat on turn can afford."""
    found: Uses = ()
    for card in _affordable(state, seat):
        found += RULES[card.name].list_uses(state, seat, card)
    return found


def usable_characters(state: State, seat: Seat) -> tuple[Character, ...]:
    """Return the characters of which the seat on turn has at least one use."""
    if not state.characters:
        return ()
    ready = _affordable(state, seat)
    return tuple([c.name for c in ready if RULES[c.name].list_uses(state, seat, c)])


def _affordable(state: State, seat: Seat) -> list[Card]:
    """Return the cards that the seat can pay for; none after a character was used in this turn."""
    if state.character_used:
        return []
    coins = state.schools[seat].coins
    return [card for card in state.characters if coins >= RULES[card.name].price + card.used]


def use_character(state: State, seat: Seat, action: UseCharacterCard) -> Changed[State]:
    """Check the use, pay for it and apply its effect."""
    card_index = _check(state, seat, action)
    rule = RULES[state.characters[card_index].name]
    state, paid = _pay(state, seat, card_index, action)
    state, changes = rule.effect(state, seat, card_index, action)
    return state, paid + changes


def _check(state: State, seat: Seat, action: UseCharacterCard) -> int:
    """Return the index of the card, or refuse the use."""
    names = [card.name for card in state.characters]
    if not names:
        refuse("Characters are part of expert mode only; this match is played without them.")
    asset = action.asset.upper()
    if asset not in names:
        refuse(f"That character is not in play; choose one of {', '.join(names)}.")
    if state.character_used:
        refuse("You have used a character in this turn; the next one can be used next turn.")
    card_index = [str(name) for name in names].index(asset)
    card = state.characters[card_index]
    coins = state.schools[seat].coins
    if coins < price_of(card):
        refuse(f"The {card.name} costs {price_of(card)} and you have {coins}; earn coins first.")
    rule = RULES[card.name]
    _check_parameters(card.name, rule.parameters, action)
    if rule.check is not None:
        rule.check(state, seat, card, action)
    return card_index


def _check_parameters(name: str, parameters: Parameters, action: UseCharacterCard) -> None:
    """Refuse parameters that are missing or superfluous, and islands that do not exist."""
    position = action.island_position
    named = (action.color is not None, position is not None)
    fits = named == (parameters.color, parameters.island)
    if parameters.swap:
        fits = fits and 1 <= len(action.taken) == len(action.given) <= parameters.swap
    else:
        fits = fits and not action.taken and not action.given
    if not fits:
        refuse(f"The {name} needs {parameters.needs}.")
    if position is not None:
        check_tile(position)


def _pay(state: State, seat: Seat, card_index: int, action: UseCharacterCard) -> Changed[State]:
    """Pay the price; at the first use one coin stays on the card (Eriantys rules 10.1).

    A character with a lasting effect is recorded in ``State.effect``.
    """
    card, school = state.characters[card_index], state.schools[seat]
    price = price_of(card)
    position = action.island_position
    if position is not None:
        position = first_tile(state, state.ring[position])
    state = replace(
        state,
        schools=replace_at(state.schools, seat, replace(school, coins=school.coins - price)),
        supply=state.supply + price - (not card.used),
        characters=replace_at(state.characters, card_index, replace(card, used=True)),
        character_used=True,
        effect=card.name if card.name in LASTING else state.effect,
    )
    return state, (CharacterUsed(seat, card.name, price, action.color, position),)
