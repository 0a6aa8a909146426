"""Prompts of methods are checked whole before anybody is asked with them."""

import pytest
import yaml

from reviews.jobs.errors import JobError
from reviews.jobs.methods.prompt import parse_prompt
from tests.reviews.jobs.methods.cases import YAML

GOOD = yaml.safe_load(YAML)


def parsed(**changes):
    data = {name: value for name, value in (GOOD | changes).items() if value is not None}
    return parse_prompt(yaml.safe_dump(data), is_shipped=True)


def test_prompts_are_read_with_defaults_and_hashes():
    prompt = parse_prompt(YAML)
    assert (prompt.name, prompt.version, prompt.description) == ("trial_review", "1.2", "")
    assert prompt.dimensions == ("balance", "precision")
    assert "{{ knowledge_context }}" in prompt.system and "{{ artifact }}" in prompt.user
    assert len(prompt.sha256) == 64

    assert parse_prompt(YAML).sha256 != parse_prompt(f"{YAML} ").sha256

    prompt = parsed(name=None, version=None, system=None)
    assert (prompt.name, prompt.version, prompt.system) == ("unknown", "0.0", "")

    for version, read in [(2, "2"), (1.5, "1.5"), ("1.10", "1.10")]:
        assert parsed(version=version).version == read, (version, read)

    assert parsed(dimensions="balance, precision ,").dimensions == ("balance", "precision")


def test_field_that_is_wrong_is_named():
    for field, value, words in [
        ("dimensions", None, "has no dimensions"),
        ("dimensions", [], "has 0 dimensions"),
        ("dimensions", [f"d{n}" for n in range(21)], "has 21 dimensions"),
        ("dimensions", ["Balance"], "'Balance'"),
        ("dimensions", ["a b"], "'a b'"),
        ("dimensions", [3], "is 3"),
        ("dimensions", ["overall"], "not overall"),
        ("dimensions", ["a", "a"], "named twice"),
        ("dimensions", {"a": 1}, "has no dimensions"),
        ("version", "1 0", "'1 0'"),
        ("version", True, "True"),
        ("version", "x" * 21, "1 to 20"),
        ("name", ["x"], "of type list"),
        ("name", "x" * 101, "has 101 characters"),
        ("system", 5, "of type int"),
        ("user", None, "does not show the artifact"),
        ("user", "Hello", "does not show the artifact"),
        ("user", "{{ artifact }} {{ secret }}", "shows 'secret'"),
        ("system", "{{ artifact }}", "template system shows 'artifact'"),
        ("system", "{% if %}", "Expected an expression"),
        ("extra", "x", "unknown field 'extra'"),
    ]:
        with pytest.raises(JobError) as refused:
            parsed(**{field: value})

        assert words in refused.value.message, (field, value, words)
        assert (refused.value.category, refused.value.field) == ("config_invalid", field), (field, value, words)


def test_text_that_is_no_prompt_is_refused():
    for text in [
        "",
        "- a",
        "a: [",
        "x" * 64_001,
        "!!python/object/apply:os.system [ls]",
        "version: 2024-99-99",
        "[" * 1000,
    ]:
        with pytest.raises(JobError) as refused:
            parse_prompt(text)

        assert refused.value.field == "prompt", text


def test_templates_of_people_are_looked_at_in_a_child(monkeypatch):
    monkeypatch.setattr(
        "reviews.scorers.prompts.rendering._in_a_child",
        lambda written, field: {"field": "user", "problem": "it takes more than 2 seconds of work"},
    )

    with pytest.raises(JobError, match="seconds"):
        parse_prompt(YAML.replace("{{ artifact }}", "{{ artifact }}{{ 7 ** (10 ** 9) }}"))


def test_text_is_looked_at_once(monkeypatch):
    text = f"{YAML}# once"
    first = parse_prompt(text)
    monkeypatch.setattr("reviews.jobs.methods.prompt.names_in", None)

    assert parse_prompt(text) is first
