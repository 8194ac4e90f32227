import asyncio

import pytest

from client.connections import CannotConnect
from client.connections.target import connect


@pytest.mark.parametrize(
    "address", ["", "here", "127.0.0.1", ":7700", "host:", "host:port", "host:0", "host:70000"]
)
def test_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(CannotConnect, match="use HOST:PORT or PYRO:tavolata@HOST:PORT"):
        asyncio.run(connect(address))


def test_pyro_address_selects_pyro5() -> None:
    with pytest.raises(CannotConnect):
        asyncio.run(connect("PYRO:tavolata@127.0.0.1:1"))
