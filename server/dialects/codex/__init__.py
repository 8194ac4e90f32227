"""Codex Naturalis' legacy protocol: one JSON object per line."""

from server.dialects.base import Dialect
from server.dialects.codex.commands import handle
from server.dialects.codex.events import EVENTS, on_event_end
from server.dialects.codex.peer import CodexPeer, CodexShared
from server.dialects.codex.wire import maybe_name
from server.dialects.settings import ReturnSettings
from server.sessions import ClientKind

CODEX = Dialect(
    name="codex",
    game="codex",
    port=1234,
    settings=ReturnSettings,
    client=ClientKind(nickname_rule=maybe_name, has_token=False, dialect="codex"),
    shared=CodexShared,
    peer=CodexPeer,
    handle=handle,
    events=EVENTS,
    on_event_end=on_event_end,
)
