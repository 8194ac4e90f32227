"""The text of Eriantys: characters, phases, changes, prompts and commands.

Sentences about changes are in the past tense, so that "You" and a name go with the same verb.
"""

from collections.abc import Iterable, Mapping

from client.games.drawing import Sign
from client.games.prose import Prose, Word, capitalized, ink, join_words, prose
from client.games.text import OVER, GameText, Who, amount, mid_sentence
from messages.eriantys import actions, table
from messages.eriantys.actions import COLORS, Character

# --- characters and phases ------------------------------------------------------------------------


Counts = Mapping[actions.Color, int]
"""The number of students of each colour."""


def students_words(counts: Counts) -> str:
    """Return the number of students of each colour, as ``red 2, blue 1``, or ``no students``."""
    present = [f"{color.lower()} {counts[color]}" for color in COLORS if counts.get(color)]
    return ", ".join(present) or "no students"


EFFECTS: dict[Character, str] = {
    "MONK": "one of its students to an island",
    "FARMER": "take professors on a tie, too",
    "HERALD": "resolve any island now",
    "POSTMAN": "2 more steps for mother nature",
    "GRANDMA": "a no-entry tile x on an island",
    "CENTAUR": "towers do not count this turn",
    "JESTER": "swap up to 3: card, entrance",
    "KNIGHT": "2 more influence for this turn",
    "MUSHROOM_HUNTER": "one colour counts for nothing",
    "MINSTREL": "swap up to 2: entrance, dining",
    "PRINCESS": "its student to your dining room",
    "THIEF": "everybody loses 3 of a colour",
}
LAST_ROUND = {False: "LAST ROUND", True: "LAST ROUND, no clouds"}
"""Text for the last round, by whether clouds are closed."""
PHASES = {
    "PLANNING": "planning",
    "STUDENTS": "moving students",
    "MOTHER_NATURE": "mother nature",
    "CLOUD": "taking a cloud",
    "END_TURN": "end of turn",
    "OVER": OVER,
}


# --- changes and prompts --------------------------------------------------------------------------


def _student_moved_text(c: table.StudentMoved, who: Who) -> Prose:
    """Return the sentence, with the character from which the student came, if any."""
    origin = f" from the {character_name(c.character)}" if c.character else ""
    target = "the dining room" if c.target == "SCHOOL" else f"island {c.island_position}"
    return prose(f"{who(c.seat)} moved a ", ink(c.color), f" student{origin} to {target}.")


def _students_swapped_text(c: table.StudentsSwapped, who: Who) -> Prose:
    """Return the sentence with the colours given, those taken, and where they were."""
    source = "the card" if c.where == "CARD" else "the dining room"
    given, taken = _join_colors(c.given), _join_colors(c.taken)
    head = f"{who(c.seat)} swapped "
    return prose(head, given, " of the entrance for ", taken, f" of {source}.")


def _students_returned_text(c: table.StudentsReturned, who: Who) -> Prose:
    """Return the sentence, with the number of students of every player."""
    counts = ", ".join(f"{mid_sentence(who(seat))} {count}" for seat, count in enumerate(c.counts))
    return prose("Back in the bag went ", ink(c.color), f" students: {counts}.")


def _professor_moved_text(c: table.ProfessorMoved, who: Who) -> Prose:
    """Return the sentence, with the previous holder if there was one."""
    loser = "" if c.previous is None else f" from {mid_sentence(who(c.previous))}"
    return prose(f"{who(c.seat)} took the ", ink(c.color), f" professor{loser}.")


def _island_conquered_text(c: table.IslandConquered, who: Who) -> Prose:
    """Return the sentence with the towers, and the previous owner if there was one."""
    towers = "a tower" if c.towers == 1 else f"{c.towers} towers"
    built = prose(capitalized(ink(c.tower)), f" built {towers} on island {c.island_position}")
    return prose(built, " in place of ", ink(c.previous), ".") if c.previous else (*built, ".")


def _character_used_text(c: table.CharacterUsed, who: Who) -> Prose:
    """Return the sentence with the price, and the colour and island if the character has them."""
    color = (", ", ink(c.color)) if c.color else ()
    island = "" if c.island_position is None else f", island {c.island_position}"
    used = f"{character_name(c.character)} for {amount(c.price, 'coin')}"
    return prose(f"{who(c.seat)} used the {used}", color, f"{island}.")


def _last_round_text(c: table.LastRound, who: Who) -> str:
    """Return the reason for the last round; adds that nobody takes a cloud if so."""
    clouds = "" if c.clouds else " Nobody takes a cloud in it."
    return f"This is the last round: {c.reason.rstrip('.')}.{clouds}"


def _student_prompt(p: actions.SelectStudent) -> str:
    """Return the question with the number of students left to move."""
    left = "one more student" if p.students_left == 1 else f"{p.students_left} more students"
    return f"Move {left}: to the dining room or an island."


