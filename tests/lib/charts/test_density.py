"""The density of a posterior: its interval shaded, the prior dashed, zero on the axis."""

from evalhub.lib.charts import Table, normal_density

TABLE = Table(("", "value"), (("mean", "0.14"),))


def drawn(**options):
    return normal_density(
        0.14,
        0.04,
        (0.06, 0.22),
        title="Posterior",
        finding="0.999.",
        words="95 %: 0.06 to 0.22",
        table=TABLE,
        **options,
    )


def test_the_interval_is_shaded_and_the_prior_stands_beside_it():
    svg = drawn().svg
    assert 'class="band"' in svg and "95 %: 0.06 to 0.22" in svg
    assert ">0</text>" in svg and "curve pale" not in svg

    svg = drawn(prior=(0.2, "prior")).svg
    assert 'class="curve pale"' in svg and ">prior</text>" in svg
    assert svg.count("<path") == 3
