"""Whether long answers please the judge."""

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, JudgeTestKind, kinds
from reviews.quality.judged_cases import correlation, table
from reviews.quality.pass_rule import bounded, undefined, unmeasured
from reviews.quality.rank_correlation import partial_spearman, spearman

# Cohen 1988 calls 0.3 a medium correlation.
MOST_LENGTH_BIAS = 0.3


@kinds.register("length")
class Length(JudgeTestKind):
    """The correlation of the score with length, and the same with the reference's score held still: the bias.

    Lengths must be known. Without variation in length, or beyond what the reference explains, there is nothing to
    favour: a caution.
    """

    place = 3
    main = "length_bias"
    figures = (
        Figure(
            "length_correlation", gettext_noop("Length correlation"), gettext_noop("of the score with answer length")
        ),
        Figure(
            "length_bias",
            gettext_noop("Length bias"),
            gettext_noop("partial correlation given the reference score"),
            MOST_LENGTH_BIAS,
        ),
    )

    def measure(self, cases):
        rows = table([case for case in cases if case.length_difference is not None], "length_difference")
        return {
            "length_correlation": correlation(rows, lambda rows: spearman(rows[..., 0], rows[..., 2])),
            "length_bias": correlation(
                rows, lambda rows: partial_spearman(rows[..., 0], rows[..., 2], given=rows[..., 1])
            ),
        }

    def problems(self, found):
        bias = found["length_bias"]
        if not bias.n:
            problem = undefined(_("the correlation with length"), bias)
        elif bias.value is None:
            problem = ""
        else:
            name = _("the partial correlation with length given the reference")
            problem = bounded(name, bias, most=MOST_LENGTH_BIAS)
        return [problem] if problem else []

    def cautions(self, found):
        return unmeasured(_("Length bias"), found["length_bias"])
