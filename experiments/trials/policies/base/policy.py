"""A way in which a bandit shares out new units."""

from collections.abc import Sequence


class Policy:
    """key: how it is asked for."""

    key: str

    def shares(
        self, means: Sequence[float], errors: Sequence[float], *, seed: int, lower_is_better: bool = False
    ) -> list[float]:
        """The shares of variants, which sum to 1, from their means with standard errors; the same for the same seed."""
        raise NotImplementedError
