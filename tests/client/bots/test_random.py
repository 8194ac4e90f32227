from client.bots.random import RandomBot
from messages.eriantys.actions import ChooseCloud
from tests.client.games.eriantys.tables import full_view
from tests.harness.eriantys_matches import play_match

CLOUDS = [ChooseCloud(n) for n in range(50)]


def test_every_choice_is_one_of_the_actions_and_all_come_up() -> None:
    bot = RandomBot(1)
    assert {bot.choose(full_view(), CLOUDS) for _ in range(2000)} == set(CLOUDS)


def test_the_same_seed_makes_the_same_choices() -> None:
    one, two = RandomBot(5), RandomBot(5)
    assert [one.choose(full_view(), CLOUDS) for _ in range(20)] == [
        two.choose(full_view(), CLOUDS) for _ in range(20)
    ]
    assert play_match([RandomBot(1), RandomBot(2)], 3) == play_match(
        [RandomBot(1), RandomBot(2)], 3
    )
