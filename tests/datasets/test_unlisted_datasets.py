"""Datasets to which EvalHub adds by itself: in no list, and changed by nobody."""

import pytest

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(acme):
    return factories.make_dataset(acme, name="Kept", is_listed=False)


def test_they_are_in_no_list_and_nobody_else_changes_them(kept, bob, api_of, client_of):
    factories.make_dataset(kept.organization, name="Own")
    told = api_of(bob).get("/v1/datasets").json()
    page = client_of(bob).get("/datasets/").content.decode()
    assert [each["name"] for each in told["datasets"]] == ["Own"]
    assert "Own" in page and "Kept" not in page

    version = factories.make_version(kept, status="DRAFT", is_open=True, published_at=None)
    api, url = api_of(bob), f"/v1/datasets/{kept.pk}"
    answers = [
        api.patch(url, {"name": "Mine"}),
        api.post(f"{url}/versions/open", {}),
        api.post(f"{url}/versions/1/publish"),
        api.post(f"{url}/versions/1/cases", {"cases": [{"prompt": "Hello"}]}),
    ]
    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in answers] == [(409, "kept_dataset")] * 4
    version.refresh_from_db()
    assert (version.is_open, version.row_count, kept.versions.count()) == (True, 3, 1)
