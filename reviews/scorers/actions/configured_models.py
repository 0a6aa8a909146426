"""Which language models an organization has set up here, and which of them a request can be sent to."""

from django.conf import settings

from annotations.models import Annotator
from evalhub.lib.errors import InvalidInput
from reviews.engine.actions import provider_keys
from reviews.engine.client import endpoints
from reviews.engine.client.endpoints import resolve
from reviews.scorers.actions import annotators

sources = []  # functions of an organization that name further models, such as those of gradings


def configured(organization):
    """The models that members have made annotators of, the newest first, then those of `sources`, each once.

    A name that came in with a file alone is none of them. A statement, and those of the sources.
    """
    active = Annotator.objects.for_organization(organization).filter(kind="llm", status="active")
    found = list(active.order_by("-created_at", "pk").values_list("model", flat=True))
    return list(dict.fromkeys([*found, *(model for source in sources for model in source(organization))]))


def is_callable(model):
    """Whether a request to this model can be sent from here: it is a model's name, and its key or address is set."""
    try:
        return not resolve(annotators.check_model(model)).blocked_reason
    except InvalidInput:
        return False


def critic_of(model, *, organization, chosen="", beside=()):
    """Which model criticizes answers of `model`: the chosen one, else another one than the model itself.

    That is the installation's (EVALHUB_CRITIC_MODEL), one of those asked `beside` it, or the newest one configured; of
    another family if there is one, and simulated exactly if `model` is. The model itself where there is no other.
    """
    if chosen:
        return chosen
    if settings.CRITIC_MODEL and settings.CRITIC_MODEL != model:
        return settings.CRITIC_MODEL
    simulated = resolve(model).simulated
    with endpoints.using(provider_keys.keys_of(organization.pk)):
        others = [
            other
            for other in dict.fromkeys([*beside, *settings.JOB_MODELS, *configured(organization)])
            if other != model and is_callable(other) and resolve(other).simulated == simulated
        ]
    stranger = next((other for other in others if family_of(other) != family_of(model)), None)
    return stranger or next(iter(others), model)


def family_of(model):
    """What models of one maker's family share: the provider and the first word of the name."""
    provider, _slash, name = model.rpartition("/")
    return provider, name.split("-")[0]
