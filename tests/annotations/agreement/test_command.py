"""The command `agreement`: one JSON object from a file, without a database."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotations.management.commands.agreement import Command
from tests.annotations.agreement.examples import CANONICAL

ROOT = Path(__file__).parents[3]


@pytest.fixture
def write(tmp_path):
    def write_labels(*rows, header="item,annotator,value"):
        path = tmp_path / "labels.csv"
        path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
        return str(path)

    return write_labels


def agreement(path, *options):
    out = io.StringIO()
    call_command(Command(), path, *options, stdout=out)
    return json.loads(out.getvalue())


def canonical_rows():
    return [
        f"unit {item},observer {annotator},{value or ''}"
        for item, row in enumerate(CANONICAL)
        for annotator, value in enumerate(row)
    ]


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_equals_the_package(write, level):
    table = np.array([[np.nan if value is None else value for value in row] for row in CANONICAL])

    found = agreement(write(*canonical_rows()), "--level", level)

    oracle = krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)
    assert found["alpha"]["value"] == pytest.approx(oracle, abs=1e-12)
    assert found["alpha"]["low"] < oracle < found["alpha"]["high"]
    assert (found["n_items"], found["n_annotators"], found["n_labels"]) == (12, 4, 41)
    assert (found["n_pairable_items"], found["n_pairable_labels"]) == (11, 40)
    assert (found["fleiss_kappa"], found["reasons"]) == (None, {"fleiss_kappa": "UNEQUAL_RATERS"})
    assert "scopes" not in found


def test_nominal_when_no_level_is_given_and_undefined_is_null_with_a_reason(write):
    path = write(*canonical_rows())
    assert agreement(path) == agreement(path, "--level", "nominal")

    found = agreement(write("i1,alice,a", "i2,bob,b"))
    assert found["alpha"] == {"value": None, "low": None, "high": None, "reason": "NO_PAIRS", "notes": []}
    assert (found["fleiss_kappa"], found["percent_agreement"]) == (None, None)
    assert found["reasons"] == dict.fromkeys(("alpha", "fleiss_kappa", "percent_agreement", "gwet_ac1"), "NO_PAIRS")
    assert found["words"]["NO_PAIRS"].startswith("Not defined yet: no item has two labels.")


def test_no_variation_still_has_percent_agreement_and_order_of_text_values_and_kinds_give_scopes(write):
    found = agreement(write("i1,alice,a", "i1,bob,a", "i2,alice,a", "i2,bob,a"))
    assert (found["alpha"]["reason"], found["percent_agreement"]) == ("NO_VARIATION", 1.0)

    path = write("i1,alice,low", "i1,bob,mid", "i2,alice,high", "i2,bob,high", "i3,alice,low", "i3,bob,low")
    found = agreement(path, "--level", "ordinal", "--order", "low,mid,high")
    oracle = krippendorff.alpha([[0, 2, 0], [1, 2, 0]], level_of_measurement="ordinal", value_domain=[0, 1, 2])
    assert found["alpha"]["value"] == pytest.approx(oracle)

    rows = [f"i{item},{who},{item % 3},{kind}" for item in range(12) for who, kind in PEOPLE_AND_MACHINES]
    found = agreement(write(*rows, header="item,annotator,value,kind"))
    assert {name: scope["value"] for name, scope in found["scopes"].items()} == dict.fromkeys(found["scopes"], 1.0)
    assert list(found["scopes"]) == ["people", "machines", "between", "everyone"]
    assert list(found["scopes"]["between"]["machines"]) == ["claude", "gpt"]
    assert found["scopes"]["people"]["n_labels"] == 24


PEOPLE_AND_MACHINES = [("alice", "human"), ("bob", "human"), ("gpt", "llm"), ("claude", "llm")]


def test_row_order_changes_nothing(write):
    rows = canonical_rows()
    first = agreement(write(*rows), "--level", "ordinal")

    assert agreement(write(*rows[::-1]), "--level", "ordinal") == first


@pytest.mark.parametrize(("rows", "options", "message"), [
    (["i1,alice,good"], ["--level", "ordinal"], r"Row 1 \(line 2\), column value: 'good'"),
    (["i1,alice,good"], ["--level", "ordinal", "--order", "bad,worse"], "'good'. Valid: one of bad, worse"),
    (["i1,alice,1"], ["--level", "interval", "--order", "1,2"], "An order was given at the interval level"),
    (["i1,alice,1"], ["--order", ""], "The order holds an empty value"),
    (["i1,alice,1"], ["--level", "rank"], "invalid choice: 'rank'"),
])  # fmt: skip
def test_mistakes_end_in_a_message(write, rows, options, message):
    with pytest.raises(CommandError, match=message):
        agreement(write(*rows), *options)


def test_a_missing_file_is_named_and_a_byte_order_mark_is_fine_and_bytes_that_are_not_utf8_are_named(tmp_path):
    with pytest.raises(CommandError, match="nowhere.csv: No such file or directory"):
        agreement(str(tmp_path / "nowhere.csv"))

    path = tmp_path / "labels.csv"
    path.write_bytes(b"\xef\xbb\xbfitem,annotator,value\r\ni1,alice,a\r\ni1,bob,b\r\n")
    assert agreement(str(path))["n_labels"] == 2

    path = tmp_path / "labels.csv"
    path.write_bytes(b"item,annotator,value\ni1,alice,a\ni2,alice,caf\xe9\n")
    with pytest.raises(CommandError, match=r"Row 2 \(line 3\), column value: .*Valid: UTF-8"):
        agreement(str(path))


def test_needs_neither_database_nor_broker_and_columns_of_any_name_and_column_that_is_not_there_is_refused(write):
    nowhere = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    run = subprocess.run(
        [sys.executable, "manage.py", "agreement", write("i1,alice,a", "i1,alice,b")],
        cwd=ROOT,
        env=os.environ | nowhere,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 1
    assert run.stdout == ""
    assert "Row 2 (line 3), column annotator: 'alice' labelled item 'i1' already in row 1." in run.stderr

    rows = ("x,i1,alice,human,good", "y,i1,gpt,llm,good", "z,i2,alice,human,bad", "x,i2,gpt,llm,good")
    own = ("i1,alice,good,human", "i1,gpt,good,llm", "i2,alice,bad,human", "i2,gpt,good,llm")
    expected = agreement(write(*own, header="item,annotator,value,kind"))
    found = agreement(
        write(*rows, header="note,case,rater,who,answer"),
        "--item-column",
        "case",
        "--annotator-column",
        "rater",
        "--value-column",
        "answer",
        "--kind-column",
        "who",
    )
    assert found == expected and set(found["scopes"]) == {"people", "machines", "between", "everyone"}

    with pytest.raises(CommandError) as refused:
        agreement(write("i1,alice,a"), "--value-column", "answer")
    assert "'answer'" in str(refused.value) and "item, annotator, value" in str(refused.value)


def test_each_two_annotators_are_compared(write):
    found = agreement(write("i1,a,x", "i1,b,x", "i1,c,y", "i2,a,y", "i2,b,y", "i2,c,x"))

    pairs = {tuple(pair["annotators"]): (pair["n_items"], pair["kappa"], pair["percent"]) for pair in found["pairs"]}
    assert pairs == {("a", "b"): (2, 1.0, 1.0), ("a", "c"): (2, -1.0, 0.0), ("b", "c"): (2, -1.0, 0.0)}
    assert found["pairs_omitted"] == 0


def test_gwet_stands_where_alpha_cannot_tell(write):
    """90 of 100 items have two equal common labels: published example shape of the kappa paradox."""
    rows = [f"i{n},{who},yes" for n in range(90) for who in "ab"]
    rows += [f"i{n},{who},{value}" for n in range(90, 100) for who, value in (("a", "yes"), ("b", "no"))]

    found = agreement(write(*rows))

    prevalence = 10 / 200
    expected = 2 * prevalence * (1 - prevalence)
    assert found["gwet_ac1"]["value"] == pytest.approx((0.9 - expected) / (1 - expected))
    assert found["gwet_ac1"]["low"] < found["gwet_ac1"]["value"] < found["gwet_ac1"]["high"]
    assert found["alpha"]["value"] < 0 < found["gwet_ac1"]["value"]
