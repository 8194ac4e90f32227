"""Test the text of the help pages."""

from client.tui.screens.main import MainScreen
from client.tui.screens.reading import ReadingScreen
from client.tui.text.help import HELP_KEYS, SIGN_TEXT


def test_every_function_key_of_the_main_screen_is_explained() -> None:
    bindings = [*ReadingScreen.BINDINGS, *MainScreen.BINDINGS]
    keys = [binding[0] if isinstance(binding, tuple) else binding.key for binding in bindings]
    function_keys = [key.upper() for key in keys if key.startswith("f") and key[1:].isdigit()]
    assert [key for key in function_keys if not any(key in line for line in HELP_KEYS)] == []


def test_mark_of_each_sign_is_a_part_of_it() -> None:
    assert [sign for sign, (mark, _) in SIGN_TEXT.items() if mark.strip() not in sign] == []
