"""Every mutant can still be put into today's source, and the tests that should kill it are there."""

import pytest

from evalhub.local.paths import ROOT
from tests.mutants.areas import AREAS
from tests.mutants.mutant import DoesNotApply, Mutant
from tests.mutants.runner import BROKEN, KILLED, OUT_OF_TIME, SURVIVED, verdict_of

MUTANTS = [mutant for mutants in AREAS.values() for mutant in mutants]


def test_mutants_are_62_in_16_areas_with_names_of_their_own():
    assert (len(AREAS), len({mutant.name for mutant in MUTANTS})) == (16, 62)


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
