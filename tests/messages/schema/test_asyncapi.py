"""The generated AsyncAPI document: up to date, complete, and without dangling references."""

import json
from collections.abc import Iterator
from typing import Any

from messages.registry import CLIENT_MESSAGES, SERVER_MESSAGES, built_in
from messages.schema.asyncapi import FILE, asyncapi_document, asyncapi_text


def test_generated_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == asyncapi_text(), "run python -m messages.schema"


def _references(value: Any) -> Iterator[str]:
    """Yield all references inside a document."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for part in value.values():
            yield from _references(part)
    elif isinstance(value, list):
        for part in value:
            yield from _references(part)


def _resolve(document: Any, reference: str) -> Any:
    """Return what a reference names. Raises KeyError if there is nothing."""
    for name in reference.removeprefix("#/").split("/"):
        document = document[name]
    return document


def test_every_reference_names_a_part_of_the_document() -> None:
    document = json.loads(asyncapi_text())
    references = set(_references(document))
    assert "#/components/schemas/UnoView" in references
    for reference in references:
        assert _resolve(document, reference)


def test_server_receives_all_client_messages_and_sends_all_server_messages() -> None:
    document = asyncapi_document()
    for action, registry in (("receive", CLIENT_MESSAGES), ("send", SERVER_MESSAGES)):
        operation = document["operations"][action]
        assert operation["action"] == action
        names = [message["$ref"].rpartition("/")[2] for message in operation["messages"]]
        assert names == [cls.__name__ for cls in built_in(registry.values())]


def test_schema_of_a_message_has_its_type_its_limits_and_no_other_fields() -> None:
    schema = asyncapi_document()["components"]["schemas"]["ChooseNickname"]
    assert schema["properties"]["type"] == {"enum": ["ChooseNickname"]}
    assert schema["properties"]["nickname"]["maxLength"] == 64
    assert schema["required"] == ["type", "nickname"]
    assert schema["additionalProperties"] is False


def test_message_has_the_summary_of_the_protocol_page() -> None:
    message = asyncapi_document()["components"]["messages"]["YouWin"]
    assert message["summary"] == "The match is over and you are a winner."
    assert message["payload"] == {"$ref": "#/components/schemas/YouWin"}
