"""What goes wrong in a grading: each is a ValueError too, as the contract of gradings says."""

from evalhub.lib.errors import InvalidInput


class InvalidGrading(InvalidInput, ValueError):
    """A score, a name, an answer or a vector that no grading can be made of."""

    code = "invalid_grading"


class InvalidObservation(InvalidInput, ValueError):
    """A line of the quality ledger that breaks one of its rules; `details["field"]` names the field."""

    code = "invalid_observation"
