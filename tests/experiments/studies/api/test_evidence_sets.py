"""Evidence sets over the API: made, filled, read; of one organization."""

import pytest

from evalhub.accounts.models import AuditEvent
from experiments.models import Evidence, EvidenceWindow
from tests.experiments.studies_world import make_study, make_window

pytestmark = pytest.mark.django_db
SETS = "/v1/evidence-sets"
BODY = {"name": "Spring", "concept": "press freedom", "start_date": "2026-03-01", "end_date": "2026-05-31"}


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


def test_set_is_made_and_filled(api, bob):
    made = api.post(SETS, BODY | {"country": "Norway"}).json()
    way = f"{SETS}/{made['evidence_set_id']}"
    texts = [
        {"raw_content": " A raid.\n", "title": "One", "url": "https://example.org/1"},
        {"raw_content": "A fine.", "cleaned_content": "Fine."},
    ]

    added = [api.post(f"{way}/evidence", {"evidence": texts}).json() for _ in range(2)]

    assert added[1] == {"added": 2, "first_position": 3, "last_position": 4}
    assert api.get(way).json() == made | {"evidence_count": 4}
    listed = api.get(f"{way}/evidence?limit=2").json()
    assert [(row["position"], row["characters"], row["views"]) for row in listed["evidence"]] == [
        (1, 9, []),
        (2, 7, ["cleaned"]),
    ]
    following = api.get(f"{way}/evidence?limit=2&cursor={listed['next']}").json()["evidence"]
    assert [row["position"] for row in following] == [3, 4]
    second = api.get(f"{way}/evidence/2").json()
    assert (second["raw_content"], second["texts"]) == ("A fine.", {"cleaned": "Fine."})
    assert api.get(f"{way}/evidence/1").json()["raw_content"] == " A raid.\n"
    events = AuditEvent.objects.filter(verb="evidence.added").order_by("pk")
    assert [(event.details, event.actor) for event in events] == [
        ({"position": 1, "rows": 2}, bob.user),
        ({"position": 3, "rows": 2}, bob.user),
    ]


BAD_SETS = [
    ({}, "invalid_input"),
    (BODY | {"name": " "}, "invalid_input"),
    (BODY | {"name": "a\nb"}, "invalid_text"),
    (BODY | {"concept": 5}, "invalid_input"),
    (BODY | {"start_date": "2026-13-01"}, "invalid_input"),
    (BODY | {"start_date": "2026-06-01"}, "bad_dates"),
    (BODY | {"end_date": 10**30}, "invalid_input"),
    (BODY | {"colour": "red"}, "unknown_field"),
]


def test_bad_sets_and_taken_names_are_refused(api):
    met = [(body, api.post(SETS, body).json()["error"]["code"]) for body, _code in BAD_SETS]
    assert met == BAD_SETS
    assert not EvidenceWindow.objects.exists()

    api.post(SETS, BODY)
    assert api.post(SETS, BODY).json()["error"]["code"] == "name_taken"


GOOD = {"raw_content": "A raid."}
BAD_TEXTS = [
    ([], "invalid_input"),
    ([GOOD, 7], "invalid_input"),
    ([GOOD, {}], "invalid_input"),
    ([GOOD, {"raw_content": "  "}], "invalid_evidence"),
    ([GOOD, GOOD | {"url": "ftp://example.org"}], "invalid_evidence"),
    ([GOOD, GOOD | {"title": "a\nb"}], "invalid_evidence"),
    ([GOOD, GOOD | {"author": "x"}], "invalid_input"),
]


def test_bad_texts_add_nothing(api, bob):
    way = f"{SETS}/{make_window(bob, texts=0).pk}/evidence"

    met = [(texts, api.post(way, {"evidence": texts})) for texts, _code in BAD_TEXTS]

    assert [(texts, answer.json()["error"]["code"]) for texts, answer in met] == BAD_TEXTS
    assert met[4][1].json()["error"]["details"] == {"row": 2, "field": "url"}
    assert not Evidence.objects.exists()


def test_list_is_filtered_counts_and_takes_as_many_statements_for_many(api, bob, django_assert_max_num_queries):
    window = make_window(bob, name="With studies", texts=2)
    for _ in range(2):
        make_study(bob, window=window)
    for number in range(10):
        make_window(bob, name=f"Set {number}", texts=1)

    with django_assert_max_num_queries(3):  # key, sets, count
        found = api.get(f"{SETS}?limit=50").json()["evidence_sets"]

    assert (len(found), found[-1]["evidence_count"], found[-1]["study_count"]) == (11, 2, 2)
    assert api.get(f"{SETS}?name=set 7").json()["total"] == 1


def test_others_read_or_find_nothing(api_of, bob, vera, mallory):
    window = make_window(bob)

    assert api_of(vera).get(f"{SETS}/{window.pk}").status_code == 200
    assert api_of(vera).post(SETS, BODY).status_code == 403
    assert api_of(mallory).get(f"{SETS}/{window.pk}").status_code == 404
    assert api_of(mallory).post(f"{SETS}/{window.pk}/evidence", {"evidence": [GOOD]}).status_code == 404
    assert api_of(bob).get(f"{SETS}/{window.pk}/evidence/99").status_code == 404
