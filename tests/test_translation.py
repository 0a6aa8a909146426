"""What is shown goes through gettext, and the pages turn round for languages from right to left."""

import ast
import gettext

import polib
import pytest
from django.urls import reverse
from django.utils import formats, translation

from datasets.actions import imports as checking
from datasets.row_errors import worded
from evalhub.lib import strict_json
from tests import factories, pseudo_language, translations
from tests.annotations.imports.formats import files as annotated
from tests.datasets.files import received
from tests.datasets.readers.reading import read_path
from tests.source_tree import complain, python_files

ASKED = {"accept-language": pseudo_language.CODE}
# How the modules that look into files say what is wrong with them.
FILE_MODULES = (
    "datasets/",
    "annotations/imports/formats/",
    "annotations/actions/import",
    "experiments/studies/evidence_rows.py",
)
FILE_ERRORS = {
    "refuse",
    "add",
    "Unreadable",
    "BadColumns",
    "_BadRow",
    "BadCell",
    "BadEntry",
    "BadResult",
    "bad_mapping",
    "RowError",
}
BAD_FILES = [
    ("CSV", ""),
    ("CSV", b"PK\x03\x04 and so on"),
    ("CSV", "a,a\n1,2\n"),
    ("CSV", "a,\n1,2\n"),
    ("CSV", "\na,b\n"),
    ("CSV", "a,b\n1\n"),
    ("CSV", "a,b\n\n1,2\n"),
    ("CSV", 'a,b\n1,5" nails\n'),
    ("CSV", 'a,b\n"x"y,2\n'),
    ("CSV", "a,b\n1,2\r3,4\n"),
    ("CSV", b"a,b\n\xff,2\n"),
    ("CSV", "a,b\n"),
    ("CSV", "[1]"),
    ("JSON", "{}"),
    ("JSON", '[{"a": }]'),
    ("JSON", '[{"a": 1} {"a": 2}]'),
    ("JSON", '[{"a": 1},]'),
    ("JSON", '[{"a": 1}]]'),
    ("JSON", "[[1], null, {}]"),
    ("JSONL", '{"a": NaN}\n{"a": 1, "a": 2}\n{"a": 1} x\n[]\n"x"\n'),
    ("JSONL", "\n{}\n"),
    ("JSONL", b'{"a": "\xff"}\n{"a": 1'),
    ("JSONL", "[1]"),
    ("PARQUET", "x"),
    ("PARQUET", "PAR1 and nothing"),
]
BAD_ROWS = [
    ("a.csv", "question,question\nx,y\n", None),
    ("a.jsonl", "[]\n[]\n", None),
    (
        "a.jsonl",
        [{"id": "a", "q": "x"}, {"id": "a", "q": " "}, {"id": [], "q": "x"}, {"id": "a", "q": "x"}],
        {"input": "q", "external_id": "id"},
    ),
    (
        "a.jsonl",
        [{"q": "x", "outputs": {" ": "y"}}, {"q": "x", "out": "z", "outputs": {"a": "y"}}],
        {"input": "q", "outputs": {"a": "out", "b": "outputs"}},
    ),
    ("a.jsonl", [{"q": "x", "k": 1, "metadata": {"k": 2}}], {"input": "q"}),
    ("a.jsonl", [{"q": "x"}], {"input": "question"}),
]
BAD_ANSWERS = [
    {"external_id": "101", "labels": {"tone": "sure"}},
    {"external_id": "none", "labels": {}},
    {"labels": {}},
    {"external_id": "102", "labels": {"tone": "kind"}, "exposure": "asleep"},
    {"external_id": "102", "labels": {"tone": "kind", "colour": "red", "stars": 9}},
    *[{"external_id": "103", "labels": {"tone": "kind"}}] * 2,
]


