"""A whole match of Eriantys with nothing but a socket, four bytes of length and msgpack.

Start `tavolata serve`, then run this file. It plays against one computer player and answers every
question with the first choice it is offered. docs/protocol.md has all messages.
"""

import socket
import struct

import msgpack

ANSWERS = {
    "RequestNickname": lambda m, me: {"type": "ChooseNickname", "nickname": me},
    "RequestSetUp": lambda m, me: {
        "type": "SelectModeAndPlayers",
        "numberOfPlayers": 2,
        "mode": False,
        "bots": 1,
    },
    "SelectWizard": lambda m, me: {"type": "ChooseWizard", "wizard": m["availableWizards"][0]},
    "SelectAssistantCard": lambda m, me: {
        "type": "PlayAssistantCard",
        "cardValue": int(m["availableCards"][0]),
    },
    "SelectStudent": lambda m, me: {
        "type": "MoveStudent",
        "moveTo": "ISLAND",
        "color": m["colors"][0],
        "islandPosition": 0,
    },
    "SelectSteps": lambda m, me: {"type": "MoveMotherNature", "steps": 1},
    "SelectCloud": lambda m, me: {"type": "ChooseCloud", "cloud": m["availableClouds"][0]},
    "SelectEndOfTurn": lambda m, me: {"type": "EndTurn"},
}


def send(connection, message):
    """One frame: the length in four bytes, then the msgpack map."""
    payload = msgpack.packb(message)
    connection.sendall(struct.pack(">I", len(payload)) + payload)


def receive(connection):
    """The next frame as a dict."""
    (length,) = struct.unpack(">I", exactly(connection, 4))
    return msgpack.unpackb(exactly(connection, length))


def exactly(connection, count):
    """So many bytes; a stream may bring them in pieces."""
    data = b""
    while len(data) < count:
        data += connection.recv(count - len(data)) or exit("the server hung up")
    return data


def play(host="127.0.0.1", port=7700, nickname="plain-ada"):
    """Play one match; the final scores come back."""
    with socket.create_connection((host, port)) as connection:
        while True:
            message = receive(connection)
            kind = message["type"]
            if kind == "ChooseMatch":
                send(connection, {"type": "SelectMatch", "match": 0})
            elif kind in ANSWERS:
                send(connection, ANSWERS[kind](message, nickname))
            elif kind == "Error":  # for example, somebody was faster with that wizard
                print(message["message"])
            elif kind == "FinalScores":
                send(connection, {"type": "Quit"})
                return message


if __name__ == "__main__":
    print(play())
