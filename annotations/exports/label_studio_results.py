"""Answers as results of Label Studio's published JSON format.

What the format has a type for is written in it: choices, rating, number, textarea, labels, pairwise, ranker. Any other
answer is a textarea that holds its JSON. Offsets of labels count code points, as Label Studio does since October 2021;
before, it counted the UTF-16 units of browsers.
"""

from annotations.labels.types import registry as label_types


def results_of(answers, specs, *, justifications=None, label, names):
    """[result] of one annotation; `label` begins their ids, `names` is {field: name of the object} of the item.

    A justification is the text under `meta`, where the format keeps notes on a result.
    """
    results = []
    for spec in specs:
        if spec.key in answers:
            found = results_of_answer(spec, answers[spec.key], label=f"{label}-{spec.key}", names=names)
            why = (justifications or {}).get(spec.key)
            results += [result | {"meta": {"text": [why]}} for result in found] if why else found
    return results


def results_of_answer(spec, value, *, label, names):
    """[result] of one answer: one for each span, a single one for all else."""
    label_type = label_types[spec.label_type]
    if label_type.marks_passages:
        return [_span(spec, span, label=f"{label}-{index}", names=names) for index, span in enumerate(value)]
    kind, written = label_type.to_label_studio(value)
    # A question about the whole item is drawn at the first output, else the first text.
    outputs = [name for field, name in names.items() if field.startswith("output")]
    return [_result(spec, kind, written, label=label, to_name=next(iter([*outputs, *names.values()]), "text"))]


def object_names(fields):
    """{field: name of its object and of its key in `data`}: input.question is question, output.2 is output_2."""
    names, taken = {}, set()
    for field in fields:
        plain = field.removeprefix("input.").replace(".", "_")
        name = plain if plain not in taken else field.replace(".", "_")
        taken.add(name)
        names[field] = name
    return names


def _span(spec, span, *, label, names):
    value = {"start": span["start"], "end": span["end"], "text": span["quote"]}
    kind = "labels"
    if span.get("label"):
        value["labels"] = [span["label"]]
    return _result(spec, kind, value, label=label, to_name=names.get(span["field"], span["field"]))


def _result(spec, kind, value, *, label, to_name):
    return {
        "id": label,
        "from_name": spec.key,
        "to_name": to_name,
        "type": kind,
        "origin": "manual",
        "value": value,
    }
