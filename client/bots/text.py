"""Sentences about bots, for their authors."""

RELATIVE_MODULE = "Cannot load {module}:{name}: the name of the module is relative."
RESERVED_MODULE = "{module}.py has the name of a package of Tavolata; rename the file."

# Each of these follows the name of a method, such as "MyBot.choose".
NOT_AN_ACTION = "returned {value} of type {kind}: return one of the actions."
CLASS = "returned the class {name}: return an instance, such as one of the actions."
ASYNCHRONOUS = "is asynchronous: define it with def, not with async def."
OTHER_GAME = "returned {action}, an action of {own}, in a match of {game}."
WRONG_FIELD = "returned {action} with {field}={value}: this field cannot have such a value."
WRONG_ACTION = "returned {action} with a field that cannot be sent."
NO_CHOICE = "returned None, but the match waits for this seat: return one of the actions."
REFUSED = "returned {action}, which the server refused: {reason}"
CRASHED = "{bot} raised {kind}: {error}"

FORFEITED = "The bot gave up the match: {reason}"
REPLACED = "Random legal actions replace illegal ones in this match."
WAITING = "The server limits the rate of this address; waiting. It says: {reason}"
INSIDE_LOOP = (
    "play() cannot run inside an event loop, as in a notebook: use await aplay(...) there."
)
WRONG_OPPONENTS = "{opponents} opponents and {bots} computer players do not fit {players} players."
NOT_AN_INSTANCE = "The bot must be an instance, not a class: {name}()."
