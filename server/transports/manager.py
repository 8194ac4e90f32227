"""Messages to the service manager, as systemd expects them from a service of Type=notify."""

import os
import socket
from contextlib import suppress

VARIABLE = "NOTIFY_SOCKET"


def notify_manager(state: str) -> None:
    """Send a state such as READY=1 to the service manager; do nothing without one.

    The message is one datagram to a Unix socket; ``@`` stands for the abstract namespace.
    """
    address = os.environ.get(VARIABLE, "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.sendto(state.encode(), address.replace("@", "\0", 1))
