"""Texts that explain why there is no connection; the same for every transport."""

import ssl

from client.connections.base import ConnectionEvent

BAD_ADDRESS = "{address!r} is not a server address: use HOST:PORT or PYRO:tavolata@HOST:PORT."
NO_ADDRESS = "Give the address of a server: HOST:PORT or PYRO:tavolata@HOST:PORT."
NO_INVITATION = (
    "That is no address or invitation: use HOST:PORT, CODE@HOST:PORT or PYRO:name@HOST:PORT."
)
BAD_INVITATION = "{text!r} is no invitation: use CODE@HOST:PORT or tavolata://HOST:PORT/CODE."
BAD_CERTIFICATE_FILE = "{file} is not a PEM file of certificates."
BAD_KNOWN_SERVERS = (
    "Line {line} of {file}, the list of known servers, is damaged: correct or remove the line."
)
CANNOT_READ_SERVERS = "Cannot read {file}, the list of known servers: {reason}."
CANNOT_SAVE_SERVER = (
    "its key cannot be saved in {file} ({reason}); give its fingerprint with --fingerprint"
)
BAD_SESSIONS = (
    "The stored sessions in {file} cannot be read and are not used; the next session replaces them."
)
CANNOT_SAVE_SESSION = (
    "Your session cannot be stored in {file} ({reason}); do not close this window during a match."
)
FIRST_USE = (
    "First connection to {address}, which has a self-signed certificate.\n"
    "fingerprint {fingerprint}\n"
    "Compare it with the line that the server prints at its start.\n"
    "It is saved in {file}; from now on only this key is accepted."
)
OTHER_KEY = (
    "WARNING: {address} does not have the expected key. Somebody may intercept the connection, "
    "or the server has a new key. Expected: {expected}. Received: {received}. Not connected. "
    "Ask the operator for the fingerprint of the server and connect with --fingerprint."
)
NO_KEY = "The certificate of the server cannot be read. Not connected."
CANNOT_CONNECT = "Cannot connect to {address}: {reason}."
UNTRUSTED_CERTIFICATE = (
    "its certificate is not valid, {reason}; to trust it use --ca or --fingerprint"
)
OTHER_THREAD = "This proxy belongs to another thread."
WRONG_PROTOCOL = "This is not a Tavolata server, or it has another version of the protocol."
UNKNOWN_METHOD = "The server does not know this message; it has another version of the protocol."

PASSWORD_NEEDED = "This server has a password."

CLOSED_HERE = "The connection was closed."
CLOSED_BY_SERVER = "The server closed the connection."
NO_PYRO_PORT = "this is no Pyro5 port"
CLOSED_WITHOUT_GREETING = (
    "The server closed the connection without a greeting. If it uses TLS, connect with --tls."
)
NOT_ANSWERING = "The server has stopped responding."
SEAT_GIVEN_UP = "Your seat is no longer kept: the match is over, or it went on without you."
NOT_RESTORED = "The server could not be reached again."
SUPERSEDED = "You continue in another window or on another device; this connection has ended."

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
        case ConnectionResetError() | ConnectionAbortedError():
            return "it closed the connection"
        case ssl.SSLCertVerificationError():
            return UNTRUSTED_CERTIFICATE.format(reason=error.verify_message)
        case ssl.SSLError():
            return "it does not use TLS"
        case UnicodeError():
            return "this is not a valid host name"
    return getattr(error, "strerror", None) or str(error)
