"""The compact file of Unicode's data, and how it is written."""

from pathlib import Path

from server.admission import unicode_data

FILES = {
    "PropertyValueAliases.txt": "sc ; Latn ; Latin\nsc ; Grek ; Greek\nsc ; Zyyy ; Common\n",
    "Scripts.txt": (
        "0030..0039 ; Common # Nd\n0041..0043 ; Latin\n0391 ; Greek\n0392 ; Greek # L&\n"
        "0300 ; Inherited\n30FC ; Common\n"
    ),
    "ScriptExtensions.txt": "# comment\n30FC ; Hira Kana # Lm\n",
    "confusables.txt": (
        "\ufeff# confusables.txt\n# Version: 99.0.0\n\n"
        "0391 ;\t0041 ;\tMA\t# alpha\n0410 ;\t0041 ;\tMA\t#\n"
        "1D400 ;\t0041 ;\tMA\t# not in NFKC form\n"
        "2010 ;\t002D ;\tMA\t# no letter\n006D ;\t0072 006E ;\tMA\t# m\n"
    ),
}


def test_compact_keeps_scripts_and_confusables_of_letters_and_digits(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    header, *lines = unicode_data.compact(tmp_path).splitlines()
    assert header.startswith("# Unicode 99.0.0:")
    assert [line for line in lines if not line.startswith("#")] == [
        *("41-43 Latn", "391-392 Grek", "30FC Hira Kana"),
        *("[confusables]", "0041=0391 0410", "0072 006E=006D"),
    ]


def test_file_knows_scripts_and_prototypes_of_characters_in_names() -> None:
    data = unicode_data.load()
    assert data.scripts_of("é") == {"Latn"}
    assert data.scripts_of("ж") == {"Cyrl"}
    assert data.scripts_of("ー") == {"Hira", "Kana"}
    assert data.scripts_of("7") == data.scripts_of("_") == frozenset()
    assert (data.prototypes[ord("I")], data.prototypes[ord("m")]) == ("l", "rn")
    assert data.prototypes[0x410] == "A"
    assert data.starts == sorted(data.starts)
    assert unicode_data.FILE.stat().st_size < 40_000
