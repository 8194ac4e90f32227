# pip install msgpack; python socket_client.py --name ada
"""Play a match of Eriantys over a plain socket: frames of a four-byte length and a msgpack map.

Start `tavolata serve` first. The client plays against one computer player and answers each prompt
with its first choice. pyro_client.py and web_client.mjs play the same match over other transports;
docs/protocol.md lists all messages.
"""

import argparse
import json
import select
import socket
import struct
import sys

import msgpack

ANSWERS = {
    "ChooseMatch": lambda prompt: {"type": "SelectMatch", "match": 0},
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
        data += connection.recv(count - len(data)) or sys.exit("the server closed the connection")
    return data


def receive_all(connection):
    """Wait for a message; return it with all others that have arrived."""
    messages = [receive(connection)]
    while select.select([connection], [], [], 0)[0]:
        messages.append(receive(connection))
    return messages


def play(host="127.0.0.1", port=7700, name="ada", seed="", log=None):
    """Play one match and return its final scores; write all received messages to ``log``."""
    setup = {"type": "SelectModeAndPlayers", "numberOfPlayers": 2, "bots": 1, "seed": seed}
    answers = ANSWERS | {"RequestSetUp": lambda prompt: setup}
    names = [name, *(f"{name[:17]}-{number}" for number in range(2, 100))]
    sent = 0  # the number of answered prompts is the id of the last answer
    with socket.create_connection((host, port)) as connection:
        while True:
            prompt = refusal = None
            for message in receive_all(connection):
                kind = message["type"]
                if log:
                    print(json.dumps(message), file=log)
                if kind == "FinalScores":
                    send(connection, {"type": "Quit"})
                    return message
                if kind == "RequestNickname" or message.get("error") == "DUPLICATENICKNAME":
                    send(connection, {"type": "ChooseNickname", "nickname": names.pop(0)})
                elif kind == "Error" and message.get("replyTo") in (None, sent):
                    refusal = message["message"]
                elif kind in answers:
                    prompt = message  # a newer prompt replaces an older one
            if prompt is not None:  # if an answer was refused, its prompt had been replaced
                sent += 1
                send(connection, {**answers[prompt["type"]](prompt), "id": sent})
            elif refusal:
                raise SystemExit(refusal)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="play a match of Eriantys over a socket")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7700)
    parser.add_argument("--name", default="ada", help="another one is chosen if it is taken")
    parser.add_argument("--seed", default="", help="for servers with --allow-seeds")
    parser.add_argument("--log", type=argparse.FileType("w"), help="for verify_deal.mjs")
    arguments = parser.parse_args()
    try:
        print(play(**vars(arguments)))
    except ConnectionRefusedError:
        address = f"{arguments.host}:{arguments.port}"
        sys.exit(f"cannot connect to {address}; start the server with: tavolata serve")
