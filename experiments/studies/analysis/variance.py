"""Which part of the variance of machine scores comes from evidence, rubric, scorer, and the order of levels."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from evalhub.lib.statistics import variance_shares
from experiments.studies.analysis.pooled_verdicts import level_of
from experiments.studies.analysis.scores import SCORED

EVIDENCE, RUBRIC, SCORER, ORDER, REST = SOURCES = ("evidence", "rubric", "scorer", "order", "rest")
# Why a share has no value: too little is scored, there is one of it, or it cannot be told from another source.
NO_SCORES, ONE_RUBRIC, ONE_SCORER, ONE_ORDER, CONFOUNDED = "no_scores", "one_rubric", "one_scorer", "one_order", "mixed"
_ONE = {RUBRIC: ONE_RUBRIC, SCORER: ONE_SCORER, ORDER: ONE_ORDER}


@dataclass(frozen=True)
class SourceShare:
    """One of SOURCES; `share` has no value for a `reason`."""

    source: str
    share: Any
    reason: str = ""


@dataclass(frozen=True)
class Variance:
    """`n` machine scores, and a SourceShare for each of SOURCES."""

    n: int
    shares: tuple


def variance(study):
    """The Variance of StudyScores. Rubrics with one number were shown in one order, whoever wrote them."""
    lanes = [lane for lane in study.lanes if lane.model]
    scores = np.full((len(study.bundles), len(lanes)), np.nan)
    for place, lane in enumerate(lanes):
        for row, bundle in enumerate(study.bundles):
            score = study.scores[lane.key, bundle.number]
            if score.state == SCORED:
                scores[row, place] = level_of(score)
    kept = ~np.isnan(scores).all(axis=0)
    lanes = [lane for lane, is_kept in zip(lanes, kept, strict=True) if is_kept]
    levels = {
        RUBRIC: [lane.rubric.sample for lane in lanes],
        SCORER: [lane.model for lane in lanes],
        ORDER: [lane.rubric.ordinal for lane in lanes],
    }
    n = int((~np.isnan(scores)).sum())
    if not lanes:
        return Variance(0, tuple(SourceShare(each, variance_shares.Share(None), NO_SCORES) for each in SOURCES))
    found = variance_shares.shares(scores[:, kept], levels)
    named = {EVIDENCE: found[variance_shares.ROWS], REST: found[variance_shares.REST]} | {
        name: found[name] for name in levels
    }
    is_any = any(share.value is not None for share in found.values())
    return Variance(n, tuple(SourceShare(each, named[each], _reason(each, named, levels, is_any)) for each in SOURCES))


def _reason(source, shares, levels, is_any):
    if shares[source].value is not None:
        return ""
    if len(set(map(str, levels.get(source, ())))) == 1:
        return _ONE[source]
    return CONFOUNDED if is_any else NO_SCORES
