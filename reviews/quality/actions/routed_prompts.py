"""Send a prompt to whichever model the router takes; its answer, and the reason of the choice, are read later."""

from django.db import transaction
from django.utils.translation import gettext as _

from datasets.actions.systems import SystemIds
from evalhub.lib import reasons
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.ids import uuid7
from reviews.engine.runs.actions import supervisor
from reviews.quality.actions import prompt_requests, routed_cases, routing, shadows
from reviews.quality.adapters import RunConfig
from reviews.quality.models import RoutedPrompt
from reviews.scorers.actions import annotators

LONGEST_PROMPT = 200_000


@transaction.atomic
def ask(*, organization, task_type, prompt, config=None, by):
    """The RoutedPrompt, whose request workers ask, and of whose shadow is decided here, once.

    NotFound without a policy for this kind of task, Conflict when what the router takes is no model that can be asked.
    """
    _check(prompt)
    found = routing.route(organization=organization, task_type=task_type)
    pk, choice = uuid7(), found.choice
    model, parameters = _model(choice), prompt_requests.parameters_of(config=config or RunConfig())
    systems, sent = SystemIds(organization.pk), prompt_requests.of_system(parameters)
    system, baseline = (systems.of_model(name, sent) for name in (model, found.policy.preferred))
    prompt_set = routed_cases.set_of(organization=organization, task_type=task_type, by=by)
    run = prompt_requests.open_run(organization=organization, name=f"Prompt: {task_type}", by=by)
    case = routed_cases.add(prompt_set=prompt_set, prompt=prompt)
    request = routed_cases.ask(run=run, model=model, case_id=case, parameters=parameters)
    shadow, note = shadows.first_state(policy=found.policy, choice=choice, key=pk)
    routed = RoutedPrompt.objects.create(
        pk=pk,
        organization=organization,
        task_type=task_type,
        case_id=case,
        system_id=system,
        how=choice.how,
        why=reasons.of(choice.why),
        grader_id=choice.grader_id,
        baseline_id=baseline,
        run=run,
        request=request,
        shadow=shadow,
        shadow_note=note,
        shadow_rate=found.policy.shadow_rate,
        created_by=by,
    )
    supervisor.advance(run)
    return routed


def _check(prompt):
    is_text = isinstance(prompt, str) and prompt.strip() and len(prompt) <= LONGEST_PROMPT and "\0" not in prompt
    if not is_text:
        words = _("prompt is %(met)s. Valid: a text of 1 to %(most)s characters.")
        raise InvalidInput(
            words % {"met": repr(prompt)[:60], "most": f"{LONGEST_PROMPT:,}"},
            code="invalid_prompt",
            details={"field": "prompt"},
        )


def _model(choice):
    try:
        return annotators.check_model(choice.adapter_id)
    except InvalidInput as error:
        words = _("The router chose %(model)s, which is unavailable. %(why)s")
        raise Conflict(words % {"model": choice.adapter_id, "why": error.message}, code="pick_not_askable") from None
