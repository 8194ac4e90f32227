"""Unicode's data about look-alike characters and scripts, in a compact file beside this module.

``python -m server.admission.unicode_data FOLDER`` writes the file anew from Unicode's own files
confusables.txt, Scripts.txt, ScriptExtensions.txt and PropertyValueAliases.txt in the folder. The
compact file has only characters that names in NFKC form can contain, and the marks that NFD splits
off.
"""

import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("unicode_data.txt")
HEADER = """\
# Unicode {version}: scripts, then confusables (UTS 39), of characters in names.
# Copyright Unicode, Inc.; Unicode License V3, see https://www.unicode.org/license.txt
# Written by python -m server.admission.unicode_data
"""
CONFUSABLES = "[confusables]"


class UnicodeData(NamedTuple):
    """The parsed file; ranges of code points are sorted and end before ``ends``."""

    starts: list[int]
    ends: list[int]
    scripts: list[frozenset[str]]
    prototypes: dict[int, str]
    """For each confusable code point the text that represents all its look-alikes."""

    def scripts_of(self, char: str) -> frozenset[str]:
        """Return the scripts in which a character is used; none if it is used in all scripts."""
        code = ord(char)
        index = bisect_right(self.starts, code) - 1
        return self.scripts[index] if index >= 0 and code < self.ends[index] else frozenset()


@cache
def load() -> UnicodeData:
    """Read the compact file and return its data; later calls return the same object.

    It is first called for the first nickname, because reading takes time at the start.
    """
    scripts, _, confusables = FILE.read_text(encoding="utf-8").partition(CONFUSABLES)
    data = UnicodeData([], [], [], {})
    sets: dict[str, frozenset[str]] = {}
    for line in scripts.splitlines():
        if not line.startswith("#"):
            span, names = line.split(" ", 1)
            first, _, last = span.partition("-")
            data.starts.append(int(first, 16))
            data.ends.append(int(last or first, 16) + 1)
            data.scripts.append(sets.setdefault(names, frozenset(names.split())))
    for line in confusables.split("\n")[1:-1]:
        prototype, sources = line.split("=")
        data.prototypes.update(
            dict.fromkeys(map(ord, _characters(sources)), _characters(prototype))
        )
    return data


def _characters(codes: str) -> str:
    """Return the characters with these hexadecimal code points."""
    return "".join(chr(int(code, 16)) for code in codes.split())


# --- writing the file -----------------------------------------------------------------------------


def compact(folder: Path) -> str:
    """Return the content of the compact file, from Unicode's files in a folder."""
    confusables = (folder / "confusables.txt").read_text(encoding="utf-8-sig")
    version = re.search(r"^# Version: (\S+)", confusables, re.MULTILINE)
    lines = [*_script_lines(folder), CONFUSABLES, *_confusable_lines(confusables)]
    return HEADER.format(version=version[1] if version else "?") + "\n".join(lines) + "\n"


def _is_in_names(code: int) -> bool:
    """Return whether names in NFKC form, or their NFD forms, can contain a code point.

    These are letters, digits and marks, and code points that this Python does not know.
    """
    char = chr(code)
    category = unicodedata.category(char)
    if category[0] == "M" or category == "Cn":
        return True
    return category[0] in "LN" and unicodedata.normalize("NFKC", char) == char


def _split_fields(text: str) -> Iterator[list[str]]:
    """Yield the fields of each line of one of Unicode's files, without comments."""
    for line in text.splitlines():
        if content := line.partition("#")[0].strip():
            yield [field.strip() for field in content.split(";")]


def _script_lines(folder: Path) -> Iterator[str]:
    """Yield the ranges of letters and digits that do not belong to all scripts, with their scripts.

    Script extensions take precedence over the script.
    """
    aliases = _split_fields((folder / "PropertyValueAliases.txt").read_text(encoding="utf-8"))
    short = {fields[2]: fields[1] for fields in aliases if fields[0] == "sc"}
    scripts: dict[int, str] = {}
    for name in ("Scripts.txt", "ScriptExtensions.txt"):
        for span, value in _split_fields((folder / name).read_text(encoding="utf-8")):
            first, _, last = span.partition("..")
            for code in range(int(first, 16), int(last or first, 16) + 1):
                if _is_in_names(code) and not unicodedata.category(chr(code)).startswith("M"):
                    scripts[code] = short.get(value, value)
    known = {code: value for code, value in scripts.items() if value not in ("Zyyy", "Zinh")}
    yield from _range_lines(known)


def _range_lines(values: dict[int, str]) -> Iterator[str]:
    """Yield a line for each range of adjacent code points with equal values."""
    first = 0
    for code in sorted(values):
        if values.get(code - 1) != values[code]:
            first = code
        if values.get(code + 1) != values[code]:
            span = f"{first:X}" if first == code else f"{first:X}-{code:X}"
            yield f"{span} {values[code]}"


def _confusable_lines(text: str) -> Iterator[str]:
    """Yield ``prototype=codes`` for each prototype, sorted.

    Only code points that can be in names are listed; a prototype without any is left out.
    """
    sources: dict[str, list[str]] = {}
    for source, prototype, *_ in _split_fields(text.lstrip("\ufeff")):
        if _is_in_names(int(source, 16)):
            sources.setdefault(prototype, []).append(source)
    for prototype, codes in sorted(sources.items()):
        yield f"{prototype}={' '.join(sorted(codes))}"


if __name__ == "__main__":
    FILE.write_text(compact(Path(sys.argv[1])), encoding="utf-8")
