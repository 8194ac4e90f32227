# pip install Pyro5 msgpack; python pyro_client.py --name ada
"""Play a match of Eriantys by remote method calls, with only the Pyro5 package.

Start `tavolata serve` first. The client plays against one computer player and answers each prompt
with its first choice. socket_client.py and web_client.mjs play the same match over other
transports; docs/protocol.md lists all methods.
"""

import argparse
import sys

import Pyro5.api
import Pyro5.errors

Pyro5.api.config.SERIALIZER = "msgpack"

ANSWERS = {
    "ChooseMatch": lambda server, key, prompt: server.select_match(key, 0),
    "SelectWizard": lambda server, key, prompt: server.choose_wizard(
        key, prompt["availableWizards"][0]
    ),
    "SelectAssistantCard": lambda server, key, prompt: server.play_assistant_card(
        key, int(prompt["availableCards"][0])
    ),
    "SelectStudent": lambda server, key, prompt: server.move_student(
        key, "ISLAND", prompt["colors"][0], 0
    ),
    "SelectSteps": lambda server, key, prompt: server.move_mother_nature(key, 1),
    "SelectCloud": lambda server, key, prompt: server.choose_cloud(
        key, prompt["availableClouds"][0]
    ),
    "SelectEndOfTurn": lambda server, key, prompt: server.end_turn(key),
}


def choose_nickname(server, key, name):
    """Choose the nickname, or with a number behind it if it is taken."""
    for nickname in (name, *(f"{name[:17]}-{number}" for number in range(2, 100))):
        answer = server.choose_nickname(key, nickname)
        if answer.get("error") != "DUPLICATENICKNAME":
            return answer
    raise SystemExit("all these nicknames are taken")


def set_up(server, key, seed):
    """Create a match against one computer player."""
    return server.select_mode_and_players(key, 2, bots=1, seed=seed)


def play(host="127.0.0.1", port=7701, name="ada", seed=""):
    """Play one match and return its final scores."""
    answers = ANSWERS | {
        "RequestNickname": lambda server, key, prompt: choose_nickname(server, key, name),
        "RequestSetUp": lambda server, key, prompt: set_up(server, key, seed),
    }
    with Pyro5.api.Proxy(f"PYRO:tavolata@{host}:{port}") as server:
        key, cursor, refusal = server.open(), 0, None
        while True:
            batch = server.poll(key, cursor, 0 if refusal else 10)  # waits up to 10 seconds
            cursor, prompt = batch["cursor"], None
            for message in batch["messages"]:
                if message["type"] == "FinalScores":
                    server.close(key)
                    return message
                if message["type"] in answers:
                    prompt = message  # a newer prompt replaces an older one
            if prompt is not None:  # if an answer was refused, its prompt had been replaced
                answer = answers[prompt["type"]](server, key, prompt)
                refusal = answer["message"] if answer["type"] == "Error" else None
            elif refusal:
                raise SystemExit(refusal)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="play a match of Eriantys over Pyro5")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7701)
    parser.add_argument("--name", default="ada", help="another one is chosen if it is taken")
    parser.add_argument("--seed", default="", help="for servers with --allow-seeds")
    arguments = parser.parse_args()
    try:
        print(play(**vars(arguments)))
    except Pyro5.errors.CommunicationError as error:
        sys.exit(f"{error}; start the server with: tavolata serve")
