"""My Shelfie's legacy protocol: framed messages or lines ``name|argument`` (part B)."""

from msgspec.structs import replace

from server.dialects.base import LEGACY_CLIENT, Dialect
from server.dialects.shelfie.commands import handle
from server.dialects.shelfie.events import EVENTS, send_pending
from server.dialects.shelfie.peer import ShelfiePeer, ShelfieSettings, ShelfieShared
from server.dialects.shelfie.wire import maybe_name

SHELFIE = Dialect(
    name="shelfie",
    game="shelfie",
    port=8080,
    settings=ShelfieSettings,
    client=replace(LEGACY_CLIENT, nickname_rule=maybe_name, dialect="shelfie"),
    shared=ShelfieShared,
    peer=ShelfiePeer,
    handle=handle,
    events=EVENTS,
    send_pending=send_pending,
)
