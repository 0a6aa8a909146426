"""Items as tasks of Label Studio: what was imported in that format comes out again, with what was worked on since."""

import json

from annotations.content.quotes import source_texts
from annotations.exports.actions import query
from annotations.exports.actions.rows import WHOSE, Source
from annotations.exports.label_studio_answers import BadResult, answers_of, is_readable, justifications_of
from annotations.exports.label_studio_results import object_names, results_of, results_of_answer
from annotations.tasks.actions import form

PERSONAL = ("completed_by", "created_username", "last_created_by", "updated_by", "comment_authors", "annotators")


def source(job, options):
    """The Source of a job whose format takes whole items; ground truth is one annotation marked as such."""
    specs = form.load(job.task.schema_version_id).specs
    total = query.counted(job.task, options)[0]
    if job.kind == "ground_truth":
        from annotations.exports.actions import ground_truth_rows  # here: the web process needs none of its arithmetic

        counts = ground_truth_rows.no_counts()
        decided = ground_truth_rows.decided_rows(job.task, options, specs, counts)
        return Source(rows=(_truth(row, specs) for row in decided), columns=[], total=total, counts=counts)
    rows = (_task(json.loads(row), specs, options) for row in query.stream("export_label_studio", job.task, options))
    return Source(rows=rows, columns=[], total=total)


def _truth(row, specs):
    texts = source_texts(input=row["input"], outputs=[row["output"]] if row["output"] is not None else [])
    names = object_names(texts)
    results = results_of(row["value"], specs, label=row["item_id"], names=names)
    annotation = {
        "id": int(row["item_id"]),
        "result": results,
        "ground_truth": True,
        "was_cancelled": False,
        "evalhub": {name: row[name] for name in (*dict(WHOSE), "unresolved")},
    }
    return _plain_task(row, texts, names) | {"annotations": [annotation], "predictions": []}


def _plain_task(row, texts, names):
    data = {names[field]: text for field, text in texts.items()}
    if row["external_id"] is not None:
        data.setdefault("external_id", row["external_id"])
    return {"id": int(row["item_id"]), "data": data}


def _task(row, specs, options):
    """One task; the frame of an imported one, else a new one."""
    texts = source_texts(input=row["input"], outputs=row["outputs"])
    names = object_names(texts)
    # What came with annotations says more of an item than what came with prelabels: the newest of each.
    own = {}
    for frame in row["frames"] or ():
        details, before = frame["details"], own.get(frame["actor"], {})
        if details.get("import_kind") != "prelabels" or before.get("import_kind") != "annotations":
            own[frame["actor"]] = details
    task = dict(own.get(None, {}).get("label_studio") or _plain_task(row, texts, names))
    if options.pseudonymise:
        task = {name: value for name, value in task.items() if name not in PERSONAL}
    annotations, predictions = [], list(task.get("predictions", []))
    known = {json.dumps(part, sort_keys=True) for part in predictions}
    for annotation in row["annotations"]:
        kept = own.get(annotation["annotator_id"], {})
        written = _annotation(annotation, kept, specs, texts, names, options)
        if annotation["kind"] == "human":
            annotations.append(written)
        elif json.dumps(written, sort_keys=True) not in known:
            predictions.append(written)
    kept = own.get(None, {}).get("cancelled", [])  # skips of Label Studio: nobody's annotation here, kept as they came
    return task | {"annotations": annotations + kept, "predictions": predictions}


def _annotation(row, kept, specs, texts, names, options):
    frame = kept.get("label_studio")
    answers, why = row["labels"] or {}, row["justifications"] or {}
    if frame is None:
        results = results_of(answers, specs, justifications=why, label=str(row["id"]), names=names)
        written = _new_frame(row) | {"result": results}
    else:
        results, is_changed = _merged(frame, kept["names"], specs, answers, why, texts, names, str(row["id"]))
        written = frame | {"result": results}
        if is_changed:
            written |= {"updated_at": row["submitted_at"], "result_count": len(results)}
    if options.pseudonymise:
        written = {name: value for name, value in written.items() if name not in PERSONAL}
        written["completed_by"] = {"first_name": row["hidden"] or row["annotator"]}
    return written


def _new_frame(row):
    about = {name: row[name] for name in ("revision", "origin", "exposure", "flagged", "simulated")}
    about |= {
        "annotator_kind": row["kind"],
        "flag_reason": row["flag_reason"] or None,
        "confidences": row["confidences"] or {},
        "abstained": row["abstained"] or [],
    }
    frame = {"id": row["id"], "created_at": row["submitted_at"], "updated_at": row["submitted_at"], "evalhub": about}
    if row["kind"] != "human":
        confidences = list((row["confidences"] or {}).values())
        score = sum(confidences) / len(confidences) if confidences else None
        return frame | {"model_version": row["annotator"], "score": score}
    who = {"email": row["email"], "first_name": row["annotator"]}
    return frame | {
        "completed_by": who,
        "lead_time": row["time_spent_seconds"],
        "was_cancelled": False,
        "ground_truth": False,
    }


def _merged(frame, from_names, specs, answers, why, texts, names, label):
    """(results, whether any changed): results whose answer stands come as they came, changed ones keep their place."""
    originals = frame.get("result", [])
    try:
        before = answers_of(originals, specs, names=from_names, texts=texts)
    except BadResult:
        before = {}
    same = {key for key, value in before.items() if key in answers and _ordered(answers[key]) == _ordered(value)}
    notes = justifications_of(originals, from_names)
    same = {key for key in same if why.get(key, "") == notes.get(key, "")}
    new = {
        spec.key: results_of_answer(spec, answers[spec.key], label=f"{label}-{spec.key}", names=names)
        for spec in specs
        if spec.key in answers and spec.key not in same
    }
    results, is_changed = [], bool(new) or set(before) != set(answers)
    for result in originals:
        key = from_names.get(result.get("from_name")) if is_readable(result) else None
        if key is None or key in same:
            results.append(result)
        elif new.get(key):
            results.append(_replaced(result, new[key].pop(0), why.get(key)))
    back = {key: name for name, key in from_names.items()}
    for key, left in new.items():
        results += [_noted(part | {"from_name": back.get(key, key)}, why.get(key)) for part in left]
    return results, is_changed


def _ordered(value):
    """Passages in reading order, as they are stored; any other value as it is."""
    if isinstance(value, list) and all(isinstance(part, dict) and "start" in part for part in value):
        return sorted(value, key=lambda part: (part["field"], part["start"], part["end"], part.get("label", "")))
    return value


def _replaced(original, new, why):
    """The new answer in the place of an original result: with its id and what else it carries."""
    is_span = new["type"] == "labels"
    kept = original | {"type": new["type"], "value": new["value"]}
    return _noted(kept | ({"to_name": new["to_name"]} if is_span and original["value"] != new["value"] else {}), why)


def _noted(result, why):
    return result | ({"meta": (result.get("meta") or {}) | {"text": [why]}} if why else {})
