"""Random, mostly invalid frames of the Rummy dialect."""

from random import Random

KINDS = ("CONNECT", "TURN", "MOVE", "BEGIN", "END", "OK", "ERR", "DANCE", "")
WORDS = (
    *("Start", "connected", "begun", "move received", "ending", "ping", "T", "D", "P", "0", "-1"),
    *("new turn: DRAW STOCK", "new turn: MELD 5H, 6H", "new turn: LAYOFF #9999 5H", "new turn: ;"),
    *("Hand: ", "Hand: 5 of Hearts, ", "Points: x", "K of Spades", "Resend MOVE", "Resend", ":"),
    *("Player: bob", "IP Address: x", "\x00\x1b[2J", "💥", "x" * 300),
)


def random_frame(random: Random) -> bytes:
    """Return a frame of known texts in random order; one in ten has a random byte."""
    key = random.choice(("Message Type", "Type", "Kind"))
    head = f"{key}: {random.choice(KINDS)}\nSender: {random.choice(('alice', '', 'host'))}\n\n"
    body = "".join(f"{random.choice(WORDS)}\n" for _ in range(random.randint(0, 4)))
    data = bytearray(f"{head}{body}\n".encode())
    if random.random() < 0.1:
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)
