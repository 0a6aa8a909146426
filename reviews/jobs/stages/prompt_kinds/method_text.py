"""What the two kinds of texts of a method have in common: one of each for a method, tried on its result reviews."""

from django.conf import settings
from django.db.models import Q

from reviews.jobs.config import ReviewConfig
from reviews.jobs.errors import ConfigInvalid, JobError
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.models import Job
from reviews.jobs.stages import method_texts
from reviews.jobs.stages.job_review import payload_of
from reviews.scorers.registry.scorer import Asking
from reviews.scorers.stages.prompt_kinds.base import PromptKind, TrialItem
from reviews.scorers.stages.scorer_stage import prepared


class MethodText(PromptKind):
    """Subclasses put a text of theirs beside what is in use of the other."""

    errors = (JobError,)

    def names(self):
        return MethodReviewerRegistry.available()

    def tried(self, name, in_use, text, is_shipped):
        """The MethodInUse with this text in the place of what is in use."""
        raise NotImplementedError

    def used_by(self, name, version) -> str:
        """The regular expression of the references, as `method_texts` writes them, that name a Version."""
        raise NotImplementedError

    def stages_with(self, name, version):
        return Q(prompt_version__regex=self.used_by(name, version))

    def default_models(self):
        """The installation's panel."""
        return list(settings.JOB_MODELS) or [_config().model]

    def setup_problem(self):
        try:
            ReviewConfig.load()
        except ConfigInvalid as error:
            return error
        return None

    def trial_items(self, organization, name, *, limit):
        rows = _jobs(organization.pk, name).order_by("-pk")[:limit]
        return [TrialItem(row.item_id, str(row)) for row in rows]

    def prepared(self, organization_id, name, version, targets, *, model):
        in_use = method_texts.in_use(organization_id=organization_id, model_type=name)
        tried = self.tried(name, in_use, version.text, version.prompt is None)
        asking = Asking(model, max_tokens=_config().max_tokens)
        scorer = MethodReviewerRegistry.create(name).made(asking)
        newest = {job.item_id: job for job in _jobs(organization_id, name).filter(item__in=targets).order_by("pk")}
        return {target: prepared(scorer, payload_of(job), tried) for target, job in newest.items()}


def _jobs(organization_id, name):
    return Job.objects.filter(organization=organization_id, model_type=name, strategy="review", item__isnull=False)


def _config():
    """The ReviewConfig of the installation, the default one where that cannot be read."""
    try:
        return ReviewConfig.load()
    except ConfigInvalid:
        return ReviewConfig.load(environ={})
