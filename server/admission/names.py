"""Rules for new nicknames on all transports: one script, no reserved words, no look-alikes.

They follow Unicode Technical Standard 39: the restriction level "highly restrictive" for scripts,
and the skeleton for look-alikes. They apply only to new sessions, so that players of older matches
can return.
"""

import unicodedata
from functools import cache, lru_cache

from messages.errors import ErrorCode, Refusal
from messages.text import name_key
from server.admission.unicode_data import load

TOGETHER = (
    frozenset(("Latn", "Hani", "Hira", "Kana")),
    frozenset(("Latn", "Hani", "Bopo")),
    frozenset(("Latn", "Hani", "Hang")),
)
"""Scripts that Japanese, Chinese and Korean use in one word (UTS 39, 5.2)."""
RESERVED_NAMES = (
    *("admin", "administrator", "all", "everybody", "everyone", "host", "moderator", "nobody"),
    *("operator", "server", "system", "tavolata", "you"),
)
"""Names with which a player could pretend to be the server or a group of players."""
MIXED_SCRIPTS = "This nickname mixes letters of several alphabets; use letters of one alphabet."
RESERVED = "This nickname is reserved, or looks like a reserved one; choose another."


def check_new_name(name: str) -> None:
    """Raise Refusal for a name that mixes scripts, or one that is or looks reserved.

    Scripts that Japanese, Chinese and Korean use together are allowed, also with Latin letters.
    """
    if not is_one_script(name):
        raise Refusal(ErrorCode.INVALIDNICKNAME, MIXED_SCRIPTS)
    if lookalike_keys(name) & _reserved_keys():
        raise Refusal(ErrorCode.INVALIDNICKNAME, RESERVED)


def is_one_script(name: str) -> bool:
    """Return whether all letters of a name belong to one script, or to scripts used together."""
    text = unicodedata.normalize("NFKC", name)
    if text.isascii():
        return True
    used = [scripts for char in text if (scripts := load().scripts_of(char))]
    if not used or frozenset.intersection(*used):
        return True
    return any(all(scripts & group for scripts in used) for group in TOGETHER)


@lru_cache(maxsize=256)
def lookalike_keys(name: str) -> frozenset[str]:
    """Return one or two texts; names that look alike in some letter case have one in common.

    One comes from the name as it is (I looks like l), one from its small letters (i does not). The
    skeleton is taken again after letters were made small: M looks like no other letter, m like rn.
    """
    shown = name_key(_skeleton(unicodedata.normalize("NFKC", name)))
    return frozenset((_skeleton(shown), _skeleton(name_key(name))))


def _skeleton(text: str) -> str:
    """Return the skeleton of a text without ignorable characters (UTS 39, 4)."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(load().prototypes))


@cache
def _reserved_keys() -> frozenset[str]:
    """Return the keys of the reserved names."""
    return frozenset().union(*map(lookalike_keys, RESERVED_NAMES))
