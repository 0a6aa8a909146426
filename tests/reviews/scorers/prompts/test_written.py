"""What a written prompt of a judge or a step must be, and what is said of one that is not."""

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.scorers.prompts import rendering
from reviews.scorers.prompts.prompt import load_prompt, render_prompt, shipped_text
from reviews.scorers.prompts.written import own_version, parse_written, parts_of, variables

TEXT = shipped_text("questions.v2")
CRITIC = shipped_text("score_critic.v2")


def problem_of(text, version="questions@1"):
    with pytest.raises(InvalidInput) as refused:
        parse_written(text, version=version)
    return refused.value.field, refused.value.message


@pytest.mark.parametrize("name", ["questions.v1", "questions.v2", "score_critic.v2", "rubric_gen.v1", "score_gen.v1"])
def test_shipped_texts_can_be_written_again(name):
    shipped, written = load_prompt(name), parse_written(shipped_text(name), version=f"{name.split('.')[0]}@1")

    assert (written.system, written.user, written.tokens) == (shipped.system, shipped.user, shipped.tokens)
    assert not written.is_shipped and written.kind == shipped.kind


@pytest.mark.parametrize(
    "old, new, field",
    [
        ("judge: questions", "judge: others", "judge"),
        ("kind: judge", "kind: critic", "kind"),
        ("title: ", "titel: ", "titel"),
        ("tokens: 800", "tokens: 0", "tokens"),
        ("tokens: 800", "tokens: true", "tokens"),
        ("tokens_per_question: 500", "tokens_per_question: 99999", "tokens_per_question"),
        ("shows_expected_output: false", "shows_expected_output: 1", "shows_expected_output"),
        ("order: [quotes,", "order: [quotes, quotes,", "order"),
        ("{{ canary }}", "none", "user"),
        ("\nsystem: |\n", "\nsystem: |\n  {{ fields }}\n", "system"),
        ("\nsystem: |\n", "\nsystem: |\n  {% if %}\n", "system"),
        ("\nuser: |\n", "\nuser: |\n  {{ secrets }}\n", "user"),
    ],
)
def test_what_is_wrong_is_named(old, new, field):
    assert old in TEXT
    assert problem_of(TEXT.replace(old, new))[0] == field


def test_texts_are_checked_as_a_whole():
    for text in ("- a", "a: [", "x" * 64_001, "!!python/object/apply:os.system [ls]"):
        assert problem_of(text)[0] == "prompt", text

    assert problem_of(CRITIC)[0] == "kind"


def test_it_is_filled_in_in_a_child(monkeypatch):
    prompt = parse_written(TEXT, version="questions@1")
    seen = []
    monkeypatch.setattr(
        rendering, "_in_a_child", lambda written, field: seen.append(field) or {"done": {"system": "S", "user": "U"}}
    )

    assert render_prompt(prompt, {}) == ("S", "U") and len(seen) == 1


def test_names_and_material_of_versions():
    assert parts_of(own_version("questions", 3)) == ("questions", 3, "")
    assert parts_of(own_version("questions", 3, "ab" * 32)) == ("questions", 3, "abababababab")
    for other in ("questions.v2", "questions@0", "experiment p1.2 v1 kv1", "", "questions@1.xyz"):
        assert parts_of(other) is None, other

    found = variables("questions")
    assert "fields" in found["user"] and "fields" not in found["system"]
