"""Sentences of games as text."""

from client.games.prose import split_lines, to_plain_text, to_spans
from client.games.text import Who
from client.tui.text.messages import describe_change
from messages.base import Change


def sentence_of(change: Change, who: Who) -> str:
    """Return the sentence of a change as the line client writes it."""
    return "\n".join(map(to_plain_text, split_lines(describe_change(change, who))))


def colored_words(change: Change, who: Who) -> list[tuple[str, str]]:
    """Return the words of a sentence that have a colour, with their roles, as on the screen."""
    lines = map(to_spans, split_lines(describe_change(change, who)))
    return [(span.text, span.role) for line in lines for span in line if span.role != "text"]
