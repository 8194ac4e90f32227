"""Every view has a mirror, and a mirror knows every change of its game."""

import pytest

from client.games.eriantys import mirror
from client.mirrors import MIRRORS, follow
from messages.base import View
from messages.eriantys.table import EriantysChange, EriantysView, LastRound
from messages.registry import AnyView, members
from tests.client.games.eriantys.views import table


def test_every_view_has_a_mirror() -> None:
    assert {view.__name__ for view in MIRRORS} == {view.__name__ for view in members(AnyView)}


def test_the_mirror_is_chosen_by_the_view() -> None:
    view: View = table()
    after = follow(view, LastRound("why"))
    assert isinstance(after, EriantysView)
    assert after.last_round


@pytest.mark.parametrize("change", members(EriantysChange))
def test_the_mirror_of_eriantys_knows_every_change(change: type) -> None:
    assert change in mirror._FOLLOW
