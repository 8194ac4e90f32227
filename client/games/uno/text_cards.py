"""UNO cards in words for people: ``red 7``, ``blue draw 2``, ``wild``, ``wild draw 4``."""

from messages.text import clean

WILDS = {"WILD": "wild", "DRAW_4": "wild draw 4"}


def card_name(card: str) -> str:
    """The card without the colour a wild was given; what a strange server says is made harmless."""
    color, _, symbol = card.partition(" ")
    name = WILDS.get(symbol) or f"{color} {symbol}".lower().replace("_", " ")
    return clean(name, 20)
