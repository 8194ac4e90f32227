"""Play a match of Eriantys over a plain socket: frames of a four-byte length and a msgpack map.

Start `tavolata serve`, then run this file. It plays against one computer player and answers every
prompt with its first choice. docs/protocol.md lists all messages.
"""

import socket
import struct

import msgpack

ANSWERS = {
    "ChooseMatch": lambda prompt: {"type": "SelectMatch", "match": 0},
    "RequestSetUp": lambda prompt: {
        "type": "SelectModeAndPlayers",
        "numberOfPlayers": 2,
        "mode": False,
        "bots": 1,
    },
    "SelectWizard": lambda prompt: {
        "type": "ChooseWizard",
        "wizard": prompt["availableWizards"][0],
    },
    "SelectAssistantCard": lambda prompt: {
        "type": "PlayAssistantCard",
        "cardValue": int(prompt["availableCards"][0]),
    },
    "SelectStudent": lambda prompt: {
        "type": "MoveStudent",
        "moveTo": "ISLAND",
        "color": prompt["colors"][0],
        "islandPosition": 0,
    },
    "SelectSteps": lambda prompt: {"type": "MoveMotherNature", "steps": 1},
    "SelectCloud": lambda prompt: {"type": "ChooseCloud", "cloud": prompt["availableClouds"][0]},
    "SelectEndOfTurn": lambda prompt: {"type": "EndTurn"},
}


def send(connection, message):
    """Send one frame: the length in four bytes, then the msgpack map."""
    payload = msgpack.packb(message)
    connection.sendall(struct.pack(">I", len(payload)) + payload)


def receive(connection):
    """Receive the next frame and return its message as a dict."""
    (length,) = struct.unpack(">I", receive_exactly(connection, 4))
    return msgpack.unpackb(receive_exactly(connection, length))


def receive_exactly(connection, count):
    """Receive exactly this many bytes, because a stream may deliver them in pieces."""
    data = b""
    while len(data) < count:
        data += connection.recv(count - len(data)) or exit("the server closed the connection")
    return data


def play(host="127.0.0.1", port=7700, nickname="plain-ada"):
    """Play one match and return its final scores."""
    with socket.create_connection((host, port)) as connection:
        while True:
            message = receive(connection)
            kind = message["type"]
            if kind == "RequestNickname":
                send(connection, {"type": "ChooseNickname", "nickname": nickname})
            elif kind in ANSWERS:
                send(connection, ANSWERS[kind](message))
            elif kind == "Error":  # for example, the wizard was taken in the meantime
                print(message["message"])
            elif kind == "FinalScores":
                send(connection, {"type": "Quit"})
                return message


if __name__ == "__main__":
    print(play())
