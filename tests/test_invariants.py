"""The rules of the stored rows: each is broken once on purpose, past what the database refuses, and found."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from annotations.models import Assignment, ExportJob, SchemaVersion
from evalhub.invariants import RULES, broken
from evalhub.tasks import check_invariants
from tests import factories
from tests.undoing import undone

# Statements that break one rule each, in a world of one task with two items, an answered lease and a finished export.
BREAKS = {
    "I1": """
        ALTER TABLE annotations_annotationtask DROP CONSTRAINT task_overlap_range;
        UPDATE annotations_annotationtask SET required_annotations_per_item = 0""",
    "I1-slots": "UPDATE annotations_taskitem SET open_slots = open_slots + 1",
    "I2": """
        DROP INDEX annotation_one_current;
        INSERT INTO annotations_annotation (task_id, item_id, annotator_id, schema_version_id, round, revision,
            submission_id, body_hash, origin, exposure, flagged, flag_reason, submitted_at)
        SELECT task_id, item_id, annotator_id, schema_version_id, round, 2, gen_random_uuid(), body_hash, 'import',
            exposure, false, '', now() FROM annotations_annotation""",
    "I3": "UPDATE annotations_annotation SET withdrawn_at = now()",
    "I4": """
        INSERT INTO annotations_schemaversion (task_id, number, created_at, frozen_at, value_map)
        SELECT task_id, 2, now(), now(), value_map FROM annotations_schemaversion;
        UPDATE annotations_annotation SET schema_version_id = (SELECT max(id) FROM annotations_schemaversion)""",
    "I4-frozen": "UPDATE annotations_schemaversion SET frozen_at = NULL",
    "I6": "UPDATE reviews_llmrequest SET state = 'failed', last_error = ''",
    "I6-answers": """
        DROP INDEX llm_attempt_one_accepted;
        INSERT INTO reviews_llmattempt (request_id, number, status, cost_status, parameters, finish_reason, error_class,
            error_message, parser_version, model_returned, simulated, started_at)
        SELECT q.id, n, 'ok', 'unknown', '{}', '', '', '', '', '', false, now()
        FROM reviews_llmrequest q, generate_series(1, 2) n""",
    "I8": "UPDATE reviews_llmrequest SET state = 'batched'",
    "I9": "UPDATE reviews_evaluationrun SET desired_state = 'cancel'",
    "I10": "UPDATE datasets_datasetversion SET row_count = 5",
    "I10-numbers": "UPDATE datasets_datasetversion SET version_number = 3",
    "I13": "UPDATE annotations_exportjob SET rows_written = 7",
    "I14-studies": """
        INSERT INTO experiments_study (id, organization_id, name, window_id, settings, run_id, evidence_to, left_out,
            created_at)
        SELECT gen_random_uuid(), organization_id, 's', gen_random_uuid(), '{}', id, 1, '[]', now()
        FROM reviews_evaluationrun;
        INSERT INTO experiments_studysample (study_id, model, ordinal, seed, label_mapping, tokens)
        SELECT id, 'm', 1, 1, '{}', '{}' FROM experiments_study;
        INSERT INTO experiments_scorelane (stage_id, sample_id)
        SELECT g.id, s.id FROM reviews_runstage g, experiments_studysample s;
        UPDATE reviews_runstage SET annotator_id = NULL""",
    "I14-evaluations": """
        INSERT INTO experiments_evaluation (id, organization_id, name, type, task_id, sampling, reuse, webhook_url,
            metadata, slice_by, n_outputs, created_at, state, attempts, lease_owner, last_error)
        SELECT gen_random_uuid(), organization_id, 'e', 'BATCH', gen_random_uuid(), '{}', false, '', '{}', '{}', 0,
            now(), 'waiting', 0, '', '' FROM annotations_annotationtask LIMIT 1;
        INSERT INTO experiments_evaluationscorer (evaluation_id, question_id, annotator_id)
        SELECT e.id, q.id, n.id FROM experiments_evaluation e, annotations_question q, annotations_annotator n
        LIMIT 1""",
    "I14-benchmarks": """
        INSERT INTO experiments_benchmarksuite (id, organization_id, name, version, description, aggregation,
            definition, created_at)
        SELECT gen_random_uuid(), id, 's', n::text, '', 'macro', '', now() FROM accounts_organization,
            generate_series(1, 2) n WHERE slug = 'acme';
        INSERT INTO experiments_benchmarktask (organization_id, suite_id, position, key, title, category, needs,
            dataset_version_id, metrics, prompt, estimated_seconds, calls, weight, min_coverage)
        SELECT organization_id, id, 0, 't', 't', '', '{}', gen_random_uuid(), '[]', '', 1, 1, 1, 1
        FROM experiments_benchmarksuite WHERE version = '1';
        INSERT INTO experiments_suiterun (id, organization_id, suite_id, system_id, parallelism, calls, plan,
            webhook_url, created_at, state, attempts, lease_owner, last_error)
        SELECT gen_random_uuid(), organization_id, id, gen_random_uuid(), 1, 1, '{}', '', now(), 'waiting', 0, '', ''
        FROM experiments_benchmarksuite WHERE version = '2';
        INSERT INTO experiments_suiteruntask (run_id, task_id, state, reason, tries)
        SELECT r.id, t.id, 'waiting', '', 0 FROM experiments_suiterun r, experiments_benchmarktask t""",
    "I14-systems": """
        UPDATE datasets_system SET organization_id = (SELECT id FROM accounts_organization WHERE slug = 'rival')""",
    "I14-scores": """
        INSERT INTO reviews_qualityobservation (organization_id, task_type, system_id, grader_id, judgement_id,
            output_id, own_notes, tags, simulated, imported, recorded_at)
        SELECT t.organization_id, 'x', gen_random_uuid(), '', j.id, 0, '', '{}', false, false, now()
        FROM annotations_judgement j JOIN annotations_annotation a ON a.id = j.annotation_id
        JOIN annotations_annotationtask t ON t.id = a.task_id""",
    "I14-traffic": """
        INSERT INTO experiments_variant (id, organization_id, experiment_id, name, position, is_control,
            traffic_allocation, config, output_name)
        SELECT gen_random_uuid(), id, gen_random_uuid(), 'a', 0, true, 1, '{}', '' FROM accounts_organization LIMIT 1;
        INSERT INTO experiments_allocation (experiment_id, variant_id, unit, propensity, shares_number)
        SELECT gen_random_uuid(), id, 'u', 1, 0 FROM experiments_variant""",
    "I14-metrics": """
        INSERT INTO annotations_metric (id, organization_id, key, version, title, label_type, config, criteria,
            direction, method, created_at)
        SELECT gen_random_uuid(), organization_id, 'x', 1, 'X', 'text', '{}', '{}', 'none', '', now()
        FROM annotations_annotationtask LIMIT 1;
        UPDATE annotations_question SET metric_id = (SELECT id FROM annotations_metric WHERE key = 'x')""",
    "I14-jobs": """
        INSERT INTO reviews_job (id, organization_id, initiative_id, name, location, origin, model_type, strategy,
            manifest, manifest_mtime_ns, files, content_sha256, sample_size, artifact_text, artifact_metadata, event,
            warnings, state, error_category, error_field, error_message, confidence, evaluate_text, review_text,
            created_at, sign_off_verdict, sign_off_note)
        SELECT gen_random_uuid(), id, 'i', 'n', '/l', 'uploaded', 'experiment', 'score', '{}', 0, '[]', '', 0, '', '{}',
            '{}', '[]', 'reviewed', '', '', '', 0.9, '', '', now(), '', '' FROM accounts_organization LIMIT 1""",
    "I15": """
        INSERT INTO reviews_spending (organization_id, run_id, spent_usd, reserved_usd)
        SELECT organization_id, id, 0.5, 0 FROM reviews_evaluationrun""",
    "I14": """
        UPDATE annotations_annotator
        SET organization_id = (SELECT id FROM accounts_organization WHERE slug = 'rival')""",
}


@pytest.fixture
def world(acme, rival):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), required=1)
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00Z")
    item, annotator = task.items.first(), factories.make_annotator(factories.make_member(acme, "alice"))
    factories.make_lease(item, annotator)
    item.refresh_from_db()
    factories.make_annotation(item, annotator)
    Assignment.objects.update(state="submitted")
    ExportJob.objects.create(
        organization=acme,
        task=task,
        kind="annotations",
        format="CSV",
        state="done",
        sha256="0" * 64,
        rows_written=1,
        manifest={"item_count": 1},
    )
    run = factories.make_run(task, factories.make_llm_annotator(acme))
    factories.make_request(run, item)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # nothing is left to check when a test breaks a rule


def names():
    return {rule.name for rule in broken()}


def test_rules_hold_in_an_ordinary_world(world):
    out = io.StringIO()

    call_command("invariants", stdout=out)

    assert out.getvalue() == f"All {len(RULES)} rules hold.\n"


def test_every_rule_has_its_break():
    assert BREAKS.keys() == RULES.keys()


def test_broken_rules_are_found(world, subtests):
    for rule, statements in BREAKS.items():
        with subtests.test(rule), undone(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")  # without triggers and foreign keys
            cursor.execute(statements)

            assert rule in names()


def test_command_fails_and_lists_rows(world):
    with connection.cursor() as cursor:
        cursor.execute(BREAKS["I13"])
    err = io.StringIO()

    with pytest.raises(CommandError, match=f"1 of {len(RULES)} rules"):
        call_command("invariants", stderr=err)

    assert "I13: A finished export" in err.getvalue()


def test_nightly_look_logs_what_is_broken(world, caplog, monkeypatch):
    monkeypatch.setattr("evalhub.tasks.connection.close", lambda: None)
    with connection.cursor() as cursor:
        cursor.execute(BREAKS["I13"])

    check_invariants()

    assert "I13 is broken" in caplog.text
