"""Outputs that programs add to stored cases."""

from decimal import Decimal

import pytest

from datasets.actions.model_outputs import append_outputs, page
from datasets.models import ModelOutput, System
from tests import factories

FACTS = {
    "text": "Four.",
    "finish_reason": "stop",
    "latency_ms": 12,
    "tokens_in": 9,
    "tokens_out": 2,
    "cost_usd": "0.01",
}


@pytest.fixture
def version(acme):
    return factories.make_version(
        factories.make_dataset(acme), rows=[{"external_id": f"c{n}", "outputs": {}} for n in range(3)]
    )


def append(version, *rows, below=True):
    return append_outputs(organization=version.organization, rows=rows, version=version if below else None)


def test_an_output_keeps_what_is_known_of_it_and_of_its_system(version):
    system = {"name": "bot", "model": "acme/large", "provider": "acme", "parameters": {"temperature": 0}}

    (row,) = append(version, {"external_id": "c1", "system": system} | FACTS)

    stored = ModelOutput.objects.select_related("system", "test_case").get()
    assert (row.status, row.stored.pk) == ("created", stored.pk)
    assert (stored.test_case.external_id, stored.text, stored.repetition, stored.simulated) == ("c1", "Four.", 1, False)
    assert (stored.latency_ms, stored.tokens_in, stored.tokens_out, stored.cost_usd) == (12, 9, 2, Decimal("0.01"))
    assert (stored.system.model, stored.system.parameters) == ("acme/large", {"temperature": 0})


def test_what_is_sent_again_is_existing_and_never_replaced(version):
    row = {"external_id": "c1", "system": "bot"} | FACTS
    append(version, row)

    results = append(version, row, row | {"text": "Five."}, row | {"repetition": 2}, row | {"repetition": 2})

    assert [result.status for result in results] == ["existing", "refused", "created", "existing"]
    assert "cannot be changed" in results[1].reason
    assert sorted(ModelOutput.objects.values_list("repetition", "text")) == [(1, "Four."), (2, "Four.")]
    assert System.objects.count() == 1


def test_a_case_and_a_system_are_named_by_their_ids(version):
    case, (first,) = version.cases.first(), append(version, {"external_id": "c2", "system": "bot", "text": "a"})
    known = {"system_id": str(first.stored.system_id), "text": "b"}

    by_id, by_name = append(
        version,
        known | {"test_case_id": str(case.pk)},
        known | {"external_id": "c1", "dataset_version_id": str(version.pk)},
        below=False,
    )

    assert (by_id.stored.test_case_id, by_name.stored.test_case.external_id) == (case.pk, "c1")
    assert by_id.stored.system_id == first.stored.system_id


def test_only_models_that_are_named_so_are_simulated(version):
    systems = {
        "simulated-careful": True, "bot": False,
        ("bot", "openai/simulated-hasty"): True, ("simulated-bot", "gpt-5"): False,
    }  # fmt: skip
    named = [each if isinstance(each, str) else {"name": each[0], "model": each[1]} for each in systems]

    results = append(version, *({"external_id": "c0", "system": each, "text": "a"} for each in named))

    assert [ModelOutput.objects.get(pk=row.stored.pk).simulated for row in results] == list(systems.values())


BAD = [
    (5, "An output is an object."),
    ({"simulated": True}, "Unknown field 'simulated'. Valid: test_case_id,"),
    ({"repetition": 0}, "repetition is 0. Valid: 1 to 1000."),
    ({"external_id": None}, "Name the case by test_case_id or external_id."),
    ({"external_id": "c9"}, "There is no such case."),
    ({"external_id": 1}, "There is no such case."),
    ({"external_id": None, "test_case_id": "x"}, "There is no such case."),
    ({"test_case_id": "9" * 30}, "There is no such case."),
    ({"dataset_version_id": "00000000-0000-7000-8000-000000000000"}, "There is no such case."),
    ({"system": None}, "Name the system by system or system_id."),
    ({"system_id": "00000000-0000-7000-8000-000000000000"}, "Name the system by system or system_id."),
    ({"system": None, "system_id": "x"}, "There is no such system."),
    ({"system": " "}, "The name of the system is missing"),
    ({"system": []}, "system is a name or an object."),
    ({"system": {"name": "bot", "seed": 1}}, "Unknown field 'seed'. Valid: name, model"),
    ({"system": {"name": "bot", "parameters": "hot"}}, "parameters of an output is 'hot'."),
    ({"text": None}, "An output has neither a text nor an error."),
    ({"cost_usd": -1}, "cost_usd of an output is -1."),
]


def test_rows_that_cannot_be_taken_are_refused_and_leave_nothing(version):
    good = {"external_id": "c0", "system": "bot", "text": "a"}

    *bad, kept = append(
        version, *(good | row if isinstance(row, dict) else row for row, _ in BAD), good | {"system": "other"}
    )

    assert kept.status == "created"
    for result, (row, reason) in zip(bad, BAD, strict=True):
        assert result.status == "refused" and result.reason.startswith(reason), row
    assert [system.name for system in System.objects.all()] == ["other"]


def test_cases_of_other_organizations_and_versions_are_unknown(version, rival):
    foreign = factories.make_version(factories.make_dataset(rival), rows=[{"outputs": {}}])
    other = factories.make_version(version.dataset, rows=[{"outputs": {}}])
    system = System.objects.create(organization=rival, name="theirs", fingerprint="f")
    rows = [{"test_case_id": str(each.cases.get().pk), "system": "bot", "text": "a"} for each in (foreign, other)]

    results = append(version, *rows, {"external_id": "c0", "system_id": str(system.pk), "text": "a"})

    assert [row.reason for row in results] == ["There is no such case."] * 2 + ["There is no such system."]
    assert not ModelOutput.objects.exists()


def test_cases_of_a_draft_and_of_a_deprecated_version_take_none(acme):
    for status in ("DRAFT", "DEPRECATED"):
        rows = [{"external_id": "c0", "outputs": {}}]
        version = factories.make_version(factories.make_dataset(acme), rows=rows, status=status)

        (row,) = append(version, {"external_id": "c0", "system": "bot", "text": "a"})

        assert row.reason == "Version 1 is neither open nor published."


def test_pages_hold_every_output_once_in_the_order_of_the_cases(version):
    append(version, *({"external_id": f"c{n}", "system": name, "text": "a"} for name in "ab" for n in (2, 0, 1)))

    first = page(version, limit=4)
    last = first.outputs[-1]
    second = page(version, after=(last.test_case.row_index, last.pk), limit=4)
    found = [(output.test_case.external_id, output.name) for output in (*first.outputs, *second.outputs)]

    assert found == [("c0", "a"), ("c0", "b"), ("c1", "a"), ("c1", "b"), ("c2", "a"), ("c2", "b")]
    assert (first.has_more, second.has_more) == (True, False)


@pytest.mark.django_db(transaction=True)
def test_two_that_add_the_same_outputs_at_once_store_them_once(version, together):
    rows = [{"external_id": f"c{n}", "system": "bot", "text": "a"} for n in range(3)]

    results = together(*[lambda: append(version, *rows)] * 2)

    assert sorted({row.status for row in result}.pop() for result in results) == ["created", "existing"]
    assert ModelOutput.objects.count() == 3


def test_a_thousand_rows_take_as_many_statements_as_one(version, django_assert_max_num_queries):
    rows = [{"external_id": "c0", "system": "bot", "repetition": n, "text": "a"} for n in range(1, 1001)]

    with django_assert_max_num_queries(12):
        results = append(version, *rows)

    assert {row.status for row in results} == {"created"}
