"""Writes the playthroughs anew: ``python -m tests.playthroughs``."""

from tests.playthroughs.transcript import TABLES, path_of, transcript

for table in TABLES:
    path_of(table).write_text(transcript(table), encoding="utf-8")
