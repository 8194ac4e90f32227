"""Hostile texts with which nicknames, chat and room names are tested."""

import unicodedata

CONTROLS = [chr(code) for code in [*range(32), 127, *range(128, 160)]]
FORMATS = [
    *"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\u00ad\u200b\u200c\u200d\u2060\ufeff\u180e\u2028\u2029\U000e0001\U000e0041",
]
BLANK = [*"\u034f\u115f\u1160\u17b4\u2800\u3164\uffa0\u00a0\u3000"]
ODD = [*"\ud800\udfff\ue000\U0010ffff\ufff9\ufffe"]
ESCAPES = [
    *(
        "\x1b[2J",
        "\x1b]0;title\x07",
        "\x1b]8;;http://x\x1b\\",
        "\x1bP1$r\x1b\\",
        "\x1b[6n",
        "\x9b31m",
    ),
    *("\x1b_G\x1b\\", "\x1b[?1049h", "\x1bc", "\x1b(0", "\x90q\x9c", "\x9d0;t\x9c"),
    "\x1b[201~",
]
FLOODS = [
    "e" + "\u0301" * 400,
    "\u0489" * 400,
    "\u0e49" * 300,
    "\ufdfd" * 100,
    "\U0001f9d1\u200d" * 99,
]
MARKUP = [
    *("[bold red]x[/]", "[link=file:///etc/passwd]x[/link]", "[/", "[[]]", "<script>x</script>"),
    *("<b>&amp;&#27;", "`x`", "$(id)", "${HOME}", "%s%n%(x)s", "{0.__class__}", "{}", "\\x1b[2J"),
    *(
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\con",
        "nul",
        "file:///x",
        "a|b;c",
        "'; DROP TABLE x;--",
    ),
    *("None", "__class__", "NaN", "-1", "~root", "--help", "\\u001b[2J"),
]
CORPUS = [
    *(f"Q@{nasty}Q" for nasty in [*CONTROLS, *FORMATS, *BLANK, *ODD]),
    *ESCAPES,
    *FLOODS,
    *MARKUP,
]


def control_characters(text: str) -> list[str]:
    """Return the characters of a text that must never reach a screen or a log."""
    return [c for c in text if unicodedata.category(c)[0] == "C" and c != "\n"]
