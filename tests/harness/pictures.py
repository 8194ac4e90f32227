"""Draw the pictures of docs/pictures: ``python -m tests.harness.pictures``.

Each picture is the screen of ada in the middle of a match against bob. Bots with fixed seeds make
the decisions of both, so the pictures change only when the screen does.
"""

import asyncio
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from client.bots import GreedyBot
from messages import ListActions, RequestView, SelectModeAndPlayers, ServerMessage
from messages.registry import Action, GameView, LegalActions
from server.effects import PeerId
from tests.harness.fake_connection import FakeServer
from tests.harness.handler import HandlerHarness
from tests.harness.screen import ScreenUser, run_app

_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts from other servers, which are removed so that the viewer's own fonts are used."""
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


class PictureSetup(NamedTuple):
    """A match, and the number of decisions before the picture."""

    setup: SelectModeAndPlayers
    decisions: int


SETUPS = {
    "eriantys": PictureSetup(SelectModeAndPlayers(2, mode=True), 42),
    "uno": PictureSetup(SelectModeAndPlayers(2, game="uno"), 12),
    "codex": PictureSetup(SelectModeAndPlayers(2, game="codex"), 22),
    "shelfie": PictureSetup(SelectModeAndPlayers(2, game="shelfie"), 16),
    "rummy500": PictureSetup(SelectModeAndPlayers(2, game="rummy500"), 21),
}
SIZES = {
    **{f"eriantys-{columns}x{lines}": (columns, lines) for columns, lines in ((80, 24), (200, 60))},
    **{f"uno-{columns}x{lines}": (columns, lines) for columns, lines in ((80, 24), (200, 60))},
    **{f"{game}-120x36": (120, 36) for game in SETUPS},
}
"""Every picture by its name."""


def play_match(scenario: PictureSetup) -> tuple[list[ServerMessage], LegalActions]:
    """Play a match until it is ada's turn; return her messages and her legal actions."""
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", setup=scenario.setup)
    bots = {peer: GreedyBot(seed) for seed, peer in enumerate(peers)}
    decided = 0
    while True:
        peer, actions = _active_peer(harness, peers)
        if decided >= scenario.decisions and peer == peers[0]:
            received = [m for m in harness.inboxes[peer] if isinstance(m, ServerMessage)]
            return received, LegalActions(actions)
        view = harness.send(peer, RequestView())
        assert isinstance(view, GameView)
        harness.send(peer, bots[peer].choose(view.view, actions) or actions[0])
        decided += 1


def _active_peer(harness: HandlerHarness, peers: list[PeerId]) -> tuple[PeerId, tuple[Action, ...]]:
    """Return the first peer with legal actions, and these actions."""
    for peer in peers:
        listed = harness.send(peer, ListActions())
        if isinstance(listed, LegalActions) and listed.actions:
            return peer, listed.actions
    raise AssertionError("no peer has legal actions")


def picture(name: str) -> str:
    """Return the picture of this name as SVG."""

    async def run(folder: Path) -> str:
        messages, actions = play_match(SETUPS[name.partition("-")[0]])
        server = FakeServer(*messages, actions=actions)
        settings = {"server": "x", "connect": server.connect}
        async with run_app(folder, SIZES[name], **settings) as user:
            await user.wait_until(lambda: server.empty and _drawn(user))
            return _FONTS.sub("", user.app.export_screenshot(title="tavolata play"))

    with TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))


def _drawn(user: ScreenUser) -> bool:
    has_offer = bool(user.main.conversation.model.actions and user.main.entries)
    return (
        has_offer
        and not user.main._redraw_pending
        and user.main.query_one("#side").is_vertical_scroll_end
    )


def main() -> None:
    """Draw all pictures, or the named ones."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SIZES:
        (FOLDER / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main()
