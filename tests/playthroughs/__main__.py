"""Write all playthroughs again: ``python -m tests.playthroughs``."""

from tests.playthroughs.transcript import FOLDER, PLAYTHROUGHS

for playthrough in PLAYTHROUGHS:
    path = FOLDER / playthrough.file
    path.parent.mkdir(exist_ok=True)
    path.write_text(playthrough.text(), encoding="utf-8")
