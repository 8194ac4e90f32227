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
NOT_A_BOT = "The bot must be an instance of a subclass of tavolata.Bot; {name} is none."
NO_METHOD = "{name} does not define choose(self, view, actions)."
WRONG_NUMBER = "{name} must be a whole number of {minimum} or more, not {value!r}."
WRONG_POLICY = "on_illegal is one of {known}, not {value!r}."
OPPONENTS_TEXT = "opponents is a list of strategies: write [{value!r}]."
SLOW = (
    "{bot} took {seconds:.0f} s for one message. A server disconnects clients that are silent for "
    "about 15 s; the bot then reconnects."
)
WRONG_NICKNAME = "{reason} It was {name!r}: set `nickname`, or the attribute `name` of the bot."
NO_CLASS = "Cannot load {strategy}: the module {module} has no {name}."
IMPORT_RAISED = "Cannot load {strategy}: {kind} at {place}: {error}"
CREATION_RAISED = (
    "Cannot create the bot of {strategy}, because {kind} was raised: {error}. A strategy is "
    "created without arguments."
)
