"""Convert between Eriantys actions and typed commands.

``parse(command_text(action)) == action``. Examples:

assistant 5 · move red island 3 · move red school · mother 2 · cloud 1 · end
use knight · use herald 3 · use thief red · use monk red 3
use jester take red blue give green yellow
"""

from collections.abc import Sequence

from client.games import text as shared
from client.games.base import GameCommands, Names, Offer, Unavailable, number_actions
from client.games.eriantys import text as phrases
from client.games.eriantys.board import influence, number_range_text, tile_range_text
from client.games.eriantys.forecast import island_after, maybe_conqueror
from client.games.parsing import CommandError, parse_number, pick, pick_verb
from messages.eriantys import actions as eriantys
from messages.eriantys.actions import Color, EriantysAction, UseCharacterCard
from messages.eriantys.table import CharacterView, EriantysView, IslandView

_COLOR_WORDS: dict[str, Color] = {color.lower(): color for color in eriantys.COLORS}
_VERBS = {verb: verb for verb in phrases.USAGE}
# True for the words that name an island, False for those that name the dining room.
_IS_ISLAND = {"island": True, "school": False, "dining": False}


def parse(line: str, view: EriantysView | None = None) -> EriantysAction:
    """Return the action for a line; the view limits characters to those in play.

    Without a view all characters are accepted. Raises CommandError for a line that is no command.
    """
    words = line.lower().split()
    verb = pick_verb(words, _VERBS)
    match [verb, *words[1:]]:
        case ["assistant", value]:
            return eriantys.PlayAssistantCard(parse_number(value, "assistant"))
        case ["move", color, _] | ["move", color, _, _]:
            return _parse_move(_parse_color(color), words[2:])
        case ["mother", steps]:
            return eriantys.MoveMotherNature(parse_number(steps, "number of steps"))
        case ["cloud", cloud]:
            return eriantys.ChooseCloud(parse_number(cloud, "cloud"))
        case ["use", name, *rest]:
            return _parse_use(pick(name, _characters_by_word(view), "character here"), rest)
        case ["end"]:
            return eriantys.EndTurn()
    raise CommandError(phrases.USAGE[verb])


def _parse_move(color: Color, target: Sequence[str]) -> EriantysAction:
    """Return the move of a student to an island number, ``island`` and a number, or ``school``.

    ``dining`` means ``school``. Raises CommandError for another target.
    """
    match target:
        case [island] if island.isdigit():
            return eriantys.MoveStudent("ISLAND", color, parse_number(island, "island"))
        case [word] if not pick(word, _IS_ISLAND, "place"):
            return eriantys.MoveStudent("SCHOOL", color)
        case [word, island] if pick(word, _IS_ISLAND, "place"):
            return eriantys.MoveStudent("ISLAND", color, parse_number(island, "island"))
    raise CommandError(phrases.USAGE["move"])


def _characters_by_word(view: EriantysView | None) -> dict[str, eriantys.Character]:
    """Return the characters in play by the word to type; all of them without a view.

    Raises CommandError if the view has no characters.
    """
    names = tuple(card.name for card in view.characters) if view else eriantys.CHARACTERS
    if not names:
        raise CommandError(phrases.NO_CHARACTERS)
    return {name.lower(): name for name in names}


def _parse_use(name: eriantys.Character, words: Sequence[str]) -> EriantysAction:
    """Return the use of a character with the arguments that this character needs.

    Raises CommandError with the usage of the character for any other arguments.
    """
    match name, words:
        case "MONK", _ if len(arguments := _drop_island_word(words)) == 2:
            color, island = arguments
            return UseCharacterCard(
                name, color=_parse_color(color), island_position=parse_number(island, "island")
            )
        case (("HERALD" | "GRANDMA"), _) if len(arguments := _drop_island_word(words)) == 1:
            return UseCharacterCard(name, island_position=parse_number(arguments[0], "island"))
        case (("MUSHROOM_HUNTER" | "PRINCESS" | "THIEF"), [color]):
            return UseCharacterCard(name, color=_parse_color(color))
        case (("JESTER" | "MINSTREL"), _) if swap := _parse_swap(words):
            taken, given = swap
            return UseCharacterCard(name, taken=taken, given=given)
        case _, [] if name not in phrases.CHARACTER_USAGE:
            return UseCharacterCard(name)
    usage = phrases.CHARACTER_USAGE.get(name, phrases.PLAIN_USAGE)
    raise CommandError(usage.format(name=name.lower()))


