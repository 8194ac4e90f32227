"""Play a match of Eriantys by remote method calls, with only the Pyro5 package.

Start `tavolata serve`, then run this file. It plays against one computer player and always chooses
the first legal action. docs/protocol.md lists all methods.
"""

import Pyro5.api

Pyro5.api.config.SERIALIZER = "msgpack"


def play(uri="PYRO:tavolata@127.0.0.1:7701", nickname="remote-ada"):
    """Play one match and return its final scores."""
    with Pyro5.api.Proxy(uri) as server:
        key = server.open()
        server.choose_nickname(key, nickname)
        server.select_match(key, 0)
        server.select_mode_and_players(key, 2, mode=True, bots=1)
        for wizard in ("KING", "WITCH", "SAGE", "DRUID"):
            if server.choose_wizard(key, wizard)["type"] == "ActionValid":
                break
        cursor = 0
        while True:
            batch = server.poll(key, cursor, 10)  # waits up to 10 seconds for messages
            cursor = batch["cursor"]
            for message in batch["messages"]:
                if message["type"] == "FinalScores":
                    server.close(key)
                    return message
            take_turn(server, key)


def take_turn(server, key):
    """Act as long as there are legal actions for this seat."""
    while actions := server.list_actions(key).get("actions"):
        act(server, key, actions[0])


def act(server, key, action):
    """Call the remote method of an action; server.move_student(key, …) for MoveStudent."""
    kind = action["type"]
    if kind == "PlayAssistantCard":
        answer = server.play_assistant_card(key, action["cardValue"])
    elif kind == "MoveStudent":
        details = action["moveTo"], action["color"], action["islandPosition"]
        answer = server.move_student(key, *details)
    elif kind == "MoveMotherNature":
        answer = server.move_mother_nature(key, action["steps"])
    elif kind == "ChooseCloud":
        answer = server.choose_cloud(key, action["cloud"])
    elif kind == "UseCharacterCard":
        details = action["color"], action["islandPosition"], action["taken"], action["given"]
        answer = server.use_character_card(key, action["asset"], *details)
    else:
        answer = server.end_turn(key)
    if answer["type"] == "Error":
        raise SystemExit(answer["message"])


if __name__ == "__main__":
    print(play())
