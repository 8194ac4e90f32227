"""The page after a match: the scores, or the last board. Pure."""

from client.games.drawing import Drawing, Line, Marks, Size, Span, cut
from client.games.registry import ui_of
from client.model import Model
from client.tui.conversation import Conversation
from client.tui.match_board import draw_board, game_heading
from client.tui.pages import MenuEntry, Page, ScreenAction
from client.tui.text import screen
from messages.text import clean


def result_page(conversation: Conversation, size: Size) -> Page:
    """Return the scores, or the last board; entries: rematch, new table, board, lobby, quit."""
    model = conversation.model
    result = model.result
    assert result is not None
    board = screen.SHOW_SCORES if conversation.board_shown else screen.SHOW_BOARD
    entries = (
        MenuEntry(screen.AGAIN, "again"),
        MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM),
        *((MenuEntry(board, ScreenAction.TOGGLE_BOARD),) if model.view is not None else ()),
        MenuEntry(screen.TO_LOBBY, ScreenAction.CLOSE_RESULT),
        MenuEntry(screen.QUIT, "quit"),
    )
    game = game_heading(model.view, size.columns) if model.view is not None else ""
    title = (
        Span(f" {game} " if game else "", "brand+bold"),
        Span(screen.MATCH_OVER, "accent+bold+reverse"),
        Span(f" {screen.result_line(result)}", "text+bold"),
    )
    if conversation.board_shown and model.view is not None:
        body = draw_board(conversation, model.view, size, Marks())
    else:
        body = _score_table(model)
    return Page(cut(title, size.columns), tuple(body), entries)


def _score_table(model: Model) -> Drawing:
    """Return who won and why, and a row for each player, best first; equal players share a place.

    The score column says what the scores of this game count.
    """
    result = model.result
    assert result is not None
    unit = ui_of(model.view).text.score_unit if model.view is not None else ""
    rows: Drawing = [(), _verdict(model), (), (Span(screen.score_head(unit), "muted"),)]
    ranked = sorted(
        result.scores.items(), key=lambda item: (item[0] not in result.winners, -item[1])
    )
    places = [(name not in result.winners, -score) for name, score in ranked]
    for name, score in ranked:
        place = places.index((name not in result.winners, -score)) + 1
        is_me, won = name == model.nickname, name in result.winners
        row = screen.score_row(place, name, score, is_me=is_me, won=won)
        rows.append((Span(row, "accent+bold" if is_me else "text+bold" if won else "text"),))
    return rows


def _verdict(model: Model) -> Line:
    """Return whether the reader has won, or who has, and the reason."""
    assert model.result is not None
    reason = Span(f"   {clean(model.result.reason)}", "muted")
    if model.nickname in model.result.winners:
        return (Span(screen.YOU_WIN, "change+bold"), reason)
    return (Span(f"  {screen.winners_text(model.result)}", "text+bold"), reason)
