"""`manage.py experiment`: one JSON object, and exit status 2 for what cannot be compared."""

import json

import pytest
from django.core.management import CommandError, call_command

from experiments.trials.methods import methods
from tests.experiments.trials.samples import A, C

KEYS = {
    "method", "n", "effect", "low", "high", "alpha", "p", "probability_better", "expected_loss", "effect_size", "srm_p",
    "reason",
}  # fmt: skip


@pytest.fixture
def compared(tmp_path, capsys):
    def run(rows, *arguments, header="unit,variant,value"):
        path = tmp_path / "data.csv"
        path.write_text("\n".join([header, *rows]))
        call_command("experiment", str(path), "--control", "v4", *arguments)
        return json.loads(capsys.readouterr().out)

    return run


def rows(control, treatment, apart=False):
    return [f"{place},v4,{value}" for place, value in enumerate(control)] + [
        f"{place + 1000 * apart},v5,{value}" for place, value in enumerate(treatment)
    ]


def test_pairs_or_separate_units_by_default(compared):
    found = compared(rows(A, C))
    assert set(found) == KEYS and (found["method"], found["n"]) == ("paired_t", {"v4": 8, "v5": 8})
    assert found["p"] == pytest.approx(0.028317984) and found["srm_p"] is None and found["reason"] is None

    found = compared(rows(A, C[:7], apart=True), "--alpha", "0.1")
    assert found["method"] == "welch" and found["srm_p"] == pytest.approx(0.796253, abs=1e-5)


@pytest.mark.parametrize("key", list(methods))
def test_every_method_answers(compared, key):
    apart, data = not methods[key].is_paired, [0, 1] * 30
    both = rows(data, [1, *data[1:]], apart=apart)
    found = compared(
        [f"{each},{place % 20},{place % 7},2,{place % 2}" for place, each in enumerate(both)],
        *("--method", key, "--planned-n", "100", "--seed", "1"),
        header="unit,variant,value,cluster,covariate,denominator,machine_value",
    )

    assert set(found) == KEYS and found["effect"] is not None or found["reason"]


def test_degenerate_values_have_a_reason(compared):
    found = compared(rows([1, 1, 1], [1, 1, 1]))

    assert (found["effect"], found["low"], found["p"], found["reason"]) == (0, None, None, "NO_VARIATION")


@pytest.mark.parametrize("data, arguments, words", [
    (["a,v3,1"], (), "no variant 'v4'. Met: v3"),
    (["a,v4,1"], (), "Met beside v4: none"),
    (["a,v4,1", "a,v5,1", "a,v6,1"], (), "Name one treatment"),
    (["a,v4,1", "a,v5,1"], ("--treatment", "v7"), "no treatment 'v7'"),
    (["a,v4,1", "a,v5,1"], ("--method", "magic"), "Unknown method"),
    (["a,v4,1", "a,v5,1"], ("--alpha", "2"), "alpha is 2"),
    (["a,v4,1", "a,v5,1"], ("--planned-n", "0"), "planned-n is 0"),
    (["a,v4,1", "b,v5,1"], ("--method", "wilcoxon"), "none in common"),
])  # fmt: skip
def test_what_cannot_be_compared(compared, data, arguments, words):
    with pytest.raises(CommandError, match=words) as refused:
        compared(data, *arguments)

    assert refused.value.returncode == 2
