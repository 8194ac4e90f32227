"""UNO's legacy protocol: text lines ``CODE|argument|argument`` (UNO 10, 11)."""

from msgspec.structs import replace

from server.dialects.base import LEGACY_CLIENT, Dialect
from server.dialects.uno.commands import handle
from server.dialects.uno.events import EVENTS, on_event_end
from server.dialects.uno.lobby import MAIN_LOBBY
from server.dialects.uno.peer import UnoPeer, UnoSettings, UnoShared
from server.dialects.uno.wire import maybe_name

UNO = Dialect(
    name="uno",
    game="uno",
    port=5050,
    main_table=MAIN_LOBBY,
    settings=UnoSettings,
    client=replace(LEGACY_CLIENT, nickname_rule=maybe_name),
    shared=UnoShared,
    peer=UnoPeer,
    handle=handle,
    events=EVENTS,
    on_event_end=on_event_end,
)
