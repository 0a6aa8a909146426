"""One version: live progress, errors by row and column, what its columns mean, publishing."""

import pandas
import pytest
from django.utils import timezone

from datasets.actions import imports
from datasets.actions.import_progress import Progress, progress_of
from datasets.models import DatasetVersion
from datasets.tasks import import_due
from datasets.views import versions
from tests import factories
from tests.datasets.files import MAPPING, ROWS, received
from tests.statements import at_most

HTMX = {"HX-Request": "true"}
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def dataset(acme):
    return factories.make_dataset(acme, name="Support answers")


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def checked(dataset, content=ROWS, **options):
    return imports.run(version=received(content, dataset=dataset, **options))


def page_of(client, version, query=""):
    return client.get(version.get_absolute_url() + query)


def test_progress_is_asked_for_until_the_check_has_ended_and_no_action_is_offered(client, dataset, monkeypatch):
    version = received(ROWS, dataset=dataset)
    waiting, page = client.get(version.get_absolute_url(), headers=HTMX), page_of(client, version).content.decode()
    DatasetVersion.objects.update(state="running", lease_until=timezone.now() + timezone.timedelta(minutes=1))
    monkeypatch.setattr(versions, "progress_of", lambda version: Progress(3_000_000, 9_000_000, "bytes", 1_234, 2))

    running = client.get(version.get_absolute_url(), headers=HTMX).content.decode()
    DatasetVersion.objects.update(state="done", validation_status="VALID", row_count=3)
    done = client.get(version.get_absolute_url(), headers=HTMX)

    assert "Waiting for validation" in waiting.content.decode() and "<html" not in waiting.content.decode()
    assert 'id="progress"' in page
    assert "Publish" not in page and 'id="mapping"' not in page
    assert 'hx-trigger="every 1500ms"' in running
    assert all(words in running for words in ("2.9\xa0MB of 8.6\xa0MB", "1,234 valid rows", "2 errors"))
    assert done.headers["HX-Refresh"] == "true"
    assert progress_of(version) == Progress()


def test_errors_are_told_by_row_and_column(client, dataset):
    rows = [{"question": "Fine"}, *({"question": None, "note": HOSTILE} for _ in range(120))]
    version = checked(dataset, rows)

    page = page_of(client, version).content.decode()

    assert "120 rows cannot be read" in page and "of 121. The other row is valid." in page
    assert "The first 100 of 120" in page
    assert "<td>2</td>" in page and "question</td>" in page and "The input is empty." in page
    assert "Upload a corrected file" in page and f"{version.get_absolute_url()}publish/" not in page
    assert HOSTILE not in page


def test_what_cannot_be_read_or_looked_into_has_a_page_without_a_mapping(client, dataset):
    no_columns = page_of(client, checked(dataset, b"\x89PNG\r\n\x1a\n\0\0", name="rows.csv"))
    no_end = page_of(client, checked(dataset, 'question\nfine\n"not closed\n', name="rows.csv")).content.decode()
    bad = checked(dataset, [{"question": None}])
    no_row = page_of(client, bad).content.decode()
    told = client.post(f"{bad.get_absolute_url()}publish/", follow=True).content.decode()
    DatasetVersion.objects.update(error_count=versions.LOOKED_AT_ERRORS + 1)
    too_many = page_of(client, bad)
    no_file = page_of(client, factories.make_version(dataset, status="DRAFT"))

    assert [response.context["form"] for response in (no_columns, too_many, no_file)] == [None] * 3
    assert "The file" in no_columns.content.decode()
    assert "The file cannot be read to its end" in no_end and "leave_out" not in no_end
    assert "No row can be read" in no_row and "leave_out" not in no_row
    assert "only a VALID version can be published" in told
    assert "Publish version 4" in no_file.content.decode()


def test_roles_of_columns_change_the_mapping(client, dataset):
    version = checked(dataset)
    form = page_of(client, version).context["form"]
    fields = {row.name: row.field for row in form.rows()}
    before = {row.name: row.role for row in form.rows()}

    client.post(f"{version.get_absolute_url()}mapping/", {fields["gold"]: "output", fields["topic"]: ""})
    import_due()
    version.refresh_from_db()

    assert before == {
        "id": "external_id",
        "question": "input",
        "gold": "expected_output",
        "output_gpt": "output",
        "topic": "metadata",
    }
    assert version.mapping == MAPPING | {
        "expected_output": None,
        "outputs": {"gold": "gold", "gpt": "output_gpt"},
        "metadata": [],
    }
    assert (version.validation_status, version.row_count) == ("VALID", 3)


