"""What somebody who comes back is sent. One decision, made from four facts.

| in a match | the same one | cursor                         | sent                              |
|------------|--------------|--------------------------------|-----------------------------------|
| no         |              |                                | LOBBY: the question of the phase  |
| yes        | no           |                                | VIEW: everything                  |
| yes        | yes          | 0, or beyond what happened     | VIEW: the cursor is not ours      |
| yes        | yes          | older than what is kept        | VIEW: too much was missed         |
| yes        | yes          | at or after what is kept       | UPDATES: what was missed, maybe 0 |
"""

from enum import StrEnum


class CatchUp(StrEnum):
    """How to catch up."""

    LOBBY = "lobby"
    VIEW = "view"
    UPDATES = "updates"


def decide(cursor: int, head: int, oldest: int, *, in_match: bool, same_match: bool) -> CatchUp:
    """``oldest`` is the first change that is still kept, head + 1 when none is."""
    if not in_match:
        return CatchUp.LOBBY
    known = same_match and 0 < cursor <= head
    return CatchUp.UPDATES if known and oldest <= cursor + 1 else CatchUp.VIEW
