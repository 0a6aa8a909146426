"""A database of the version before the apps had rooms: it migrates, and the same figures are shown for it.

`before_rooms.sql.xz` is a dump of the demo organization, worked through by the simulated provider, with audits, an
adjudication, imports, gradings by three judges, calibrations, routed prompts, a batch, result reviews and two studies.
`before_rooms.json.xz` has what that version showed for it, as `figures.of_organization` reads it.
"""

import json
import lzma
import os
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.db.models import F, Max
from django.test import Client

from annotations.agreement.tasks import agree
from annotations.models import AgreementSnapshot, Annotation, AnnotationTask, Annotator
from annotations.tasks.actions import form
from datasets.models import Dataset, ModelOutput, System
from datasets.models.model_output import sha256_of
from evalhub.accounts.models import Membership
from evalhub.invariants import broken
from reviews.audits.actions import error_rates
from reviews.models import (
    EvaluationRun,
    GradingRun,
    JudgeTest,
    LLMAttempt,
    LLMRequest,
    QualityObservation,
    RoutedPrompt,
    RoutedPromptSet,
    RunStage,
)
from reviews.quality.stages import pair_judgements, shadow_scores
from reviews.quality.stages.grading_judge import pairs_of
from tests import database, factories
from tests.conftest import sign_in
from tests.migrations import figures, routed_shadow

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def migrated(django_db_setup, django_db_blocker):
    """The dump in a database of its own, after `migrate`; Django's connection leads there meanwhile."""
    connection = connections["default"]
    before, name = connection.settings_dict["NAME"], f"{database.PREFIX}_{os.getpid()}_before_rooms"
    with django_db_blocker.unblock():
        database.create_empty(name)
        _run_script(connection, lzma.decompress((FOLDER / "before_rooms.sql.xz").read_bytes()))
        call_command("migrate", *routed_shadow.AT, interactive=False, verbosity=0)
        routed_shadow.add()
        call_command("migrate", interactive=False, verbosity=0)
        form.forget()  # those of the other database, under the same numbers
        yield
        form.forget()
        database.drop(name)
        connection.settings_dict["NAME"] = before


def _run_script(connection, script):
    """Many statements at once, on a connection whose settings end with it."""
    with closing(psycopg.connect(**connection.get_connection_params(), autocommit=True)) as own:
        own.execute(script)


def test_figures_are_the_same(migrated):
    _compute_again()
    get = _reader(Membership.objects.get(user__email="ada@demo.example"))

    recorded = json.loads(lzma.decompress((FOLDER / "before_rooms.json.xz").read_bytes()))
    unlisted = set(map(str, Dataset.objects.filter(is_listed=False).values_list("pk", flat=True)))

    found = figures.of_organization(get, besides=[address for address in recorded if "/v1/datasets/" in address])

    recorded = figures.in_todays_words(recorded, unlisted)
    differences = list(figures.missing(recorded, found))
    assert not differences, "\n".join(differences)


def test_rules_hold(migrated):
    assert broken() == []


def test_runs_say_what_they_were_begun_for(migrated):
    kinds = {name.partition(" ")[0]: kind for name, kind in EvaluationRun.objects.values_list("name", "kind")}

    assert kinds == {
        "Careful": "scoring",
        "Hasty": "scoring",
        "Review": "review",
        "Grading:": "grading",
        "Prompt:": "prompt",
        "How": "study",
        "Cleaned": "study",
    }


def test_machines_have_the_method_of_their_scorer(migrated):
    known = Annotator.objects.exclude(kind="human").values_list("method", "parser_version")

    assert set(known) == {
        ("embedding_similarity", "1"),
        ("exact_match", "1"),
        ("experiment", "method-review-3"),
        ("interrupted_time_series", "method-review-3"),
        ("llm_judge", "v1"),
        ("questions", "questions-1"),
        ("study_score_gen_single", "score_gen_single.2"),
    }
    assert not Annotator.objects.filter(kind="human").exclude(method="").exists()


def test_outputs_belong_to_systems_of_their_names(migrated):
    found = System.objects.filter(outputs__produced=False).values_list("name", "organization__slug").distinct()

    assert sorted(found) == [(name, "demo") for name in ("oak-large", "oak-small", "output")]
    assert not ModelOutput.objects.filter(text_sha256="").exists()
    assert all(output.text_sha256 == sha256_of(output.text) for output in ModelOutput.objects.all())


def test_calibrations_are_a_row_for_each_kind_of_test(migrated):
    found = list(JudgeTest.objects.measurements())

    assert len(found) == 2
    for first in found:
        assert [test.kind for test in first.results] == ["calibration", "swap", "length", "family"]
        assert [test.passed for test in first.results] == [False, False, True, True]
        assert "20 cases were scored by both" in str(first.reasons) and not first.has_passed


def test_what_gradings_and_prompts_asked_are_systems_with_their_settings(migrated):
    gradings = GradingRun.objects.with_systems().select_related("run")
    asked = {(system, system.name, system.model) for grading in gradings for system in grading.systems}
    lanes = RunStage.objects.filter(kind="grading_answer").order_by("position", "lane")

    assert gradings and all(name == model for _system, name, model in asked)
    for grading in gradings:
        stages = lanes.filter(run=grading.run)
        assert [stage.model for stage in stages] == [system.model for system in grading.systems]
    graded = QualityObservation.objects.exclude(grading=None).with_systems()
    assert graded and all(row.system in row.grading.systems for row in graded)
    assert all((row.baseline, row.system) == (row.grading.baseline, row.output.system) for row in graded)
    assert RoutedPrompt.objects.exists() and not RoutedPrompt.objects.exclude(system__model=F("system__name")).exists()


