from client.tui.text import tutorial


def test_note_has_its_number() -> None:
    assert tutorial.lesson_number(2, 7) == "LESSON 2/7"
