"""Errors have a code for programs and a text for people."""

from games.base import IllegalAction
from messages.errors import ErrorCode, ProtocolError, Refusal


def test_the_sentence_is_the_text_of_the_exception() -> None:
    refusal = Refusal(ErrorCode.NOTYOURTURN, "Wait for your turn.")
    assert (str(refusal), refusal.text) == ("Wait for your turn.", "Wait for your turn.")
    assert refusal.code is ErrorCode.NOTYOURTURN


def test_a_protocol_error_names_the_message_if_its_id_was_readable() -> None:
    assert ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.", 7).reply_to == 7
    assert ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.").reply_to is None
    assert str(ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.", 7)) == "No."


def test_exception_hierarchy_is_that_of_the_docstring() -> None:
    assert issubclass(IllegalAction, Refusal)
    assert not issubclass(ProtocolError, Refusal)
    assert not issubclass(Refusal, ProtocolError)


def test_a_code_is_its_own_name_on_the_wire() -> None:
    assert {code: code.name for code in ErrorCode} == {code: code.value for code in ErrorCode}
