"""`manage.py parse`: the decision of a parser, on the command line and without a database."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

CONTEXT = json.dumps({"label_mapping": {"A": 1, "B": 2}, "abstain_enabled": False, "scale_size": 2})


@pytest.fixture
def parse(monkeypatch, capsys):
    def run(text, *words):
        raw = io.TextIOWrapper(io.BytesIO(text.encode()))
        monkeypatch.setattr("sys.stdin", raw)
        call_command("parse", *words)
        return json.loads(capsys.readouterr().out)

    return run


def test_it_prints_what_the_parser_decides(parse):
    found = parse("Für B spricht viel.\nVERDICT: B", "--stage", "score_gen_single", "--context", CONTEXT)

    assert found == {
        "accepted": True,
        "reason": None,
        "reasoning": "Für B spricht viel.",
        "parser_version": "score_gen_single.2",
        "read_as": "text",
        "abstained": False,
        "decoded": [2],
    }


def test_refused_texts_are_printed_with_their_reason(parse):
    found = parse("Hm.\nVERDICT: ABSTAIN", "--stage", "score_gen_subset", "--context", CONTEXT)

    assert (found["accepted"], found["reason"]) == (False, "The model abstains, which is not allowed here.")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--stage", "score"), "Valid: evidence_view, rubric_critic"),
        (("--stage", "score_critic", "--parser", "9"), "no version 9"),
        (("--stage", "score_critic", "--context", "[]"), "Valid: an object"),
        (("--stage", "score_critic", "--context", "{"), "JSON"),
        (("--stage", "score_critic", "--context", '{"labels": {}}'), "label_mapping"),
        (("--stage", "score_critic", "--context", '{"scale_size": "3"}'), "scale_size"),
        (("--stage", "score_critic", "--context", '{"abstain_enabled": 1}'), "abstain_enabled"),
        (("--stage", "score_critic", "--context", '{"label_mapping": {"A": 0}}'), "label_mapping"),
        (("--stage", "score_critic", "--context", '{"label_mapping": {"A": 3}, "scale_size": 2}'), "label_mapping"),
    ],
)
def test_mistakes_are_named(parse, words, named):
    with pytest.raises(CommandError, match="(?s).*") as refused:
        parse("x", *words)

    assert named in str(refused.value)
