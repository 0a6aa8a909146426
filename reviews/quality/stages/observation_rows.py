"""What a judge found about a model's answer, as a row of the quality ledger."""

from reviews.quality.models import QualityObservation


def observe(judged, *, grading, grader_id):
    """Store a row for each (candidate's ModelOutput, id of its Judgement, whether either is simulated) of a grading.

    What the same grader found about the same output before is replaced. Returns the rows; one statement.
    """
    rows = [
        QualityObservation(
            organization_id=grading.organization_id,
            task_type=grading.task_type,
            system_id=output.system_id,
            baseline_id=grading.baseline_id,
            grader_id=grader_id,
            judgement_id=judgement,
            output=output,
            grading=grading,
            simulated=simulated or output.simulated,
            tags={"grading": str(grading.pk)},
        )
        for output, judgement, simulated in judged
    ]
    return QualityObservation.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["output", "grader_id"],
        update_fields=["judgement", "simulated"],
    )
