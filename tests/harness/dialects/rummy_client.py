"""Independent clients of the Rummy dialect, written only from the dialect's description.

``SeedClient`` uses the profile of the draft, ``LaterClient`` that of the author's program. Both can
make errors: lose messages, request them again, acknowledge twice, report fewer cards. Received
messages are checked; ``violations`` lists all that contradict the description. Nothing of the
server is imported.
"""

import asyncio
from dataclasses import dataclass, field
from random import Random

from tests.harness.timeouts import within

RANKS = "A23456789TJQK"
SUITS = ("Hearts", "Clubs", "Spades", "Diamonds")
Message = tuple[str, list[str]]


@dataclass
class RummyClient:
    """Base of both profiles. The hosting player starts a match of ``players``."""

    name: str
    seed: int = 0
    players: int = 0
    """Number of players of the match; 0 if this client does not start it."""
    error_rate: float = 0.0
    violations: list[str] = field(default_factory=list)
    winner: str = ""
    rounds: int = 0
    is_connected: bool = False
    others: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    drawn: bool = False
    scores: str = ""
    key = "Message Type"

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.out: list[bytes] = []
        self.lost = ""

    def send(self, kind: str, *body: str) -> None:
        lines = (f"{self.key}: {kind}", f"Sender: {self.name}", "", *body, "", "")
        self.out.append("\n".join(lines).encode())

    def receive(self, kind: str, body: list[str]) -> None:
        """Process a message of the host."""
        if kind in ("CONNECT", "BEGIN", "MOVE", "END") and self._loses(kind, body):
            return
        match kind:
            case "CONNECT":
                self.others.append(body[0].split(": ")[1])
            case "BEGIN":
                self.rounds += 1
                self.drawn = False
            case "END":
                self.winner = body[0].removeprefix("Winner: ")
        self.handle(kind, body)

    def _loses(self, kind: str, body: list[str]) -> bool:
        """Return whether this message is lost at random; sometimes request it again."""
        if self.lost == f"{kind}{body}" or self.random.random() >= self.error_rate:
            self.lost = ""
            return False
        self.lost = f"{kind}{body}"
        if self.random.random() < 0.5:
            self.send("ERR", f"Resend {kind}")
        return True

    def handle(self, kind: str, body: list[str]) -> None:
        raise NotImplementedError

    def start_if_complete(self) -> None:
        """Start the match when all players are connected."""
        if self.players and len(self.others) + 1 == self.players:
            self.players = 0
            self.send("BEGIN", "Start")


class SeedClient(RummyClient):
    """Draws, melds whenever possible, discards."""

    last: str = ""
    seq: int = 0
    melds: int = 0
    use: list[str]

    def hello(self) -> None:
        self.send("CONNECT", "IP Address: 127.0.0.1", "Port Num: 55000", f"Player: {self.name}")

    def handle(self, kind: str, body: list[str]) -> None:
        match kind:
            case "OK":
                self._ok(body)
            case "ERR":
                self._refused(body)
            case "CONNECT":
                self.send("OK", "connected")
                self.start_if_complete()
            case "BEGIN":
                self._begin(body)
            case "MOVE":
                self._move(body)
            case "END":
                self.send("OK", "ending")

    def _ok(self, body: list[str]) -> None:
        if body == ["connected"]:
            self.is_connected = True
        elif body == ["ping"]:
            self.send("OK", "ping")
        elif body[0] == "valid" and self.last.startswith("DRAW"):
            self.drawn = True
            self.hand += cards(body[1].removeprefix("Cards: "))
            self._play()
        elif body[0] != "valid":
            self.violations.append(f"OK {body}")

    def _begin(self, body: list[str]) -> None:
        first, setup, number, self.scores = body
        self.hand, self.melds, self.use = cards(setup.split("hand=")[1].split("; ")[0]), 0, []
        if number != f"Round: {self.rounds}":
            self.violations.append(number)
        self.send("OK", "begun")
        if first == f"First player: {self.name}":
            self._turn("DRAW STOCK")

    def _move(self, body: list[str]) -> None:
        player, move, following, seq = body
        self.seq += 1
        self.melds += move.count("MELD")
        if seq != f"Seq: {self.seq}":
            self.violations.append(f"{seq} instead of {self.seq}")
        self.send("OK", "move received")
        if self.random.random() < self.error_rate / 4:
            self.send("OK", "begun")
        if player == f"Player: {self.name}":
            self.drawn = False
        elif following == f"Next player: {self.name}":
            self.drawn = self.drawn and "LEFT" in move  # another player left during this turn
            if not self.drawn:
                self._draw(move.rpartition("DISCARD ")[2] if "; DISCARD " in move else "")

    def _draw(self, top: str) -> None:
        """Draw the top discard if it makes a meld, or at random before the first meld."""
        self.use = find_meld([*self.hand, top], top) if top else []
        wild = bool(top) and not self.melds and self.random.random() < 0.3
        self._turn(f"DRAW DISCARD {top}" if self.use or wild else "DRAW STOCK")

    def _play(self) -> None:
        meld = self.use or find_meld(self.hand)
        self.use = []
        text = f"MELD {', '.join(meld)}" if meld else ""
        left = [card for card in self.hand if card not in meld]
        if left:
            discard = least_connected(left)
            text = "; ".join(filter(None, [text, f"DISCARD {discard}"]))
            left.remove(discard)
        self._turn(text)
        self.hand = left

    def _turn(self, text: str) -> None:
        self.last = text
        self.send("TURN", f"player: {self.name}", f"new turn: {text}", "cards remaining: 0")

    def _refused(self, body: list[str]) -> None:
        """Repeat the turn if acknowledgements are missing; after a refused discard, draw."""
        if "Reason: waiting" in body:
            self._turn(self.last)
        elif self.last.startswith("DRAW DISCARD") and not self.use:
            self._turn("DRAW STOCK")
        else:
            self.violations.append(f"{self.last}: {body}")


