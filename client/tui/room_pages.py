"""The pages of the list of rooms in the lobby: which one is shown, and how another is requested."""

from collections.abc import Sequence

from msgspec import UNSET, structs

from client.games.parsing import CommandError, pick
from client.games.registry import PLAYABLE
from client.tui.text import lobby as lobby_text
from client.tui.text import typing
from messages import Message, lobby, play
from messages.registry import describe_game
from messages.text import clean

FREE = "free"
"""The word after ``list`` for tables with a free seat only."""


class RoomPages:
    """The requests of the shown page and of all pages before it."""

    def __init__(self) -> None:
        self._requests = [lobby.RequestRefresh()]

    @property
    def request(self) -> lobby.RequestRefresh:
        """The request of the shown page; sent again, it refreshes the page."""
        return self._requests[-1]

    @property
    def has_previous(self) -> bool:
        """True if the shown page is not the first."""
        return len(self._requests) > 1

    @property
    def filter_name(self) -> str:
        """The label of the selection of tables; empty if all are listed."""
        request = self._requests[0]
        if request.game:
            return clean(describe_game(request.game).title, 20)
        return lobby_text.FREE_SEATS if request.free_seats else ""

    def next_filter(self) -> str:
        """Return the command for the next selection: free seats, each game, then all tables."""
        words = ["", FREE, *PLAYABLE]
        request = self._requests[0]
        shown = request.game or (FREE if request.free_seats else "")
        following = words[(words.index(shown) + 1) % len(words)] if shown in words else ""
        return f"list {following}".rstrip()

    def on_message(self, message: Message) -> None:
        """Return to the first page after a refusal, or if the server sent it without a request.

        In the second case the selected game is forgotten, too. The server may have restarted; then
        the cursors of other pages are not valid.
        """
        if isinstance(message, lobby.ChooseMatch) and message.reply_to is UNSET:
            self._requests = [lobby.RequestRefresh()]
        elif isinstance(message, play.Error):
            del self._requests[1:]

    def first(self, words: Sequence[str]) -> lobby.RequestRefresh:
        """Return the request for the first page, for the words after ``list``, and remember it.

        A game or its prefix selects its tables, and ``free`` those with a free seat. Raises
        CommandError.
        """
        request = lobby.RequestRefresh()
        for word in words:
            choice = pick(word.lower(), {name: name for name in (*PLAYABLE, FREE)}, typing.A_GAME)
            if choice == FREE:
                request = structs.replace(request, free_seats=True)
            else:
                request = structs.replace(request, game=choice)
        self._requests = [request]
        return request

    def next(self, cursor: str) -> lobby.RequestRefresh:
        """Return the request for the page after ``cursor``, and remember it as the shown page.

        Raises CommandError if the cursor is empty.
        """
        if not cursor:
            raise CommandError(typing.LAST_PAGE)
        self._requests.append(structs.replace(self.request, after=cursor))
        return self.request

    def previous(self) -> lobby.RequestRefresh:
        """Return the request for the page before, which becomes the shown page.

        Raises CommandError on the first page.
        """
        if not self.has_previous:
            raise CommandError(typing.FIRST_PAGE)
        self._requests.pop()
        return self.request
