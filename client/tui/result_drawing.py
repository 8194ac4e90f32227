"""The drawings of the result page: scores, scores by round, highlights, the last move. Pure."""

import textwrap
from collections.abc import Sequence

from client.games.drawing import Drawing, Line, Span, beside, plain, shorten
from client.games.highlights import Standing
from client.games.registry import ui_of
from client.games.text import YOU, seat_name
from client.model import Model
from client.tui.conversation import Conversation
from client.tui.match_board import checked
from client.tui.match_record import Sample
from client.tui.text import result as phrases
from messages.text import clean, visible

MAX_HIGHLIGHTS = 4
MIN_SAMPLES = 3
"""Rounds or turns below which there is nothing to see in a chart."""
CHART_COLUMNS = 22
LABEL_COLUMNS = 12
MIN_LONG_TURN = 20.0
"""Seconds from which the longest turn is a highlight."""
LEVELS = "▁▂▃▄▅▆▇█"
GAP = 3
"""Columns between the chart and the highlights."""


# --- scores ---------------------------------------------------------------------------------------


def draw_scores(conversation: Conversation) -> Drawing:
    """Return who won and why, and a row for each player, best first; equal players share a place.

    The score column says what the scores of this game count. Thinking times are shown if the client
    has seen the whole match.
    """
    model, record = conversation.model, conversation.record
    result = model.result
    assert result is not None
    unit = ui_of(model.view).text.score_unit if model.view is not None else ""
    thinking = record.thinking if record.is_complete else {}
    header = phrases.score_table_header(unit, has_times=bool(thinking))
    rows: Drawing = [(), _verdict(model), (), (Span(header, "muted"),)]
    ranked = sorted(
        result.scores.items(), key=lambda item: (item[0] not in result.winners, -item[1])
    )
    places = [(name not in result.winners, -score) for name, score in ranked]
    for name, score in ranked:
        place = places.index((name not in result.winners, -score)) + 1
        is_me, won = name == model.nickname, name in result.winners
        time = phrases.duration(thinking[name]) if name in thinking else ""
        row = phrases.score_row(place, name, score, is_me=is_me, won=won, time=time)
        rows.append((Span(row, "accent+bold" if is_me else "text+bold" if won else "text"),))
    return rows


def _verdict(model: Model) -> Line:
    """Return whether the reader has won, or who has, and the reason."""
    assert model.result is not None
    reason = Span(f"   {clean(model.result.reason)}", "muted")
    if model.nickname in model.result.winners:
        return (Span(phrases.YOU_WIN, "change+bold"), reason)
    return (Span(f"  {phrases.winners_text(model.result)}", "text+bold"), reason)


# --- the story of the match -----------------------------------------------------------------------


def draw_story(conversation: Conversation, columns: int) -> Drawing:
    """Return the chart and the last move, and beside them the highlights; each may be missing."""
    nothing: Drawing = []
    chart = conversation.calls.attempt(lambda: draw_chart(conversation), nothing)
    last = draw_last_move(conversation)
    left = chart + ([()] if chart and last else []) + last
    left_columns = LABEL_COLUMNS + CHART_COLUMNS + 8
    right = draw_highlights(conversation, columns - left_columns - GAP)
    if not (left or right):
        return []
    cut_left = [shorten(line, left_columns) for line in left]
    if not right:
        return [(), *left]
    return [(), *(beside([cut_left, right], GAP) if left else right)]


def draw_chart(conversation: Conversation) -> Drawing:
    """Return the scores of each player or team by round as a line of bars, with the last score.

    Empty for an incomplete record and below MIN_SAMPLES rounds.
    """
    model, record = conversation.model, conversation.record
    samples = record.samples
    if not record.is_complete or len(samples) < MIN_SAMPLES or model.view is None:
        return []
    unit = ui_of(model.view).text.score_unit
    heading = phrases.chart_heading(unit, by_round=record.has_rounds)
    scores = [standing.score for sample in samples for standing in sample.standings]
    limits = (min(0, *scores), max(1, *scores))
    lines: Drawing = [plain(f"  {heading}", "text+bold")]
    for index, standing in enumerate(samples[-1].standings):
        values = _resampled([_score_at(sample, index) for sample in samples], CHART_COLUMNS)
        lines.append(_chart_line(model, standing, sparkline(values, *limits)))
    return lines


