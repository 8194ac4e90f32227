"""ReturningPeer: a legacy client that resumes its session by name, because it has no token.

It may return from the address of its last connection. From another address it needs the code of its
seat, which it is sent at the start of a match, and logs in as ``name#code``.
"""

from msgspec.structs import replace

from server.dialects.peer import LegacyPeer, RequestT, SharedT
from server.sessions import ClientKind

CODE_SEPARATOR = "#"
"""Separates name and code; no name contains it."""
RETURN_NOTICE = "To return from another address, log in as {name}{separator}{code}"


class ReturningPeer(LegacyPeer[SharedT, RequestT]):
    """One client of a dialect whose settings are ReturnSettings."""

    @property
    def client_kind(self) -> ClientKind:
        """Return the abilities of the client, with the setting that any address may return."""
        is_allowed = self.shared.settings.return_from_any_address
        return replace(self.dialect.client, returns_from_any_address=is_allowed)

    def is_returning_name(self, name: str) -> bool:
        """Return whether a disconnected player of this dialect has this name.

        The address and the code are not checked.
        """
        return self.shared.state.can_return_by_name(name, self.dialect.name)

    @property
    def return_notice(self) -> str:
        """Return the text that says how to return from another address.

        It is empty outside a match, if players may return from any address, and if the match has
        no codes because its host chose the seed.
        """
        session = self.session
        match = session.match if session else None
        if session is None or match is None or self.client_kind.returns_from_any_address:
            return ""
        code = match.return_code(match.seating.nicknames.index(session.name))
        if not code:
            return ""
        return RETURN_NOTICE.format(name=session.name, separator=CODE_SEPARATOR, code=code)


def split_code(text: str) -> tuple[str, str]:
    """Split ``name#code``; the code is empty if there is none.

    Blanks around the code are removed, but not those around the name.
    """
    name, _, code = text.partition(CODE_SEPARATOR)
    return name, code.strip()
