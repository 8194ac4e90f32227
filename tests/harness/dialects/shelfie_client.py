"""An independent client of the My Shelfie dialect, written only from the dialect's description.

It logs in, creates or joins a room, and plays moves that look legal in the last ``virtualView``. It
sends one request at a time and waits for its ``return``. Received messages are checked;
``violations`` lists all that contradict the description. Nothing of the server is imported.
"""

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.harness.timeouts import within

KNOWN = {
    *("return", "message", "serverVirtualView", "virtualView", "notifyStart", "chatNotification"),
    *("notifyUpdate", "notifyWait", "notifyGoToMenu", "notifyEndMatch", "virtualHand"),
    *("publicChat", "ping"),
}
CODES = {"__Cats__", "_Books__", "_Games__", "_Frames_", "Trophies", "_Plants_"}
INVALID_REQUESTS = (
    *("selectCell|9|9", "selectCell|0|0", "selectCell", "insertInColumn|7", "dance", "endTurn"),
    *("sortHand|0|5", "join|77", "createMatch|8", "login|again", "deselectCards|x|y|z"),
)


@dataclass
class ShelfieClient:
    """Plays one match; with ``confirms`` it sends confirmSelection and endTurn, too."""

    name: str
    seed: int
    seats: int
    framed: bool
    room: str = ""
    """The room to join; empty: create one."""
    confirms: bool = False
    error_rate: float = 0.0

    violations: list[str] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    index: int = -1
    done: bool = False
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    personal_goals: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    async def play(self, port: int) -> None:
        """Connect and play one match to its end."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port, limit=2**17)
        try:
            await self._request(f"login|{self.name}")
            await self._enter()
            self.seated.set()
            while not self.done:
                if self.view.get("currentPlayer") == self.name:
                    await self._turn()
                else:
                    self._on_message(await self._read())
            await self._request("exitGame")
        finally:
            self._writer.close()

    async def _enter(self) -> None:
        """Create a room, or join one as soon as it exists."""
        if not self.room:
            await self._request(f"createMatch|{self.seats}")
            return
        while not await self._request(f"join|{self.room}", expected=None):
            self._on_message(await self._read())

    async def _turn(self) -> None:
        if self._random.random() < self.error_rate:
            await self._request(self._random.choice(INVALID_REQUESTS), expected=False)
        if self.done or self.view.get("currentPlayer") != self.name:
            return
        cells = self._pick()
        for row, column in cells:
            await self._request(f"selectCell|{row}|{column}")
        if self._random.random() < 0.1:
            await self._request("deselectCards")
            return
        if self.confirms:
            await self._request("confirmSelection")
        if len(cells) > 1 and self._random.random() < 0.5:
            await self._request("sortHand|0|1")
        name = self._random.choice(["insertInColumn", "insertInColumnCards"])
        await self._request(f"{name}|{self._column(len(cells))}")
        if self.confirms and not self.done:
            await self._request("endTurn")

    def _pick(self) -> list[tuple[int, int]]:
        """Choose a tile with a free side, and neighbours in a line that have one too."""
        free = [(r, c) for r in range(9) for c in range(9) if self._tile(r, c) and self._free(r, c)]
        row, column = self._random.choice(free)
        down, right = self._random.choice([(0, 1), (1, 0)])
        max_tiles = min(3, max(self._room(n) for n in range(5)))
        cells = [(row, column)]
        while len(cells) < max_tiles and (following := _next(cells[-1], down, right)) in free:
            cells.append(following)
        return cells

    def _tile(self, row: int, column: int) -> str | None:
        inside = 0 <= row < 9 and 0 <= column < 9
        tile: str | None = self.view["board"][row][column] if inside else None
        return tile

    def _free(self, row: int, column: int) -> bool:
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return not all(self._tile(r, c) for r, c in around)

    def _room(self, column: int) -> int:
        shelf = self.view["shelves"][self.index]
        return sum(row[column] is None for row in shelf)

    def _column(self, tiles: int) -> int:
        return self._random.choice([n for n in range(5) if self._room(n) >= tiles])

    # Messages.

    async def _request(self, text: str, *, expected: bool | None = True) -> bool:
        """Send a request and return its outcome; report one other than ``expected`` (None: any)."""
        data = text.encode()
        self._writer.write(len(data).to_bytes(2, "big") + data if self.framed else data + b"\n")
        name = text.partition("|")[0].replace("insertInColumnCards", "insertInColumn")
        while True:
            message = await self._read()
            self._on_message(message)
            if message.startswith("return|"):
                break
        done = message == f"return|{name}|true"
        if not (done or message == f"return|{name}|false") or expected is (not done):
            self.violations.append(f"{text} was answered by {message}")
        return done

    async def _read(self) -> str:
        return await within(self._frame() if self.framed else self._line())

    async def _frame(self) -> str:
        length = int.from_bytes(await self._reader.readexactly(2), "big")
        return (await self._reader.readexactly(length)).decode()

    async def _line(self) -> str:
        line = await self._reader.readline()
        if not line:
            raise EOFError
        return line.decode().removesuffix("\n")

    def _on_message(self, message: str) -> None:
        name, *parts = message.split("|", 2)
        if name not in KNOWN:
            self.violations.append(f"not recognised: {message[:40]}")
        if name == "virtualView":
            self.view, self.index = json.loads(parts[0]), int(parts[1])
            self._check()
        elif name == "notifyEndMatch":
            self.done = True

    def _check(self) -> None:
        """Check that the view is consistent and has no secrets of other players."""
        view, index = self.view, self.index
        assert view["players"][index] == self.name
        over = view["gameResults"][0][0] is not None
        goals = view["personalGoals"]
        if not over and (any(goals[:index] + goals[index + 1 :]) or not 1 <= goals[index] <= 12):
            self.violations.append(f"personal goals {goals}")
        hidden = view["hiddenPoints"]
        if not over and any(hidden[:index] + hidden[index + 1 :]):
            self.violations.append(f"hidden points {hidden}")
        tiles = [tile for row in view["board"] for tile in row if tile]
        tiles += [tile for shelf in view["shelves"] for row in shelf for tile in row if tile]
        if any(tile.lstrip(">")[:-3] not in CODES for tile in tiles) or len(tiles) > 132:
            self.violations.append("odd tiles")
        self.personal_goals.add(goals[index])


def _next(cell: tuple[int, int], down: int, right: int) -> tuple[int, int]:
    return cell[0] + down, cell[1] + right
