"""Errors have a code for programs and a text for people."""

from games.base import IllegalAction
from messages.errors import ErrorCode, ProtocolError, Refusal


def test_refusal_has_its_code_and_its_text_which_is_also_its_string() -> None:
    refusal = Refusal(ErrorCode.NOTYOURTURN, "Wait for your turn.")
    assert (str(refusal), refusal.text) == ("Wait for your turn.", "Wait for your turn.")
    assert refusal.code is ErrorCode.NOTYOURTURN


def test_protocol_error_has_the_id_it_replies_to_or_none_and_its_text() -> None:
    assert ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.", 7).reply_to == 7
    assert ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.").reply_to is None
    assert str(ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.", 7)) == "No."


def test_illegal_action_is_a_refusal_and_a_protocol_error_is_not() -> None:
    assert issubclass(IllegalAction, Refusal)
    assert not issubclass(ProtocolError, Refusal)
    assert not issubclass(Refusal, ProtocolError)


def test_value_of_every_error_code_is_its_name() -> None:
    assert {code: code.name for code in ErrorCode} == {code: code.value for code in ErrorCode}
