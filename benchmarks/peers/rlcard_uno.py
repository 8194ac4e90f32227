"""Random self-play of RLCard's UNO environment; runs in .venv-bench and imports nothing of ours.

Each input line is a number of seconds. The output line is JSON with the processor time used and the
moves. RLCard lists the legal actions in every state; the choice uses the standard library, because
that is faster than RLCard's RandomAgent.
"""

import json
import sys
from random import Random
from time import process_time
from typing import Any

import rlcard  # type: ignore[import-not-found]

SEED = 1


def play(env: Any, seconds: float, rng: Random) -> int:
    """Play complete games until ``seconds`` of processor time are used; return the moves."""
    deadline = process_time() + seconds
    moves = 0
    while process_time() < deadline:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
    return moves


def print_json(**facts: object) -> None:
    """Print one line of JSON for the parent process."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Answer the lines of the standard input."""
    env = rlcard.make("uno", config={"seed": SEED})
    rng = Random(SEED)
    print_json(ready=True)
    for line in sys.stdin:
        start = process_time()
        moves = play(env, float(line), rng)
        print_json(seconds=process_time() - start, moves=moves)


if __name__ == "__main__":
    main()
