"""Valid frames and requests of the web port, changed at random."""

import random
from collections.abc import Iterator

from messages.codec import encode_json
from tests.harness.mutations import SEEDS
from tests.harness.web_server import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    UPGRADE,
    client_frame,
    request_bytes,
)

JSON_PARTS = (b"{", b"}", b"[", b'"', b",", b":", b"null", b"-1e9", b"\\u0000", b"\xff", b"9" * 40)


def mutated_frames(count: int, seed: int) -> Iterator[bytes]:
    """Yield valid frames with random changes of their text, their header or their fragments."""
    rng = random.Random(seed)
    for _ in range(count):
        text = _mutated_text(rng, bytearray(encode_json(rng.choice(SEEDS))))
        opcode = rng.choice((TEXT,) * 12 + (BINARY, PING, PONG, CLOSE, 0, rng.randrange(16)))
        if opcode in (PING, PONG, CLOSE) and rng.random() < 0.9:
            text = text[:125]
        data = bytearray(client_frame(text, opcode, mask=rng.random() < 0.98))
        if opcode == TEXT and rng.random() < 0.2:
            data = _fragmented(rng, text)
        if rng.random() < 0.1:
            data[rng.randrange(min(len(data), 14))] = rng.randrange(256)
        yield bytes(data)


def _mutated_text(rng: random.Random, text: bytearray) -> bytes:
    """Return a text with up to three changes."""
    for _ in range(rng.randrange(4)):
        position = rng.randrange(len(text) + 1)
        match rng.randrange(3):
            case 0:
                text[position:position] = rng.choice(JSON_PARTS)
            case 1:
                del text[position : position + rng.randint(1, 5)]
            case _:
                text[position : position + 1] = rng.randbytes(1)
    return bytes(text)


def _fragmented(rng: random.Random, text: bytes) -> bytearray:
    """Return the text in fragments, some with a ping between them, some without an end."""
    data, opcode = bytearray(), TEXT
    while len(text) > 4:
        size = rng.randrange(len(text))
        data += client_frame(text[:size], opcode, final=False)
        text, opcode = text[size:], 0
        if rng.random() < 0.3:
            data += client_frame(b"", PING)
    return data + (client_frame(text, opcode) if rng.random() < 0.9 else b"")


def mutated_requests(count: int, seed: int) -> Iterator[bytes]:
    """Yield valid requests with random changes."""
    rng = random.Random(seed)
    for _ in range(count):
        path = rng.choice(("/", "/play", "/games.json", "/j/X", "/health"))
        data = bytearray(request_bytes(path, UPGRADE if rng.random() < 0.5 else {}))
        for _ in range(rng.randint(1, 4)):
            start = rng.randrange(len(data))
            part = rng.choice((b"\r\n", b"\n", b" ", b":", b"\x00", rng.randbytes(2)))
            data[start : start + rng.randrange(3)] = part
        yield bytes(data)