def test_answers_of_gradings_are_outputs_that_their_requests_name(migrated):
    for grading in GradingRun.objects.with_systems():
        requests = LLMRequest.objects.filter(run=grading.run, stage__kind="grading_answer", state="done")
        outputs = grading.outputs().in_bulk()
        accepted = LLMAttempt.objects.filter(request__in=requests, status="ok")
        said = dict(accepted.values_list("request", "message__assistant"))
        assert requests and len(outputs) == requests.count()
        for request in requests.select_related("stage"):
            output = outputs[request.result]
            assert (output.test_case_id, output.text) == (request.target, said[request.pk])
            assert output.system == grading.systems[request.stage.lane] and output.produced
    judged = LLMRequest.objects.filter(stage__kind__startswith="grading_").exclude(stage__kind="grading_answer")
    scores = dict(QualityObservation.objects.values_list("pk", "output"))
    assert judged and all(scores[each.result] == each.target for each in judged.filter(state="done"))
    for stage in RunStage.objects.filter(kind="grading_judge", status="done"):
        assert stage.filled_to == stage.requests.aggregate(last=Max("target"))["last"]


def test_scores_of_gradings_are_judgements_of_their_pairs(migrated):
    graded = QualityObservation.objects.exclude(grading=None).select_related("judgement__annotation__annotator")
    judged = graded.select_related("judgement__annotation__item", "output", "grading__task")

    assert judged and not graded.filter(judgement=None).exists()
    for row in judged:
        annotation = row.judgement.annotation
        assert annotation.task == row.grading.task and annotation.submitted_at == row.recorded_at
        assert annotation.item.outputs[0] == row.output_id and len(annotation.item.outputs) == 2
        annotator = annotation.annotator
        in_order = annotator.parameters["grader_id"] + ("~swapped" if "order" in annotator.parameters else "")
        assert in_order == row.grader_id
        assert (row.own_quality_score, row.own_cost_usd, row.own_latency_ms, row.own_notes) == (None, None, None, "")
    stored = Annotation.objects.filter(task__grading__isnull=False)
    assert stored.count() == graded.count()
    for task in AnnotationTask.objects.filter(grading__isnull=False):
        assert (task.is_listed, task.total_items) == (False, task.items.count())


def test_routed_prompts_are_cases_with_their_answers_as_outputs(migrated):
    found = RoutedPrompt.objects.select_related("request__stage", "output", "shadow_output", "case", "observation")

    assert found
    for routed in found:
        requests = LLMRequest.objects.filter(run__in=[routed.run_id, routed.shadow_run_id], state="done")
        accepted = LLMAttempt.objects.filter(request__in=requests, status="ok", request__stage__position=0)
        said = dict(accepted.values_list("request__run", "message__assistant"))
        told = {routed.run_id: routed.output, routed.shadow_run_id: routed.shadow_output}
        assert said == {run: output.text for run, output in told.items() if output}
        assert (routed.request.target, routed.request.stage.kind) == (routed.case_id, "routed_answer")
        assert routed.request.result == (routed.output and routed.output.pk)
    for prompt_set in RoutedPromptSet.objects.select_related("dataset_version__dataset"):
        version = prompt_set.dataset_version
        assert (version.is_open, version.dataset.is_listed) == (True, False)
        own = found.filter(organization=prompt_set.organization_id, task_type=prompt_set.task_type)
        assert sorted(own.values_list("case", flat=True)) == sorted(version.cases.values_list("pk", flat=True))


def test_score_of_a_shadow_is_a_judgement_of_the_answer_beside_it(migrated):
    routed = RoutedPrompt.objects.get(shadow="graded")

    row = QualityObservation.objects.get(pk=routed.observation_id)
    annotation = row.judgement.annotation
    assert annotation.item.outputs == [routed.output_id, routed.shadow_output_id]
    assert [routed.text, routed.output.text, routed.shadow_output.text] == [
        routed_shadow.PROMPT,
        routed_shadow.ANSWER,
        routed_shadow.SHADOW_ANSWER,
    ]
    assert (row.quality_score, row.notes, row.latency_ms, row.tokens_in, row.tokens_out) == (0.75, "Nearly.", 7, 30, 2)
    assert (row.own_quality_score, row.output, row.task_type) == (None, routed.output, "sums")
    judged = LLMRequest.objects.get(run=routed.shadow_run, stage__kind="shadow_judge")
    assert (judged.target, judged.result) == (routed.shadow_output_id, row.pk)
    _routed, again = shadow_scores.store(routed.pk, quality=0.75, notes="", key=judged.pk)
    assert again == annotation and not annotation.task.is_listed


def test_judge_that_scores_a_migrated_pair_again_is_told_of_its_judgement(migrated):
    row = QualityObservation.objects.filter(grader_id="exact_match").exclude(grading=None).first()
    pair = pairs_of(row.grading, [row.output_id])[row.output_id]

    with transaction.atomic():
        found = pair_judgements.store_many([(pair, row.quality_score, "")], owner=row.grading, grader_id=row.grader_id)
        transaction.set_rollback(True)

    assert found == {row.output_id: row.judgement_id}


def _compute_again():
    """Agreement, consensus and error rates by the code of today; nothing is left of what the dump brought."""
    AgreementSnapshot.objects.all().delete()
    for task in AnnotationTask.objects.all():
        agree(str(task.pk))
        error_rates.keep(task=task)


def _reader(membership):
    """get(path) as this member sees it: JSON of the API, HTML of pages."""
    client, key = Client(), factories.make_api_key(membership).secret
    sign_in(client, membership)

    def get(path):
        if path.startswith("/v1/"):
            return client.get(path, headers={"Authorization": f"Bearer {key}"}).json()
        return client.get(path).content.decode()

    return get
