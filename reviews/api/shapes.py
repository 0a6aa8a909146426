"""JSON shapes that the API of machine annotators answers with."""


def annotator_shape(annotator):
    return {
        "annotator_id": str(annotator.pk),
        "kind": annotator.kind,
        "name": annotator.name,
        "model": annotator.model or None,
        "prompt_version": annotator.prompt_version or None,
        "parser_version": annotator.parser_version or None,
        "parameters": annotator.parameters,
        "simulated": annotator.simulated,
        "status": annotator.status,
        "created_at": annotator.created_at.isoformat(),
    }


def run_shape(run, progress):
    return {
        "run_id": str(run.pk),
        "task_id": str(run.task_id),
        "annotator": annotator_shape(run.annotator),
        "desired_state": run.desired_state,
        "progress": {
            "total": progress.total,
            "done": progress.done,
            "failed": progress.failed,
            "waiting": progress.waiting,
            "running": progress.running,
            "cancelled": progress.cancelled,
        },
        "prompt_tokens": progress.prompt_tokens,
        "completion_tokens": progress.completion_tokens,
        "cost_usd": str(progress.cost_usd) if progress.cost_usd is not None else None,
        "unpriced_calls": progress.unpriced_calls,
        "created_at": run.created_at.isoformat(),
    }
