"""Why there is no connection, or none any more: the same words for every route."""

import ssl

from client.connections.base import ConnectionEvent

BAD_ADDRESS = "{address!r} is no server address: use HOST:PORT or PYRO:tavolata@HOST:PORT."
BAD_CERTIFICATE_FILE = "{file} is not a file of certificates in PEM."
CANNOT_CONNECT = "Cannot connect to {address}: {reason}."
WRONG_PROTOCOL = "What answers there is not a Tavolata server, or speaks another version."
UNKNOWN_METHOD = "This server does not know this message; it speaks another version."

CLOSED_HERE = "The connection was closed."
CLOSED_BY_SERVER = "The server closed the connection."
NOT_ANSWERING = "The server does not answer any more."
NOT_RESTORED = "The server did not come back."

EVENTS = {
    ConnectionEvent.LOST: "The connection was lost; trying to come back.",
    ConnectionEvent.RESTORED: "Connected again.",
    ConnectionEvent.REFUSED: "Connected again, but your place was given up meanwhile.",
    ConnectionEvent.ENDED: "",  # the server itself has said so
}


def cannot_connect(address: str, error: BaseException) -> str:
    """Why nobody could be reached at this address; where there are no words for it, its own."""
    return CANNOT_CONNECT.format(address=address, reason=_reason(error))


def _reason(error: BaseException) -> str:
    match error:
        case TimeoutError():
            return "it does not answer"
        case ConnectionRefusedError():
            return "nobody listens there"
        case ssl.SSLCertVerificationError():
            return f"its certificate does not hold, {error.verify_message}"
        case ssl.SSLError():
            return "it does not speak TLS"
        case UnicodeError():
            return "this address cannot be reached"
    return getattr(error, "strerror", None) or str(error)
