"""Commands before a match: making one, joining one, choosing a wizard."""

from collections.abc import Sequence

from msgspec import structs

from client.tui.commands.games import PLAYABLE
from client.tui.commands.words import CommandError, number, pick
from messages import (
    AddComputerPlayer,
    ChangeSeats,
    ChooseWizard,
    ClientMessage,
    SelectMatch,
    SelectModeAndPlayers,
    StartMatch,
    WatchMatch,
)

HELP = (
    "list                      show the open matches again",
    "join 3                    join match 3; a private match by its code: join ABC234",
    "watch 3                   watch match 3 without a seat; leave ends it",
    "new                       make a match; say more if you like:",
    "  new 3 expert bots 1     three players, expert mode, one of them a computer player",
    "  new 2 private           your friends join with a code",
    "  new 2 unwatched         nobody may watch",
    "  new 2 clock 60          a minute for each decision",
    "  new uno 4 mode=jump_in  another game, with options of its own",
    "again                     make a match like your last one",
)
ROOM_HELP = (
    "king                      choose a wizard, by name or number",
    "add                       (the host) a computer player takes a free seat",
    "seats 3                   (the host) the table is for three players now",
    "start                     (the host) start with those who are here",
)
WIZARD_USAGE = "Type the name or the number of a wizard."


def parse_new(words: Sequence[str], default: SelectModeAndPlayers) -> SelectModeAndPlayers:
    """The set-up that the words after ``new`` ask for."""
    wanted = default
    rest = list(words)
    while rest:
        word = rest.pop(0).lower()
        if word in ("bots", "clock"):
            if not rest:
                raise CommandError(f"How many? Like this: new 3 {word} 1.")
            wanted = structs.replace(wanted, **{word: number(rest.pop(0), f"number for {word}")})
        elif word.isdigit():
            wanted = structs.replace(wanted, number_of_players=number(word, "number of players"))
        elif "=" in word:
            wanted = structs.replace(wanted, options={**wanted.options, **parse_option(word)})
        else:
            wanted = _changed(wanted, _setting(word))
    return wanted


def _changed(wanted: SelectModeAndPlayers, setting: dict[str, object]) -> SelectModeAndPlayers:
    """Another game has other options."""
    another = setting.get("game", wanted.game) != wanted.game
    return structs.replace(wanted, **({"options": {}} if another else {}), **setting)


def parse_option(word: str) -> dict[str, bool | int | str]:
    """An option of the game itself: ``key=value``."""
    key, sign, value = word.partition("=")
    if not (key and sign):
        raise CommandError(f"{word!r} is no option: use KEY=VALUE, like mode=jump_in.")
    if value in ("true", "false"):
        return {key: value == "true"}
    return {key: number(value, "number") if value.isdigit() else value}


def _setting(word: str) -> dict[str, object]:
    settings: dict[str, dict[str, object]] = {
        "expert": {"mode": True},
        "base": {"mode": False},
        "private": {"private": True},
        "public": {"private": False},
        "standing": {"standing": True},
        "unwatched": {"watchers": False},
        "watched": {"watchers": True},
    }
    settings.update({game: {"game": game} for game in PLAYABLE})
    return pick(word, settings, "setting")


def parse_join(words: Sequence[str]) -> SelectMatch:
    """The match whose number or code follows ``join``."""
    if len(words) != 1:
        raise CommandError("Like this: join 3, with the number or the code of a match.")
    if words[0].isdigit():
        return SelectMatch(number(words[0], "match"))
    return SelectMatch(0, code=words[0].upper()[:64])


def parse_watch(words: Sequence[str]) -> WatchMatch:
    """The match whose number or code follows ``watch``."""
    if len(words) != 1:
        raise CommandError("Like this: watch 3, with the number or the code of a match.")
    found = parse_join(words)
    return WatchMatch(found.match, found.code)


def parse_room(line: str, free: Sequence[str]) -> ClientMessage:
    """At an open table: a wizard by name or by its place in the list, or what a host may do."""
    words = line.lower().split()
    if words[0] == "add" and len(words) <= 2:
        return AddComputerPlayer(words[1][:64] if len(words) == 2 else "")
    if words[0] == "seats" and len(words) == 2:
        return ChangeSeats(number(words[1], "number of seats"))
    if words == ["start"]:
        return StartMatch()
    if words[0] == "wizard":
        words = words[1:]
    if len(words) != 1 or not free:
        raise CommandError("Wait for the others, or type help." if not free else WIZARD_USAGE)
    choices = {wizard.lower(): wizard for wizard in free}
    choices.update({str(n): wizard for n, wizard in enumerate(free, start=1)})
    return ChooseWizard(pick(words[0], choices, "wizard that is free"))
