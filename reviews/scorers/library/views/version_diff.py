"""What differs between two versions of a prompt: their texts, and the examples that they show."""

from reviews.scorers.library.views import line_diff


def of_versions(left, right):
    """The LineDiff `diff` of the texts, and `examples_diff` of the examples; None where neither shows any."""
    has_examples = left.examples or right.examples
    return {
        "diff": line_diff.compare(left.text, right.text),
        "examples_diff": line_diff.compare(_text(left.examples), _text(right.examples)) if has_examples else None,
    }


def _text(examples):
    """The examples as lines: the texts of each item, then the confirmed answers."""
    lines = []
    for example in examples:
        lines += [f"{text['name']}: {text['text']}" for text in example["texts"]]
        for answer in example["answers"]:
            lines.append(f"{answer['title']}: {answer['value']}")
            lines += [answer["justification"]] if answer["justification"] else []
        lines.append("")
    return "\n".join(lines)
