"""Drafts of decisions: kept by version, merged, dropped once published, and back after an undo."""

import pytest

from annotations.models import Draft, GroundTruth
from tests import factories
from tests.annotations.disputed import item_of, make_disputed, sheet_of
from tests.annotations.pages import text
from tests.annotations.panel import everyone, settle
from tests.undoing import undone

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def task(acme):
    return make_disputed(acme, rows=2, consensus_threshold=0.7)


@pytest.fixture
def post(task, client_of):
    """post(member, path, **fields) posts a form with these fields as htmx does."""

    def send(member, path, **fields):
        address = f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/{path}"
        body = {"seen": sheet_of(task, member).seen} | {
            name.replace("__", "-"): value for name, value in fields.items()
        }
        return client_of(member).post(address, body, headers=HTMX)

    return send


def test_draft_of_each_adjudicator_is_stored_by_version_and_drawn_again(task, acme, rita, client_of, post):
    zoe = factories.make_member(acme, "zoe", role="reviewer")
    others = post(zoe, "draft/", draft_version=0, own__verdict="correct")
    saved = post(rita, "draft/", draft_version=0, own__verdict="wrong", cause__verdict="edge_case")
    again = post(rita, "draft/", draft_version=1, own__verdict="wrong", cause__verdict="subjective")

    assert [answer.json() for answer in (others, saved, again)] == [{"version": 1}, {"version": 1}, {"version": 2}]
    assert post(rita, "next/").status_code == 204, "There is nothing to lay by behind the last item."
    assert Draft.objects.get(version=2).answers["verdict"] == {"take": "own", "own": "wrong", "cause": "subjective"}
    html = text(client_of(rita).get(f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/"))
    assert 'name="draft_version" value="2"' in html
    assert 'value="subjective" data-cause="5" checked' in html


def test_two_versions_are_shown_and_one_is_made_of_them_and_publishing_drops_the_draft_and_undo_brings_it_back(
    rita, post, task
):
    post(rita, "draft/", draft_version=0, own__verdict="wrong", own__score="4")
    both = post(rita, "draft/", draft_version=0, own__verdict="correct", own__score="5", cause__verdict="edge_case")
    kept = post(
        rita,
        "draft/merge/",
        **{"take-verdict": "theirs", "take-score": "mine"},
        keep="chosen",
        other_version=1,
        own__verdict="correct",
        own__score="5",
    )
    assert both.status_code == 409 and both["HX-Retarget"] == "#alerts"
    assert "correct, Edge case" in text(both) and "changed in another window" in text(both)
    assert kept.status_code == 200 and 'id="decision"' in text(kept) and 'id="work"' not in text(kept)
    draft = Draft.objects.get()
    assert (draft.version, draft.answers["verdict"]["own"], draft.answers["score"]["own"]) == (2, "wrong", 5)

    fields = {"own__verdict": "wrong", "cause__verdict": "edge_case", "own__grade": "correct", "own__score": "4"}
    post(rita, "draft/", draft_version=0, **fields)
    published = post(rita, "publish/", draft_version=1, confidence__verdict="low", **fields)
    assert published.status_code == 200 and not Draft.objects.exists()
    assert "Nothing left to adjudicate" in text(published) and "Undo item 1" in text(published)
    undone = post(rita, "undo/")
    assert undone.status_code == 200 and 'id="card-verdict"' in text(undone)
    assert Draft.objects.get().answers["verdict"] == {
        "take": "own",
        "own": "wrong",
        "cause": "edge_case",
        "confidence": "low",
    }
    assert not GroundTruth.objects.adjudicated().exists()
    assert post(rita, "undo/").status_code == 409


def test_next_item_is_laid_by_and_used_only_as_it_was(task, rita, post):
    second = task.items.get(position=1)
    for annotation in list(item_of(task).annotations.all()):
        labels = dict(annotation.judgements.values_list("question__key", "value"))
        factories.make_annotation(second, annotation.annotator, labels)
    settle(task)
    fields = {"own__verdict": "wrong", "cause__verdict": "edge_case", "own__grade": "correct", "own__score": "4"}

    laid_by = post(rita, "next/")
    with undone():
        used = post(rita, "publish/", prefetched=laid_by["X-Prefetched"], **fields)
    factories.make_annotation(second, everyone(task)[3], {"verdict": "partly"})
    changed = post(rita, "publish/", prefetched=laid_by["X-Prefetched"], **fields)

    assert f"/{second.pk}/publish/" in text(laid_by) and "1 left" in text(laid_by) and "Undo item 1" in text(laid_by)
    assert used["X-Use-Prefetched"] == laid_by["X-Prefetched"] and not used.content
    assert used["HX-Replace-Url"].endswith(f"/{second.pk}/")
    assert "X-Use-Prefetched" not in changed and f"/{second.pk}/publish/" in text(changed)
    assert post(rita, "next/").status_code == 200


def test_page_says_which_questions_are_asked(acme, rita, client_of):
    condition = {"question": "verdict", "is": "no"}
    form = {
        "fields": [
            {"key": "verdict", "type": "single_choice", "options": [{"value": "yes"}, {"value": "no"}]},
            {"key": "why", "type": "text", "show_if": condition},
        ]
    }
    version = factories.make_version(factories.make_dataset(acme), rows=1)
    task = factories.make_task(version, schema=form, required=2)
    item = item_of(task)
    for name, labels in (("abe", {"verdict": "no", "why": "a"}), ("ann", {"verdict": "yes"})):
        factories.make_annotation(item, factories.make_annotator(factories.make_member(acme, name)), labels)
    client, address = client_of(rita), f"/tasks/{task.pk}/adjudication/{item.pk}/"
    assert "data-off" in text(client.get(address))

    asked = [client.post(f"{address}asked/", {"own-verdict": value}).json()["why"] for value in ("yes", "no")]
    body = {
        "seen": sheet_of(task, rita).seen,
        "own-verdict": "yes",
        "given-why": "own",
        "own-why": "a",
        "cause-verdict": "edge_case",
    }
    client.post(f"{address}publish/", body)

    assert asked == [False, True]
    assert GroundTruth.objects.adjudicated().get().value == "yes"