def _parse_swap(words: Sequence[str]) -> tuple[tuple[Color, ...], tuple[Color, ...]] | None:
    """Return the colours after ``take`` and after ``give``.

    Returns None if there are none, or if the two lists differ in length. Raises CommandError for a
    word that is no colour; words before the first list are ignored.
    """
    lists: dict[str, list[Color]] = {"take": [], "give": []}
    current: list[Color] | None = None
    for word in words:
        if word in lists:
            current = lists[word]
        elif current is not None:
            current.append(_parse_color(word))
    taken, given = lists.values()
    return (tuple(taken), tuple(given)) if taken and len(taken) == len(given) else None


def _drop_island_word(words: Sequence[str]) -> list[str]:
    """Return the words without ``island`` and its abbreviations of two or more letters."""
    return [word for word in words if not (len(word) > 1 and "island".startswith(word))]


def _parse_color(word: str) -> Color:
    """Return the colour for a word or prefix; raises CommandError."""
    return pick(word, _COLOR_WORDS, "colour")


def command_text(action: EriantysAction) -> str:
    """Return the command for an action."""
    match action:
        case eriantys.PlayAssistantCard():
            return f"assistant {action.card_value}"
        case eriantys.MoveStudent(move_to="SCHOOL"):
            return f"move {action.color.lower()} school"
        case eriantys.MoveStudent():
            return f"move {action.color.lower()} island {action.island_position}"
        case eriantys.MoveMotherNature():
            return f"mother {action.steps}"
        case eriantys.ChooseCloud():
            return f"cloud {action.cloud}"
        case UseCharacterCard():
            return " ".join(["use", action.asset.lower(), *_argument_words(action)])
        case eriantys.EndTurn():
            return "end"


def _argument_words(action: UseCharacterCard) -> list[str]:
    """Return the words after the name of a character: colour, island, colours to take and give."""
    words = []
    if action.color is not None:
        words.append(action.color.lower())
    if action.island_position is not None:
        words.append(str(action.island_position))
    if action.taken or action.given:
        words += ["take", *(color.lower() for color in action.taken)]
        words += ["give", *(color.lower() for color in action.given)]
    return words


# --- choices --------------------------------------------------------------------------------------


MAX_NUMBERED = 12
"""Maximum number of choices that are listed with numbers."""


def offer(view: EriantysView, actions: Sequence[EriantysAction]) -> Offer:
    """Return the numbered choices.

    Actions with a number of their own (an assistant, steps, a cloud) keep that number. Other
    actions are numbered from 1; more than MAX_NUMBERED of them are shown as patterns without
    numbers. Characters are always shown as patterns.
    """
    characters = [a for a in actions if isinstance(a, UseCharacterCard)]
    plain = [a for a in actions if not isinstance(a, UseCharacterCard)]
    plain_offer = _offer_without_characters(view, plain)
    usable = dict.fromkeys(use.asset for use in characters)
    patterns = [_character_pattern(view, name, characters) for name in usable]
    return Offer(plain_offer.numbers, (*plain_offer.lines, *patterns))


def _offer_without_characters(view: EriantysView, actions: Sequence[EriantysAction]) -> Offer:
    """Return the offer of actions that use no character.

    They keep their own numbers if all have one. Others are numbered from 1 or, if they are more
    than MAX_NUMBERED, shown as patterns without numbers.
    """
    natural = {n: a for a in actions if (n := _number_in_action(a)) is not None}
    if natural and len(natural) == len(actions):
        return Offer(natural, tuple(_number_in_action_lines(view, natural)))
    if len(actions) <= MAX_NUMBERED:
        return number_actions(actions, command_text)
    return Offer({}, tuple(_move_patterns(view, actions)))


def _number_in_action(action: EriantysAction) -> int | None:
    """Return the value of an assistant, the steps or the cloud; None for other actions."""
    match action:
        case eriantys.PlayAssistantCard():
            return action.card_value
        case eriantys.MoveMotherNature():
            return action.steps
        case eriantys.ChooseCloud():
            return action.cloud
    return None


def _number_in_action_lines(view: EriantysView, natural: dict[int, EriantysAction]) -> list[str]:
    """Return a line per action: number, command and explanation; assistants share one line."""
    if all(isinstance(action, eriantys.PlayAssistantCard) for action in natural.values()):
        return [phrases.ONE_OF.format(numbers=number_range_text(tuple(natural)))]
    return [
        f"  {number}  {command_text(action):<10} {explain(view, action)}"
        for number, action in natural.items()
    ]


