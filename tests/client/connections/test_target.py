import asyncio

import pytest

from client.connections import CannotConnect
from client.connections.target import connect


@pytest.mark.parametrize(
    "address", ["", "here", "127.0.0.1", ":7700", "host:", "host:port", "host:0", "host:70000"]
)
def test_invalid_address_is_refused_with_the_valid_forms(address: str) -> None:
    with pytest.raises(CannotConnect, match="use HOST:PORT or PYRO:tavolata@HOST:PORT"):
        asyncio.run(connect(address))


def test_pyro_address_without_a_server_cannot_be_connected() -> None:
    with pytest.raises(CannotConnect):
        asyncio.run(connect("PYRO:tavolata@127.0.0.1:1"))
