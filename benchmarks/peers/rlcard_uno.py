"""Random self-play of RLCard's UNO environment; runs in .venv-bench, imports nothing of ours.

Answers each line, a number of seconds, with the processor time taken and the moves made in it.
Legal actions come with every state RLCard gives; one of them is chosen with the standard library,
which is quicker than RLCard's own RandomAgent.
"""

import json
import sys
from random import Random
from time import process_time
from typing import Any

import rlcard  # type: ignore[import-not-found]

SEED = 1


def play(env: Any, seconds: float, choices: Random) -> int:
    """Whole games for about that long; the moves made."""
    deadline = process_time() + seconds
    moves = 0
    while process_time() < deadline:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(choices.choice(list(state["legal_actions"])))
            moves += 1
    return moves


def say(**facts: object) -> None:
    """One line for the process that started this one."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Do what the lines of the standard input ask for."""
    env = rlcard.make("uno", config={"seed": SEED})
    choices = Random(SEED)
    say(ready=True)
    for line in sys.stdin:
        start = process_time()
        moves = play(env, float(line), choices)
        say(seconds=process_time() - start, moves=moves)


if __name__ == "__main__":
    main()
