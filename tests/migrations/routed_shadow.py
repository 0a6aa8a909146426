"""A routed prompt with a graded shadow as rows before prompts were cases; its organization is of its own."""

import hashlib

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

AT = ("reviews", "0015_errors_as_codes")
PROMPT, ANSWER, SHADOW_ANSWER = "What is 2 plus 2?", "Four.", "It is four."
JUDGE = "llm_judge:v1:simulated-careful"


def add():
    """Make the rows in a database that is migrated up to AT."""
    get = MigrationExecutor(connection).loader.project_state(AT).apps.get_model
    organization = get("accounts", "Organization").objects.create(name="Elsewhere", slug="elsewhere")
    prompt = get("reviews", "LLMPrompt").objects.create(sha256=hashlib.sha256(PROMPT.encode()).hexdigest(), text=PROMPT)
    systems = [_system(get, organization, model) for model in ("simulated-hasty", "simulated-careful")]
    asked = [
        _answered(get, organization, system.model, prompt.pk, text)
        for system, text in zip(systems, (ANSWER, SHADOW_ANSWER), strict=True)
    ]
    stage = get("reviews", "RunStage").objects.create(
        run=asked[1].run, name="shadow_judge", kind="shadow_judge", position=1, model="simulated-careful"
    )
    observation = get("reviews", "QualityObservation").objects.create(
        organization=organization,
        task_type="sums",
        system=systems[0],
        baseline=systems[1],
        grader_id=JUDGE,
        own_quality_score=0.75,
        own_notes="Nearly.",
        own_latency_ms=7,
        own_tokens_in=30,
        own_tokens_out=2,
        tags={"routed_prompt": "of before"},
    )
    judged = get("reviews", "LLMRequest").objects.create(
        run=asked[1].run, stage=stage, target=asked[1].pk, state="done", result=observation.pk
    )
    get("reviews", "RoutedPrompt").objects.create(
        organization=organization,
        task_type="sums",
        prompt=prompt,
        system=systems[0],
        baseline=systems[1],
        how="cheapest",
        why="The cheapest.",
        grader_id=JUDGE,
        request=asked[0],
        run=asked[0].run,
        shadow="graded",
        shadow_rate=1,
        shadow_run=asked[1].run,
        observation=observation,
    )
    return judged.pk


def _system(get, organization, model):
    return get("datasets", "System").objects.create(
        organization=organization,
        name=model,
        model=model,
        fingerprint=hashlib.sha256(f"{organization.pk} {model}".encode()).hexdigest(),
    )


def _answered(get, organization, model, target, text):
    """The done request for a prompt, in a run of its own."""
    run = get("reviews", "EvaluationRun").objects.create(
        organization=organization, kind="prompt", name="Prompt: sums", status="completed", finished_at=timezone.now()
    )
    stage = get("reviews", "RunStage").objects.create(
        run=run, name="prompt", kind="prompt", position=0, model=model, status="done"
    )
    request = get("reviews", "LLMRequest").objects.create(
        run=run, stage=stage, target=target, state="done", result=target
    )
    attempt = get("reviews", "LLMAttempt").objects.create(
        request=request, number=1, status="ok", prompt_tokens=30, completion_tokens=2, latency_ms=7, simulated=True
    )
    get("reviews", "LLMMessage").objects.create(attempt=attempt, user=PROMPT, assistant=text)
    return request
