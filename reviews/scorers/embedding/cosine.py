"""The cosine of two vectors."""

import math
from typing import Any

import numpy as np

from evalhub.lib.translation import gettext as _
from reviews.scorers.embedding.errors import BadVectors


def cosine(first: Any, second: Any) -> float:
    """From -1 to 1. BadVectors for what is empty, of unlike lengths, not finite, or zero, which has no direction."""
    one, other = (np.asarray(vector, dtype=np.float64) for vector in (first, second))
    if one.ndim != 1 or one.shape != other.shape or not one.size:
        raise BadVectors(
            _("The vectors have the shapes %(one)s and %(other)s. Valid: two of one length.")
            % {"one": one.shape, "other": other.shape}
        )
    largest = [float(np.max(np.abs(vector))) for vector in (one, other)]
    if not all(math.isfinite(size) and size > 0 for size in largest):
        raise BadVectors(_("A vector is zero or not finite. Valid: finite numbers, not all of them 0."))
    one, other = one / largest[0], other / largest[1]  # squares of very large or small parts would not be finite
    found = float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
    return min(max(found, -1.0), 1.0)
