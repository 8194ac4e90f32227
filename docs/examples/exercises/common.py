"""Code that the solutions share: arguments, a session, and a match against one computer player."""

import argparse
import itertools
import os
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from socket_client import ANSWERS, receive, send

SETUP = {"type": "SelectModeAndPlayers", "numberOfPlayers": 2, "bots": 1}
ANSWERS = ANSWERS | {"RequestSetUp": lambda prompt: SETUP}
IDS = itertools.count(1)
NAME = f"student-{os.getpid()}"


def read_arguments():
    """Return --host, --port and --pyro-port."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7700)
    parser.add_argument("--pyro-port", type=int, default=7701)
    return parser.parse_args()


def connect(arguments):
    """Connect to the server and receive its greeting."""
    connection = socket.create_connection((arguments.host, arguments.port))
    assert receive(connection)["type"] == "RequestNickname"
    return connection


def request(connection, message, number=None):
    """Send a message with an id; return its answer and the pushes before it."""
    number = number or next(IDS)
    send(connection, {**message, "id": number})
    pushes = []
    while (answer := receive(connection)).get("replyTo") != number:
        pushes.append(answer)
    return answer, pushes


def choose_name(connection):
    """Choose the nickname and return SessionOpened, which has the token."""
    answer, _ = request(connection, {"type": "ChooseNickname", "nickname": NAME})
    assert answer["type"] == "ActionValid", answer["message"]
    return receive(connection)


def play_until(connection, stop):
    """Answer prompts until a message for which ``stop`` is true; return all messages."""
    messages = []
    while not messages or not stop(messages[-1]):
        messages.append(receive(connection))
        kind = messages[-1]["type"]
        if kind in ANSWERS and not stop(messages[-1]):
            send(connection, {**ANSWERS[kind](messages[-1]), "id": next(IDS)})
    return messages
