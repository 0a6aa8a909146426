"""The app `reviews`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from evalhub.events import event_types
from evalhub.lib import charts
from evalhub.lists import registry as lists
from reviews.jobs import methods
from reviews.scorers.registry import registry as scorers


class ReviewsConfig(AppConfig):
    name = "reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from annotations.progress.views import overview
        from annotations.tasks.actions import metrics
        from reviews.audits.actions import exposure  # needs the models
        from reviews.audits.actions.audited_answers import audited_answers
        from reviews.costs.actions import daily_totals
        from reviews.costs.views import task_models
        from reviews.engine import prompt_pages, sweeps
        from reviews.engine.actions import operations
        from reviews.engine.models import evaluation_run as runs
        from reviews.engine.runs import owners
        from reviews.engine.runs.actions import controls
        from reviews.engine.stages import registry as stages
        from reviews.jobs.actions import review_runs
        from reviews.jobs.actions import run_owners as job_owners
        from reviews.quality.actions import gradings, run_owners
        from reviews.quality.models.judge_test import JudgeTest
        from reviews.scorers.actions import configured_models, task_runs
        from reviews.scorers.library.actions import examples, usage
        from reviews.scorers.stages.prompt_kinds import registry as prompt_kinds

        for feature in ("engine", "jobs"):
            event_types.registry.add_package(f"reviews.{feature}.event_types")
        for feature in ("scorers", "jobs", "quality"):
            stages.add_package(f"reviews.{feature}.stages")
        for feature in ("audits", "engine.runs", "engine.requests", "scorers.library", "jobs", "quality"):
            lists.add_package(f"reviews.{feature}.views.lists")
        for feature in ("jobs", "quality"):
            prompt_kinds.add_package(f"reviews.{feature}.stages.prompt_kinds")
            charts.registry.add_package(f"reviews.{feature}.charts")
        charts.registry.add_package("reviews.costs.charts")
        controls.after_retry.append(daily_totals.recount)
        scorers.add_package("reviews.scorers.critics")
        scorers.add_package("reviews.scorers.metrics")
        scorers.add_package("reviews.quality.judges")
        exposure.register()
        overview.sources.append(task_models.of_task)
        examples.sources.append(audited_answers)
        prompt_pages.register(usage.address_of)
        metrics.method_sources.append(scorers.keys)
        operations.register("calibrations", title=_("Judge calibrations"), model=JudgeTest)
        owners.register(runs.SCORING, task_runs.owners_of)
        owners.register(runs.REVIEW, job_owners.of_reviews)
        owners.register(runs.GRADING, run_owners.of_gradings)
        owners.register(runs.PROMPT, run_owners.of_prompts)
        configured_models.sources.append(gradings.models_of)
        sweeps.register(review_runs.REVIEWS.round)
        sweeps.register(gradings.GRADINGS.round, may_be_slow=True)  # an embedder may be slow
        # A package of EVALHUB_METHOD_PACKAGES that cannot be loaded stops the start, not the first review
        if methods.packages_named():
            methods.MethodReviewerRegistry.available()
