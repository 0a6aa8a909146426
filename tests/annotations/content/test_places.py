"""Where words stand: whatever kind of content a page shows, what can be marked in it is what is stored."""

import json
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string

from annotations.content import FileFacts, panes
from annotations.tasks.actions.item_content import ItemContent
from tests.annotations.content.items import make_item, placed

TALK = [
    {"role": "user", "content": 'Line one\n"quoted" and \\ back'},
    {"role": "assistant", "content": "It is **free**, \U0001f600 says שלום.", "tool_calls": []},
    {"role": "tool", "content": "plain result"},
]


class Marked(HTMLParser):
    """(field, words, start, end, stored stretch) of everything on a page that has a place."""

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag not in ("br", "hr", "input", "img"):
            self.open.append(dict(attrs))

    def handle_endtag(self, tag):
        if tag not in ("br", "hr", "input", "img"):
            self.open.pop()

    def handle_data(self, data):
        here = self.open[-1] if self.open else {}
        around = next((each for each in reversed(self.open) if "data-start" in each), None)
        if around is not None and "data-at" in here:
            self.found.append((around["data-field"], data, int(here["data-at"]), here.get("data-to"), around))


def stretches(html, stored):
    """{words: what is stored for them}; the page's own copy of the stored text says the same."""
    found = {}
    for field, words, start, end, around in Marked(html).found:
        end = int(end) if end else start + len(words)
        first = int(around["data-start"])
        assert (
            around.get("data-source", stored[field][first:end])[start - first : end - first] == stored[field][start:end]
        )
        found[words] = stored[field][start:end]
    return found


@pytest.mark.parametrize("escaped", [False, True])
def test_turns_stand_where_their_words_are_in_the_stored_json(escaped):
    text = json.dumps(TALK, ensure_ascii=escaped)

    found = stretches(placed(make_item({"q": "Q"}, text)), {"output": text, "input.q": "Q"})

    assert found["free"] == "free" and found["plain result"] == "plain result"
    assert found["Line one"] == "Line one" and found['"'] == '\\"' and found["\\"] == "\\\\"
    smile, hebrew = (json.dumps(each, ensure_ascii=escaped)[1:-1] for each in ("\U0001f600", "שלום"))
    assert smile in found.values() if escaped else f", {smile} says {hebrew}." in found
    assert not escaped or found["שלום"] == hebrew


def test_what_tools_are_given_and_answer_and_leaves_of_a_record():
    calls = [{"function": {"name": "ship", "arguments": '{"to": "Caf\u00e9 \\"A\\"", "how": "express"}'}}]
    talk = [
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "content": '{"label": ["printed", "sent"], "n": 2}'},
        {"role": "assistant", "content": [{"type": "tool_use", "name": "look", "input": {"shelf": "top"}}]},
    ]
    text = json.dumps(talk, ensure_ascii=False, indent=1)
    found = stretches(placed(make_item({"q": "Q"}, text)), {"output": text, "input.q": "Q"})
    assert [found[words] for words in ("express", "printed", "sent", "top")] == ["express", "printed", "sent", "top"]
    assert found["Caf\u00e9 "] == "Caf\u00e9 "

    record = {"a": {"note": 'say "hi"\n', "n": 3}}
    shown = make_item({"record": record}, "A")
    [text] = [part.text for part in shown.texts() if part.field == "input.record"]
    found = stretches(placed(shown), {"input.record": text, "output": "A"})
    assert found["say "] == "say " and found['"'] == '\\"' and "3" not in found


def test_returns_and_hidden_characters_of_formatted_text_and_a_cell_that_csv_reads_otherwise_has_no_place():
    text = "one\r\n*two*\u202e three\r\n\r\n```\r\na\r\nb\r\n```"
    found = stretches(placed(make_item({"q": "Q"}, text)), {"output": text, "input.q": "Q"})
    assert found["two"] == "two" and found["⟦U+202E⟧"] == "\u202e" and found["b"] == "b"

    found = Marked(placed_file("a.csv", 'x,y\n1,"a"b,b\n')).found
    assert {words for _, words, *_ in found} == {"x", "y", "1"}


@pytest.mark.parametrize(
    ("name", "text", "words", "stored"),
    [
        ("a.csv", 'x,y\n1,"say ""no"", twice"\n\n2,plain\n', "say ", "say "),
        ("a.csv", 'x,y\n1,"a ""b"" c"\n2,plain\n', "plain", "plain"),
        ("a.csv", 'x,y\n1,"two\nlines"\n2,plain\n', "two\nlines", "two\nlines"),
        ("a.txt", "kept *as* it\u202e is", "⟦U+202E⟧", "\u202e"),
    ],
)
def test_tables_and_plain_files(name, text, words, stored):
    html = placed_file(name, text)

    assert stretches(html, {"input.f": text})[words] == stored


def placed_file(name, text):
    facts = FileFacts("f", name, "", len(text))
    part = panes.file_part(facts, text)
    shown = ItemContent(7, 0, None, {"f": text}, {}, (), (facts,))
    part = part or panes.part(shown, facts.field)
    return render_to_string(part.template, {"part": part, "content": part.content})