def _steps_prompt(p: actions.SelectSteps) -> str:
    """Return the question with the possible numbers of steps."""
    steps = "1 step" if p.max_steps == 1 else f"1 to {p.max_steps} steps"
    return f"Move mother nature {steps}."


def _join_names(seats: Iterable[int], who: Who) -> str:
    """Return the names of players as inside a sentence, separated by commas."""
    return ", ".join(mid_sentence(who(seat)) for seat in seats)


def character_name(name: str | None) -> str:
    """Return the name of a character as text, such as ``mushroom hunter``; ``card`` for None."""
    return (name or "card").lower().replace("_", " ")


def _join_colors(colors: Iterable[str]) -> Prose:
    """Return the colours in lower case, joined with ``and``."""
    return join_words(map(ink, colors), " and ")


def _join_counts(students: Iterable[tuple[str, int]]) -> Prose:
    """Return pairs of colour and count as ``2 red, 1 blue``."""
    words = (Word(f"{count} {color.lower()}", ink(color).role) for color, count in students)
    return join_words(words)


def _card_refilled_text(c: table.CardRefilled, who: Who) -> Prose:
    """Return the sentence with the colour of the student and the character."""
    target = character_name(c.character)
    return prose("A ", ink(c.color), f" student came from the bag to the {target}.")


_CHARACTER_RULES = (
    "In expert mode you may use one character in your turn, before or after any step. Its price",
    "goes up by one after its first use. You get a coin for every third student of a colour in",
    "your dining room.",
)
TEXT = GameText(
    score_unit="towers",
    changes={
        table.RoundStarted: lambda c, who: (
            f"--- Round {c.round}: assistants are played by {_join_names(c.order, who)}."
        ),
        table.CloudFilled: lambda c, who: prose(
            f"Cloud {c.cloud} got ",
            _join_counts(c.students.items()),
            f"; {c.bag} are left in the bag.",
        ),
        table.AssistantPlayed: lambda c, who: f"{who(c.seat)} played assistant {c.card_value}.",
        table.ActionPhaseStarted: lambda c, who: (
            f"The order of this round: {_join_names(c.order, who)}."
        ),
        table.StepStarted: "",
        table.TurnEnded: "",
        table.StudentMoved: _student_moved_text,
        table.StudentsSwapped: _students_swapped_text,
        table.StudentsReturned: _students_returned_text,
        table.CardRefilled: _card_refilled_text,
        table.ProfessorMoved: _professor_moved_text,
        table.CoinTaken: lambda c, who: f"{who(c.seat)} earned {amount(c.coins, 'coin')}.",
        table.MotherNatureMoved: lambda c, who: (
            f"Mother nature went {amount(c.steps, 'step')} to island {c.island_position}."
        ),
        table.NoEntryPlaced: lambda c, who: f"A no-entry tile lies on island {c.island_position}.",
        table.NoEntryRemoved: lambda c, who: (
            f"The no-entry tile of island {c.island_position} is used up; nothing else happened."
        ),
        table.IslandConquered: _island_conquered_text,
        table.IslandsMerged: lambda c, who: (
            f"Islands {', '.join(map(str, c.tiles))} are one island now."
        ),
        table.CloudTaken: lambda c, who: f"{who(c.seat)} took cloud {c.cloud}.",
        table.CharacterUsed: _character_used_text,
        table.LastRound: _last_round_text,
        table.SeatGone: lambda c, who: f"{who(c.seat)} left the match for good.",
        table.GameOver: lambda c, who: f"The match is over: {c.reason.rstrip('.')}.",
    },
    prompts={
        actions.SelectAssistantCard: (
            "Play an assistant. Low ones act first, high ones take mother nature further."
        ),
        actions.SelectStudent: _student_prompt,
        actions.SelectSteps: _steps_prompt,
        actions.SelectCloud: "Take a cloud; it ends your turn.",
        actions.SelectEndOfTurn: (
            "There is no cloud to take this round: use a character, or end your turn."
        ),
    },
    prompt_rules={
        actions.SelectAssistantCard: (
            "The lowest assistant acts first. You may not play one that somebody played before",
            "you in this round, unless you have no other. Mother nature may go half its value,",
            "rounded up.",
        ),
        actions.SelectStudent: (
            "Students in the dining room win professors: the player with the most students of a",
            "colour has its professor. On islands each student whose professor you have counts as",
            "your influence.",
            *_CHARACTER_RULES,
        ),
        actions.SelectSteps: (
            "Where mother nature stops, the party with the most influence builds its towers. Each",
            "student of its professors and each of its towers there counts one. On a tie nothing",
            "changes. Neighbouring islands with towers of one colour merge. Building your last",
            "tower wins the match.",
            *_CHARACTER_RULES,
        ),
        actions.SelectCloud: (
            "Its students come to your entrance, and your turn is over.",
            *_CHARACTER_RULES,
        ),
        actions.SelectEndOfTurn: _CHARACTER_RULES,
    },
    rules_summary=(
        "ERIANTYS. The first to build all towers wins; otherwise most towers at the end.",
        "A round: all play an assistant; lower values act first. Then each player in turn",
        "1. moves three students (four with three players) from the entrance, to the",
        "   dining room or to islands;",
        "2. moves mother nature clockwise, at most as far as the assistant allows;",
        "3. takes a cloud of new students.",
        "The player with the most students of a colour in the dining room has its",
        "professor. Where mother nature stops, the party with the most influence builds a",
        "tower. Each student whose professor it has and each of its towers counts one.",
        "Neighbouring islands of one party merge. The match ends with three islands left,",
        "an empty bag or no assistants left. Expert mode: characters cost coins.",
    ),
    setup_hint="2 to 4 players. Expert mode adds coins and characters.",
)


