"""Templates that people write cannot reach, stop or fill the server."""

from pathlib import Path

import pytest

from evalhub.lib.errors import Unavailable
from reviews.scorers.prompts import rendering, sandbox
from reviews.scorers.prompts.rendering import TemplateRefused, names_in, render, render_each

ENDLESS = "{% for a in text %}{% for b in text %}{% for c in text %}{% endfor %}{% endfor %}{% endfor %}"
TALKATIVE = "{% for a in text %}{% for b in text %}xxxxxxxxxx{% endfor %}{% endfor %}"
MANY = "x" * 3000


def problem_of(template, values=None):
    with pytest.raises(TemplateRefused) as refused:
        render(template, values or {})
    assert (refused.value.code, refused.value.field) == ("bad_template", "user")
    return refused.value.message


def test_values_are_filled_in_as_they_are():
    assert render("{{ text }}!", {"text": "{{ 1 }} <b> é\n"}) == "{{ 1 }} <b> é\n!"

    assert render_each({"system": "{{ a }}", "user": "{{ a }}{{ a }}"}, {"a": 1}) == {"system": "1", "user": "11"}

    texts = {"system": "{{ a }}{{ b }}", "user": "{{ a }}{{ b }}"}
    for is_shipped in (True, False):
        found = render_each(texts, {"a": 1, "b": 2}, own={"user": {"b": 3}}, is_shipped=is_shipped)

        assert found == {"system": "12", "user": "13"}


def test_endless_loop_ends(monkeypatch, tmp_path):
    program = tmp_path / "sandbox.py"
    program.write_text(Path(sandbox.__file__).read_text().replace("CPU_SECONDS = 2", "CPU_SECONDS = 1"))
    monkeypatch.setattr(rendering, "_PROGRAM", str(program))

    assert "more than 2 seconds of work" in problem_of(ENDLESS, {"text": MANY})


def test_program_that_only_waits_is_ended(monkeypatch):
    monkeypatch.setattr(rendering, "SECONDS", 0)

    assert "takes longer than 0 seconds" in problem_of(ENDLESS, {"text": MANY})


def test_memory_is_limited():
    for template in ["{{ 'x' * 10 ** 10 }}", "{{ 'x' | center(10 ** 10) }}", "{{ [0] * 10 ** 9 }}"]:
        assert "256 MB of memory" in problem_of(template), template


def test_constants_are_worked_out_in_the_child_even_to_look_for_names(monkeypatch):
    monkeypatch.setattr(rendering, "_in_a_child", lambda written, field: {"done": {field: ["found"]}})

    assert names_in({"user": "{{ 7 ** (10 ** 9) }}"}) == {"user": ["found"]}  # here it would take minutes


def test_output_is_limited_and_nothing_leads_out():
    assert "writes more than 2000000 characters" in problem_of(TALKATIVE, {"text": MANY})

    for template in [
        "{{ ''.__class__ }}",
        "{{ (text | attr('__class__')).__mro__ }}",
        "{{ '{0.__class__}'.format(text) }}",
        "{{ rows.append(1) }}",
        "{{ self.__init__.__globals__ }}",
        "{{ rows | map(attribute='__class__') | first }}",
    ]:
        assert "unsafe" in problem_of(template, {"text": "a", "rows": [1]}) or "undefined" in problem_of(template)


def test_what_is_wrong_is_told_by_template():
    for name in ["range", "lipsum", "cycler", "config", "request", "namespace"]:
        assert f"'{name}' is undefined" in problem_of(f"{{{{ {name} }}}}"), name

    for template, words in [
        ("{% if %}", "Expected an expression"),
        ("{% include 'x' %}", "no loader"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{" + "(" * 9000, "nested too deeply"),
        ("x" * 20_001, "has 20001 characters"),
    ]:
        assert words in problem_of(template), (template, words)

    with pytest.raises(TemplateRefused, match="The template system cannot be filled in") as refused:
        render_each({"user": "fine", "system": "{{ x }}"}, {})
    assert refused.value.field == "system"

    assert "bytes. Valid: at most" in problem_of("{{ text }}", {"text": "x" * 8_000_001})


def test_child_sees_no_environment(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "s3cret")
    seen = {}
    popen = rendering.subprocess.Popen

    def spy(command, **options):
        seen.update(options, command=command)
        return popen(command, **options)

    monkeypatch.setattr(rendering.subprocess, "Popen", spy)

    assert render("{{ 1 }}", {}) == "1"
    assert seen["env"] == {} and "-I" in seen["command"]


def test_program_that_does_not_start_is_no_fault_of_the_template(monkeypatch):
    monkeypatch.setattr(rendering, "_PROGRAM", "/nowhere/sandbox.py")

    with pytest.raises(Unavailable, match="did not start"):
        render("{{ 1 }}", {})


def test_shipped_templates_need_no_child(monkeypatch):
    monkeypatch.setattr(rendering, "_in_a_child", None)

    assert render_each({"user": "{{ a }}"}, {"a": 1}, is_shipped=True) == {"user": "1"}


def test_names_are_found_by_field():
    assert names_in({"system": "{{ b }} {% if a %}{% endif %}", "user": "{% set c = 1 %}{{ c }}"}) == {
        "system": ["a", "b"],
        "user": [],
    }
