"""Logs of lm-evaluation-harness."""

from experiments.benchmarks import logs
from tests.experiments.benchmarks import log_files
from tests.experiments.benchmarks.log_files import means


def test_an_lm_eval_log_has_the_figures_that_it_gives():
    log = logs.read("results.zip", log_files.lm_eval_zip())

    choice, sums = log.tasks
    assert (log.tool, log.model) == ("lm_eval", "own/model")
    assert (choice.name, len(choice.samples)) == ("own_choice", 4)
    assert means(choice) == dict(choice.figures) == {"acc": 0.75, "acc_norm": 0.5}
    assert [sample.outputs[0].text for sample in choice.samples] == ["yes", "yes", "no", "yes"]
    assert choice.samples[0].prompt == "Question 0\nAnswer:"
    expected = {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 1.0}
    assert means(sums) == dict(sums.figures) == expected
    assert (sums.samples[1].outputs[0].text, sums.samples[1].expected) == ("It is 2", "2")
