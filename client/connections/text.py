"""Texts that explain why there is no connection; the same for every transport."""

import ssl

from client.connections.base import ConnectionEvent

BAD_ADDRESS = "{address!r} is not a server address: use HOST:PORT or PYRO:tavolata@HOST:PORT."
BAD_CERTIFICATE_FILE = "{file} is not a PEM file of certificates."
CANNOT_CONNECT = "Cannot connect to {address}: {reason}."
WRONG_PROTOCOL = "This is not a Tavolata server, or it has another version of the protocol."
UNKNOWN_METHOD = "The server does not know this message; it has another version of the protocol."

CLOSED_HERE = "The connection was closed."
CLOSED_BY_SERVER = "The server closed the connection."
NOT_ANSWERING = "The server has stopped responding."
NOT_RESTORED = "The server could not be reached again."

EVENTS = {
    ConnectionEvent.LOST: "The connection was lost; reconnecting.",
    ConnectionEvent.RESTORED: "Connected again.",
    ConnectionEvent.REFUSED: "Connected again, but your session has expired.",
    ConnectionEvent.ENDED: "",  # the server has sent a text itself
}


def cannot_connect_text(address: str, error: BaseException) -> str:
    """Return a sentence that says why the connection to this address failed."""
    return CANNOT_CONNECT.format(address=address, reason=_reason_text(error))


def _reason_text(error: BaseException) -> str:
    """Return a short reason for a known error; for other errors the text of the error."""
    match error:
        case TimeoutError():
            return "it does not answer"
        case ConnectionRefusedError():
            return "no server is listening there"
        case ssl.SSLCertVerificationError():
            return f"its certificate is not valid, {error.verify_message}"
        case ssl.SSLError():
            return "it does not use TLS"
        case UnicodeError():
            return "this is not a valid host name"
    return getattr(error, "strerror", None) or str(error)
