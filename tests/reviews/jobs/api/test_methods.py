"""The API of methods: what is in use, a draft that programs write, and its publication."""

import pytest

from reviews.jobs.methods import MethodReviewerRegistry
from tests.reviews.jobs.methods.cases import YAML
from tests.reviews.methods_world import BROKEN, draft, in_use, published
from tests.statements import at_most

URL = "/v1/reviews/methods"
PROMPT = f"{URL}/experiment/prompt"
KNOWLEDGE = f"{URL}/experiment/knowledge"


@pytest.fixture
def api(bob, api_of):
    return api_of(bob)


def test_list_tells_what_is_in_use(api, bob):
    api.get(URL)
    published(bob)
    draft(bob, "Ask for counts.", part="knowledge")

    with at_most(4 + 3):
        methods = api.get(URL).json()["methods"]

    found = next(each for each in methods if each["model_type"] == "experiment")
    assert found["prompt"]["version"] == 1 and found["prompt"]["published_at"]
    assert found["knowledge"] == {"version": None, "published_at": None, "has_draft": True}
    assert found["dimensions"] == ["balance", "precision"] and found["confidence_range"] == [0.85, 1.0]
    assert len(methods) == len(MethodReviewerRegistry.available())


def test_text_in_use_can_be_read(api, bob, vera, api_of):
    shipped = api.get(KNOWLEDGE).json()
    published(bob, "Ask for counts.", part="knowledge")

    found = api_of(vera).get(KNOWLEDGE).json()

    assert shipped["version"] is None and shipped["content"].startswith("# Randomized experiments")
    assert (found["version"], found["content"], found["versions"]) == (1, "Ask for counts.", [1])


def test_draft_is_written_checked_and_published(api, bob):
    for body in ({}, {"content": ""}, {"content": 7}, {"content": "x", "status": "published"}):
        assert api.put(f"{PROMPT}/draft", body).status_code == 400, body
    broken = api.put(f"{PROMPT}/draft", {"content": BROKEN})
    refused = api.post(f"{PROMPT}/publish")
    assert broken.status_code == 200 and broken.json()["problem"]["field"] == "user"
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "config_invalid")
    assert api.get(f"{PROMPT}/draft").json()["content"] == BROKEN
    assert api.delete(f"{PROMPT}/draft").status_code == 204
    assert api.get(f"{PROMPT}/draft").status_code == 404

    saved = api.put(f"{PROMPT}/draft", {"content": YAML, "note": "Ours"}).json()
    answer = api.post(f"{PROMPT}/publish", {"content_sha256": saved["content_sha256"]})

    assert (saved["status"], saved["problem"], saved["version"]) == ("draft", None, 1)
    assert answer.status_code == 200 and answer.json()["status"] == "published"
    assert in_use(bob).ref.startswith("experiment p1.2 v1 ")


def test_another_draft_than_the_one_read_is_not_published(api, bob):
    read = draft(bob).content_sha256
    draft(bob, BROKEN)

    refused = api.post(f"{PROMPT}/publish", {"content_sha256": read})

    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "draft_changed")


def test_what_there_is_not_is_not_found(api):
    for place in ("astrology/prompt", "experiment/recipe", "Experiment/prompt", "%00/prompt"):
        for method, end in (("get", ""), ("put", "/draft")):
            assert getattr(api, method)(f"{URL}/{place}{end}").status_code == 404, (place, method, end)


def test_drafts_of_another_organization_do_not_exist(api, mallory):
    draft(mallory)

    assert api.get(f"{PROMPT}/draft").status_code == api.post(f"{PROMPT}/publish").status_code == 404