def test_page_turns_round_for_as_long_as_the_made_up_language_is_spoken(bob, client_of):
    client = client_of(bob, headers=ASKED)

    with pseudo_language.spoken():
        page = client.get("/").content.decode()
    later = client_of(bob, headers=ASKED).get("/").content.decode()

    assert f'lang="{pseudo_language.CODE}" dir="rtl"' in page
    assert pseudo_language.OPEN not in later and 'dir="ltr"' in later


@pytest.mark.parametrize("language", translations.PLURALS)
def test_catalogue_holds_every_text(language):
    wanted, found = translations.update(language), polib.pofile(str(translations.path_of(language)))

    complain(
        (f"{entry.msgid!r} {problem}" for entry in wanted for problem in translations.problems_of(entry)),
        f"Translate this in {translations.path_of(language)}; `make translations` writes new texts into it.",
    )
    assert [(entry.msgid, entry.msgid_plural) for entry in found] == [
        (entry.msgid, entry.msgid_plural) for entry in wanted
    ], "`make translations` was not run."


@pytest.mark.parametrize("language", translations.PLURALS)
def test_compiled_catalogue_says_the_same(language):
    with translations.path_of(language, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)

    for entry in polib.pofile(str(translations.path_of(language))):
        text = (
            compiled.ngettext(entry.msgid, entry.msgid_plural, 2)
            if entry.msgid_plural
            else compiled.gettext(entry.msgid)
        )
        if not entry.msgctxt:
            assert text == (entry.msgstr_plural[1] if entry.msgid_plural else entry.msgstr)


def test_faults_of_a_translation_are_found():
    def problems(msgstr, msgid="%(n)s rows"):
        return list(translations.problems_of(polib.POEntry(msgid=msgid, msgstr=msgstr)))

    assert problems("%(n)s Zeilen") == []
    assert problems("") == ["has no translation"]
    assert problems("Zeilen") == ["puts in [], not ['%(n)s']"]
    assert problems("%(n)s Zeilen ") == ["has other blanks at its ends"]


def test_pages_are_shown_in_german(bob, client_of):
    page = client_of(bob, headers={"accept-language": "de"}).get("/datasets/").content.decode()

    assert 'lang="de" dir="ltr"' in page
    assert "Datensätze" in page and "Datasets" not in page


@pytest.mark.parametrize("language, header", [("de", "Einstellungen"), ("en", "Settings")])
def test_person_chooses_a_language(bob, client_of, language, header):
    client = client_of(bob, headers={"accept-language": "en" if language == "de" else "de"})

    client.post(reverse("language_choose"), {"language": language})
    page = client.get(reverse("account_settings")).content.decode()

    assert f"<h1>{header}</h1>" in page or header in page.partition("<title>")[2].partition("</title>")[0]


def test_unknown_language_is_refused(bob, client_of):
    response = client_of(bob).post(reverse("language_choose"), {"language": "xx"})

    assert response.status_code == 400
    assert "de" in response.content.decode()


def test_numbers_look_the_same_in_every_language():
    with translation.override("de"):
        assert formats.number_format(1234.5, 1, force_grouping=True) == "1,234.5"


@pytest.mark.parametrize(
    "html, found",
    [
        ("<p>Words</p>", ["Words"]),
        (f"<p>{pseudo_language.OPEN}Words{pseudo_language.CLOSE}</p>", []),
        (f"<p>{pseudo_language.OPEN}Made <b>{{n}}</b> ago, <b>by</b> me{pseudo_language.CLOSE}<b>now</b></p>", ["now"]),
        (f"<p><b>{pseudo_language.OPEN}Cut…</b> short</p>", ["short"]),
        ('<p dir="auto">data<b>data</b></p><br><i title="Hint">12</i>', ["Hint"]),
        ("<kbd>Enter</kbd> <code>x</code> <p>3 %</p>", []),
    ],
)
def test_words_are_told_from_data(html, found):
    assert pseudo_language.untranslated(html) == found


