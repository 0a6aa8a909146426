"""What holds for every label type there is, so that a new one is checked by being added."""

from pathlib import Path

import pytest

from annotations.labels import registry
from annotations.labels.base import LabelType
from evalhub.lib.errors import EvalHubError, InvalidInput

TEMPLATES = Path(__file__).parents[3] / "templates"
LEVELS = {"nominal", "ordinal", "interval", "ratio", "sets", None}
SCHEMA_KEYS = {"key", "name", "type", "title", "help", "required", "position", "multiple"}

EXAMPLES = {
    "single_choice": ({"options": [{"value": "a"}, {"value": "b"}]}, "b"),
    "multiple_choice": ({"options": [{"value": "a"}, {"value": "b"}]}, ["b"]),
    "rating": ({"scale": {"min": 1, "max": 5}}, 4),
    "number": ({"min": 0}, 2.5),
    "text": ({}, "clear"),
}


@pytest.fixture(params=sorted(EXAMPLES))
def example(request):
    label_type = registry[request.param]
    config, value = EXAMPLES[request.param]
    return label_type, label_type.clean_config(config), value


def test_every_label_type_has_an_example_here():
    assert set(registry) >= set(EXAMPLES)


@pytest.mark.parametrize("key", list(registry))
def test_a_label_type_is_one_file_and_one_template(key):
    label_type = registry[key]

    assert isinstance(label_type, LabelType)
    assert label_type.key == key == type(label_type).__module__.rsplit(".", 1)[-1]
    assert label_type.title
    assert (TEMPLATES / label_type.template).is_file()
    assert label_type.consensus in {"majority", "median", "per_option", None}


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


def test_unknown_label_types_name_the_known_ones():
    with pytest.raises(EvalHubError, match="Unknown label type 'ranking'. Valid: .*single_choice"):
        registry["ranking"]
