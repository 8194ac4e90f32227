"""axe-core in the page of a browser test."""

from playwright.sync_api import Page

from tests.client.conftest import ROOT
from tests.harness.web_table import DESKTOP, PHONE

AXE = ROOT / "client" / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"desktop": DESKTOP, "phone": PHONE}


def violations(page: Page) -> list[str]:
    """Return what axe-core found, by rule and element."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(
        """async () => (await axe.run()).violations.flatMap(({ id, nodes }) =>
             nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))"""
    )
    return found


def sideways(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width
