"""Pages, filters, counts and samples of cases."""

import pytest

from datasets.actions import cases, imports
from datasets.models import CaseBlock, DatasetVersion
from evalhub.lib.errors import Conflict, InvalidInput
from tests.datasets.files import received

pytestmark = pytest.mark.django_db

TOPICS = ["billing", "shipping", "billing", "other"]
FILTERS = [
    ({"topic": "billing"}, lambda row: row["topic"] == "billing"),
    ({"topic": "nothing"}, lambda row: False),
    ({"topic": {"in": ["other", "shipping"]}}, lambda row: row["topic"] in ("other", "shipping")),
    ({"score": 7}, lambda row: row.get("score") == 7),
    ({"score": 7.0}, lambda row: row.get("score") == 7),
    ({"score": {"gte": 5, "lt": 9}}, lambda row: 5 <= row.get("score", -1) < 9),
    ({"score": {"gt": 10}}, lambda row: False),
    ({"score": {"lte": 0}}, lambda row: row.get("score") == 0),
    ({"score": {"gte": 9, "in": [1, 9]}}, lambda row: row.get("score") == 9),
    ({"score": None}, lambda row: "score" not in row),
    ({"day": {"gt": "2026-01-05"}}, lambda row: row["day"] > "2026-01-05"),
    ({"checked": True}, lambda row: row["checked"]),
    ({"tags": "t1"}, lambda row: "t1" in row["tags"]),
    ({"topic": "billing", "score": 6}, lambda row: row["topic"] == "billing" and row.get("score") == 6),
    ({"note's \"%s": "x'; --"}, lambda row: row["note's \"%s"] == "x'; --"),
]


def make_rows():
    rows = []
    for number in range(40):
        row = {
            "question": f"q {number}", "topic": TOPICS[number % 4], "day": f"2026-01-{number % 28 + 1:02d}",
            "checked": number % 3 == 0, "tags": [f"t{number % 5}"], "note's \"%s": "x'; --" if number == 30 else "",
        }  # fmt: skip
        rows.append(row | ({"score": number % 11} if number % 7 else {}))
    return rows


@pytest.fixture(scope="module")
def imported(module_db):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("datasets.actions.copying.ROWS_AT_ONCE", 12)
        patch.setattr("datasets.actions.copying.BLOCK_ROWS", 6)
        return imports.run(version=received(make_rows())).pk


@pytest.fixture
def version(db, imported):
    return DatasetVersion.objects.get(pk=imported)


def test_filters_find_what_they_say_with_and_without_blocks(version):
    for with_blocks in (True, False):
        if not with_blocks:
            CaseBlock.objects.all().delete()
        for wanted, meets in FILTERS:
            expected = [index for index, row in enumerate(make_rows()) if meets(row)]

            found = cases.keyset_page(version, limit=100, wanted=wanted)

            assert [case.row_index for case in found.cases] == expected, wanted
            assert cases.count(version, wanted) == len(expected), wanted
            rows = cases.filtered(version.cases.all(), wanted, version)
            assert list(rows.values_list("row_index", flat=True)) == expected, wanted


