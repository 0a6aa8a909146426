"""Passages marked in Chromium, by mouse and by keyboard, stored as they stand in the item."""

import pytest

from annotations.models import Annotation, Evidence
from annotations.tasks.actions import item_content
from tests.browser.workbench import make_task, press, saved, strike, take_first

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
  const texts = [...document.querySelectorAll(`[data-field="${field}"][data-start]`)];
  const text = texts.find(each => each.textContent.includes(words)), walker = document.createTreeWalker(text, 4);
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


def mark(page, words, *, box="q-errors", field="input.text"):
    page.click(f"#outline a[href='#q-{box.partition('-')[2]}']")
    page.locator(f"[data-passages='{box}'] input").last.focus()
    page.evaluate(SELECT, [field, words])
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
    words = [
        FAMILY,
        CAFE,
        HEBREW,
        "&amp; &lt;b&gt;",
        "<i>three</i>",
        f"{FAMILY} two",
        "\U0001f600 one",
        f"two\r\n{CAFE}",
    ]
    for each in words:
        mark(page, each)

    assert sorted(page.locator("[data-passages='q-errors'] q").all_inner_texts()) == sorted(words)
    assert sorted(stored_spans(page)) == sorted(words)


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


def test_passages_and_evidence_by_keyboard_alone_in_the_rendered_view(page):
    page.click("a[href='?view=rendered']")
    page.wait_for_selector(".exact", state="detached")
    press(page, "e")
    page.wait_for_selector("[data-selecting]")
    press(page, "ArrowRight", "Shift+ArrowRight")
    strike(page, "&", "Digit1")  # AZERTY
    press(page, "2")
    press(page, "e", "2", "Escape")  # the letter leads to the next word that begins with it
    assert page.locator("[data-selecting], .passage-bar").count() == 0
    assert page.evaluate("CSS.highlights.get('passage-3').size + CSS.highlights.get('passage-4').size") == 3
    assert page.locator("#item .passage-end").evaluate_all("all => all.map(each => each.dataset.letter)") == [
        "A",
        "B",
        "B",
    ]
    page.locator("#q-verdict-0").check()
    page.locator("#q-verdict-0").focus()
    press(page, "e")
    page.wait_for_selector("[data-selecting]")
    press(page, "ArrowRight", "Enter", "Escape")

    spans = submit(page).judgements.get(question__key="errors").value
    assert [(span["quote"], span["label"]) for span in spans] == [
        (f"one {FAMILY}", "fact"),
        ("two", "style"),
        ("end", "style"),
    ]
    found = Evidence.objects.get()
    assert (found.quote, found.field, found.start, found.end, found.match) == ("one", "input.text", 2, 5, "exact")


ANSWER = "Sure, **the move** is free\n\n- one `code` here\n\n| a | b |\n|---|---|\n| left | right \\| far |\n"
TALK = [
    {"role": "user", "content": 'Is it "free"?'},
    {"role": "assistant", "content": f"Yes, *quite* free {FAMILY}.\nReally."},
]
HIGHLIGHTED = "name => [...(CSS.highlights.get(name) ?? [])].map(range => range.toString())"


def test_rendered_words_and_turns_are_stored_as_they_stand_in_the_source(acme, alice, page_of):
    task = make_task(acme, *FORM, rows=[{"input": {"chat": TALK}, "outputs": {"model-a": ANSWER}}])
    page = page_of(alice)
    take_first(page, task)
    shown = {
        "output": ["ov", "move is", "code", "right | far"],
        "input.chat": ["quite free", FAMILY, '"free"', "Really"],
    }
    for field, words in shown.items():
        for each in words:
            mark(page, each, field=field)
    page.evaluate(SELECT, ["output", "left"])
    page.wait_for_selector(".passage-bar >> text=1 word")
    press(page, "Escape")

    assert page.locator(".passage-bar").count() == 0
    marked = page.evaluate(HIGHLIGHTED, "passage-3")
    assert sorted(marked) == sorted(
        ["move", "move is", "code", "right | far", "quite free", FAMILY, '"free"', "Really"]
    )
    page.click("a[href='?view=source']")
    page.wait_for_selector(".exact")
    stored = ["move", "move** is", "code", "right \\| far", "quite* free", FAMILY, '\\"free\\"', "Really"]
    assert sorted(page.evaluate(HIGHLIGHTED, "passage-3")) == sorted(stored)
    spans = submit(page).judgements.get(question__key="errors").value
    texts = {part.field: part.text for part in item_content.content(task.items.get().pk).texts()}
    assert sorted(span["quote"] for span in spans) == sorted(stored)
    assert all(texts[span["field"]][span["start"] : span["end"]] == span["quote"] for span in spans)


def test_marked_passages_are_queued_while_the_network_is_away(page, task):
    page.context.set_offline(True)
    press(page, "Control+Enter")
    assert page.locator("#outbox").is_hidden()  # a passage is required

    mark(page, "one")
    press(page, "Control+Enter")
    page.wait_for_selector("#outbox:visible")
    page.context.set_offline(False)
    page.wait_for_selector("#answer", state="detached")

    (span,) = Annotation.objects.get().judgements.get(question__key="errors").value
    assert span["quote"] == "one"
