"""What the two kinds of texts of a method have in common: one of each for a method, tried on its result reviews."""

import functools

from django.conf import settings
from django.db.models import Q

from evalhub.lib.errors import EvalHubError
from reviews.engine.stages.base import OK, Finding, Prepared
from reviews.jobs.config import ReviewConfig
from reviews.jobs.errors import ConfigInvalid, JobError
from reviews.jobs.methods import MethodReviewerRegistry, findings
from reviews.jobs.models import Job
from reviews.jobs.stages.job_review import payload_of
from reviews.scorers.stages.prompt_kinds.base import PromptKind, TrialItem


class MethodText(PromptKind):
    """Subclasses put a text of theirs beside what is in use of the other."""

    errors = (JobError,)

    def names(self):
        return MethodReviewerRegistry.available()

    def engine(self, organization_id, name, text, is_shipped):
        """The review engine with this text."""
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
        engine = self.engine(organization_id, name, version.text, version.prompt is None)
        newest = {job.item_id: job for job in _jobs(organization_id, name).filter(item__in=targets).order_by("pk")}
        return {target: _question(engine, job, model) for target, job in newest.items()}


def _jobs(organization_id, name):
    return Job.objects.filter(organization=organization_id, model_type=name, strategy="review", item__isnull=False)


def _config():
    """The ReviewConfig of the installation, the default one where that cannot be read."""
    try:
        return ReviewConfig.load()
    except ConfigInvalid:
        return ReviewConfig.load(environ={})


def _question(engine, job, model):
    payload, most = payload_of(job), _config().max_tokens
    try:
        call = engine.prepare(payload, model=model, max_tokens=most, timeout_seconds=findings.TIMEOUT_SECONDS)
    except EvalHubError as error:
        return error
    return Prepared(call=call, read=functools.partial(_read, engine, payload), parser_version=engine.parser_version)


def _read(engine, payload, outcome):
    finding, reading = findings.read(engine, payload, outcome)
    return finding if reading is None else Finding(OK, {})
