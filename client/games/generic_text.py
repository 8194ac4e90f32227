"""A change or a question of a game this client has no words for yet."""

import re

from msgspec import Struct, structs

from messages.text import clean

HIDDEN = {"id", "reply_to", "seq"}


def say(thing: Struct) -> str:
    """The name and the fields: ``uno card played: seat 1, card RED 7``."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(thing).__name__).capitalize()
    fields = [f"{k} {v}" for k, v in structs.asdict(thing).items() if k not in HIDDEN]
    return clean(f"{name}: {', '.join(fields)}" if fields else name)
