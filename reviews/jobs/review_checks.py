"""What must hold before models are asked for a review, and the error when none of them gave one; no database."""

from evalhub.lib.errors import InvalidInput
from evalhub.lib.reasons import Sentence, register
from evalhub.lib.translation import gettext as _
from reviews.engine.client.reasons import NO_PROVIDER_REASON
from reviews.jobs.errors import ConfigInvalid, JobError
from reviews.scorers import model_checks

LARGEST_PANEL = 7


def check_models(models):
    """The models of a panel, each once; InvalidInput for none, too many, or a name that no model has."""
    if not isinstance(models, list | tuple) or not 1 <= len(models) <= LARGEST_PANEL:
        words = _("models is %(met)s. Valid: a list of 1 to %(most)s model names.")
        raise InvalidInput(
            words % {"met": repr(models)[:80], "most": LARGEST_PANEL},
            code="invalid_models",
            details={"field": "models"},
        )
    checked = [model_checks.check_name(model, field="models") for model in models]
    if len(set(checked)) < len(checked):
        raise InvalidInput(
            _("models lists a model twice. Valid: each model once."), code="invalid_models", details={"field": "models"}
        )
    return checked


def check_parameters(config):
    """ConfigInvalid when a ReviewConfig has parameters that no model takes."""
    try:
        model_checks.check_parameters(config.parameters, place="backend")
    except InvalidInput as error:
        raise ConfigInvalid(error.message, field="backend") from None


def check_callable(models):
    """JobError `llm_failed` with the variable to set, for the first of (field, model) that cannot be asked."""
    for field, model in models:
        try:
            model_checks.check_model(model)
        except InvalidInput as error:
            raise JobError(error.message, category="llm_failed", field=field) from None


def failed(failures):
    """The JobError of a panel of which nobody answered: (model, Reason, whether its answers could not be read)."""
    members = [{"model": model, "reason": reason or NO_PROVIDER_REASON()} for model, reason, _unreadable in failures]
    unreadable = failures and all(is_unreadable for _model, _reason, is_unreadable in failures)
    category = "llm_output_invalid" if unreadable else "llm_failed"
    return JobError(
        PANEL_FAILED(members=members) if members else _("The run ended without an answer."),
        category=category,
        field="models",
    )


class _PanelFailed(Sentence):
    """Each member of a panel with its reason."""

    def text(self, params):
        return "; ".join(f"{member['model']}: {member['reason']}" for member in params["members"])

    def english(self, params):
        return "; ".join(f"{member['model']}: {member['reason'].english}" for member in params["members"])


PANEL_FAILED = register(_PanelFailed("panel_failed", "%(members)s"))
