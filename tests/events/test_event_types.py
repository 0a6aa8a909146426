"""What the registered types of events say of themselves."""

import json

import pytest

from evalhub.events.event_types import EventType, register, registry


@pytest.mark.parametrize("declared", registry.values(), ids=registry.keys())
def test_a_type_is_named_by_thing_and_what_happened_and_has_a_plain_example(declared):
    thing, happened = declared.key.split(".")

    assert thing.replace("_", "").isalpha() and happened.replace("_", "").isalpha()
    assert str(declared.title)
    assert json.loads(json.dumps(declared.example)) == declared.example != {}


def test_a_key_that_is_taken_is_refused():
    class Second(EventType):
        title = "Second"

    with pytest.raises(ValueError, match="annotation_task.completed"):
        register("annotation_task.completed")(Second)
