"""The versions of the review engine: what was asked with one is read with the same one."""

from reviews.jobs.methods.review import ReviewEngine
from reviews.jobs.methods.review_3 import CheckedReviewEngine

ENGINES = {engine.parser_version: engine for engine in (ReviewEngine, CheckedReviewEngine)}
NEWEST = CheckedReviewEngine


def engine_of(parser_version):
    """The class for an annotator of this version; what is older than all of them is asked as the oldest is."""
    return ENGINES.get(parser_version, ReviewEngine)
