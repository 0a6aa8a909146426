"""What holds for every label type there is, so that a new one is checked by being added."""

from pathlib import Path

import pytest

from annotations.consensus.methods import registry as consensus_methods
from annotations.labels.base import LabelType
from annotations.labels.types import registry
from evalhub.lib.errors import EvalHubError, InvalidInput
from reviews.scorers.judges.answer_schema import problem_with, response_format
from reviews.scorers.judges.material import QuestionView
from tests.annotations.labels.types.beside import module_of

TEMPLATES = Path(__file__).parents[3] / "templates"
LEVELS = {"nominal", "ordinal", "interval", "ratio", "sets", None}
SCHEMA_KEYS = {
    "key",
    "name",
    "type",
    "title",
    "help",
    "required",
    "position",
    "multiple",
    "fields",
    "show_if",
    "require_if",
    "reason",
    "evidence",
}


@pytest.fixture(params=list(registry))
def example(request):
    label_type = registry[request.param]
    config, value = module_of(request.param).EXAMPLE
    return label_type, label_type.clean_config(config), value


@pytest.mark.parametrize("key", list(registry))
def test_a_label_type_is_one_file_and_one_template(key):
    label_type = registry[key]

    assert isinstance(label_type, LabelType)
    assert label_type.key == key == type(label_type).__module__.rsplit(".", 1)[-1]
    assert label_type.title
    assert (TEMPLATES / label_type.template).is_file()
    assert label_type.consensus is None or label_type.consensus in consensus_methods


def test_names_and_aliases_are_unique():
    names = [name for label_type in registry.values() for name in (label_type.key, *label_type.aliases)]

    assert len(names) == len(set(names))


def test_config_keys_do_not_collide_with_those_of_a_question(example):
    _, config, _ = example

    assert not SCHEMA_KEYS & set(config)


def test_clean_config_is_stable_and_strict(example):
    label_type, config, _ = example

    assert label_type.clean_config(config) == config
    for wrong in ({**config, "surprise": 1}, [], None, "config", 3):
        with pytest.raises(InvalidInput):
            label_type.clean_config(wrong)


def test_values_are_stable_comparable_and_shown(example):
    label_type, config, value = example

    assert label_type.clean(config, label_type.clean(config, value)) == value
    assert label_type.level(config) in LEVELS
    assert label_type.display(config, value)
    domain = label_type.domain(config)
    assert domain is None or label_type.number(config, value) in domain


def test_nothing_is_empty(example):
    label_type, config, value = example

    assert label_type.is_empty(config, None)
    assert not label_type.is_empty(config, value)
    assert label_type.from_form(config, []) is None


def test_what_a_model_answers_fits_its_schema_and_becomes_the_value(example):
    label_type, config, value = example
    json_schema = label_type.json_schema(config)
    answer = getattr(module_of(label_type.key), "MACHINE_ANSWER", value)

    form = response_format([QuestionView("x", "X", label_type.key, json_schema)])

    assert "q1_x_value" in form.model_fields
    assert problem_with(json_schema, answer) == ""
    assert problem_with(json_schema, {"surprise": 1})
    if not label_type.marks_passages:  # the item says where the quote stands
        assert label_type.clean(config, label_type.from_machine(config, answer)) == value


def test_unknown_label_types_name_the_known_ones():
    with pytest.raises(EvalHubError, match="Unknown label type 'drawing'. Valid: .*single_choice"):
        registry["drawing"]
