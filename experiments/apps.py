"""The app `experiments`."""

from django.apps import AppConfig


class ExperimentsConfig(AppConfig):
    name = "experiments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from experiments.studies.actions import run_owners
        from reviews.engine.models.evaluation_run import STUDY
        from reviews.engine.runs import owners
        from reviews.engine.stages import registry  # studies bring stages of their own
        from reviews.scorers.stages.prompt_kinds import registry as prompt_kinds

        registry.add_package("experiments.studies.stages")
        prompt_kinds.add_package("experiments.studies.stages.prompt_kinds")
        owners.register(STUDY, run_owners.of_studies)
