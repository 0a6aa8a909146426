"""The app `experiments`."""

from django.apps import AppConfig


class ExperimentsConfig(AppConfig):
    name = "experiments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from annotations.progress.views import overview
        from annotations.tasks.actions import metrics
        from evalhub.accounts.bindings import registry as bindings
        from evalhub.events.event_types import registry as event_types
        from evalhub.lib.charts import registry as charts
        from evalhub.lists import registry as lists
        from experiments.evaluations.actions import run_owners as evaluation_owners
        from experiments.evaluations.actions.chosen_scorers import IMPORTED
        from experiments.evaluations.tasks import end_when_models_have
        from experiments.studies.actions import run_owners
        from experiments.trials.views import task_steps
        from reviews.engine import sweeps
        from reviews.engine.models.evaluation_run import EVALUATION, STUDY
        from reviews.engine.runs import owners
        from reviews.engine.stages import registry as stages  # studies bring stages and scorers of their own
        from reviews.scorers.registry import registry as scorers
        from reviews.scorers.stages.prompt_kinds import registry as prompt_kinds

        bindings.add_package("experiments.trials.actions.key_bindings")
        stages.add_package("experiments.evaluations.stages")
        stages.add_package("experiments.studies.stages")
        scorers.add_package("experiments.studies.scorers")
        prompt_kinds.add_package("experiments.studies.stages.prompt_kinds")
        charts.add_package("experiments.evaluations.charts")
        charts.add_package("experiments.studies.charts")
        lists.add_package("experiments.evaluations.views.lists")
        lists.add_package("experiments.gates.views.lists")
        lists.add_package("experiments.studies.views.lists")
        lists.add_package("experiments.trials.views.lists")
        event_types.add_package("experiments.evaluations.event_types")
        event_types.add_package("experiments.benchmarks.event_types")
        event_types.add_package("experiments.gates.event_types")
        event_types.add_package("experiments.trials.event_types")
        lists.add_package("experiments.benchmarks.views.lists")
        metrics.method_sources.append(lambda: [IMPORTED])
        overview.sources.append(task_steps.of_task)
        sweeps.register(end_when_models_have)
        owners.register(STUDY, run_owners.of_studies)
        owners.register(EVALUATION, evaluation_owners.of_evaluations)
