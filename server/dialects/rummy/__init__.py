"""Rummy's legacy protocol: status messages with a header and a body (Rummy 9 to 11)."""

from msgspec.structs import replace

from server.dialects.base import LEGACY_CLIENT, Dialect
from server.dialects.rummy.commands import handle
from server.dialects.rummy.events import EVENTS, send_pending
from server.dialects.rummy.peer import GAME, RummyPeer, RummySettings, RummyShared
from server.dialects.rummy.wire import maybe_alias

RUMMY = Dialect(
    name="rummy",
    game=GAME,
    port=50100,
    settings=RummySettings,
    hosting_settings=RummySettings(single_lobby=True),
    client=replace(LEGACY_CLIENT, nickname_rule=maybe_alias),
    shared=RummyShared,
    peer=RummyPeer,
    handle=handle,
    events=EVENTS,
    send_pending=send_pending,
)
