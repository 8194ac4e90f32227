"""The start screen: name, sessions to continue, games to play here, servers, and an address."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, Static

from client.connections.addresses import parse_invitation
from client.connections.base import CannotConnect
from client.games.drawing import Size
from client.tui.screens.start_fields import NameField, StartBody
from client.tui.screens.zone_view import ZoneView
from client.tui.start_page import (
    HOST,
    LEARN,
    QUIT,
    ContinueOffer,
    ServerRow,
    StartChoice,
    StartState,
    draw_brand,
    draw_start,
    first_zone,
    move,
    with_cursor,
)
from client.tui.text import start
from messages.registry import DESCRIPTIONS
from messages.text import clean

if TYPE_CHECKING:
    from client.tui.ping import Pong
    from messages import SelectModeAndPlayers

Ping = Callable[[str], Awaitable["Pong | None"]]
"""Returns what the server with an address says about itself; None if it is not reachable."""
OTHER_LINES = 3
"""Lines of the screen beside brand and body: name, address and keys."""
MIN_NAME_LENGTH = 3


class StartScreen(Screen[StartChoice]):
    """Asks for a nickname and where to play. The result is the choice.

    ``offers`` are sessions to continue. ``servers`` are listed, each with the result of ``ping``.
    With ``can_host`` a server for friends can be started. The cursor begins on the first offer;
    without offers on the card of the game of ``setup``, or of the first game.
    """

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", show=False),
        Binding("f9", "settings", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape", "focus_body", show=False),
    ]

    def __init__(
        self,
        *,
        nickname: str = "",
        offers: Sequence[ContinueOffer] = (),
        servers: Sequence[ServerRow] = (),
        error: str = "",
        ping: Ping | None = None,
        setup: "SelectModeAndPlayers | None" = None,
        can_host: bool = False,
        is_first_start: bool = False,
    ) -> None:
        super().__init__()
        self._nickname = nickname
        self._error = clean(error)
        self._ping = ping
        self._setup = setup
        state = StartState(
            games=tuple(DESCRIPTIONS.items()),
            cursor=(),
            offers=tuple(offers),
            servers=tuple(servers),
            game=setup.game if setup and setup.game in DESCRIPTIONS else next(iter(DESCRIPTIONS)),
            can_host=can_host,
            is_first_start=is_first_start,
        )
        zone = first_zone(state)
        is_card = zone[0] == "game"
        self.state = with_cursor(state, ("game", state.game) if is_card else zone)

    def compose(self) -> ComposeResult:
        """Create the widgets; the drawings are filled in when the size is known."""
        yield ZoneView(id="brand")
        with Horizontal(id="name-row"):
            yield Static(f" {start.YOUR_NAME}", id="name-label", markup=False)
            yield NameField(
                self._nickname,
                id="name",
                max_length=20,
                compact=True,
                select_on_focus=False,
                placeholder=start.NAME_RULE,
            )
            yield Static(start.NAME_KEPT, id="name-hint", markup=False)
        yield Static(self._error, id="error", markup=False)
        yield StartBody(id="start")
        with Horizontal(id="address-row"):
            yield Static("  another …", id="address-label", markup=False)
            yield Input(
                id="address",
                max_length=300,
                compact=True,
                select_on_focus=False,
                placeholder=start.ADDRESS_HINT,
            )
        yield Static(start.KEYS, id="start-keys", markup=False)

    def on_mount(self) -> None:
        """Show the error, focus the choices and start to ping each server in the background.

        Without a nickname its field gets the focus instead, unless a session can be continued.
        """
        self._show_error(self._error)
        self.query_one("#start" if self._nickname or self.state.offers else "#name").focus()
        if self._ping is not None:
            for server in self.state.servers:
                work = self._ping_server(self._ping, server.address)
                self.run_worker(work, exit_on_error=False)

    async def _ping_server(self, ping: Ping, address: str) -> None:
        """Ping a server and show in its row what it answers, or that it is unreachable."""
        pong = await ping(address)
        status = start.UNREACHABLE if pong is None else start.reachable(pong)
        servers = tuple(
            server._replace(status=status) if server.address == address else server
            for server in self.state.servers
        )
        self._show(self.state._replace(servers=servers))

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._show(self.state)

    def _show(self, state: StartState) -> None:
        """Store the state, and draw it and the name of the program for the size of the screen.

        A screen of fewer than 30 lines gets the style class ``-low``.
        """
        self.state = state
        columns, lines = self.app.size
        self.set_class(lines < 30, "-low")
        brand = draw_brand(Size(columns, lines))
        self.query_one("#brand", ZoneView).show(brand)
        rest = lines - len(brand) - OTHER_LINES - (0 if lines < 30 else 2)
        self.query_one("#start", StartBody).show(draw_start(state, Size(columns, rest)))

    def _show_error(self, text: str) -> None:
        """Show an error below the name; hide its line if the text is empty."""
        error = self.query_one("#error", Static)
        error.update(text)
        error.display = bool(text)

    # Keys and mouse.

    def on_start_body_moved(self, event: StartBody.Moved) -> None:
        """Move the cursor of the choices.

        Up in the first row focuses the name, and down in the last row the address.
        """
        moved = move(self.state, event.direction)
        if moved == self.state and event.direction in ("up", "down"):
            self.query_one("#name" if event.direction == "up" else "#address").focus()
        else:
            self._show(moved)

    def on_start_body_typed(self, event: StartBody.Typed) -> None:
        """Append the text to the field of the address and focus the field."""
        field = self.query_one("#address", Input)
        field.focus()
        field.value += event.text
        field.cursor_position = len(field.value)

    def on_zone_view_clicked(self, event: ZoneView.Clicked) -> None:
        """Move the cursor to the clicked zone and choose it."""
        self._show(with_cursor(self.state, event.zone))
        self.action_choose()

    def on_name_field_pressed(self, event: NameField.Pressed) -> None:
        """Go on to the choices, after Enter only with a valid name; Up goes to the address.

        Keys that were pressed before the focus has reached the choices act there.
        """
        if self.focused is self.query_one("#start"):
            if event.key == "enter":
                self.action_choose()
            else:
                self.on_start_body_moved(StartBody.Moved(event.key))
        elif event.key == "up":
            self._focus("address")
        elif event.key == "down" or self._checked_name():
            self._focus("start")

    def key_down(self) -> None:
        """Move the focus from the address to the name."""
        self._focus("name")

    def key_up(self) -> None:
        """Move the focus from the address to the choices."""
        self._focus("start")

    def _focus(self, widget: str) -> None:
        """Focus a widget at once; ``Widget.focus`` would only schedule it."""
        self.set_focus(self.query_one(f"#{widget}"))

    def action_focus_body(self) -> None:
        """Focus the choices."""
        self._focus("start")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Connect to a typed address or invitation; ignore an empty one."""
        if event.value.strip():
            self._connect(event.value)

    # Choices.

    def action_choose(self) -> None:
        """Close the screen with the choice at the cursor.

        A hosted table opens its form first, and Quit ends the application. Except for these two and
        a session to continue, a name that is too short only shows an error.
        """
        match self.state.cursor:
            case ("continue", index):
                offer = self.state.offers[int(index)]
                self.dismiss(StartChoice("continue", offer.nickname, offer.address))
            case ("game", game):
                self._dismiss("play", line=f"new {game}", game=game)
            case ("server", index):
                self._connect(self.state.servers[int(index)].address)
            case zone if zone == HOST:
                self._open_form(is_local=False)
            case zone if zone == LEARN:
                self._dismiss("learn", game=self.state.game)
            case zone if zone == QUIT:
                self.app.exit()

    def action_settings(self) -> None:
        """Open the form for a match against computer players; if the name is too short, an error.

        The game is that of the card that had the cursor last.
        """
        self._open_form(is_local=True)

    def action_help(self) -> None:
        """Open a page with the keys of this screen."""
        from client.tui.screens.reader import ReaderScreen  # not needed for the first screen

        self.app.push_screen(ReaderScreen({start.HELP_TITLE: start.HELP_LINES}, start.HELP_TITLE))

    def _connect(self, text: str) -> None:
        """Close the screen with the server of an address or invitation, or show an error.

        The table of an invitation is joined in the lobby. The screen stays open if the name is too
        short.
        """
        try:
            invitation = parse_invitation(text)
        except CannotConnect as error:
            self._show_error(str(error))
            return
        line = f"join {invitation.table}" if invitation.table else ""
        self._dismiss("server", address=",".join(invitation.addresses), line=line)

    def _open_form(self, *, is_local: bool) -> None:
        """Open the form for a new table; then close the screen with the choice of that table.

        The table is local or for friends. The screen stays if the form is cancelled. If the name is
        too short, show an error instead of the form.
        """
        from client.tui.screens.form import NewRoomScreen  # not needed for the first screen

        def use(line: str | None) -> None:
            if line:
                self._dismiss("play" if is_local else "host", line=line)

        if self._checked_name():
            form = NewRoomScreen(
                game=self.state.game, nickname=self._checked_name(), is_local=is_local
            )
            self.app.push_screen(form, use)

    def _checked_name(self) -> str:
        """Return the name; empty if it is too short.

        In that case an error is shown and the field has the focus; otherwise the error is cleared.
        """
        field = self.query_one("#name", Input)
        name = field.value.strip()
        is_valid = len(name) >= MIN_NAME_LENGTH
        self._show_error("" if is_valid else start.NAME_MISSING)
        if not is_valid:
            field.focus()
        return name if is_valid else ""

    def _dismiss(self, kind: str, **fields: str) -> None:
        """Close the screen with a choice; if the name is too short, only show an error."""
        if name := self._checked_name():
            self.dismiss(StartChoice(kind, name, **fields))  # type: ignore[arg-type]
