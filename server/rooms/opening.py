"""Whether a table may be opened: all that is asked before there is one."""

from games.base import AnyGame
from messages import ErrorCode, Refusal, SelectModeAndPlayers
from server.sessions import Session
from server.state import ServerState

CLOCK_SECONDS = range(5, 3601)


def game_for(state: ServerState, asked: SelectModeAndPlayers) -> AnyGame:
    """The game that is asked for. Raises Refusal if no such table can be opened now."""
    if state.draining:
        raise Refusal(ErrorCode.SERVERFULL, "The server is about to stop; come back later.")
    if len(state.rooms) >= state.limits.matches:
        raise Refusal(ErrorCode.SERVERFULL, "No more matches fit here; join one or wait.")
    game = state.games.get(asked.game)
    if game is None:
        known = ", ".join(state.games)
        raise Refusal(ErrorCode.CHOICENOTVALID, f"No such game here; choose one of: {known}.")
    if asked.number_of_players not in game.seats:
        text = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if not 0 <= asked.bots < asked.number_of_players:
        text = f"Choose 0 to {asked.number_of_players - 1} computer players: you sit there too."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    if asked.clock and asked.clock not in CLOCK_SECONDS:
        text = "The clock gives 5 to 3600 seconds for a decision; 0 means no clock."
        raise Refusal(ErrorCode.CHOICENOTVALID, text)
    return game


def counted_place(state: ServerState, host: Session) -> str:
    """Where the maker of a table is counted. Raises Refusal if enough were made from there."""
    peer = None if host.peer is None else state.peers.get(host.peer)
    if peer is None or not peer.place:
        return ""
    made = sum(room.place == peer.place for room in state.rooms.values())
    if made >= state.limits.matches_per_address:
        text = "Too many tables were made from your address; join one, or wait until one closes."
        raise Refusal(ErrorCode.RATELIMITED, text)
    return peer.place
