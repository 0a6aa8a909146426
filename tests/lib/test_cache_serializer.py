"""The cache keeps data, not objects of Python: another version of the code reads them, and none of them is run."""

import json
import pickle

import pytest

from evalhub.lib import strict_json
from evalhub.lib.cache_serializer import JsonSerializer


@pytest.mark.parametrize("value", [None, 3, 0.25, "Grüße", [1, [2, None]], {"a": {"b": [True]}}])
def test_plain_values_come_back(value):
    kept = JsonSerializer()

    assert kept.loads(kept.dumps(value)) == value


def test_numbers_and_json_are_stored_and_objects_refused():
    assert JsonSerializer().dumps(3) == b"3"

    assert json.loads(JsonSerializer().dumps({"rates": [0.5]})) == {"rates": [0.5]}

    with pytest.raises(strict_json.BadJson):
        JsonSerializer().dumps({"object": object()})

    with pytest.raises(strict_json.BadJson):
        JsonSerializer().loads(pickle.dumps({"code": 1}))
