"""Test themes and signs on the whole screen: F5, NO_COLOR and ASCII."""

import asyncio
from pathlib import Path

import pytest
from textual.css.stylesheet import Stylesheet
from textual.strip import Strip

from client.tui.recent_servers import Recent, load, save
from client.tui.screens.board import Board
from client.tui.screens.looks import LOOKS, textual_theme
from client.tui.themes import PALETTES
from tests.harness.drawn_screen import BoardUser, drawn_match


def strips(user: BoardUser) -> list[Strip]:
    """Return the lines of the screen as they are written to the terminal."""
    return list(user.app.screen._compositor.render_strips())


def screen_text(user: BoardUser) -> str:
    return "\n".join(strip.text for strip in strips(user))


def board_ground(user: BoardUser) -> str:
    (segment, *_) = user.main.query_one(Board).render_line(1)
    assert segment.style is not None
    assert segment.style.bgcolor is not None
    return segment.style.bgcolor.name


@pytest.mark.parametrize("look", LOOKS)
def test_theme_of_textual_has_the_grounds_of_the_palette(look: str) -> None:
    theme, palette = textual_theme(look), PALETTES[LOOKS[look]]
    assert (theme.background, theme.panel) == (palette.background, palette.panel)
    assert theme.variables["block-cursor-background"] == palette.selected


def test_f5_changes_the_look_and_saves_it_for_the_next_start(tmp_path: Path) -> None:
    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            for look in ("light", "mono", "ascii", "dark", "light"):
                await user.press("f5")
                await user.wait_until(lambda now=look: user.app.look == now)  # type: ignore[misc]
                assert board_ground(user) == PALETTES[LOOKS[look]].background
                assert load(tmp_path / "recent.json").theme == look
        async with drawn_match(tmp_path) as user:
            assert user.app.look == "light"

    asyncio.run(run())


@pytest.mark.parametrize("look", LOOKS)
def test_saved_look_is_shown_at_the_start_without_parsing_the_styles_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, look: str
) -> None:
    save(tmp_path / "recent.json", Recent(theme=look))
    reparsed: list[Stylesheet] = []
    monkeypatch.setattr(Stylesheet, "reparse", reparsed.append)

    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            assert board_ground(user) == PALETTES[LOOKS[look]].background
            assert user.app.screen.styles.background.hex.lower() == PALETTES[LOOKS[look]].background
            assert user.app.has_class("-light-mode") == (look == "light")
            assert user.app.has_class("-dark-mode") == (look != "light")

    asyncio.run(run())
    assert not reparsed


def test_unknown_saved_look_is_replaced_by_the_first(tmp_path: Path) -> None:
    save(tmp_path / "recent.json", Recent(theme="purple"))

    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            assert user.app.look == "dark"

    asyncio.run(run())


@pytest.mark.parametrize("by_variable", [True, False])
def test_ascii_look_and_variable_replace_every_sign_of_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_variable: bool
) -> None:
    if by_variable:
        monkeypatch.setenv("TAVOLATA_SIGNS", "ascii")
    else:
        save(tmp_path / "recent.json", Recent(theme="ascii"))

    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.wait_until(lambda: ">7<" in screen_text(user))
            assert screen_text(user).isascii()

    asyncio.run(run())


def test_no_color_writes_no_colour_and_nothing_dim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.wait_until(lambda: "▶7◀" in screen_text(user))
            styles = [segment.style for strip in strips(user) for segment in strip if segment.style]
            assert not any(style.color or style.bgcolor or style.dim for style in styles)
            (row,) = [strip for strip in strips(user) if "▌mother 1" in strip.text]
            selected = next(segment for segment in row if "mother 1" in segment.text)
            assert selected.style is not None
            assert selected.style.reverse, "the selected row"
            assert user.app.palette == "mono"
            await user.press("f5")
            await user.wait_until(lambda: user.app.look == "ascii")
            assert user.app.palette == "mono"

    asyncio.run(run())


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_is_dim_in_any_look(tmp_path: Path, look: str) -> None:
    save(tmp_path / "recent.json", Recent(theme=look))

    async def run() -> None:
        async with drawn_match(tmp_path) as user:
            await user.wait_until(lambda: "mother 2" in screen_text(user))
            segments = [segment for strip in strips(user) for segment in strip]
            assert not [s.text for s in segments if s.style and s.style.dim]

    asyncio.run(run())
