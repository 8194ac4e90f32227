"""Make all recordings again: ``python -m tests.recordings``.

With names of recordings, print their texts with every message in full instead, so that two versions
of the program can be compared.
"""

import sys

from tests.recordings.files import TEXTS, path_of, record_journal

if len(sys.argv) > 1:
    for name in sys.argv[1:]:
        sys.stdout.write(TEXTS[name](True))
else:
    record_journal()
    for name, make in TEXTS.items():
        path_of(name).write_text(make(False), encoding="utf-8")
