"""Eriantys: the twelve characters (Eriantys rules 10).

One table says what each costs, what lies on it at the start, what its user has to name, and which
small functions list its uses, check one and carry it out. The order for each use: in play? spent
this turn? paid for? named what it needs? allowed by its own rule? Only then coins and effect, so
that a refused use costs nothing.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from games.base import Changed, refuse, replace_at
from games.eriantys import choices, effects
from games.eriantys.choices import Uses
from games.eriantys.islands import check_tile, name_of
from games.eriantys.state import Card, State
from messages.base import Seat
from messages.eriantys.actions import LASTING, Character, UseCharacterCard
from messages.eriantys.table import CharacterUsed


class Rule(NamedTuple):
    """One character. ``needs`` is what a user is told to name; ``swap`` how many may be swapped."""

    price: int
    uses: Callable[[State, Seat, Card], Uses]
    effect: Callable[[State, Seat, int, UseCharacterCard], Changed[State]]
    check: Callable[[State, Seat, Card, UseCharacterCard], None] | None = None
    needs: str = "no color, island or students; leave them out"
    color: bool = False
    island: bool = False
    swap: int = 0
    students: int = 0
    no_entry: int = 0


RULES: dict[Character, Rule] = {
    "MONK": Rule(
        1,
        choices.list_monk,
        effects.monk,
        choices.check_on_card,
        needs="a color on its card and an islandPosition",
        color=True,
        island=True,
        students=4,
    ),
    "FARMER": Rule(2, choices.list_plain, effects.farmer),
    "HERALD": Rule(3, choices.list_islands, effects.herald, needs="an islandPosition", island=True),
    "POSTMAN": Rule(1, choices.list_plain, effects.postman),
    "GRANDMA": Rule(
        2,
        choices.list_tiles,
        effects.grandma,
        choices.check_tiles,
        needs="an islandPosition",
        island=True,
        no_entry=4,
    ),
    "CENTAUR": Rule(3, choices.list_plain, effects.no_immediate_effect),
    "JESTER": Rule(
        1,
        choices.list_jester,
        effects.jester,
        choices.check_jester,
        needs="1 to 3 colors taken from its card and as many given from your entrance",
        swap=3,
        students=6,
    ),
    "KNIGHT": Rule(2, choices.list_plain, effects.no_immediate_effect),
    "MUSHROOM_HUNTER": Rule(
        3, choices.list_colors, effects.mushroom_hunter, needs="a color", color=True
    ),
    "MINSTREL": Rule(
        1,
        choices.list_minstrel,
        effects.minstrel,
        choices.check_minstrel,
        needs="1 or 2 colors taken from your dining room and as many given from your entrance",
        swap=2,
    ),
    "PRINCESS": Rule(
        2,
        choices.list_princess,
        effects.princess,
        choices.check_princess,
        needs="a color on its card",
        color=True,
        students=4,
    ),
    "THIEF": Rule(3, choices.list_colors, effects.thief, needs="a color", color=True),
}


def price_of(card: Card) -> int:
    """Printed price, and one more from the second use on; it grows only once (10.1)."""
    return RULES[card.name].price + card.used


def uses(state: State, seat: Seat) -> Uses:
    """What the seat whose action turn it is may do with the characters now."""
    found: Uses = ()
    for card in _affordable(state, seat):
        found += RULES[card.name].uses(state, seat, card)
    return found


def usable(state: State, seat: Seat) -> tuple[Character, ...]:
    """The characters with which the seat could change something now."""
    if not state.characters:
        return ()
    ready = _affordable(state, seat)
    return tuple([c.name for c in ready if RULES[c.name].uses(state, seat, c)])


def _affordable(state: State, seat: Seat) -> list[Card]:
    """One character in a turn, if there are coins enough."""
    if state.character_used:
        return []
    coins = state.schools[seat].coins
    return [card for card in state.characters if coins >= RULES[card.name].price + card.used]


def use(state: State, seat: Seat, action: UseCharacterCard) -> Changed[State]:
    """Check, pay, carry out."""
    at = _check(state, seat, action)
    rule = RULES[state.characters[at].name]
    state, paid = _pay(state, seat, at, action)
    state, changes = rule.effect(state, seat, at, action)
    return state, paid + changes


def _check(state: State, seat: Seat, action: UseCharacterCard) -> int:
    """The place of the card, if this use of it is allowed."""
    names = [card.name for card in state.characters]
    if not names:
        refuse("Characters are part of expert mode only; this match is played without them.")
    if action.asset not in names:
        refuse(f"That character is not in play; choose one of {', '.join(names)}.")
    if state.character_used:
        refuse("You have used a character in this turn; the next one can be used next turn.")
    at = [str(name) for name in names].index(action.asset)
    card = state.characters[at]
    coins = state.schools[seat].coins
    if coins < price_of(card):
        refuse(f"The {card.name} costs {price_of(card)} and you have {coins}; earn coins first.")
    rule = RULES[card.name]
    _check_parameters(state, card.name, rule, action)
    if rule.check is not None:
        rule.check(state, seat, card, action)
    return at


def _check_parameters(state: State, name: str, rule: Rule, action: UseCharacterCard) -> None:
    position = action.island_position
    fits = (action.color is not None) is rule.color and (position is not None) is rule.island
    if rule.swap:
        fits = fits and 1 <= len(action.taken) == len(action.given) <= rule.swap
    else:
        fits = fits and not action.taken and not action.given
    if not fits:
        refuse(f"The {name} needs {rule.needs}.")
    if position is not None:
        check_tile(position)


def _pay(state: State, seat: Seat, at: int, action: UseCharacterCard) -> Changed[State]:
    """The first time one of the coins stays on the card (Eriantys rules 10.1)."""
    card, school = state.characters[at], state.schools[seat]
    price = price_of(card)
    position = action.island_position
    if position is not None:
        position = name_of(state, state.ring[position])
    state = replace(
        state,
        schools=replace_at(state.schools, seat, replace(school, coins=school.coins - price)),
        supply=state.supply + price - (not card.used),
        characters=replace_at(state.characters, at, replace(card, used=True)),
        character_used=True,
        effect=card.name if card.name in LASTING else state.effect,
    )
    return state, (CharacterUsed(seat, card.name, price, action.color, position),)
