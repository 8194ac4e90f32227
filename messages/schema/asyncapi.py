"""Generates docs/asyncapi.json: the browser transport as AsyncAPI 3 with JSON Schemas.

The schemas are those that msgspec derives from the message classes, so they have the same limits as
the decoder. Messages of game packs are left out.
"""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from messages.lobby import PROTOCOL
from messages.registry import CLIENT_MESSAGES, SERVER_MESSAGES, built_in

FILE = Path(__file__).parents[2] / "docs" / "asyncapi.json"
SCHEMAS = "#/components/schemas/"
DESCRIPTION = (
    "Messages of the WebSocket /play: text frames, each with one JSON object. The same messages "
    "travel as msgpack over sockets and as remote calls over Pyro5. docs/protocol.md describes the "
    "conversation."
)


def asyncapi_text() -> str:
    """Return the document as JSON."""
    return json.dumps(asyncapi_document(), indent=1, ensure_ascii=False) + "\n"


def asyncapi_document() -> dict[str, Any]:
    """Return the document, seen from the server: it receives the messages of clients."""
    received = built_in(CLIENT_MESSAGES.values())
    sent = built_in(SERVER_MESSAGES.values())
    classes = list(dict.fromkeys((*received, *sent)))
    _, schemas = msgspec.json.schema_components(classes, ref_template=SCHEMAS + "{name}")
    channel = {cls.__name__: _reference("components/messages", cls) for cls in classes}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Tavolata", "version": str(PROTOCOL), "description": DESCRIPTION},
        "defaultContentType": "application/json",
        "servers": {"web": {"host": "127.0.0.1:7780", "protocol": "ws"}},
        "channels": {"play": {"address": "/play", "messages": channel}},
        "operations": {
            "receive": _operation("receive", received),
            "send": _operation("send", sent),
        },
        "components": {
            "messages": {cls.__name__: _message(cls) for cls in classes},
            "schemas": {name: schemas[name] for name in sorted(schemas)},
        },
    }


def _message(cls: type[Any]) -> dict[str, Any]:
    """Return the entry of a message: its meaning and its schema."""
    summary = " ".join(cleandoc(cls.__doc__ or "").replace("``", "`").split())
    return {"name": cls.__name__, "summary": summary, "payload": {"$ref": SCHEMAS + cls.__name__}}


def _operation(action: str, classes: list[type[Any]]) -> dict[str, Any]:
    """Return an operation: what the server does with these messages on the channel."""
    return {
        "action": action,
        "channel": {"$ref": "#/channels/play"},
        "messages": [_reference("channels/play/messages", cls) for cls in classes],
    }


def _reference(place: str, cls: type[Any]) -> dict[str, str]:
    """Return a reference to the entry of a message."""
    return {"$ref": f"#/{place}/{cls.__name__}"}