def test_mapping_that_does_not_fit_is_said_and_kept_as_it_was_sent(client, dataset):
    version = checked(dataset)
    path = f"{version.get_absolute_url()}mapping/"
    fields = {row.name: row.field for row in page_of(client, version).context["form"].rows()}

    for roles, words in (
        ({"question": "metadata"}, "No column is mapped to Input."),
        ({"topic": "external_id"}, "ID has several columns"),
    ):
        response = client.post(path, {fields[name]: role for name, role in roles.items()})
        assert response.status_code == 422 and words in response.content.decode()
        assert {row.name: row.role for row in response.context["form"].rows()}.items() >= roles.items()
    for text, words in (("{", "JSON"), ("", "JSON"), ("[]", "JSON object"), ('{"input": "<b>"}', "&lt;b&gt;")):
        response = client.post(path, {"mapping": text})
        assert response.status_code == 422 and words in response.content.decode(), text
        assert "<b>" not in response.content.decode() and response.context["form"].text == text
    assert DatasetVersion.objects.get().is_finished


def test_mapping_as_json_and_guessed_again(client, dataset):
    version = checked(dataset)
    path = f"{version.get_absolute_url()}mapping/"
    assert "&quot;input&quot;" in page_of(client, version, "?as=json").content.decode()

    client.post(path, {"mapping": '{"input": {"task": "question"}}'})
    import_due()
    own = DatasetVersion.objects.get().mapping
    client.post(path, {"do": "guess"})
    import_due()

    assert own["input"] == {"task": "question"}
    assert DatasetVersion.objects.get().mapping["input"] == "question"


def test_publishing_never_leaves_out_columns_that_were_changed_on_the_page(client, dataset):
    version = checked(dataset)
    page, path = page_of(client, version), f"{version.get_absolute_url()}mapping/"
    fields = {row.name: row.field for row in page.context["form"].rows()}
    assert 'form="mapping" name="do" value="publish"' in page.content.decode()

    told = client.post(path, {fields["topic"]: "output", "do": "publish"}, follow=True).content.decode()
    assert "columns were changed, so the file is checked again" in told
    import_due()
    version.refresh_from_db()
    assert (version.status, version.mapping["outputs"]) == ("DRAFT", {"gpt": "output_gpt", "topic": "topic"})
    text = page_of(client, version, "?as=json").context["form"].text.replace("\n", "\r\n")
    told = client.post(path, {"mapping": text, "do": "publish"}, follow=True).content.decode()
    version.refresh_from_db()
    assert version.status == "PUBLISHED" and f"/experiments/new/?version={version.pk}" in told


def test_published_version_is_fixed_deprecated_and_published_again(client, dataset):
    version = checked(dataset)
    path = version.get_absolute_url()

    published = client.post(f"{path}publish/", follow=True).content.decode()
    fixed = client.post(f"{path}mapping/", {"do": "guess"}, follow=True).content.decode()
    deprecated = client.post(f"{path}deprecate/", follow=True).content.decode()
    again = client.post(f"{path}publish/", follow=True).content.decode()

    assert "Version 1 of Support answers is published." in published
    assert f"/tasks/new/?version={version.pk}" in published
    assert "cannot be validated again" in fixed
    assert "New annotation tasks cannot use this version." in deprecated and "/tasks/new/" not in deprecated
    assert "Published" in again


def test_page_costs_the_same_for_a_few_rows_and_for_many_and_prints_them_as_text(client, client_of, vera, dataset):
    small = checked(dataset)
    large = checked(dataset, [{"question": f"What is {n}? {HOSTILE}", HOSTILE: HOSTILE} for n in range(300)])

    for version in (small, large):
        with at_most(6):
            page = page_of(client, version)

    assert page.context["shown"].total == 300
    for reader in (client, client_of(vera)):
        words = page_of(reader, large).content.decode()
        assert HOSTILE not in words and "&lt;img" in words


def test_wide_files_show_the_first_columns_and_keep_the_others(client, dataset):
    version = checked(dataset, [{"question": "q"} | {f"c{n}": n for n in range(250)}])
    form = page_of(client, version).context["form"]

    client.post(f"{version.get_absolute_url()}mapping/", {row.field: row.role for row in form.rows()})
    import_due()

    set_all = client.post(
        f"{version.get_absolute_url()}mapping/", {"do": "set_all", "part": " C24", "all_role": "output"}
    )
    narrow = page_of(client, checked(dataset)).content.decode()

    assert (len(form.rows()), form.hidden) == (200, 51)
    version.refresh_from_db()
    assert version.mapping["metadata"] == "rest" and version.is_finished
    roles, page = set_all.context["form"].roles, set_all.content.decode()
    assert [name for name, role in roles.items() if role == "output"] == ["c24", *(f"c24{n}" for n in range(10))]
    assert page.count('<tr class="beyond">') == 180 and page.index('id="mapping"') < page.index('id="case"')
    assert "Show all 251 columns" in page and "column-part" not in narrow and "beyond" not in narrow


