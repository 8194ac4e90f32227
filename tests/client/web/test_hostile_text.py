"""Hostile text of other players stays text: it runs nothing, hides nothing and reorders nothing."""

import unicodedata
from typing import Any

from playwright.sync_api import expect

from tests.client.web.conftest import Tables
from tests.harness.page_server import PageServer
from tests.harness.plain_clients import SocketClient
from tests.harness.web_table import create_table

ROOM = "<b onclick=x>hostile</b>"
TEXTS = [
    "<img src=x onerror=document.title='hacked'>",
    "<script>document.title='hacked'</script>",
    "<svg onload=document.title='hacked'><iframe src=javascript:document.title='hacked'>",
    "</li></ol></div><style>*{display:none}</style><h1>hacked</h1>",
    "{@html '<b>hacked</b>'} ${document.title='hacked'} &lt;b&gt; &#60;b&#62;",
    "javascript:document.title='hacked' http://evil.example/",
    "\u202eright to left\u202c \u2066\u2067isolates\u2069 \u200f\u200e\u061cmarks",
    "nul\x00 bell\x07 escape\x1b[31mred\x1b[0m delete\x7f c1\x9b31m line\nbreak\u2028\u2029",
    "zero\u200bwidth\u200d\ufeff tag\U000e0041 private\ue000 surrogate pair \U0001f600",
    "many marks " + "a" + "\u0301\u0489" * 60,
]
FORBIDDEN = ("Cc", "Cs")
BIDI = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
ELEMENTS = "img, script:not([src]), iframe, style, object, a[href^=javascript]"


def write_as_guest(address: str, texts: list[str]) -> int:
    """Sit down at the hostile table and write all texts; return how many were accepted."""
    client = SocketClient(address)
    ids = iter(range(1, 1000))

    def request(kind: str, **fields: object) -> dict[str, Any]:
        number = next(ids)
        client.send(kind, id=number, **fields)
        while (message := client.receive()).get("replyTo") != number:
            pass
        return message

    request("ChooseNickname", nickname="mallory")
    while (listed := client.receive())["type"] != "ChooseMatch":
        pass
    (number,) = (room["match"] for room in listed["rooms"] if "hostile" in room["name"])
    assert request("SelectMatch", match=number)["type"] != "Error"
    answers = [request("SendChat", text=text) for text in texts]
    client.close()
    return sum(answer["type"] != "Error" for answer in answers)


def test_hostile_text_in_chat_and_names_is_only_text(tables: Tables, server: PageServer) -> None:
    page = tables().page
    create_table(page, "UNO", seats="3", name=ROOM, is_public=True)
    expect(page.locator(".where b")).to_have_text(ROOM)
    title = page.title()
    accepted = write_as_guest(server.addresses["socket"].removeprefix("tcp://"), TEXTS)
    lines = page.get_by_role("log").locator("li.say")
    expect(lines).to_have_count(accepted)
    assert accepted >= 8
    for line in lines.all():
        shown = line.inner_text()
        assert not BIDI & set(shown), shown
        assert not {c for c in shown if unicodedata.category(c) in FORBIDDEN}, repr(shown)
        assert line.locator("*:not(b)").count() == 0
    assert page.locator(ELEMENTS).count() == 0
    assert "hacked" not in title
    assert "hacked" not in page.title()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
