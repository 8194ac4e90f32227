"""Valid messages changed at random."""

import random
from collections.abc import Iterator, Sequence

from messages import ChooseNickname, Message, SelectMatch, SelectModeAndPlayers, SendChat
from messages.codec import encode
from messages.eriantys.actions import MoveStudent, UseCharacterCard
from messages.framing import frame

SEEDS: list[Message] = [
    ChooseNickname("ada"),
    SelectMatch(0, "CODE"),
    SelectModeAndPlayers(2, True, options={"x": 1}, bots=0),
    MoveStudent("ISLAND", "RED", 3, id=7),
    UseCharacterCard("JESTER", taken=("RED",), given=("BLUE",)),
    SendChat("hello", "bob", id=9),
]


def mutated(count: int, seed: int, seeds: Sequence[Message] = SEEDS) -> Iterator[bytes]:
    """Yield valid frames with random changes: bytes replaced, inserted, removed or doubled."""
    rng = random.Random(seed)
    for _ in range(count):
        data = bytearray(frame(encode(rng.choice(seeds))))
        for _ in range(rng.randint(1, 4)):
            kind = rng.randrange(4)
            position = rng.randrange(len(data)) if data else 0
            if kind == 0 and data:
                data[position] = rng.randrange(256)
            elif kind == 1:
                data[position:position] = rng.randbytes(rng.randint(1, 9))
            elif kind == 2:
                del data[position : position + rng.randint(1, 5)]
            else:
                data[4:] = data[4:] * 2
        if rng.random() < 0.8 and len(data) > 4:
            data[:4] = (len(data) - 4).to_bytes(4, "big")
        yield bytes(data)
