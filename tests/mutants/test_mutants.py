"""Every mutant can still be put into today's source, and the tests that should kill it are there."""

import pytest

from evalhub.local.paths import ROOT
from tests.mutants.areas import AREAS
from tests.mutants.drawn import FOLDERS, PROBE, bugs_of, draw, with_probes
from tests.mutants.mutant import DoesNotApply, Mutant
from tests.mutants.runner import BROKEN, KILLED, OUT_OF_TIME, SURVIVED, verdict_of

MUTANTS = [mutant for mutants in AREAS.values() for mutant in mutants]


def test_mutants_are_65_in_16_areas_with_names_of_their_own():
    assert (len(AREAS), len({mutant.name for mutant in MUTANTS})) == (16, 65)


def test_every_mutant_applies_to_the_source_as_it_is():
    problems = []
    for mutant in MUTANTS:
        try:
            mutated = mutant.applied(ROOT)
        except DoesNotApply as problem:
            problems.append(str(problem))
        else:
            if mutant.file.endswith(".py"):
                compile(mutated, mutant.file, "exec")

    assert not problems, "Write these anew in tests/mutants/areas:\n" + "\n".join(problems)


def test_tests_that_should_kill_a_mutant_are_there():
    missing = [(mutant.name, test) for mutant in MUTANTS for test in mutant.tests if not (ROOT / test).exists()]

    assert not missing


def test_text_that_stands_there_twice_or_not_at_all_does_not_apply(tmp_path):
    (tmp_path / "rule.py").write_text("a = 1\nb = 1\n")

    for old in ("1", "2"):
        with pytest.raises(DoesNotApply):
            Mutant("a bug", "rule.py", old, "3", ()).applied(tmp_path)


@pytest.mark.parametrize(
    "status, told, result",
    [
        (0, "3 passed in 1.00s", SURVIVED),
        (1, "FAILED tests/test_x.py::test_y\n1 failed, 2 passed in 1.00s", KILLED),
        (1, "ImportError while loading conftest", BROKEN),
        (1, "1 error in 1.00s", BROKEN),
        (2, "1 error in 1.00s\nInterrupted: 1 error during collection", BROKEN),
        (4, "ERROR: file or directory not found", BROKEN),
        (5, "no tests ran in 0.01s", BROKEN),
        (None, "", OUT_OF_TIME),
    ],
)
def test_only_tests_that_ran_and_failed_kill_a_mutant(status, told, result):
    assert verdict_of(status, told) == result


SOURCE = '''
LIMIT = 2 + 3


class Rule:
    """Holds 1."""

    def holds(self, values: list = ()) -> bool:
        logger.info("seen", extra=1)
        if not values and len(values) < 3:
            return True
        return min(rows.filter(kind=f"{1 + 1}"), 1 - self.least)

    def __repr__(self):
        return "1" * 2
'''


def test_operators_apply_to_what_runs_and_decides(tmp_path):
    (tmp_path / "rule.py").write_text(SOURCE)

    found = bugs_of(tmp_path, "rule.py")

    assert {bug.function for bug in found} == {"Rule.holds"}
    assert sorted((bug.operator, bug.old, bug.new) for bug in found) == [
        ("and/or", "not values and len(values) < 3", "(not values or len(values) < 3)"),
        ("argument dropped", 'rows.filter(kind=f"{1 + 1}")', "rows.filter()"),
        ("arithmetic", "1 - self.least", "(1 + self.least)"),
        ("comparison", "len(values) < 3", "(len(values) <= 3)"),
        ("constant", "1", "2"),
        ("constant", "3", "4"),
        ("filter dropped", 'rows.filter(kind=f"{1 + 1}")', "rows"),
        ("if not", "not values and len(values) < 3", "(not (not values and len(values) < 3))"),
        (
            "min/max",
            'min(rows.filter(kind=f"{1 + 1}"), 1 - self.least)',
            "max(rows.filter(kind=f'{1 + 1}'), 1 - self.least)",
        ),
        ("not removed", "not values", "values"),
        ("return", "True", "None"),
        ("return", 'min(rows.filter(kind=f"{1 + 1}"), 1 - self.least)', "None"),
        ("true/false", "True", "False"),
    ]
    assert found[0].applied(tmp_path) == SOURCE.replace(found[0].old, found[0].new)


def test_probes_stand_before_the_statement_of_a_bug(tmp_path):
    (tmp_path / "rule.py").write_text("def turn(x):\n    if x:\n        x = 1\n    return x\n")
    bugs = [bug for bug in bugs_of(tmp_path, "rule.py") if bug.operator == "constant"]

    text = with_probes(tmp_path, "rule.py", dict.fromkeys(bugs, 7))

    assert text == f"def turn(x):\n    if x:\n        {PROBE}(7)\n        x = 1\n    return x"


def test_draw_is_the_same_for_the_same_seed_and_takes_some_of_each_folder(tmp_path):
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "rule.py").write_text(SOURCE)

    first, again, other = (draw(tmp_path, 30, seed=seed) for seed in (0, 0, 1))

    assert first == again != other
    assert [len({bug for bug in first if bug.file == f"{folder}/rule.py"}) for folder in FOLDERS] == [4] * 3 + [3] * 6
