"""Test the notices of a connection."""

from client.tui.notices import ConnectNotices


def test_log_gets_the_first_lines_and_the_lines_of_each_notice_once() -> None:
    notices = ConnectNotices(["send this line"])
    notices.add("first\nsecond")
    assert notices.take_log_lines() == ["send this line", "first", "second"]
    assert notices.take_log_lines() == []


def test_question_gets_each_notice_once_although_the_log_has_it() -> None:
    notices = ConnectNotices(["send this line"])
    notices.add("first\nsecond")
    notices.take_log_lines()
    assert notices.take_unrepeated() == ["first\nsecond"]
    assert notices.take_unrepeated() == []
