"""The tutorial: notes that guide a player through the first turns of a match.

A note without prompts is read and closed with ``next``. Other notes are shown while one of their
prompts is open, and end when it is answered. ``skip`` or Esc ends the tutorial at any point.
"""

import textwrap
from collections.abc import Sequence

from client.games.base import TutorialStep
from client.games.drawing import Drawing, plain
from client.model import Model
from client.tui.text import tutorial as text

SEED = bytes(range(46, 78))
"""The random seed of guided matches; with it the learner often begins and has a choice."""
MAX_WIDTH = 100


class Tutorial:
    """The notes of a game and the one that is shown now."""

    def __init__(self, steps: Sequence[TutorialStep]) -> None:
        self._steps = tuple(steps)
        self._index = 0
        self._was_asked = False
        """True if the prompt of the step was open; the step ends with it."""
        self._is_on = False
        """True while a match is shown and the step applies."""

    @property
    def is_finished(self) -> bool:
        """True after the last note, or if the tutorial was skipped."""
        return self._index >= len(self._steps)

    @property
    def step(self) -> TutorialStep | None:
        """The step whose note is shown now; None while there is nothing to say."""
        return self._steps[self._index] if self._is_on and not self.is_finished else None

    @property
    def is_reading(self) -> bool:
        """True if the note has to be closed before the match continues."""
        return self.step is not None and not self.step.prompts

    def update(self, model: Model) -> None:
        """Show the note of the step if its prompt is pending; call it after every message.

        A note without prompts is always shown in a match. When the prompt of the step is no longer
        pending, the next step begins. Outside a match no note is shown.
        """
        if model.phase != "playing" or model.view is None or self.is_finished:
            self._is_on = False
            return
        step = self._steps[self._index]
        is_asked = not step.prompts or isinstance(model.prompt, step.prompts)
        if self._was_asked and not is_asked:
            self._go_on(model)
            return
        self._was_asked = bool(step.prompts) and is_asked
        self._is_on = is_asked

    def answer(self, model: Model) -> None:
        """End the step of a prompt that was answered, also if the same prompt follows."""
        if self.step is not None and self.step.prompts:
            self._index, self._was_asked, self._is_on = self._index + 1, False, False

    def _go_on(self, model: Model) -> None:
        """Go to the next step and show its note if it fits the state of the match."""
        self._index, self._was_asked = self._index + 1, False
        self.update(model)

    def next(self, model: Model) -> None:
        """Close a note that was read; do nothing if a decision is expected."""
        if self.is_reading:
            self._go_on(model)

    def skip(self) -> None:
        """End the tutorial."""
        self._index = len(self._steps)

    def lines(self, columns: int = 80) -> list[str]:
        """Return the note with its number, and how to go on; empty while there is none.

        The note is wrapped to ``columns``, at most to MAX_WIDTH.
        """
        if self.step is None:
            return []
        number = text.lesson_number(self._index + 1, len(self._steps))
        note = textwrap.wrap(f"{number} {self.step.text}", min(columns, MAX_WIDTH) - 4)
        return [*note, text.READ_KEYS if self.is_reading else text.DECIDE_KEYS]


def draw_note(tutorial: Tutorial | None, columns: int) -> Drawing:
    """Return the note above the menu; nothing without one."""
    lines = tutorial.lines(columns) if tutorial is not None else []
    roles = ["change+bold"] * (len(lines) - 1) + ["muted"]
    return [plain(f" ▌ {line}", role) for line, role in zip(lines, roles, strict=False)]