def _score_at(sample: Sample, index: int) -> int:
    """Return the score of this index in a sample; 0 if the sample has fewer standings."""
    return sample.standings[index].score if index < len(sample.standings) else 0


def _chart_line(model: Model, standing: Standing, bars: str) -> Line:
    """Return the names of a player or team, the bars and the last score; long names are cut."""
    names = " ".join(seat_name(model.names, seat) for seat in standing.seats)
    is_own = model.seat in standing.seats
    return (
        Span(
            f"  {names[: LABEL_COLUMNS - 1]:<{LABEL_COLUMNS}}", "accent+bold" if is_own else "text"
        ),
        Span(bars, "accent" if is_own else "muted"),
        Span(f" {standing.score}", "text+bold"),
    )


def _resampled(values: Sequence[int], columns: int) -> list[int]:
    """Return at most ``columns`` values: each one several times, or evenly chosen ones."""
    if len(values) > columns:
        last = len(values) - 1
        return [values[round(column * last / (columns - 1))] for column in range(columns)]
    return [value for value in values for _ in range(columns // len(values))]


def sparkline(values: Sequence[int], lowest: int, highest: int) -> str:
    """Return a bar of one column for each value, on a scale from ``lowest`` to ``highest``."""
    steps = len(LEVELS) - 1
    width = max(1, highest - lowest)
    return "".join(LEVELS[round((value - lowest) * steps / width)] for value in values)


def draw_last_move(conversation: Conversation) -> Drawing:
    """Return what the last player to act did in the last turn, as the recap of the game says it.

    Empty without a recap.
    """
    model, changes = conversation.model, tuple(conversation.record.last_changes)
    drawing = ui_of(model.view).drawing if model.view is not None else None
    if drawing is None or not changes:
        return []
    nothing: Drawing = []
    lines = conversation.calls.attempt(
        lambda: checked(drawing.recap(model.view, model.names, changes)), nothing
    )
    heading = plain(f"  {phrases.LAST_MOVE}", "text+bold")
    return [heading, (Span("  "), *lines[-1])] if lines else []


def draw_highlights(conversation: Conversation, columns: int) -> Drawing:
    """Return the highlights of the match, wrapped to ``columns``; empty if there are none.

    The lines are wrapped to 20 columns if there are fewer.
    """
    sentences = list_highlights(conversation)
    if not sentences:
        return []
    lines: Drawing = [plain(phrases.HIGHLIGHTS, "text+bold")]
    for sentence in sentences:
        first, *more = textwrap.wrap(visible(sentence), max(20, columns - 2)) or [""]
        lines.append((Span("✦ ", "change"), Span(first)))
        lines += [plain(f"  {line}") for line in more]
    return lines


def list_highlights(conversation: Conversation) -> list[str]:
    """Return at most MAX_HIGHLIGHTS sentences: those of the game, then who had the longest turn.

    The longest turn takes precedence over the last sentences of the game, but a turn shorter than
    MIN_LONG_TURN is not mentioned. Empty for an incomplete record and without a view.
    """
    model, record = conversation.model, conversation.record
    if not record.is_complete or model.view is None:
        return []
    view, function = model.view, ui_of(model.view).highlights

    def who(seat: int) -> str:
        return YOU if seat == model.seat else seat_name(model.names, seat)

    nothing: list[str] = []
    sentences = nothing
    if function is not None:
        sentences = conversation.calls.attempt(lambda: function(view, who, record.changes), nothing)
    name, seconds = record.longest_turn
    if seconds >= MIN_LONG_TURN:
        longest = phrases.longest_turn(name, seconds, is_me=name == model.nickname)
        sentences = [*sentences[: MAX_HIGHLIGHTS - 1], longest]
    return sentences[:MAX_HIGHLIGHTS]
