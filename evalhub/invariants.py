"""What must always be true of the stored rows, as SQL: every query lists the rows that break one rule."""

from dataclasses import dataclass

from django.db import connection

SHOWN = 20


@dataclass(frozen=True)
class Broken:
    """A rule with some of the rows that break it."""

    name: str
    rule: str
    rows: list


# Places that managers added to items, knowingly.
ADDED = "SELECT item_id, count(*) AS n FROM annotations_annotationevent WHERE verb = 'place_added' GROUP BY item_id"

RULES = {
    "I1": (
        "An item holds no more counted human annotations than its task requires and managers added places.",
        f"""
        SELECT i.id, count(*) FROM annotations_taskitem i
        JOIN annotations_annotationtask t ON t.id = i.task_id
        JOIN annotations_annotation a ON a.item_id = i.id AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
        JOIN annotations_annotator n ON n.id = a.annotator_id AND n.kind = 'human'
        LEFT JOIN ({ADDED}) added ON added.item_id = i.id
        WHERE a.origin IN ('ui', 'api')
        GROUP BY i.id, t.required_annotations_per_item, added.n
        HAVING count(*) > t.required_annotations_per_item + coalesce(added.n, 0)""",
    ),
    "I1-slots": (
        "Free, held and answered places of an item add up to what its task requires and managers added.",
        f"""
        SELECT i.id, i.open_slots, held.n, t.required_annotations_per_item FROM annotations_taskitem i
        JOIN annotations_annotationtask t ON t.id = i.task_id
        JOIN LATERAL (SELECT count(*) AS n FROM annotations_assignment s WHERE s.item_id = i.id
                      AND s.state IN ('leased', 'prefetched', 'returned', 'submitted')) held ON true
        LEFT JOIN ({ADDED}) added ON added.item_id = i.id
        WHERE i.open_slots + held.n <> t.required_annotations_per_item + coalesce(added.n, 0)""",
    ),
    "I2": (
        "One current annotation per item, annotator and round.",
        """
        SELECT item_id, annotator_id FROM annotations_annotation
        WHERE withdrawn_at IS NULL AND superseded_at IS NULL
        GROUP BY item_id, annotator_id, round HAVING count(*) > 1""",
    ),
    "I3": (
        "A submitted lease has its annotation.",
        """
        SELECT s.id FROM annotations_assignment s
        WHERE s.state = 'submitted' AND NOT EXISTS (
            SELECT 1 FROM annotations_annotation a WHERE a.item_id = s.item_id AND a.annotator_id = s.annotator_id
            AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL)""",
    ),
    "I4": (
        "A judgement answers a question of the form that its annotation carries.",
        """
        SELECT j.id FROM annotations_judgement j
        JOIN annotations_annotation a ON a.id = j.annotation_id
        JOIN annotations_question q ON q.id = j.question_id
        WHERE q.schema_version_id <> a.schema_version_id""",
    ),
    "I4-frozen": (
        "The form of a task that is not a draft is frozen.",
        """
        SELECT t.id FROM annotations_annotationtask t
        JOIN annotations_schemaversion s ON s.id = t.schema_version_id
        WHERE t.status <> 'DRAFT' AND s.frozen_at IS NULL""",
    ),
    "I6": (
        "A finished request has its result or a reason.",
        """
        SELECT id FROM reviews_llmrequest
        WHERE state = 'done' AND annotation_id IS NULL AND result IS NULL OR state = 'failed' AND last_error = ''""",
    ),
    "I6-answers": (
        "A request has one accepted answer at most; others that came are late.",
        """
        SELECT request_id FROM reviews_llmattempt WHERE status = 'ok' GROUP BY request_id HAVING count(*) > 1""",
    ),
    "I8": (
        "A request in a batch has one place there that waits for its result, and no other request has.",
        """
        SELECT q.id FROM reviews_llmrequest q
        LEFT JOIN reviews_llmbatchitem i ON i.request_id = q.id AND i.status = 'queued'
        LEFT JOIN reviews_llmbatch b ON b.id = i.batch_id AND b.status NOT IN ('reconciled', 'abandoned')
        WHERE (q.state = 'batched') <> (b.id IS NOT NULL)
        UNION ALL
        SELECT i.request_id FROM reviews_llmbatchitem i JOIN reviews_llmbatch b ON b.id = i.batch_id
        WHERE i.status = 'queued' AND b.status IN ('reconciled', 'abandoned')""",
    ),
    "I9": (
        "No request of a cancelled run still waits.",
        """
        SELECT q.id FROM reviews_llmrequest q JOIN reviews_evaluationrun r ON r.id = q.run_id
        WHERE r.desired_state = 'cancel' AND q.state = 'waiting'""",
    ),
    "I10": (
        "Only valid versions have cases, and as many as they say.",
        """
        SELECT v.id, v.row_count, count(c.id) FROM datasets_datasetversion v
        LEFT JOIN datasets_testcase c ON c.version_id = v.id
        GROUP BY v.id HAVING count(c.id) <> v.row_count OR (v.validation_status <> 'VALID' AND count(c.id) > 0)""",
    ),
    "I10-numbers": (
        "Version numbers have no gaps.",
        """
        SELECT dataset_id FROM datasets_datasetversion
        GROUP BY dataset_id HAVING max(version_number) <> count(*)""",
    ),
    "I13": (
        "A finished export says how many rows it holds.",
        """
        SELECT id FROM annotations_exportjob
        WHERE state = 'done' AND (manifest ->> 'item_count')::bigint IS DISTINCT FROM rows_written""",
    ),
    "I14-studies": (
        "A study's samples are scored over its own evidence, in its own organization.",
        """
        SELECT s.id FROM experiments_studysample s JOIN experiments_study y ON y.id = s.study_id
        JOIN annotations_annotationtask t ON t.id = s.task_id
        WHERE t.organization_id <> y.organization_id OR t.dataset_version_id IS DISTINCT FROM y.dataset_version_id
        UNION ALL
        SELECT l.stage_id FROM experiments_scorelane l
        JOIN experiments_studysample s ON s.id = l.sample_id JOIN experiments_study y ON y.id = s.study_id
        JOIN reviews_runstage g ON g.id = l.stage_id
        WHERE g.run_id <> y.run_id OR g.annotator_id IS NULL""",
    ),
    "I14-evaluations": (
        "What scores an evaluation answers questions of its task's form, in its own organization.",
        """
        SELECT s.id FROM experiments_evaluationscorer s JOIN experiments_evaluation e ON e.id = s.evaluation_id
        JOIN annotations_question q ON q.id = s.question_id
        JOIN annotations_schemaversion v ON v.id = q.schema_version_id
        JOIN annotations_annotator n ON n.id = s.annotator_id
        WHERE v.task_id <> e.task_id OR n.organization_id <> e.organization_id""",
    ),
    "I14-benchmarks": (
        "A suite run has tasks of its own suite, each scored in an evaluation of its organization.",
        """
        SELECT t.id FROM experiments_suiteruntask t JOIN experiments_suiterun r ON r.id = t.run_id
        JOIN experiments_benchmarktask b ON b.id = t.task_id
        LEFT JOIN experiments_evaluation e ON e.id = t.evaluation_id
        WHERE b.suite_id <> r.suite_id OR e.organization_id <> r.organization_id""",
    ),
    "I14-systems": (
        "An output is of a system of its own organization, and so are the candidates of a grading.",
        """
        SELECT o.id FROM datasets_modeloutput o JOIN datasets_testcase c ON c.id = o.test_case_id
        JOIN datasets_datasetversion v ON v.id = c.version_id LEFT JOIN datasets_system s ON s.id = o.system_id
        WHERE s.organization_id IS DISTINCT FROM v.organization_id
        UNION ALL
        SELECT c.id FROM reviews_gradingcandidate c JOIN reviews_gradingrun g ON g.id = c.grading_id
        JOIN datasets_system s ON s.id = c.system_id WHERE s.organization_id <> g.organization_id""",
    ),
    "I14-scores": (
        "A row of the quality ledger names the output that its judgement is of, a routed prompt outputs of its case.",
        """
        SELECT o.id::text FROM reviews_qualityobservation o JOIN annotations_judgement j ON j.id = o.judgement_id
        JOIN annotations_annotation a ON a.id = j.annotation_id JOIN annotations_taskitem i ON i.id = a.item_id
        JOIN annotations_annotationtask t ON t.id = a.task_id
        WHERE i.outputs[1] IS DISTINCT FROM o.output_id OR t.organization_id <> o.organization_id
        UNION ALL
        SELECT p.id::text FROM reviews_routedprompt p JOIN datasets_testcase c ON c.id = p.case_id
        JOIN datasets_datasetversion v ON v.id = c.version_id
        LEFT JOIN datasets_modeloutput m ON m.id IN (p.output_id, p.shadow_output_id)
        WHERE v.organization_id <> p.organization_id OR m.test_case_id <> p.case_id""",
    ),
    "I14-traffic": (
        "A unit has one variant of its experiment, by a chance above 0 and at most 1, and outcomes of its metrics.",
        """
        SELECT min(id) FROM experiments_allocation GROUP BY experiment_id, unit HAVING count(*) > 1
        UNION ALL
        SELECT a.id FROM experiments_allocation a JOIN experiments_variant v ON v.id = a.variant_id
        WHERE v.experiment_id <> a.experiment_id OR NOT (a.propensity > 0 AND a.propensity <= 1)
        UNION ALL
        SELECT o.allocation_id FROM experiments_trafficoutcome o
        JOIN experiments_allocation a ON a.id = o.allocation_id
        JOIN experiments_experimentmetric m ON m.id = o.metric_id
        WHERE o.experiment_id <> a.experiment_id OR o.experiment_id <> m.experiment_id""",
    ),
    "I14-metrics": (
        "A question has the type and settings of the metric it names, which is of its own organization.",
        """
        SELECT q.id FROM annotations_question q JOIN annotations_metric m ON m.id = q.metric_id
        JOIN annotations_schemaversion v ON v.id = q.schema_version_id
        JOIN annotations_annotationtask t ON t.id = v.task_id
        WHERE t.organization_id <> m.organization_id OR q.label_type <> m.label_type OR q.config <> m.config""",
    ),
    "I14-jobs": (
        "A job is an item of its method's task, and what is written down of it is whole.",
        """
        SELECT j.id FROM reviews_job j JOIN reviews_methodtask m ON m.id = j.method_task_id
        JOIN annotations_taskitem i ON i.id = j.item_id WHERE i.task_id <> m.task_id
        UNION ALL
        SELECT id FROM reviews_job WHERE state IN ('reviewed', 'signed_off') AND evaluate_text = ''""",
    ),
    "I15": (
        "What is spent and reserved equals its attempts and live batches, by month and by run.",
        """
        WITH money AS (
            SELECT r.organization_id, q.run_id, date_trunc('month', t.started_at AT TIME ZONE 'UTC')::date AS month,
                   coalesce(t.cost_usd, 0) AS spent,
                   CASE WHEN t.status = 'sent' THEN coalesce(t.reserved_usd, 0) ELSE 0 END AS reserved
            FROM reviews_llmattempt t
            JOIN reviews_llmrequest q ON q.id = t.request_id
            JOIN reviews_evaluationrun r ON r.id = q.run_id
            UNION ALL
            SELECT r.organization_id, b.run_id, date_trunc('month', b.created_at AT TIME ZONE 'UTC')::date, 0,
                   coalesce(b.reserved_usd, 0)
            FROM reviews_llmbatch b
            JOIN reviews_evaluationrun r ON r.id = b.run_id
            WHERE b.status IN ('draft', 'submitting', 'submitted', 'ended'))
        SELECT organization_id, run_id, month, sum(spent) AS spent, sum(reserved) AS reserved FROM (
            SELECT organization_id, run_id, NULL::date AS month, spent, reserved FROM money
            UNION ALL SELECT organization_id, NULL, month, spent, reserved FROM money
            UNION ALL SELECT organization_id, run_id, month, -spent_usd, -reserved_usd FROM reviews_spending
        ) differences
        GROUP BY organization_id, run_id, month HAVING sum(spent) <> 0 OR sum(reserved) <> 0""",
    ),
    "I14": (
        "No row refers to a row of another organization.",
        """
        SELECT a.id FROM annotations_annotation a
        JOIN annotations_annotator n ON n.id = a.annotator_id
        JOIN annotations_annotationtask t ON t.id = a.task_id
        WHERE n.organization_id <> t.organization_id
        UNION ALL
        SELECT s.id FROM annotations_assignment s
        JOIN annotations_annotator n ON n.id = s.annotator_id
        JOIN annotations_annotationtask t ON t.id = s.task_id
        WHERE n.organization_id <> t.organization_id
        UNION ALL
        SELECT i.id FROM annotations_taskitem i
        JOIN annotations_annotationtask t ON t.id = i.task_id
        JOIN datasets_testcase c ON c.id = i.test_case_id
        WHERE c.version_id <> t.dataset_version_id""",
    ),
}


def broken():
    """Every Broken rule; an empty list when all hold."""
    found = []
    with connection.cursor() as cursor:
        for name, (rule, query) in RULES.items():
            cursor.execute(f"SELECT * FROM ({query}) violations LIMIT {SHOWN}")
            rows = cursor.fetchall()
            if rows:
                found.append(Broken(name=name, rule=rule, rows=rows))
    return found