def explain(view: EriantysView, action: EriantysAction) -> str:
    """Return the students of a cloud, or the result of a move of mother nature.

    The text is empty for other actions.
    """
    match action:
        case eriantys.ChooseCloud():
            return phrases.students_words(view.clouds[action.cloud])
        case eriantys.MoveMotherNature():
            return _arrival_text(view, island_after(view, action.steps))
    return ""


def _arrival_text(view: EriantysView, island: IslandView) -> str:
    """Return the influences on an island and the result of mother nature's arrival there.

    The result is a no-entry tile, no change, or the party that builds.
    """
    winner = maybe_conqueror(view, island)
    if island.no_entry:
        result = phrases.NO_ENTRY
    elif winner is None:
        result = phrases.NO_CHANGE
    else:
        result = phrases.BUILDS.format(party=winner.lower())
    strengths = influence(view, island).items()
    numbers = ", ".join(f"{party.lower()} {strength}" for party, strength in strengths)
    tiles = tile_range_text(island.tiles)
    return phrases.ARRIVAL.format(tiles=tiles, numbers=numbers, result=result)


def _move_patterns(view: EriantysView, actions: Sequence[EriantysAction]) -> list[str]:
    """Return patterns such as ``move COLOUR island N`` with the possible values.

    The pattern for the school is left out if no student can move there.
    """
    moves = [a for a in actions if isinstance(a, eriantys.MoveStudent)]
    school = _color_counts(view, [a for a in moves if a.move_to == "SCHOOL"])
    island = _color_counts(view, [a for a in moves if a.move_to != "SCHOOL"])
    tiles = " ".join(tile_range_text(i.tiles) for i in view.islands)
    lines = [phrases.TO_SCHOOL.format(colors=school)] if school else []
    return [*lines, phrases.TO_ISLAND.format(colors=island), f"{'':24}N: {tiles}"]


def _color_counts(view: EriantysView, moves: Sequence[eriantys.MoveStudent]) -> str:
    """Return the colours of the moves with the number of such students in the own entrance."""
    entrance = view.schools[view.seat or 0].entrance
    colors = dict.fromkeys(move.color for move in moves)
    return ", ".join(f"{color.lower()} {entrance.get(color, 0)}" for color in colors)


def _character_pattern(view: EriantysView, name: str, actions: Sequence[UseCharacterCard]) -> str:
    """Return the command pattern of a character with its price and effect.

    The arguments of the pattern are those of the first action that uses the character.
    """
    example = next(a for a in actions if a.asset == name)
    words = [f"use {name.lower()}"]
    words += ["COLOUR"] if example.color else []
    words += ["N"] if example.island_position is not None else []
    words += ["take COLOURS give COLOURS"] if example.taken else []
    card = next(card for card in view.characters if card.name == name)
    coins = shared.amount(card.price, "coin")
    return f"  {' '.join(words)}  ({coins}: {phrases.EFFECTS[card.name]})"


def unavailable_choices(view: EriantysView, actions: Sequence[EriantysAction]) -> list[Unavailable]:
    """Return assistants or characters that cannot be used now, with reasons.

    In the planning phase they are the assistants in the own hand, later the characters in play. A
    spectator gets an empty list.
    """
    if view.seat is None:
        return []
    if view.phase == "PLANNING":
        return _unavailable_assistants(view.schools[view.seat].hand, actions)
    usable = {a.asset for a in actions if isinstance(a, UseCharacterCard)}
    return [
        Unavailable(
            f"use {card.name.lower()}",
            _unavailable_reason(view, card, view.schools[view.seat].coins),
        )
        for card in view.characters
        if card.name not in usable
    ]


def _unavailable_assistants(
    hand: Sequence[int], actions: Sequence[EriantysAction]
) -> list[Unavailable]:
    """Return the assistants in the hand that are not legal, because others played them."""
    legal_values = {a.card_value for a in actions if isinstance(a, eriantys.PlayAssistantCard)}
    return [
        Unavailable(f"assistant {value}", phrases.ALREADY_PLAYED)
        for value in hand
        if value not in legal_values
    ]


def _unavailable_reason(view: EriantysView, card: CharacterView, coins: int) -> str:
    """Return why a character cannot be used: one was used in this turn, the price, or no effect."""
    if view.character_used:
        return phrases.ALREADY_USED
    if card.price > coins:
        return phrases.TOO_EXPENSIVE.format(price=card.price, coins=coins)
    return phrases.NO_EFFECT


def commands_for(view: EriantysView, names: Names) -> GameCommands:
    """Return the command functions and help texts, which are the same in every position."""
    return GameCommands(
        parse, command_text, offer, phrases.HELP, phrases.LEGEND, explain, unavailable_choices
    )