def test_what_is_wrong_with_a_file_is_no_bare_text():
    def is_text(node):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        return any(isinstance(part, ast.Constant) and " " in str(part.value) for part in parts)

    complain(
        (
            f"{file.name}:{node.lineno} {name}"
            for file in python_files(tests=False)
            if file.name.startswith(FILE_MODULES) and any(name in file.text for name in FILE_ERRORS)
            for node in ast.walk(file.tree)
            if isinstance(node, ast.Call)
            and (name := getattr(node.func, "id", getattr(node.func, "attr", ""))) in FILE_ERRORS
            and any(map(is_text, node.args))
        ),
        "Readers are told this: send it through gettext of evalhub.lib.translation.",
    )


@pytest.mark.parametrize(("file_format", "data"), BAD_FILES)
def test_what_is_wrong_with_a_file_is_translated(tmp_path, file_format, data):
    path = tmp_path / "file"
    path.write_bytes(data.encode() if isinstance(data, str) else data)

    with pseudo_language.spoken(), translation.override(pseudo_language.CODE):
        errors = read_path(path, file_format).reader.errors.errors

    assert errors and all(error.reason.startswith(pseudo_language.OPEN) for error in errors), errors


def checked(acme, name, content, mapping):
    return checking.run(version=received(content, name=name, dataset=factories.make_dataset(acme), mapping=mapping))


def test_what_a_worker_found_in_a_file_can_be_worded_in_any_language(acme):
    for case in BAD_ROWS:
        found = checked(acme, *case).validation_errors

        with pseudo_language.spoken(), translation.override(pseudo_language.CODE):
            reasons = [row["reason"] for row in worded(found)]

        assert reasons and all(reason.startswith(pseudo_language.OPEN) for reason in reasons), case
        assert pseudo_language.OPEN not in strict_json.dumps(found), case


def test_what_a_worker_found_in_a_file_is_told_in_the_language_of_the_reader(acme, bob, client_of, api_of):
    version = checked(acme, *BAD_ROWS[2])
    address = f"/v1/datasets/{version.dataset_id}/versions/{version.version_number}"

    with pseudo_language.spoken():
        page = client_of(bob, headers=ASKED).get(version.get_absolute_url()).content.decode()
        told = api_of(bob).get(address, **{"accept-language": pseudo_language.CODE}).json()
    plain = api_of(bob).get(address).json()

    assert pseudo_language.untranslated(page) == []
    assert all(error["reason"].startswith(pseudo_language.OPEN) for error in told["errors"])
    assert [error["reason"] for error in plain["errors"]] == [
        row["reason"] for row in worded(version.validation_errors)
    ]


@pytest.mark.django_db(transaction=True)
def test_what_a_worker_found_in_answers_is_told_in_the_language_of_the_reader(acme, bob, client_of, api_of):
    task = annotated.make_task(acme)
    content = "".join(strict_json.dumps(row) + "\n" for row in BAD_ANSWERS)
    job = annotated.run(task, "a.jsonl", content, mapping={"item": "external_id", "item_by": "external_id"})

    with pseudo_language.spoken():
        page = client_of(bob, headers=ASKED).get(reverse("annotations:import_detail", args=[job.pk])).content.decode()
        told = api_of(bob).get(f"/v1/imports/{job.pk}", **{"accept-language": pseudo_language.CODE}).json()
    plain = api_of(bob).get(f"/v1/imports/{job.pk}").json()

    table = page.partition('id="errors"')[2].partition("</table>")[0]
    assert job.error_count == len(told["errors"]) == 7
    assert table and pseudo_language.untranslated(f"<table {table}") == []
    assert all(
        reason.startswith(pseudo_language.OPEN)
        for reason in [told["error"], *[error["reason"] for error in told["errors"]]]
    )
    assert plain["error"] == str(job.last_error) == "The file has 7 errors. Nothing was imported."
    assert [error["reason"] for error in plain["errors"]] == [error["reason"] for error in worded(job.errors)]
    assert pseudo_language.OPEN not in strict_json.dumps(job.errors)
