"""The board of a match, its title and the recap: pure functions from a conversation to lines.

Functions of a game may fail on whatever the server has sent; then a simpler text replaces them.
"""

from collections.abc import Sequence

from client.games import generic
from client.games.drawing import Drawing, Line, Marks, Size, Span, pad, plain, shorten, width
from client.games.prose import Sentence, split_lines, to_spans
from client.games.registry import ui_of
from client.games.text import YOU, seat_name
from client.model import Model
from client.tui.conversation import Conversation
from client.tui.text import screen
from client.tui.text.messages import describe_change, prompt_text
from client.tui.themes import style_of
from messages.base import View
from messages.registry import describe_game
from messages.text import clean, visible

MIN_COLUMNS = 80
"""A narrower screen shows short labels."""
WIDE_COLUMNS = 116
"""A screen of this width shows the title of every game completely."""
MAX_TITLE = 12
"""Letters of a title that narrower screens show completely, too."""


def draw_board(conversation: Conversation, view: View, size: Size, marks: Marks) -> Drawing:
    """Return the board as the game draws it, or else its text, or else the fields of the view.

    The first failure of a match is written to the log. If all three fail, one line says that there
    is nothing to show.
    """
    game, names = ui_of(view), conversation.model.names
    drawing = game.drawing
    if drawing is not None:
        drawn = conversation.calls.attempt(
            lambda: checked(drawing.draw(view, names, size, marks)), None
        )
        if drawn is not None:
            return drawn
    for board in (game.board, generic.render_fields):
        text = conversation.calls.attempt(lambda b=board: b(view, names), None)  # type: ignore[misc]
        if text is not None:
            return [plain(visible(line)) for line in text]
    return [plain(screen.NOTHING_TO_SHOW)]


def checked(drawing: Sequence[Line]) -> Drawing:
    """Return a drawing whose roles all exist, with control characters made visible.

    Raises ValueError for an unknown role.
    """
    for line in drawing:
        for span in line:
            style_of("dark", span.role)
    if all(span.text.isprintable() for line in drawing for span in line):
        return list(drawing)
    return [tuple(s._replace(text=visible(s.text)) for s in line) for line in drawing]


# --- title and recap ------------------------------------------------------------------------------


def match_title(conversation: Conversation, view: View, columns: int, now: float) -> Line:
    """Return the game, the turn and the question on the left, round and time left on the right.

    Players who are late, absent or gone follow the question. A long left part is cut.
    """
    model = conversation.model
    left: Line = (
        Span(f" {game_heading(view, columns)} ", "brand+bold"),
        _turn_chip(model, is_short=columns < MIN_COLUMNS),
        Span(f" {_question(conversation)}", "text+bold"),
    )
    absent = screen.absence_text(model)
    if absent:
        left = (*left, Span(f"  ({absent})", "change"))
    right = (Span(f"  {_round_and_time(conversation, view, now)} ", "muted"),)
    return (*pad(shorten(left, columns - width(right)), columns - width(right)), *right)


def game_heading(view: View, columns: int) -> str:
    """Return the title of the game of a view, in capitals, for a line of this width.

    A title that is too long for a narrow line is shortened.
    """
    return name_heading(ui_of(view).name, columns)


def name_heading(name: str, columns: int) -> str:
    """Return the title of a game, in capitals, for a line of this width, shortened if necessary."""
    game = describe_game(name)
    is_shown = columns >= WIDE_COLUMNS or len(game.title) <= MAX_TITLE
    return clean(game.title if is_shown else game.short_title, 20).upper()


def _turn_chip(model: Model, *, is_short: bool) -> Span:
    """Return whose turn it is: the own one in the accent colour."""
    if model.is_my_turn and not model.is_spectator:
        return Span(screen.YOURS if is_short else screen.YOUR_TURN, "accent+bold+reverse")
    return Span(screen.turn_chip(model), "muted+reverse")


def _question(conversation: Conversation) -> str:
    """Return the words of an incomplete choice, or the question of the prompt, or who is next.

    Only the first sentence of the question is returned. A choice that was made only on the board
    has no words yet; the question stays then.
    """
    model = conversation.model
    if conversation.chosen_words:
        return screen.path_title(conversation.chosen_words)
    if model.prompt is not None:
        question = conversation.calls.attempt(lambda: prompt_text(model.prompt), "")  # type: ignore[arg-type]
        return question.partition(". ")[0]
    return screen.status_line(model)


def _round_and_time(conversation: Conversation, view: View, now: float) -> str:
    """Return the round, if the game counts rounds, and the time left, if it is limited."""
    number = getattr(view, "round", None)
    return screen.round_and_time(number, conversation.seconds_left(now))


def recap_lines(conversation: Conversation) -> Drawing:
    """Return what happened since the reader's last turn, one line per player who acted.

    A game without a drawing has a sentence for each change.
    """
    model, history = conversation.model, conversation.history
    view, changes = model.view, tuple(history.changes)
    if view is None or not changes:
        return []
    drawing, names = ui_of(view).drawing, model.names

    def recap() -> Drawing:
        if drawing is not None:
            lines = conversation.calls.attempt(
                lambda: checked(drawing.recap(view, names, changes)), None
            )
            if lines is not None:
                return lines
        return _recap_sentences(conversation)

    return conversation.calls.remember("recap", (view, changes[-1], len(changes)), recap)


def _recap_sentences(conversation: Conversation) -> Drawing:
    """Return the sentence of each change since the reader's last turn, if it has one."""
    model = conversation.model

    def who(seat: int) -> str:
        return YOU if seat == model.seat else seat_name(model.names, seat)

    nothing: Sentence = ""
    sentences = [
        conversation.calls.attempt(lambda c=change: describe_change(c, who), nothing)  # type: ignore[misc]
        for change in conversation.history.changes
    ]
    return checked([to_spans(line) for text in sentences for line in split_lines(text)])


def recap_line(recap: Sequence[Line], columns: int) -> Line:
    """Return the recap in one line: as many of the last parts as fit; empty without a recap.

    An ellipsis stands for the parts that are left out.
    """
    if not recap:
        return ()
    head: Line = (Span("✦", "change"), Span(f" {screen.SINCE_YOUR_TURN}: ", "muted"))
    room = columns - width(head) - 2
    parts: Line = tuple(recap[-1])
    shown = 1
    for line in reversed(recap[:-1]):
        if width(line) + 3 + width(parts) > room:
            break
        parts, shown = (*line, Span(" · ", "muted"), *parts), shown + 1
    missing = (Span("… ", "muted"),) if shown < len(recap) else ()
    return shorten((*head, *missing, *parts), columns)
