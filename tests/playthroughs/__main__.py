"""Writes the playthroughs anew: ``python -m tests.playthroughs``."""

from tests.playthroughs.transcript import PLAYS, transcript

for play in PLAYS:
    play.path.write_text(transcript(play), encoding="utf-8")
