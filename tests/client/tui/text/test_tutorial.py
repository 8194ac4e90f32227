from client.tui.text import tutorial


def test_note_has_its_number() -> None:
    assert tutorial.number(2, 7) == "LESSON 2/7"
