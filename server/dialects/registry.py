"""All dialects; each is disabled unless the operator enables it."""

from server.dialects.codex import CODEX
from server.dialects.rummy import RUMMY
from server.dialects.shelfie import SHELFIE
from server.dialects.uno import UNO

DIALECTS = {dialect.name: dialect for dialect in (UNO, CODEX, SHELFIE, RUMMY)}
"""All dialects by name."""
