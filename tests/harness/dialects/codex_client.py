"""An independent client of the Codex dialect, written only from the dialect's description.

It keeps the game as the legacy program does: complete at the login, then by updates. It plays any
action that looks legal. Received lines are checked; ``violations`` lists all that contradict the
description. Nothing of the server is imported.
"""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

Line = dict[str, Any]
CORNERS = {"TOP_LEFT", "TOP_RIGHT", "LOWER_RIGHT", "LOWER_LEFT"}
SYMBOLS = {"PLANT", "FUNGI", "ANIMAL", "INSECT", "QUILL", "INKWELL", "MANUSCRIPT"}
PHASES = {"Setup", "PlaceNormal", "DrawNormal", "PlaceAdditional", "End"}
COLORS = ("RED", "BLUE", "GREEN", "YELLOW")
ARRIVING = {"RESULT_OF_LOGIN", "HEARTBEAT"}


def _face_numbers(card: Line) -> tuple[int, int]:
    """Return the numbers of both faces of a card."""
    return card["front"]["faceID"], card["back"]["faceID"]


@dataclass
class CodexClient:
    """Returns the lines to send for each received line; the creator asks for ``players``."""

    name: str
    seed: int
    players: int

    violations: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    winners: list[str] | None = None
    game: Line | None = None
    active: bool = True
    task: str = ""
    """Type of the last request."""
    _random: Random = field(init=False)
    _logged_in: bool = False

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    # Requests.

    def hello(self) -> list[str]:
        """Return the first lines of a new connection."""
        self.game, self._logged_in, self.task = None, False, ""
        return [self._message("CONNECT")]

    def _message(self, kind: str, **fields: Any) -> str:
        self.task = kind
        return json.dumps({"networkType": kind, "sender": self.name, **fields})

    def receive(self, text: str) -> list[str]:
        """Process a received line and return the lines to send."""
        line: Line = json.loads(text)
        kind = line["networkType"]
        self.kinds.append(kind)
        if not self._logged_in and kind not in ARRIVING:
            self._report(f"before the login: {kind}")
        handle = getattr(self, f"_{kind.lower()}", None)
        if handle is None:
            self._report(f"not recognised: {kind}")
            return []
        return handle(line) or []

    def _report(self, text: str) -> None:
        self.violations.append(text)

    # The lobby.

    def _result_of_login(self, line: Line) -> None:
        if line["accepted"] is not True or line["selectedUsername"] != self.name:
            self._report(f"the login: {line}")
        self._logged_in = True

    def _update_creator(self, line: Line) -> list[str]:
        return [self._message("SET_PLAYER_NUMBER", numPlayers=self.players)]

    def _show_update_players_in_lobby(self, line: Line) -> None:
        if self.name not in line["usernames"]:
            self._report("not in the lobby")

    # The game.

    @property
    def me(self) -> Line:
        assert self.game is not None
        (player,) = [p for p in self.game["players"] if p["username"] == self.name]
        found: Line = player
        return found

    def _player(self, name: str) -> Line:
        assert self.game is not None
        (player,) = [p for p in self.game["players"] if p["username"] == name]
        found: Line = player
        return found

    def _update_after_connection(self, line: Line) -> list[str]:
        self.game = line["game"]
        self.active = line["game"]["isGameActive"]
        for player in line["game"]["players"]:
            self._check_player(player)
        if len(line["game"]["clientBoard"]["commonObjectives"]) != 2:
            self._report("two common objectives")
        visible = line["game"]["clientBoard"]["faceUpCards"]
        if len(visible) != 4 or None in visible:
            self._report("four visible cards")
        for card in filter(None, visible):
            self._check_card(card)
        return self._act() if self.active else []

    def _check_player(self, player: Line) -> None:
        own = player["username"] == self.name
        for card in player["playerCards"]:
            self._check_card(card)
            if (card["front"] == card["back"]) is own:
                self._report(f"a card of {player['username']} shows too much or too little")
        hidden = [o["frontID"] == o["backID"] for o in player["objectiveCards"]]
        if any(h is own for h in hidden) or len(hidden) not in (1, 2):
            self._report(f"objectives of {player['username']}")
        if set(player["playground"]["resources"]) != SYMBOLS:
            self._report("all seven symbols")

    def _check_card(self, card: Line) -> None:
        for face in (card["front"], card["back"]):
            if not set(face["corners"]) <= CORNERS or not 1 <= face["faceID"] <= 172:
                self._report(f"a face: {face}")
            if not set(face["requirements"]) <= SYMBOLS:
                self._report(f"a face: {face}")

    def _spots(self) -> list[Line]:
        area = self.me["playground"]["area"] or []
        return [place for place, tile in area if tile["availability"] == "EMPTY"]

    def _act(self) -> list[str]:
        """Return the request that the client must make now, if any."""
        assert self.game is not None
        phase = self.game["currentPhase"]
        if phase not in PHASES:
            self._report(f"no phase: {phase}")
        if not self.active or phase == "End":
            return []
        if phase == "Setup":
            return self._set_up()
        index = self.game["currentPlayerIdx"]
        if self.game["players"][index]["username"] != self.name:
            return []
        return [self._draw()] if phase == "DrawNormal" else [self._place()]

    def _set_up(self) -> list[str]:
        if not self.me["playground"]["positioningOrder"]:
            return [self._message("PLACE_STARTER", side=self._random.choice(("FRONT", "BACK")))]
        if "color" not in self.me:
            return [self._message("CHOOSE_COLOR", color=self._random.choice(COLORS))]
        if len(self.me["objectiveCards"]) == 2:
            return [self._message("PLACE_OBJECTIVE", chosenObjective=self._random.randrange(2))]
        return []

    def _place(self) -> str:
        card = self._random.choice(self.me["playerCards"])
        return self._message(
            "PLACE_CARD",
            frontId=card["front"]["faceID"],
            backId=card["back"]["faceID"],
            side=self._random.choice(("FRONT", "BACK")),
            position=self._random.choice(self._spots()),
        )

    def _draw(self) -> str:
        return self._message("DRAW", idToDraw=self._random.randrange(6))

    # Updates.

    def _show_update_after_place(self, line: Line) -> list[str]:
        assert self.game is not None
        player = self._player(line["username"])
        ground = player["playground"]
        if line["points"] < ground["points"] or set(line["newResources"]) != SYMBOLS:
            self._report(f"points or resources: {line['points']}")
        face = line["placedCard"]["front" if line["placedSide"] == "FRONT" else "back"]
        taken = [t for t in ground["area"] or [] if t[1]["availability"] != "EMPTY"]
        for place, corner in line["positionToCornerCovered"] or []:
            (tile,) = [tile for at, tile in taken if at == place]
            if tile["face"]["corners"][corner]["isCovered"]:
                self._report(f"covered twice: {place} {corner}")
            tile["face"]["corners"][corner]["isCovered"] = True
        # The card at a position may be sent again: first its back, then its front.
        taken = [tile for tile in taken if tile[0] != line["position"]]
        taken.append([line["position"], {"face": face, "availability": "OCCUPIED"}])
        spots = [[place, {"availability": "EMPTY"}] for place in line["newAvailablePositions"]]
        ground.update(area=taken + spots, points=line["points"], resources=line["newResources"])
        ground["positioningOrder"].append(line["position"])
        starter = line["position"] == {"x": 0, "y": 0}
        if not starter:
            self._drop(player, line["placedCard"])
        if line["username"] != self.name:
            return []
        if not starter and self.game["currentPhase"] == "PlaceNormal":
            self.game["currentPhase"] = "DrawNormal"
        waits = self.game["currentPhase"] == "PlaceAdditional"
        return [] if waits else self._act()

    def _drop(self, player: Line, card: Line) -> None:
        """Remove all cards with the two numbers of this card from a hand.

        A front of another player has no card in the hand if its back was placed before.
        """
        numbers = _face_numbers(card)
        kept = [c for c in player["playerCards"] if _face_numbers(c) != numbers]
        dropped = len(player["playerCards"]) - len(kept)
        if dropped > 1 or (not dropped and player["username"] == self.name):
            self._report(f"{dropped} cards of a hand: {numbers}")
        player["playerCards"] = kept

    def _show_update_color(self, line: Line) -> list[str]:
        self._player(line["username"])["color"] = line["colorSelected"]
        return self._act() if line["username"] == self.name else []

    def _show_update_objective_card(self, line: Line) -> None:
        if line["username"] != self.name:
            self._report("the objective of another")
        self.me["objectiveCards"] = [line["chosenObjective"]]

    def _show_update_after_draw(self, line: Line) -> None:
        self._check_card(line["drawnCard"])
        hidden = line["drawnCard"]["front"] == line["drawnCard"]["back"]
        foreign = line["username"] != self.name
        if hidden is not (foreign and line["boardPosition"] in (4, 5)):
            self._report("a drawn card shows too much or too little")
        visible = line.get("newFaceUpCard")
        if (visible is not None) is not (line["boardPosition"] < 4):
            self._report("a visible card is missing")
        if visible is not None:
            self._check_card(visible)
        hand = self._player(line["username"])["playerCards"]
        hand.append(line["drawnCard"])
        if len(hand) > 3:
            self._report(f"{len(hand)} cards in a hand")

    def _show_update_current_player(self, line: Line) -> list[str]:
        assert self.game is not None
        self.game["currentPlayerIdx"] = line["currentPlayerIdx"]
        self.game["currentPhase"] = line["currentPhase"]
        return self._act()

    def _show_update_suspended_game(self, line: Line) -> list[str]:
        self.active = not self.active
        return self._act()

    def _show_update_player_status(self, line: Line) -> None:
        self._player(line["username"])["isConnected"] = line["isConnected"]

    def _show_update_chat(self, line: Line) -> None:
        assert self.game is not None
        self.game["messages"].append(line["message"])

    def _show_winners(self, line: Line) -> None:
        self.winners = line["winners"]

    def _heartbeat(self, line: Line) -> None:
        if line["sender"] != f"{self.name}_handler":
            self._report(f"a heartbeat of {line['sender']}")

    def _error(self, line: Line) -> list[str]:
        """Choose again after a refused choice."""
        if not line["details"]:
            self._report("an error without details")
        if self.task in ("CONNECT", "SET_PLAYER_NUMBER"):
            self._report(line["details"])
        return self._act() if self.game is not None and self.winners is None else []