# --- commands and the board -----------------------------------------------------------------------


HELP = (
    "assistant 5               play the assistant of this value",
    "move red school           move a student from your entrance to your dining room",
    "move red island 3         move a student from your entrance to an island",
    "mother 2                  move mother nature this many islands on",
    "cloud 1                   take the students of a cloud",
    "use knight                use a character (expert mode); some need more:",
    "  use herald 3 · use thief red · use monk red 3",
    "  use jester take red blue give green yellow",
    "end                       end a turn in which no cloud can be taken",
)
LEGEND = (
    "Islands and clouds have the numbers on the board.",
    "On the board * is mother nature, x a no-entry tile, and infl w:b the influence",
    "of white and black. Y B G R P are yellow, blue, green, red and pink students.",
)
SIGNS = {
    "Y B G R P": Sign("", "yellow, blue, green, red and pink students; B2: two blue ones"),
    "w1 b2": Sign("", "influence of white and black on an island"),
    "♜w3": Sign("♜", "three towers of white (w b g), on an island or left in a school"),
    "▲": Sign("▲", "mother nature"),
    "▲+2": Sign("▲+", "mother nature reaches this island with two steps"),
    "■": Sign("■", "a student in a dining room"),
    "★": Sign("★", "has the professor of this colour"),
    "6→3": Sign("→", "assistant 6: mother nature moves at most three steps"),
    "¢": Sign("¢", "coins, or a place in a dining room that gives one"),
    "⊘": Sign("⊘", "no-entry tile"),
}
USAGE = {
    "assistant": "Like this: assistant 5, with the value of the card.",
    "move": "Like this: move red school, or move red island 3.",
    "mother": "Like this: mother 2, with the number of steps.",
    "cloud": "Like this: cloud 1, with the number of the cloud.",
    "use": "Use which character? Like this: use knight.",
    "end": "Like this: end.",
}
_ISLAND = "Like this: use {name} 3, with an island."
_COLOR = "Like this: use {name} red, with a colour."
_SWAP = "Like this: use {name} take red blue give green yellow, as many from "
CHARACTER_USAGE: dict[Character, str] = {
    "MONK": "Like this: use monk red 3, with a student of the card and an island.",
    "HERALD": _ISLAND,
    "GRANDMA": _ISLAND,
    "MUSHROOM_HUNTER": _COLOR,
    "PRINCESS": _COLOR,
    "THIEF": _COLOR,
    "JESTER": _SWAP + "the card as from your entrance.",
    "MINSTREL": _SWAP + "the dining room as from your entrance.",
}
PLAIN_USAGE = "Like this: use {name}."
NO_CHARACTERS = "There are no characters in this match: it is not in expert mode."

# Reasons why a command is unavailable.

ALREADY_USED = "you used a character this turn"
NO_EFFECT = "it would do nothing now"
ALREADY_PLAYED = "somebody played it this round"
TOO_EXPENSIVE = "it costs {price}, you have {coins}"

# Choices.

ONE_OF = "  Type one of {numbers}."
TO_SCHOOL = "  move COLOUR school    COLOUR: {colors}"
TO_ISLAND = "  move COLOUR island N  COLOUR: {colors}"
NO_ENTRY = "no entry"
NO_CHANGE = "nothing changes"
BUILDS = "{party} builds"
ARRIVAL = "island {tiles}: {result}; {numbers}"

# Drawings and previews.

CLOUDS_CLOSED = "none in this round"
SUPPLY = "¢{coins} in the supply"
END_OF_TURN = "Your turn ends; nobody takes a cloud in this round."
ENTRANCE_THEN = "your entrance then: "
STEPS = "{card}: up to {steps} for ▲"
NO_ENTRY_USED = "⊘ is used up, nothing is built"
NO_INFLUENCE = "nobody has influence, nothing changes"
TIE = "a tie, nothing changes"
KEEPS = "{party} keeps it"
TAKES = "{party} takes it: "
MERGED = ", islands {tiles} are one"
MATCH_ENDS = "the match ends"
FARMER_TIES = "ties give you professors"
BANNED = " counts for nothing in this turn"
RETURNED = " back to the bag: {losers}"

# --- highlights -----------------------------------------------------------------------------------

UNION = "Round {round}: {who} united {tiles} islands."
HELD = "{who} held the {color} professor for {rounds} rounds."
TOOK_ISLANDS = "{who} took {count} islands from others."
