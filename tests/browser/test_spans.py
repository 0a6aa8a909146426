"""Passages marked in Chromium, by mouse and by keyboard, stored as they stand in the item."""

import pytest

from annotations.models import Annotation, Evidence
from tests.browser.workbench import make_task, press, saved

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
CAFE = "cafe\u0301"
HEBREW = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"
TEXT = f"\U0001f600 one {FAMILY} two\r\n{CAFE} &amp; &lt;b&gt;\r\n{HEBREW} <i>three</i> end"
FORM = [
    {
        "key": "errors",
        "type": "spans",
        "title": "What is wrong?",
        "options": [{"value": "fact", "label": "Fact"}, {"value": "style", "label": "Style"}],
    },
    {
        "key": "verdict",
        "type": "single_choice",
        "title": "Verdict",
        "evidence": "optional",
        "required": False,
        "options": [{"value": "good"}, {"value": "bad"}],
    },
]
SELECT = """([field, words]) => {
  const text = document.querySelector(`.exact[data-field="${field}"]`), walker = document.createTreeWalker(text, 4);
  const all = text.textContent, from = all.indexOf(words), to = from + words.length, range = document.createRange();
  let seen = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (from >= seen && from < seen + node.length) range.setStart(node, from - seen);
    if (to > seen && to <= seen + node.length) range.setEnd(node, to - seen);
    seen += node.length;
  }
  const selection = document.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return from;
}"""


@pytest.fixture
def task(acme):
    return make_task(acme, *FORM, rows=[{"input": {"text": TEXT}, "outputs": {"model-a": "It is fine."}}])


@pytest.fixture
def page(start):
    page = start(view="source")
    page.wait_for_selector(".exact[data-field='input.text']")
    return page


def mark(page, words, *, box="q-errors"):
    page.locator(f"[data-passages='{box}'] input").last.focus()
    page.evaluate(SELECT, ["input.text", words])
    page.click("[data-add-passage]")


def submit(page):
    press(page, "Control+Enter")
    page.wait_for_selector("#answer", state="detached")
    return Annotation.objects.get()


def stored_spans(page):
    spans = submit(page).judgements.get(question__key="errors").value
    assert all(TEXT[span["start"] : span["end"]] == span["quote"] for span in spans)
    return [span["quote"] for span in spans]


def test_what_is_marked_is_stored_as_it_stands_in_the_item(page):
    words = [FAMILY, CAFE, HEBREW, "&amp; &lt;b&gt;", "<i>three</i>", f"{FAMILY} two", "\U0001f600 one", f"two\n{CAFE}"]
    for each in words:
        mark(page, each)

    assert sorted(page.locator("[data-passages='q-errors'] q").all_inner_texts()) == sorted(words)
    assert sorted(stored_spans(page)) == sorted(each.replace("\n", "\r\n") for each in words)


def test_a_passage_is_taken_back_by_its_tick_and_survives_a_reload_beside_a_typed_and_a_half_one(page):
    mark(page, "two")
    mark(page, "end")
    page.locator("[data-passages='q-errors'] [data-list] input").first.uncheck()
    saved(page)
    page.reload()
    page.wait_for_selector("#answer")

    assert page.locator("[data-passages='q-errors'] q").all_inner_texts() == ["end"]
    mark(page, FAMILY[1:4])  # half a character is never marked
    page.fill("#q-errors-typed", "THREE</i>  end")  # looked up by the server
    assert sorted(stored_spans(page)) == sorted([FAMILY, "three</i> end", "end"])


def test_passages_and_evidence_by_keyboard_alone_from_the_rendered_view(page):
    page.click("a[href='?view=rendered']")
    page.wait_for_selector(".exact", state="detached")
    press(page, "e")
    page.wait_for_selector(".exact[data-selecting]")
    press(page, "ArrowRight", "Shift+ArrowRight", "Enter", "2", "ArrowRight", "Enter", "Escape")
    assert page.locator("[data-selecting]").count() == 0
    assert page.evaluate("CSS.highlights.get('passage-1').size + CSS.highlights.get('passage-2').size") == 2
    page.locator("#q-verdict-0").check()
    page.locator("#q-verdict-0").focus()
    press(page, "e")
    page.wait_for_selector(".exact[data-selecting]")
    press(page, "ArrowRight", "Enter", "Escape")

    spans = submit(page).judgements.get(question__key="errors").value
    assert [(span["quote"], span["label"]) for span in spans] == [(f"one {FAMILY}", "fact"), ("two", "style")]
    found = Evidence.objects.get()
    assert (found.quote, found.field, found.start, found.end, found.match) == ("one", "input.text", 2, 5, "exact")
