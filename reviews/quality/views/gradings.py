"""How a grading is found and told on every page: its judge, whether more is to come, whether it is simulated."""

from django.shortcuts import get_object_or_404

from reviews.engine.client import endpoints
from reviews.engine.models.evaluation_run import ENDED
from reviews.quality.graders import title_of
from reviews.quality.judges import pair_judges
from reviews.quality.models import GradingRun
from reviews.scorers.registry import MODEL

RELATED = ("run", "dataset_version__dataset", "created_by")


def gradings_of(organization):
    """The gradings of an organization with what pages say of each; two statements."""
    found = GradingRun.objects.for_organization(organization).with_simulated().with_systems()
    return found.select_related(*RELATED)


def grading_of(request, grading_id):
    """A grading of the organization with its run and prompts; 404 for any other."""
    found = gradings_of(request.organization).select_related("organization", "task")
    return get_object_or_404(found.prefetch_related("run__stages__annotator"), pk=grading_id)


def judge_title(grading):
    """What compares the pairs; of an embedder the name it was chosen by."""
    if MODEL in pair_judges[grading.judge].needs:
        return title_of(grading.grader_id)
    return title_of(f"{grading.judge}:{grading.judge_model}" if grading.judge_model else grading.judge)


def is_live(grading):
    """Whether answers, or scores of a judge that is no model, are still to come."""
    return grading.run.status not in ENDED or grading.graded_at is None


def is_simulated(grading):
    """Whether the simulated provider answered in a grading that comes `with_simulated`, or will."""
    asked = [grading.baseline_model, *grading.candidate_models]
    if MODEL in pair_judges[grading.judge].needs:
        asked.append(grading.judge_model)
    return grading.has_simulated or any(map(endpoints.is_simulated, asked))
