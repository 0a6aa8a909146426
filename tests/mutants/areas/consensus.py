"""From several labels to one value."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a model that ran twice has two votes in the panel",
        file="annotations/consensus/panel.py",
        old="labels.item * max(len(models), 1) + model, code",
        new="labels.item * max(len(labels.annotator), 1) + np.arange(len(labels.annotator)), code",
        tests=("tests/annotations/consensus",),
    ),
    Mutant(
        name="one person whom the panel outvotes is not contested",
        file="annotations/consensus/decision.py",
        old="contested=n_human > 0 and",
        new="contested=n_human > 1 and",
        tests=("tests/annotations/consensus",),
    ),
    Mutant(
        name="a decision of people that was replaced still counts",
        file="annotations/consensus/actions/ground_truth.py",
        old="                item__position__lt=span.stop,\n                is_current=True,\n",
        new="                item__position__lt=span.stop,\n",
        tests=("tests/annotations/consensus/actions/test_ground_truth.py",),
    ),
    Mutant(
        name="one answer decides nothing where only one is wanted",
        file="annotations/consensus/actions/ground_truth.py",
        old="min_votes = min(2, task.required_annotations_per_item)",
        new="min_votes = 2",
        tests=("tests/annotations/consensus/actions/test_ground_truth.py",),
    ),
    Mutant(
        name="Home and the tasks count an item as fully decided once one question is",
        file="annotations/progress/actions/completion.py",
        old="count(*) FILTER (WHERE is_full), count(*) FILTER (WHERE NOT is_full)",
        new="count(*), count(*) FILTER (WHERE NOT is_full)",
        tests=("tests/test_same_figures.py",),
    ),
]
