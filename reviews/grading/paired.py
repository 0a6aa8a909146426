"""The grader that asks a baseline and a candidate the same thing and leaves the comparison to a judge."""

from dataclasses import dataclass

from reviews.quality.results import Judge


@dataclass
class PairedGrader:
    """Both adapters get the same prompt and the same run config, the baseline first."""

    judge: Judge

    def grade(self, baseline_adapter, candidate_adapter, prompt, run_config):
        """The judge's GradingResult; what an adapter or the judge raises is the caller's."""
        baseline = baseline_adapter.execute_prompt(prompt, run_config)
        candidate = candidate_adapter.execute_prompt(prompt, run_config)
        return self.judge.judge(baseline, candidate, prompt=prompt, run_config=run_config)
