"""Reading variants from CSV: repeated rows, empty values, and lines that cannot be read."""

import numpy as np
import pytest

from evalhub.lib.errors import InvalidInput
from experiments.trials import data_file


def test_rows_of_one_unit_are_one_unit_whose_value_may_be_missing():
    found = data_file.read(["unit,variant,value,cluster", "b,v4,1,x", "a,v4,0.5,y", "a,v4,1.5,y", "a,v5,2,y"])
    assert found["v4"].units.tolist() == ["a", "b"] and found["v4"].values.tolist() == [1.0, 1.0]
    assert found["v4"].clusters.tolist() == ["y", "x"] and list(found) == ["v4", "v5"]

    found = data_file.read(["unit, variant ,value,machine_value", "a,v4,,0.5", "b,v4,1,0.7"])["v4"]
    assert found.n == 1 and np.isnan(found.values[0]) and found.machine_values.tolist() == [0.5, 0.7]


@pytest.mark.parametrize("lines, words", [
    (["unit,value", "a,1"], "no column variant. Needed: unit, variant, value; met: unit, value"),
    ([], "no column unit"),
    (["unit,variant,value", "a,v4,high"], "Line 2: value is 'high'. Valid: a number"),
    (["unit,variant,value", "a,v4,nan"], "Line 2: value is 'nan'"),
    (["unit,variant,value", "a,v4,1", "a,v4,"], "Line 3: value is empty"),
    (["unit,variant,value", ",v4,1"], "Line 2: unit is empty"),
    (["unit,variant,value", "a,v4"], "Line 2 does not have as many fields"),
    (["unit,variant,value", "a,v4,1,2"], "Line 2 does not have as many fields"),
])  # fmt: skip
def test_what_cannot_be_read_is_named(lines, words):
    with pytest.raises(InvalidInput, match=words.replace(".", r"\.")):
        data_file.read(lines)
