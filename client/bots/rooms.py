"""Finds or creates the room of a plan, adds its computer players and chooses a wizard. No I/O."""

from collections import Counter

from msgspec import UNSET

from client.bots.plan import Create, Join, JoinAny, RoomChoice
from client.model import Model
from messages import ClientMessage, lobby
from messages.seeds import next_seed, parse_seed

MAX_JOIN_REFUSALS = 10
"""Maximum number of refusals by open rooms; then ``JoinAny`` creates its own room."""


class RoomFinder:
    """Returns the messages that lead to the room of a plan; the model has the list of rooms."""

    def __init__(self, choice: RoomChoice, model: Model) -> None:
        self._choice = choice
        self._model = model
        self._refusals: Counter[int] = Counter()
        self._lists_game = False
        """True if the last requested list has only rooms of the game of the plan."""
        self._opponents_left: list[str] = []
        self._refused_wizards: set[str] = set()
        self._seeds: list[bytes] = []
        """The seeds of the matches so far, if the plan chooses them."""

    def select(self, *, is_requested: bool) -> ClientMessage:
        """Select the room of the plan by number or code; match 0 without a code is a new room.

        ``JoinAny`` selects an open room. If the page has none, the next page is requested; after
        the last page a new room is selected. ``is_requested`` tells that this page was requested.
        """
        self._lists_game &= is_requested
        choice = self._choice
        if isinstance(choice, Join):
            return lobby.SelectMatch(0 if choice.code else choice.match, code=choice.code)
        if not isinstance(choice, JoinAny):
            return lobby.SelectMatch(0)
        number = self._find_open_room(choice)
        may_join = self._refusals.total() < MAX_JOIN_REFUSALS
        if not number and may_join and self._model.next_page:
            return self._request_page(choice)
        return lobby.SelectMatch(number)

    def select_another(self, refused: lobby.SelectMatch) -> ClientMessage | None:
        """Exclude a room that refused the bot and request the list again.

        Return None if the plan allows no other room, or a new room was refused.
        """
        if not isinstance(self._choice, JoinAny) or not refused.match:
            return None
        self._refusals[refused.match] += 1
        self._lists_game = False
        return lobby.RequestRefresh()

    def create(self, number: int = 0) -> ClientMessage:
        """Return the set-up of a new room: that of the plan or of its fallback.

        ``number`` counts the matches of the plan from 0; a chosen seed depends on it. From then on
        ``add_opponent`` returns the opponents. A room that is full with them is private, so that
        nobody else joins before they are added.
        """
        create = self._choice.fallback if isinstance(self._choice, JoinAny) else self._choice
        assert isinstance(create, Create)
        self._opponents_left = list(create.opponents)
        is_full = create.bots + len(create.opponents) + 1 >= create.players
        return lobby.SelectModeAndPlayers(
            number_of_players=create.players,
            mode=create.mode,
            game=create.game,
            options=create.options,
            private=create.private or (bool(create.opponents) and is_full),
            bots=create.bots,
            seed=self._seed(create.seed, number) if create.seed else UNSET,
        )

    def _seed(self, first: str, number: int) -> str:
        """Return the seed of the match with this number in a series that begins with ``first``."""
        self._seeds = self._seeds or [parse_seed(first)]
        while len(self._seeds) <= number:
            self._seeds.append(next_seed(self._seeds[-1]))
        return self._seeds[number].hex()

    def add_opponent(self) -> ClientMessage | None:
        """Return the message that adds the next opponent, each once; None if none is left."""
        if not self._opponents_left:
            return None
        return lobby.AddComputerPlayer(self._opponents_left.pop(0))

    def choose_wizard(self) -> ClientMessage | None:
        """Choose the last wizard that is free and was not refused; None if there is none.

        People tend to choose the first.
        """
        room = self._model.room
        unavailable = self._refused_wizards.union(room.wizards.values() if room else ())
        free = [wizard for wizard in self._model.wizards if wizard not in unavailable]
        return lobby.ChooseWizard(free[-1]) if free else None

    def choose_another_wizard(self, refused: lobby.ChooseWizard) -> ClientMessage | None:
        """Exclude a refused wizard and choose another one; None if there is none."""
        self._refused_wizards.add(refused.wizard)
        return self.choose_wizard()

    def forget_wizard_refusals(self) -> None:
        """Allow all wizards again, because the last choice was accepted or the room has changed."""
        self._refused_wizards.clear()

    def _request_page(self, choice: JoinAny) -> ClientMessage:
        """Request the next page of the rooms of the game; the first page if all games are listed.

        A list that the server sends without a request has all games.
        """
        after = self._model.next_page if self._lists_game else ""
        self._lists_game = True
        return lobby.RequestRefresh(choice.fallback.game, free_seats=True, after=after)

    def _find_open_room(self, choice: JoinAny) -> int:
        """Return the match of the first public open room of the game; 0 if there is none.

        Rooms that refused this bot are skipped; after MAX_JOIN_REFUSALS refusals the result is 0.
        """
        refusals = self._refusals
        for room in self._model.rooms:
            fits = room.game == choice.fallback.game and room.state == "open" and not room.private
            if fits and not refusals[room.match] and refusals.total() < MAX_JOIN_REFUSALS:
                return room.match
        return 0
