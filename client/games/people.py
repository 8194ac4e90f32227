"""The people in a sentence: ``Who`` gives the name of a seat, YOU for the one who reads."""

from collections.abc import Callable

Who = Callable[[int], str]
YOU = "You"


def within(name: str) -> str:
    """A name that does not begin the sentence."""
    return "you" if name == YOU else name