class LaterClient(RummyClient):
    """Sends T, P and D; repeats refused turns, as the author's program does."""

    key = "Type"
    last: tuple[str, ...] = ()

    def hello(self) -> None:
        self.send("CONNECT", "IP Address: 127.0.0.1", "Port Num: 50100")

    def handle(self, kind: str, body: list[str]) -> None:
        if kind in ("CONNECT", "BEGIN", "MOVE", "END"):
            self.send("OK", kind)
        match kind:
            case "OK" if body[0] == "CONNECT":
                self.is_connected = True
            case "OK":
                self.hand += cards(body[1])
                self._discard()
            case "ERR":
                self.send("TURN", *self.last)
            case "BEGIN":
                self.hand, self.scores = cards(body[3].split(": ")[1]), body[2]
                self._maybe_draw(body[0])
            case "MOVE":
                if body[0] != f"Player: {self.name}":
                    self._maybe_draw(body[2])

    def _maybe_draw(self, line: str) -> None:
        if line.split(": ")[1] == self.name:
            wild = self.random.random() < self.error_rate
            self._turn("P", str(self.random.randint(0, 5))) if wild else self._turn("T")

    def _discard(self) -> None:
        meld = find_meld(self.hand)
        left = [card for card in self.hand if card not in meld]
        if not left:  # This profile can end a round only with a discard.
            left = list(self.hand)
        discard = least_connected(left)
        left.remove(discard)
        if left and self.random.random() < self.error_rate:
            left.pop()
        self.hand = left
        self._turn("D", f"Hand: {', '.join(left)}, ", "Points: 1", discard)

    def _turn(self, *body: str) -> None:
        self.last = body
        self.send("TURN", *body)


def cards(text: str) -> list[str]:
    """Return the cards of a comma-separated list."""
    return [card.strip() for card in text.split(", ") if card.strip()]


def find_meld(hand: list[str], needed: str = "") -> list[str]:
    """Return a set, or a run of three, that contains the needed card; the ace is low or high."""
    held, order = set(hand), f"{RANKS}A"
    for rank in RANKS:
        same = [card for card in hand if card.startswith(f"{rank} of")]
        if len(same) >= 3 and needed in (*same, ""):
            return same
    for suit in SUITS:
        for low in range(len(order) - 2):
            run = [f"{rank} of {suit}" for rank in order[low : low + 3]]
            if held.issuperset(run) and needed in (*run, ""):
                return run
    return []


def least_connected(hand: list[str]) -> str:
    """Return the card with the fewest neighbours in rank or suit."""

    def neighbours(card: str) -> int:
        rank, suit = RANKS.index(card[0]), card[5:]
        near = [other for other in hand if other[5:] == suit]
        close = [other for other in near if abs(RANKS.index(other[0]) - rank) in (1, 2)]
        return len(close) + 2 * sum(other[0] == card[0] for other in hand)

    return min(hand, key=neighbours)


async def play(client: SeedClient | LaterClient, host: str, port: int) -> None:
    """Run a client from the first message to the end of the connection."""
    reader, writer = await asyncio.open_connection(host, port)
    client.hello()
    try:
        while True:
            writer.write(b"".join(client.out))
            client.out.clear()
            message = await within(_read(reader))
            if message is None:
                return
            client.receive(*message)
    except ConnectionError:
        if not client.winner:  # after its match a server may close before the last answer
            raise
    finally:
        writer.close()


async def _read(reader: asyncio.StreamReader) -> Message | None:
    lines: list[str] = []
    while lines.count("") < 2:
        data = await reader.readline()
        if not data:
            return None
        lines.append(data.decode().removesuffix("\n"))
    return lines[0].split(": ")[1], lines[3:-1]