def test_range_is_counted_without_the_cases_and_read_where_it_can_be(version, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert cases.count(version, {"score": {"gte": 9}}) == sum(row.get("score", 0) >= 9 for row in make_rows())

    with django_assert_num_queries(2):
        assert cases.keyset_page(version, limit=9, wanted={"score": {"gte": 11}}).cases == []


def test_number_beyond_every_float_is_found_and_counted_by_itself():
    rows = [{"question": "a", "size": 10**400}, {"question": "b", "size": 1}, {"question": "c", "size": -(10**400)}]
    version = imports.run(version=received(rows))

    for wanted, found in [({"gt": 5}, [0]), ({"lt": 5}, [1, 2]), ({"gte": 10**400}, [0]), ({"gt": 10**400}, [])]:
        page = cases.keyset_page(version, limit=9, wanted={"size": wanted})
        assert [case.row_index for case in page.cases] == found, wanted
        assert cases.count(version, {"size": wanted}) == len(found), wanted


def test_count_of_fields_together_ends_above_the_most(version):
    wanted = {"topic": "billing", "checked": True}

    assert cases.count(version, wanted, most=6) is None
    assert cases.count(version, wanted, most=7) == 7


def test_keyset_pages_join_without_gap_in_both_directions_and_offset_pages_agree_with_keyset_pages(version):
    forward, after = [], -1
    while True:
        page = cases.keyset_page(version, after=after, limit=3, wanted={"topic": "billing"})
        forward += [case.row_index for case in page.cases]
        if not page.has_more:
            break
        after = page.cases[-1].row_index
    wanted = {"topic": "billing"}
    before = cases.filtered(version.cases.filter(row_index__lt=20), wanted, version).order_by("-row_index")
    back = cases.first(before, 3, version=version, wanted=wanted)
    assert forward == list(range(0, 40, 2))
    assert [case.row_index for case in back] == [18, 16, 14]

    wanted = {"topic": "billing"}
    plain = cases.offset_page(version, limit=5, offset=30)
    chosen = cases.offset_page(version, limit=5, offset=17, wanted=wanted)
    assert [case.row_index for case in plain.cases] == [30, 31, 32, 33, 34] and plain.has_more
    assert [case.row_index for case in chosen.cases] == [34, 36, 38] and not chosen.has_more


def test_texts_that_read_as_numbers_are_compared_as_numbers_and_anything_else_is_refused(version):
    content = "question,score\na,1.50\nb,2\nc,\nd,10\n"
    version = imports.run(version=received(content, name="rows.csv"))

    def found(wanted):
        return [case.input["prompt"] for case in cases.keyset_page(version, limit=9, wanted=wanted).cases]

    assert found({"score": 1.5}) == ["a"]
    assert found({"score": "1.5"}) == ["a"]
    assert found({"score": {"gt": 2}}) == ["d"]
    assert cases.count(version, {"score": {"in": [2, 10]}}) == 2
    assert cases.count(version, {"score": {"lt": 9}}) == 2

    for wanted in ({"question": "q 1"}, {"topic": {"like": "b%"}}, {"topic": 4}, {"score": {"gt": "x"}}):
        with pytest.raises(InvalidInput):
            cases.keyset_page(version, limit=5, wanted=wanted)
    for options in ({"strategy": "stratified"}, {"strategy": "stratified", "stratify_by": "question"}):
        with pytest.raises(InvalidInput):
            cases.sample(version, size=3, **options)
    with pytest.raises(InvalidInput):
        cases.sample(version, size=3, stratify_by="topic")


def test_one_seed_draws_one_sample_and_without_a_seed_the_sample_tells_which_it_took(version):
    first = cases.sample(version, size=5, seed=11)
    again = cases.sample(version, size=5, seed=11)
    larger = cases.sample(version, size=9, seed=11)
    other = cases.sample(version, size=5, seed=12)
    rows = [case.row_index for case in first.cases]
    assert rows == [case.row_index for case in again.cases] == sorted(rows)
    assert set(rows) <= {case.row_index for case in larger.cases}
    assert rows != [case.row_index for case in other.cases]

    drawn = cases.sample(version, size=5)
    again = cases.sample(version, size=5, seed=drawn.seed)
    assert [case.pk for case in drawn.cases] == [case.pk for case in again.cases]


def test_a_stratified_sample_keeps_the_shares_and_a_sample_larger_than_the_version_is_the_version(version):
    drawn = cases.sample(version, size=8, strategy="stratified", stratify_by="topic", seed=3)
    topics = sorted(case.metadata["topic"] for case in drawn.cases)
    assert topics == ["billing"] * 4 + ["other"] * 2 + ["shipping"] * 2

    assert len(cases.sample(version, size=1000, seed=1).cases) == 40


def test_a_version_without_cases_has_no_sample():
    with pytest.raises(Conflict, match="only a VALID version"):
        cases.sample(received(make_rows()), size=3)
