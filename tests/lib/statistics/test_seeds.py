"""Seeds: the same for the same data, and different for any other."""

import numpy as np

from evalhub.lib.statistics.seeds import seed_for


def test_seeds_depend_on_every_part_and_shape():
    assert seed_for("task", 1) == seed_for("task", 1)
    assert seed_for("task", 1) != seed_for("task", 2)
    assert seed_for("ab", "c") != seed_for("a", "bc")

    table = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert seed_for(table) == seed_for(table.copy(order="F"))
    assert len({seed_for(each) for each in (table, table.T, table.reshape(1, 4), table + 1)}) == 4
