"""Exercise 6: check that the server did not change the shuffle during the match."""

import hashlib

from common import choose_name, connect, play_until, read_arguments

if __name__ == "__main__":
    with connect(read_arguments()) as connection:
        choose_name(connection)
        messages = play_until(connection, lambda message: message["type"] == "FinalScores")
        promised = next(m["seedHash"] for m in messages if m["type"] == "PlayersInfo")
        seed = bytes.fromhex(messages[-1]["seed"])
        print("promised:", promised)
        print("kept:", hashlib.sha256(seed).hexdigest() == promised)
        print("another seed:", hashlib.sha256(seed + b"!").hexdigest() == promised)
