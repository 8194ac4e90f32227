"""What somebody who comes back is sent. One decision, made from four facts.

| in a match | the same one | cursor                         | sent                              |
|------------|--------------|--------------------------------|-----------------------------------|
| no         |              |                                | LOBBY: the question of the phase  |
| yes        | no           |                                | VIEW: everything                  |
| yes        | yes          | beyond what happened           | VIEW: the cursor is not ours      |
| yes        | yes          | in the start of the match      | VIEW: the first may not be there  |
| yes        | yes          | older than what is kept        | VIEW: too much was missed         |
| yes        | yes          | at or after what is kept       | UPDATES: what was missed, maybe 0 |
"""

from enum import StrEnum


class CatchUp(StrEnum):
    """How to catch up."""

    LOBBY = "lobby"
    VIEW = "view"
    UPDATES = "updates"


def decide(
    cursor: int, head: int, oldest: int, start: int = 0, *, in_match: bool, same_match: bool
) -> CatchUp:
    """``oldest`` is the first change that is still kept, head + 1 when none is.

    ``start`` changes were told before the first view.
    """
    if not in_match:
        return CatchUp.LOBBY
    known = same_match and start < cursor <= head
    return CatchUp.UPDATES if known and oldest <= cursor + 1 else CatchUp.VIEW
