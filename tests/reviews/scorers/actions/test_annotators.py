"""Language-model annotators: same settings, same annotator; only what may be set can be set."""

import hashlib

import pytest
from django.db import IntegrityError

from annotations.models import Annotator
from evalhub.lib.errors import InvalidInput
from reviews.scorers.actions import annotators
from tests import factories
from tests.reviews.scorers import second_judge


def create(member, **fields):
    settings = {"model": "simulated-careful"} | fields
    return annotators.create(organization=member.organization, by=member.user, **settings)


def test_same_settings_are_the_same_annotator_and_others_another(bob, mallory):
    first = create(bob, name="First")

    assert first == create(bob, name="Second")
    for other in [{"model": "simulated-hasty"}, {"parameters": {"temperature": 0.5}}]:
        assert first != create(bob, **other), other
    assert first != create(mallory) and Annotator.objects.count() == 4


def test_annotators_keep_versions_and_their_method(bob):
    annotator = create(bob)
    assert (annotator.prompt_version, annotator.parser_version) == ("questions.v2", "questions-1")
    assert annotator.simulated and annotator.name == "simulated-careful" and annotator.method == "questions"
    settings = '["simulated-careful","questions.v2","questions-1",{}]'
    assert annotator.fingerprint == hashlib.sha256(settings.encode()).hexdigest()  # as before there were methods

    with second_judge.registered():
        first, second = create(bob), create(bob, method="twice_read")

        assert first != second and second.method == "twice_read"
        assert first.prompt_version == second.prompt_version and first.fingerprint != second.fingerprint
        assert create(bob) == first and create(bob, method="twice_read") == second
        with pytest.raises(InvalidInput, match=r"'questions\.v1'"):
            create(bob, method="twice_read", prompt_version="questions.v1")

    for method in ("exact_match", "experiment", "nothing"):
        with pytest.raises(InvalidInput, match="Valid: g_eval, questions"):
            create(bob, method=method)


def test_database_gives_people_no_method(alice):
    annotator = factories.make_annotator(alice)

    with pytest.raises(IntegrityError, match="annotator_person_has_no_method"):
        Annotator.objects.filter(pk=annotator.pk).update(method="questions")


def test_name_that_no_model_has_is_refused(bob):
    for name in ["", "  ", "-x", "a b", "<b>", "x" * 201, "gpt\x00", "gpt\n4"]:
        with pytest.raises(InvalidInput, match="The model is"):
            create(bob, model=name)
    for address in [
        "openai/http://10.0.0.1/v1",
        "openai/x@evil.example",
        "huggingface/127.0.0.1",
        "ollama/localhost:11434",
        "openai/../secrets",
    ]:
        with pytest.raises(InvalidInput) as refused:
            create(bob, model=address)
        assert refused.value.code == "invalid_model", address


def test_model_that_cannot_be_asked_is_refused_with_the_variable_to_set(bob, no_keys):
    no_keys.delenv("MISTRAL_API_KEY", raising=False)
    for model, words in [
        ("openai/gpt-4o-mini", "Set OPENAI_API_KEY, or OPENAI_API_BASE"),
        ("claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("mistral/mistral-small", "MISTRAL_API_KEY"),
        ("nonsense-model", "no known provider"),
        ("nonsense/model", "no known provider"),
    ]:
        with pytest.raises(InvalidInput, match=words) as raised:
            create(bob, model=model)

        assert raised.value.code == "model_not_callable" and not Annotator.objects.exists(), model


def test_real_model_is_another_annotator_than_the_one_with_its_simulated_answers(bob, openai_key):
    first = create(bob, model="openai/gpt-4o-mini")
    Annotator.objects.filter(pk=first.pk).update(simulated=True)

    second = create(bob, model="openai/gpt-4o-mini")

    assert second != first and not second.simulated
    assert create(bob, model="openai/gpt-4o-mini") == second


def test_parameters_are_checked(bob):
    for parameters, words in [
        ({"api_base": "http://127.0.0.1"}, "unknown"),
        ({"api_key": "x"}, "unknown"),
        ({"mock_response": "x"}, "unknown"),
        ({"temperature": "hot"}, "from 0 to 2"),
        ({"temperature": 3}, "from 0 to 2"),
        ({"temperature": True}, "from 0 to 2"),
        ({"top_p": -0.1}, "from 0 to 1"),
        ({"seed": 1.5}, "whole number"),
        ({"stop": [1]}, "text"),
        ({"stop": ["a"] * 5}, "four"),
        ({"reasoning_effort": {"a": 1}}, "word"),
        ({"top_k": 0.5}, "from 1 to 10,000"),
        ({"thinking": True}, "budget_tokens"),
        ({"extra_body": {"stream": True}}, "other than stream"),
        ({"top_n": 1}, "Valid: extra_body, .*thinking, top_k, top_p, verbosity"),
    ]:
        with pytest.raises(InvalidInput, match=words):
            create(bob, parameters=parameters)


def test_unknown_prompts_name_the_valid_ones(bob):
    with pytest.raises(InvalidInput, match="questions.v1"):
        create(bob, prompt_version="questions.v0")
    with pytest.raises(InvalidInput, match="'score_critic.v1'. Valid: g_eval.v1, .*questions.v2, "):
        create(bob, prompt_version="score_critic.v1")

    assert create(bob, parameters={"temperature": None}).parameters == {"temperature": None}