def test_an_open_version_says_so_and_is_closed_and_published(client, dataset):
    version = factories.make_version(dataset, status="DRAFT", is_open=True, published_at=None, file_format="")

    page = page_of(client, version).content.decode()
    closed = client.post(f"{version.get_absolute_url()}publish/", follow=True).content.decode()

    assert "This version is open" in page and "Close and publish" in page
    assert 'id="mapping"' not in page and "<dt>Format</dt>" not in page
    assert "is published" in closed and "This version is open" not in closed


def test_bad_rows_are_left_out_and_asked_for_again(client, dataset):
    version = checked(dataset, [*ROWS, {"question": ""}])
    path = f"{version.get_absolute_url()}mapping/"
    before = page_of(client, version).content.decode()

    client.post(path, {"do": "leave_out"})
    import_due()
    without = page_of(client, version).content.decode()
    client.post(path, {"do": "all_rows"})
    import_due()

    assert "1 row cannot be read" in before and "of 4. The other 3 are valid." in before
    assert "Leave out 1 row" in before and "3 rows are imported." in before
    assert "1 row was left out" in without and "Publish version 1" in without
    assert DatasetVersion.objects.get().validation_status == "INVALID"


LABELS = [
    {"item_id": f"i{item}", "text": f"Text {item}", "rater": rater, "verdict": verdict}
    for item in range(3)
    for rater, verdict in (("Ann", "good"), ("Bo", "good" if item else "bad"))
]


def test_label_file_is_proposed_and_may_be_turned_off_and_on(client, dataset):
    version = checked(dataset, LABELS)
    path = f"{version.get_absolute_url()}mapping/"
    response = page_of(client, version)
    page = response.content.decode()
    rows = {row.name: row for row in response.context["form"].rows()}
    roles = {name: row.role for name, row in rows.items()}
    half = client.post(path, {rows["rater"].field: "metadata"})

    client.post(path, {"do": "proposals"})
    import_due()
    off = page_of(client, version)
    client.post(path, {"do": "proposals", "accept": ["labels", "nonsense"]})
    import_due()
    count = DatasetVersion.objects.get().labels["count"]
    client.post(path, {rows["text"].field: "label"})
    import_due()

    assert "Label file" in page and "6 of 6 rows" in page
    assert "3 cases" in page and "6 labels" in page and "by 2 annotators" in page
    assert roles == {"item_id": "external_id", "text": "input", "rater": "annotator", "verdict": "label"}
    assert [option.is_on for option in off.context["options"]] == [False]
    assert "3 rows cannot be read" in off.content.decode()
    assert count == 6
    assert half.status_code == 422 and "A label file needs three columns" in half.content.decode()
    assert DatasetVersion.objects.get().labels["values"] == {
        "text": {"Text 0": 2, "Text 1": 2, "Text 2": 2},
        "verdict": {"good": 5, "bad": 1},
    }


def test_cases_are_shown_one_by_one_as_they_will_look(client, dataset):
    version = checked(dataset, LABELS)
    bad = checked(dataset, [*ROWS, {"question": ""}])

    second = page_of(client, version, "?case=2").content.decode()
    part = client.get(version.get_absolute_url() + "?case=9", headers=HTMX | {"HX-Target": "case"}).content.decode()
    of_bad = page_of(client, bad, "?case=x").content.decode()

    assert "Case 2 of 3" in second and "Text 1" in second and ">Ann<" in second and "?case=3" in second
    assert "Case 3 of 3" in part and "<html" not in part and "?case=4" not in part
    assert "Case 1 of 3" in of_bad and "What is two plus two?" in of_bad and "It is 4." in of_bad


def test_columns_that_cannot_be_read_are_listed_with_the_reason(client, dataset, tmp_path):
    path = tmp_path / "rows.parquet"
    pandas.DataFrame({"question": ["a"], "raw": [b"x"], "<b>": [b"y"]}).to_parquet(path)

    page = page_of(client, checked(dataset, path.read_bytes(), name="rows.parquet")).content.decode()

    assert page.count("Binary values are not supported.") == 2
    assert 'dir="auto">raw</th><td class="muted">Not used</td>' in page and "<b>" not in page
