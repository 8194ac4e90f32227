"""The page after a match: the scores and highlights, or the last board, and the rematch. Pure."""

from client.games.drawing import Line, Marks, Size, Span, pad, shorten, width
from client.model import Model
from client.tui.conversation import Conversation
from client.tui.match_board import draw_board, game_heading
from client.tui.new_tables import BOT_SUFFIX
from client.tui.pages import MenuEntry, Page, ScreenAction
from client.tui.result_drawing import draw_scores, draw_story
from client.tui.text import lobby, result, screen
from messages import RoomInfo


def shows_result(conversation: Conversation) -> bool:
    """Return whether the page of the result is shown: until the user leaves it."""
    model = conversation.model
    return model.phase != "nickname" and model.result is not None and not conversation.result_seen


def result_page(conversation: Conversation, size: Size, now: float) -> Page:
    """Return the scores with the highlights, or the last board, and entries for what follows.

    At a table that stays for a rematch the first entry says who is ready for it. While its start is
    counted down, the first line says so.
    """
    model = conversation.model
    if conversation.board_shown and model.view is not None:
        body = draw_board(conversation, model.view, size, Marks())
    else:
        body = draw_scores(conversation) + draw_story(conversation, size.columns)
    seconds = conversation.table_start.seconds_left(now)
    if seconds is not None and model.room is not None:
        starts = lobby.starts_in(seconds, is_host=model.room.host == model.nickname)
        body = [(Span(f"  {starts}", "change+bold"),), *body]
    return Page(result_title(conversation, size.columns), tuple(body), _entries(conversation))


def result_title(conversation: Conversation, columns: int) -> Line:
    """Return the game, the winners and why the match ended; its length is on the right.

    The reason is left out if the line is too narrow, and the length if the client has not seen the
    whole match.
    """
    model, record = conversation.model, conversation.record
    assert model.result is not None
    game = game_heading(model.view, columns) if model.view is not None else ""
    head: Line = (
        Span(f" {game} " if game else "", "brand+bold"),
        Span(result.MATCH_OVER, "accent+bold+reverse"),
    )
    rounds = record.samples[-1].round if record.samples else 0
    length = result.match_length(rounds, record.seconds) if record.is_complete else ""
    right: Line = (Span(f"  {length} ", "muted"),) if length else ()
    room = columns - width(right)
    left = (*head, Span(f" {result.result_line(model.result)}", "text+bold"))
    if width(left) > room:
        left = (*head, Span(f" {result.winners_text(model.result)}", "text+bold"))
    return (*pad(shorten(left, room), room), *right) if right else shorten(left, room)


def _entries(conversation: Conversation) -> tuple[MenuEntry, ...]:
    """Return the entries: rematch, board, table, leave and quit at a table that stays.

    Otherwise they are another match, a new table, board, lobby and quit. The board is left out
    without a view.
    """
    model = conversation.model
    board = result.SHOW_SCORES if conversation.board_shown else result.SHOW_BOARD
    shown = (MenuEntry(board, ScreenAction.TOGGLE_BOARD),) if model.view is not None else ()
    if model.phase == "room" and model.room is not None and not model.is_spectator:
        return (
            *_rematch_entries(model, model.room),
            *shown,
            MenuEntry(result.TO_TABLE, ScreenAction.CLOSE_RESULT),
            MenuEntry(result.LEAVE_TABLE, "leave"),
            MenuEntry(screen.QUIT, "quit"),
        )
    return (
        MenuEntry(result.AGAIN, "again"),
        MenuEntry(screen.NEW_TABLE, ScreenAction.OPEN_FORM),
        *shown,
        MenuEntry(result.TO_LOBBY, ScreenAction.CLOSE_RESULT),
        MenuEntry(screen.QUIT, "quit"),
    )


def _rematch_entries(model: Model, room: RoomInfo) -> list[MenuEntry]:
    """Return the entry for the rematch, with the readiness of the others, and one for the host.

    The first one is disabled once this player is ready. The host of a full table may start without
    waiting. Computer players are always ready and are not mentioned.
    """
    others = [name for name in room.players if name != model.nickname]
    awaited = [name for name in others if name in room.undecided]
    ready = [name for name in others if name not in awaited and not name.endswith(BOT_SUFFIX)]
    waiting = result.waiting_text(awaited, room.number_of_players - len(room.players))
    is_ready = model.nickname not in room.undecided
    first = MenuEntry(result.rematch_label(ready, waiting), "again")
    if is_ready:
        first = MenuEntry(result.READY_FOR_REMATCH, "", waiting or result.HOST_STARTS)
    can_start = room.host == model.nickname and len(room.players) >= room.number_of_players
    return [first, MenuEntry(result.START_NOW, "start")] if awaited and can_start else [first]
