"""Test contrasts, distances between colours, and the roles of the themes."""

from itertools import combinations

import pytest
from rich.style import Style

from client.games.drawing import Span
from client.tui.themes import CARD_GROUND, CARDS, CHIPS, PALETTES, style_of, to_rich

MIN_CONTRAST = 4.5
MIN_DISTANCE = 20.0
CHIPS_OF_GAMES = {  # towers have a sign of their own, so they are never compared with students
    "students of eriantys": ("red", "yellow", "green", "blue", "pink"),
    "towers of eriantys": ("white", "grey", "black"),
    "uno": ("red", "yellow", "green", "blue", "black"),
    "codex": ("red", "green", "blue", "purple", "yellow"),
    "shelfie": ("green", "yellow", "white", "blue", "cyan", "pink"),
}
Rgb = tuple[float, float, float]
VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""The matrices of Machado et al. for complete colour deficiencies, in linear RGB."""


def linear(color: str) -> Rgb:
    red, green, blue = (int(color[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG defines it."""
    lights = sorted(
        sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
        for c in (first, second)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def lab(color: str, vision: str) -> Rgb:
    """Return a colour in CIELAB as people with this vision see it."""
    seen = [
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear(color), strict=True))))
        for row in VISION[vision]
    ]
    matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        sum(a * b for a, b in zip(row, seen, strict=True)) / w
        for row, w in zip(matrix, white, strict=True)
    )
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: str, second: str, vision: str) -> float:
    pairs = zip(lab(first, vision), lab(second, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def colors_of(style: Style) -> tuple[str, str]:
    assert style.color is not None
    assert style.bgcolor is not None
    return style.color.name, style.bgcolor.name


@pytest.mark.parametrize("theme", PALETTES)
def test_every_ink_is_readable_on_every_ground(theme: str) -> None:
    palette = PALETTES[theme]
    for ground in (palette.background, palette.panel, palette.selected):
        for name, ink in palette.inks.items():
            assert contrast(ink, ground) >= MIN_CONTRAST, (name, ground)


@pytest.mark.parametrize("theme", PALETTES)
def test_every_chip_tint_and_card_and_the_brand_is_readable(theme: str) -> None:
    roles = [f"{kind}:{color}" for kind in ("chip", "tint") for color in CHIPS]
    for role in (*roles, *(f"card:{suit}" for suit in CARDS), "brand"):
        style = style_of(theme, role, PALETTES[theme].background)
        assert contrast(*colors_of(style)) >= MIN_CONTRAST, role


@pytest.mark.parametrize("theme", PALETTES)
def test_reversed_accent_is_readable(theme: str) -> None:
    palette = PALETTES[theme]
    assert contrast(palette.inks["accent"], palette.background) >= MIN_CONTRAST
    assert style_of(theme, "accent+reverse", palette.background).reverse


@pytest.mark.parametrize("game", CHIPS_OF_GAMES)
@pytest.mark.parametrize("vision", VISION)
def test_chips_of_a_game_are_told_apart_with_every_colour_vision(game: str, vision: str) -> None:
    for one, other in combinations(CHIPS_OF_GAMES[game], 2):
        assert distance(CHIPS[one][0], CHIPS[other][0], vision) >= MIN_DISTANCE, (one, other)


def test_mono_uses_two_colours_and_bold_chips() -> None:
    ground = PALETTES["mono"].background
    roles = [f"ink:{color}" for color in CHIPS] + [f"chip:{color}" for color in CHIPS]
    roles += [f"tint:{color}" for color in CHIPS] + [f"card:{suit}" for suit in CARDS]
    roles += ["text", "muted", "accent", "legal", "change", "error", "brand"]
    for role in roles:
        assert colors_of(style_of("mono", role, ground)) == ("#e8ebf0", "#12161d")
    assert style_of("mono", "chip:red").bold


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("role", ["ink:mauve", "chip:mauve", "tint:", "card:star", "red", "bold"])
def test_unknown_role_is_an_error(theme: str, role: str) -> None:
    with pytest.raises(ValueError, match="unknown role"):
        style_of(theme, role)


def test_attributes_are_added_and_unknown_ones_are_an_error() -> None:
    style = style_of("dark", "muted+strike+bold")
    assert style.strike
    assert style.bold
    assert not style.dim
    with pytest.raises(ValueError, match="'dim'"):
        style_of("dark", "muted+dim")


def test_white_chip_is_underlined_in_the_light_theme_only() -> None:
    assert style_of("light", "chip:white").underline
    assert not style_of("dark", "chip:white").underline


def test_text_has_a_background_only_with_a_ground_and_a_playing_card_always() -> None:
    assert style_of("dark", "text").bgcolor is None
    assert colors_of(style_of("dark", "card:heart"))[1] == CARD_GROUND


def test_line_becomes_text_with_the_styles_of_its_roles() -> None:
    text = to_rich((Span("R2", "chip:red"), Span(" x")), "dark")
    assert text.plain == "R2 x"
    assert text.spans[0].style == style_of("dark", "chip:red")
