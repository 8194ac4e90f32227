"""An independent client of the UNO dialect, written only from the dialect's description.

It plays cards that look legal in the last ``BGI`` and answers the server's questions. After each
answer it requests the list of lobbies and sends nothing until that has arrived, so it never acts on
outdated information. Received lines are checked; ``violations`` lists all that contradict the
description. Nothing of the server is imported.
"""

import asyncio
from dataclasses import dataclass, field
from random import Random

from tests.harness.timeouts import within

COLORS = ("RED", "YELLOW", "GREEN", "BLUE")
KNOWN = {
    *("AH", "IAD", "BPJ", "GST", "RST", "BGI", "BCP", "BDC", "BTS", "BRS", "BLG", "RP", "RE", "GE"),
    *("ERR", "DPC", "AC", "BCC", "BGM", "LOL", "BCL", "BJL", "BM", "BUNO", "AC7"),
}
INVALID_REQUESTS = (
    "PC|PURPLE 99",
    "PC",
    "DC|now",
    "RC|maybe",
    "CC|PINK",
    "MC7",
    "MC7|nobody|RED 7",
    "PC|",
)


@dataclass
class UnoClient:
    """Returns the lines to send for each received line. The admin starts a game of ``players``."""

    name: str
    seed: int
    players: int
    mode: str = "normal"
    bots: tuple[str, ...] = ()
    error_rate: float = 0.0
    """Probability that it sends an invalid request before a valid one."""

    violations: list[str] = field(default_factory=list)
    transcript: list[str] = field(default_factory=list)
    winner: str = ""
    rounds: int = 0
    seated: set[str] = field(default_factory=set)
    hand: list[str] = field(default_factory=list)
    top: str = ""
    others: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    admin: bool = False
    playing: bool = False
    pending: bool = False
    """Mode progressive: the cards of the last DRAW card have not been drawn yet."""
    played: str = ""
    question: str = ""
    """The question of the server that is not answered yet."""
    waiting: bool = False
    refused: bool = False
    sent_invalid: bool = False
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def hello(self) -> list[str]:
        """Return the lines of the handshake."""
        kind = self._random.choice(["human_player", "computer_player"])
        return [f"MH|{self.name}|{kind}"]

    def receive(self, line: str) -> list[str]:
        """Process a received line and return the lines to send."""
        self.transcript.append(line)
        code, *arguments = line.split("|")
        if code not in KNOWN or " |" in line or "| " in line or line.endswith(";"):
            self.violations.append(f"not recognised: {line}")
            return []
        handle = getattr(self, f"_{code.lower()}", None)
        replies = handle(*arguments) if handle else None
        return replies or self._maybe_answer()

    # Before the game.

    def _iad(self) -> list[str]:
        self.admin = True
        return self._maybe_start()

    def _bpj(self, name: str) -> list[str]:
        self.seated.add(name)
        return self._maybe_start()

    def _blg(self, name: str) -> None:
        self.seated.discard(name)

    def _maybe_start(self) -> list[str]:
        if not self.admin or self.playing or len(self.seated) != self.players - len(self.bots):
            return []
        self.playing = True
        return [*(f"ACP|{bot}" for bot in self.bots), f"SG|{self.mode}"]

    def _lol(self, lobbies: str) -> None:
        if not all(entry.count(":") == 1 for entry in lobbies.split(";")):
            self.violations.append(f"not recognised: {lobbies}")
        self.waiting = False

    # During the game.

    def _gst(self, mode: str) -> None:
        self.mode, self.playing = mode, True

    def _rst(self) -> None:
        self.pending, self.played = False, ""

    def _bcp(self, name: str, card: str) -> None:
        self.played = card
        self.pending = self.mode == "progressive" and card.split()[1].startswith("DRAW_")

    def _bdc(self, name: str) -> None:
        self.pending = False

    def _bcc(self, color: str) -> None:
        if color not in COLORS:
            self.violations.append(f"no colour: {color}")
        self.played = f"{color} {(self.played or 'WILD WILD').split()[1]}"

    def _re(self, name: str) -> None:
        self.rounds += 1
        self.question = ""

    def _ge(self, name: str) -> None:
        self.winner = name

    def _err(self, code: str) -> None:
        self.refused = code != "E007" and not self.sent_invalid

    # Questions of the server.

    def _bgi(self, top: str, hand: str, players: str, mine: str) -> None:
        self.top, self.hand = top, hand.split(";") if hand else []
        entries = [entry.split(":") for entry in players.split(";")]
        self._check(top, entries, mine)
        self.others = [name for name, _, _ in entries if name != self.name]
        self.question = "BGI" if mine == "true" else "JUMP"

    def _dpc(self, card: str) -> None:
        self.question = card

    def _ac(self) -> None:
        self.question = "AC"

    def _ac7(self) -> None:
        self.question = "AC7"

    def _check(self, top: str, entries: list[list[str]], mine: str) -> None:
        """Check what the description specifies for every BGI."""
        counts = {name: int(cards) for name, cards, _ in entries}
        scores = {name: int(score) for name, _, score in entries}
        checks = [
            counts.get(self.name) != len(self.hand) and "own number of cards",
            (entries[0][0] == self.name) != (mine == "true") and "who is first",
            bool(self.played) and self.played != top and f"top card, {self.played} was played",
            not self.playing and "before GST",
            any(scores[n] < self.scores.get(n, 0) for n in scores) and "a score that fell",
            mine not in ("true", "false") and "boolean",
        ]
        self.violations += [f"{text}: {self.transcript[-1]}" for text in checks if text]
        self.scores = scores

    # Answers.

    def _maybe_answer(self) -> list[str]:
        if not self.question or self.waiting:
            return []
        question, self.question = self.question, ""
        lines = (
            self._jump()
            if question == "JUMP"
            else self._maybe_invalid_request() or self._answer(question)
        )
        self.waiting, self.refused = bool(lines), False
        return [*lines, "LOL"] if lines else []

    def _maybe_invalid_request(self) -> list[str]:
        self.sent_invalid = not self.sent_invalid and self._random.random() < self.error_rate
        return [self._random.choice(INVALID_REQUESTS)] if self.sent_invalid else []

    def _answer(self, question: str) -> list[str]:
        if question == "BGI":
            return self._move()
        if question == "AC":
            return [f"CC|{self._random.choice(COLORS)}"]
        if question == "AC7":
            return [f"MC7|{self._random.choice(self.others)}"]
        choice = self._random.choice(["true", "false"])
        return [f"PC|{question}" if self._random.random() < 0.2 else f"RC|{choice}"]

    def _move(self) -> list[str]:
        legal = [card for card in self.hand if self._fits(card)]
        if self.refused or not legal or self._random.random() < 0.05:
            return ["DC"]
        card = self._random.choice(legal)
        if card.endswith(" 7") and self.mode == "seven_o" and self._random.random() < 0.5:
            return [f"MC7|{self._random.choice(self.others)}|{card}"]
        if card.startswith("WILD ") and self._random.random() < 0.5:
            card = f"{self._random.choice(COLORS)} {card.split()[1]}"
        return [*self._maybe_uno(), f"PC|{card}"]

    def _fits(self, card: str) -> bool:
        (color, value), (top_color, top_value) = card.split(), self.top.split()
        if self.pending:
            return value == top_value
        if value == "DRAW_4":
            return not any(other.split()[0] == top_color for other in self.hand)
        return color in (top_color, "WILD") or value == top_value

    def _maybe_uno(self) -> list[str]:
        return ["UNO"] if len(self.hand) == 2 and self._random.random() < 0.9 else []

    def _jump(self) -> list[str]:
        """Play a card identical to the top card, out of turn."""
        possible = self.mode == "jump_in" and self.top in self.hand and not self.refused
        return [*self._maybe_uno(), f"PC|{self.top}"] if possible else []


async def play(client: UnoClient, host: str, port: int) -> UnoClient:
    """Run a client from the handshake to the end of a game."""
    reader, writer = await asyncio.open_connection(host, port)
    replies = client.hello()
    while not client.winner:
        writer.write("".join(f"{line}\n" for line in replies).encode())
        data = await within(reader.readline())
        assert data.endswith(b"\n"), f"the connection ended after {client.transcript[-5:]}"
        replies = client.receive(data.decode().removesuffix("\n"))
    writer.write(b"LG\n")
    writer.close()
    await writer.wait_closed()
    return client
