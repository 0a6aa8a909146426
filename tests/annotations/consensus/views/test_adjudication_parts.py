"""The adjudicator's page of turns and passages: what it says of each part, and what a posted form comes to."""

import re
from collections import Counter

import pytest

from annotations.consensus.views import question_cards as drawing
from annotations.models import GroundTruth
from tests.annotations.disputed import address, item_of, sheet_of
from tests.annotations.disputed_parts import FAMILY, make_disputed_parts, span, spans
from tests.annotations.pages import text

AGREED = {"helps": {"2": 4, "4": 2, "6": 5}, "errors": spans(("Monday", "fact"))}
WANTED = {"helps": {"2": 4, "4": 5, "6": 5}, "errors": spans(("Monday", "fact"), (f"{FAMILY} family", "style"))}


@pytest.fixture
def task(acme):
    return make_disputed_parts(acme, rows=2)


def form(task, member, wanted=WANTED, **fields):
    """A posted form that comes to these values, part by part."""
    sheet, body = sheet_of(task, member), {}
    for row in sheet.rows:
        key, chosen = row.spec.key, drawing.prefilled(row, wanted[row.spec.key])
        body |= {f"given-{key}.{part}": choice for part, choice in chosen.parts.items()} | {f"cause-{key}": "edge_case"}
        if key == "helps":
            body |= {f"own-{key}.{turn}": str(value) for turn, value in chosen.own.items()}
    return body | {"seen": sheet.seen} | fields


def chosen(html):
    """How many parts of each question are chosen."""
    return Counter(re.findall(r'name="(?:given|own)-(\w+)\.(?!label)[^>]* checked>', html))


def truths(task):
    found = GroundTruth.objects.filter(item=item_of(task), is_current=True, source="adjudicated")
    return dict(found.values_list("question__key", "value"))


def test_page_says_which_turns_and_passages_differ(task, rita, client_of):
    html = text(client_of(rita).get(address(task)))

    assert "The answers differ on 2 of 3 turns" in html and "1 turn on which all agree" in html
    assert "The answers differ on 4 passages" in html and "1 passage on which all agree" in html
    assert '<strong class="anywhere" dir="auto">5 (fully)</strong>' in html
    assert "Overlaps 1" in html and "with another label" in html
    assert [html.count(f'value="{value}"') for value in ("keep", "leave")] == [5, 5]
    assert chosen(html) == {"helps": 1, "errors": 1}, "Only what all say is chosen from the start."


def test_another_value_of_a_turn_and_another_passage_are_taken_with_a_note(task, rita, client_of):
    body = form(task, rita) | {"own-helps.4": "3", "own-errors.quote": "twice", "own-errors.label": "style"}

    refused = client_of(rita).post(address(task, "publish/"), body)
    assert refused.status_code == 422 and text(refused).count("No annotator gave this value") == 2
    assert truths(task) == {} and 'value="twice"' not in text(refused) and "twice" in text(refused)

    body |= {"note-helps": "Neither.", "note-errors": "It was said once."}
    assert client_of(rita).post(address(task, "publish/"), body).status_code == 302
    assert truths(task) == {"helps": {"2": 4, "4": 3, "6": 5}, "errors": [*WANTED["errors"], span("twice", "style")]}


def test_undecided_parts_are_named_and_the_rest_is_kept(task, rita, client_of):
    body = form(task, rita)
    undecided = next(name for name, choice in body.items() if choice == "leave")
    del body[undecided], body["own-helps.6"]

    response = client_of(rita).post(address(task, "publish/"), body)

    html = text(response)
    assert response.status_code == 422 and html.count("Not decided yet") == 2
    assert "Turn 6 has no answer" in html and "Decide this question." in html
    assert truths(task) == {}


def test_parts_are_published_as_one_answer_shown_by_its_parts_and_filled_in_to_revise(task, rita, client_of):
    client = client_of(rita)
    published = client.post(address(task, "publish/"), form(task, rita))

    assert published.status_code == 302 and truths(task) == WANTED
    html, revising = text(client.get(address(task))), text(client.get(address(task) + "?revise=1"))

    assert html.count("</svg>Decided</span>") == 3 and html.count("> Kept<") + html.count(">Kept<") == 2
    assert "own-helps" not in html and 'type="radio"' not in html
    assert client.post(address(task, "publish/"), form(task, rita)).status_code == 422
    assert chosen(revising) == {"helps": 3, "errors": 5}


def test_agreed_turns_and_passages_are_folded_and_taken_over(acme, rita, client_of):
    task = make_disputed_parts(acme, said=[AGREED] * 3)

    html = text(client_of(rita).get(address(task)))
    response = client_of(rita).post(address(task, "publish/"), form(task, rita, AGREED))

    assert "2 agreed by everyone" in html and "The answers differ" not in html
    assert response.status_code == 302 and truths(task) == AGREED


def test_what_is_not_answered_is_settled_as_a_whole(acme, rita, client_of):
    task = make_disputed_parts(acme, said=[{"helps": AGREED["helps"]}] * 3)

    html = text(client_of(rita).get(address(task)))

    assert "Not for a decision" in html and 'name="given-errors" value="own"' in html
