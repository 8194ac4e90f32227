"""The legacy wire protocols this server offers; each is off unless asked for."""

from server.dialects.codex import CODEX
from server.dialects.rummy import RUMMY
from server.dialects.shelfie import SHELFIE
from server.dialects.uno import UNO

DIALECTS = {dialect.name: dialect for dialect in (UNO, CODEX, SHELFIE, RUMMY)}
"""Every dialect by its name."""
