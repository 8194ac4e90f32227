"""Contrast of all text of a page, computed from a picture of the page without its text.

The colour of a text comes from its style, the colours behind it from the picture. So gradients,
drawings and pieces of a board count as they are painted.
"""

import base64

from playwright.sync_api import Page

TEXTS = """() => {
  const SKIPPED =
    ".sr, [disabled], [aria-disabled=true], label:has(:disabled), option, script, style";
  const VISIBLE = { visibilityProperty: true, opacityProperty: true };
  const isInside = ({ left, top, right, bottom, width, height }) =>
    width >= 2 && height >= 2 && top >= 0 && left >= 0 &&
    bottom <= innerHeight && right <= innerWidth;
  const own = (element) => Number(getComputedStyle(element).opacity);
  const opacityOf = (element) =>
    element === null ? 1 : own(element) * opacityOf(element.parentElement);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === "" || !parent.checkVisibility(VISIBLE)) continue;
    if (parent.closest(SKIPPED)) continue;
    const style = getComputedStyle(parent);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (!isInside(box)) continue;
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const whole = parent.closest("button, a, label") ?? parent;
      if (hit === null || !(whole.contains(hit) || hit.contains(parent))) continue;
      const size = parseFloat(style.fontSize);
      found.push({
        text: node.data.trim().slice(0, 40),
        place: parent.outerHTML.slice(0, 90),
        color: parent instanceof SVGElement ? style.fill : style.color,
        opacity: opacityOf(parent),
        isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
        box: [box.left, box.top, box.width, box.height],
      });
    }
  }
  return found;
}"""

HIDE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { color: transparent !important; text-shadow: none !important;
      transition: none !important; animation: none !important; caret-color: transparent !important }
    text, tspan { fill: transparent !important; stroke: transparent !important }
    ::placeholder { color: transparent !important }`);
  globalThis.__shown = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...__shown, sheet];
}"""
SHOW = "() => { document.adoptedStyleSheets = globalThis.__shown; }"

MEASURE = """async ([picture, texts]) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
  function rgba(color) {
    const dot = document.createElement("canvas").getContext("2d");
    dot.fillStyle = color;
    dot.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = dot.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }
  return texts.flatMap(({ text, place, color, opacity, isLarge, box }) => {
    const [left, top, width, height] = box.map(Math.round);
    const { data } = context.getImageData(left, top, width, height);
    const [red, green, blue, alpha] = rgba(color);
    const share = alpha * opacity;
    const ratios = [];
    for (let at = 0; at < data.length; at += 4) {
      const behind = [data[at], data[at + 1], data[at + 2]];
      const mix = (value, index) => value * share + behind[index] * (1 - share);
      const ink = [red, green, blue].map(mix);
      const [one, other] = [luminance(ink), luminance(behind)];
      ratios.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
    }
    // The lowest quarter may be edges of drawings beside the letters.
    const ratio = ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 4)];
    const isEnough = ratio >= (isLarge ? 3 : 4.5);
    return isEnough ? [] : [`${ratio.toFixed(2)} "${text}" ${color} in ${place}`];
  });
}"""


def low_contrast(page: Page, canvas: Page) -> list[str]:
    """Return the texts of a page with a contrast below 4.5, or 3 if large.

    ``canvas`` is a blank page that reads the picture; the page itself forbids it.
    """
    texts = page.evaluate(TEXTS)
    page.evaluate(HIDE)
    picture = base64.b64encode(page.screenshot(scale="css")).decode()
    page.evaluate(SHOW)
    assert texts, "the page shows no text"
    found: list[str] = canvas.evaluate(MEASURE, [f"data:image/png;base64,{picture}", texts])
    return found
