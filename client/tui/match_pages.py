"""The pages of a match: pure functions from a conversation to a page.

``build_page`` is the entry point for every phase; the pages before a match are in ``pages.py``.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.games.base import GameCommands, Unavailable
from client.games.drawing import Drawing, Line, Marks, Size, Span, Zone
from client.games.registry import ui_of
from client.model import Model
from client.tui import selection
from client.tui.choices import Words, list_choices
from client.tui.conversation import Conversation
from client.tui.match_board import checked, draw_board, match_title, recap_lines
from client.tui.pages import (
    MenuEntry,
    OnSelect,
    Page,
    build_lobby_page,
    title_line,
    tutorial_note,
    with_note,
)
from client.tui.result_page import result_page, result_title, shows_result
from client.tui.selection import Candidate
from client.tui.text import screen
from messages.base import View


class Pointer(NamedTuple):
    """The place in the menu and on the board at which the user points."""

    on_select: OnSelect | None = None
    """The effect of the highlighted entry; None for the first one."""
    zone: Zone | None = None
    """The zone under the mouse or the cursor keys; None for the one of the highlighted entry."""
    remark: str = ""
    """A sentence that is shown instead of the preview."""


class BoardChoice(NamedTuple):
    """The legal actions that are left, and those that the pointer means."""

    left: list[Candidate]
    chosen: list[Candidate]
    marks: Marks


NO_CHOICE = BoardChoice([], [], Marks())


class MatchPage(NamedTuple):
    """A page with a board: everything that the screen shows beside the log and the chat."""

    page: Page
    choice: BoardChoice = NO_CHOICE
    preview: Line = ()
    recap: Drawing = []  # noqa: RUF012


def build_page(
    conversation: Conversation,
    size: Size,
    now: float,
    last_nickname: str = "",
    pointer: Pointer | None = None,
) -> MatchPage:
    """Return the page for the current state; ``size`` is the room for its body.

    A note of the tutorial is at the end of the body. While disconnected the title says so and there
    are no entries. Once the server has ended, the title says so and the only entry is to quit. The
    body stays in both cases.
    """
    note = tutorial_note(conversation, size.columns)
    room = Size(size.columns, max(0, size.lines - len(note)))
    built = _phase_page(conversation, room, now, last_nickname, pointer or Pointer())
    built = built._replace(page=with_note(built.page, conversation, note))
    if conversation.has_server_ended:
        entries = (MenuEntry(screen.QUIT, "quit"),)
        page = built.page._replace(title=screen.SERVER_ENDED, entries=entries)
        return built._replace(page=page, choice=NO_CHOICE)
    if conversation.is_disconnected:
        page = built.page._replace(title=EVENTS[ConnectionEvent.LOST], entries=())
        return built._replace(page=page, choice=NO_CHOICE)
    return built


def _phase_page(
    conversation: Conversation, size: Size, now: float, last_nickname: str, pointer: Pointer
) -> MatchPage:
    """Return the page of the phase; an unread result of a match is shown before any later phase."""
    model = conversation.model
    if shows_result(conversation):
        return MatchPage(result_page(conversation, size, now))
    if model.phase == "playing" and model.view is not None:
        return _match_page(conversation, model.view, size, now, pointer)
    return MatchPage(build_lobby_page(conversation, size, now, last_nickname))


def window_title(conversation: Conversation, page: Page, columns: int, now: float) -> Line:
    """Return the title of a page as a line that is as wide as the window instead of the board.

    The title of a match, and that of its result, are built again for it.
    """
    model, is_text = conversation.model, isinstance(page.title, str)
    if is_text:
        return title_line(page, columns)
    if shows_result(conversation):
        return result_title(conversation, columns)
    if model.phase == "playing" and model.view is not None and model.result is None:
        return match_title(conversation, model.view, columns, now)
    return title_line(page, columns)


# --- a running match ------------------------------------------------------------------------------


def _match_page(
    conversation: Conversation, view: View, size: Size, now: float, pointer: Pointer
) -> MatchPage:
    """Return the page of a running match: title, board, recap, preview and menu.

    The menu has an entry for each action, or for a spectator an entry to leave.
    """
    model = conversation.model
    candidates = selection.narrow(list_candidates(conversation, view), conversation.partial_choice)
    entries = _action_entries(conversation, view, candidates)
    if model.is_spectator:
        entries = [MenuEntry(screen.STOP_WATCHING, "leave")]
    choice = _choice(conversation, view, candidates, entries, pointer)
    body = draw_board(conversation, view, size, choice.marks)
    title = match_title(conversation, view, size.columns, now)
    preview = _preview_line(conversation, view, choice, pointer.remark)
    recap = recap_lines(conversation)
    return MatchPage(Page(title, tuple(body), tuple(entries)), choice, preview, recap)


def list_candidates(conversation: Conversation, view: View) -> list[Candidate]:
    """Return the legal actions with their commands and zones; the last result is kept."""
    model = conversation.model

    def find() -> list[Candidate]:
        commands, drawing = _commands(model, view), ui_of(view).drawing
        zoned = conversation.calls.attempt(
            lambda: selection.list_candidates(view, commands, drawing, model.actions), None
        )
        if zoned is not None:
            return zoned
        return selection.list_candidates(view, commands, None, model.actions)

    return conversation.calls.remember("candidates", (view, model.actions), find)


def _commands(model: Model, view: View) -> GameCommands:
    """Return the commands of the game of a view."""
    return ui_of(view).commands(view, model.names)


def _action_entries(
    conversation: Conversation, view: View, candidates: Sequence[Candidate]
) -> list[MenuEntry]:
    """Return an entry for each candidate, or group of candidates, after the words chosen so far.

    The entry of an action has a short description of its result, aligned with the others. Before
    the first step, disabled entries for the commands that are unavailable now follow.
    """
    commands = _commands(conversation.model, view)
    by_command = {candidate.command: candidate.action for candidate in candidates}
    choices = list_choices(by_command, conversation.chosen_words)
    columns = max((len(choice.label) for choice in choices if choice.is_complete), default=0)
    entries = []
    for choice in choices:
        action = by_command.get(" ".join(choice.words)) if choice.is_complete else None
        if action is None:
            entries.append(MenuEntry(choice.label, choice.words))
        else:
            effect = conversation.calls.attempt(lambda a=action: commands.explain(view, a), "")  # type: ignore[misc]
            entries.append(MenuEntry(f"{choice.label:<{columns}}   {effect}".rstrip(), action))
    if candidates and not conversation.partial_choice:
        closed = unavailable(conversation, view)
        entries += [MenuEntry(command, "", reason) for command, reason in closed]
    return entries


def unavailable(conversation: Conversation, view: View) -> Sequence[Unavailable]:
    """Return the commands that are not legal now, with their reasons."""
    commands, nothing = _commands(conversation.model, view), tuple[Unavailable, ...]()
    return conversation.calls.attempt(
        lambda: tuple(commands.unavailable(view, conversation.model.actions)), nothing
    )


def _choice(
    conversation: Conversation,
    view: View,
    candidates: list[Candidate],
    entries: Sequence[MenuEntry],
    pointer: Pointer,
) -> BoardChoice:
    """Return what the pointer means, and the marks of the board for it.

    A zone of the board comes before the highlighted entry. While an action is unanswered nothing
    can be chosen.
    """
    left = [] if conversation.is_action_pending else candidates
    picked = selection.picked_zones(conversation.partial_choice)
    chosen = selection.containing(left, pointer.zone) if pointer.zone else []
    zone = pointer.zone if chosen else None
    if not chosen:
        chosen = _meant_by(left, highlighted(entries, pointer.on_select))
    marks = Marks(
        legal=selection.legal_zones(left, picked),
        cursor=zone or selection.cursor_zone(left, chosen, picked),
        changed=_changed_zones(conversation, view),
        preview=chosen[0].action if len(chosen) == 1 else None,
        center=conversation.center,
        seat=conversation.shown_seat,
        order=conversation.client.match.order,
        recent=conversation.history.recent,
    )
    return BoardChoice(left, chosen, marks)


def highlighted(entries: Sequence[MenuEntry], on_select: OnSelect | None) -> MenuEntry | None:
    """Return the enabled entry with this effect, or the first enabled one; None without one."""
    enabled = [entry for entry in entries if not entry.disabled_reason]
    same = (entry for entry in enabled if entry.on_select == on_select)
    return next(same, enabled[0] if enabled else None)


def _meant_by(candidates: Sequence[Candidate], entry: MenuEntry | None) -> list[Candidate]:
    """Return the candidates that a menu entry stands for."""
    if entry is None:
        return []
    if isinstance(entry.on_select, tuple):
        return selection.starting_with(candidates, entry.on_select)
    return [candidate for candidate in candidates if candidate.action == entry.on_select]


def entry_of(entries: Sequence[MenuEntry], candidate: Candidate) -> MenuEntry | None:
    """Return the entry of a candidate, or of a group that contains it; None if there is none."""
    words: Words = tuple(candidate.command.split())
    for entry in entries:
        effect = entry.on_select
        if effect == candidate.action:
            return entry
        if type(effect) is tuple and words[: len(effect)] == effect:
            return entry
    return None


def _changed_zones(conversation: Conversation, view: View) -> frozenset[Zone]:
    """Return the zones that have changed since the reader's last turn.

    Empty in a game without a drawing.
    """
    drawing, before = ui_of(view).drawing, conversation.history.before
    if drawing is None or before is None or before is view:
        return frozenset()

    def compare() -> frozenset[Zone]:
        return conversation.calls.attempt(lambda: drawing.changed(before, view), frozenset())

    return conversation.calls.remember("changed", (before, view), compare)


def _preview_line(conversation: Conversation, view: View, choice: BoardChoice, remark: str) -> Line:
    """Return the remark, or the result of the chosen action.

    Empty unless exactly one action is chosen, and in a game without a drawing.
    """
    if remark:
        return (Span(f" {remark}", "error"),)
    action, drawing = choice.marks.preview, ui_of(view).drawing
    if action is None or drawing is None:
        return ()
    names = conversation.model.names
    empty: Line = ()
    line = conversation.calls.attempt(
        lambda: checked([drawing.preview(view, names, action)])[0], empty
    )
    return (Span(screen.PREVIEW, "muted"), *line) if line else ()
