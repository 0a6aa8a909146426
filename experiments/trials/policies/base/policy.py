"""A way in which a bandit shares out new units."""

from collections.abc import Sequence


class Policy:
    """key: how it is asked for. `title` and `about` are for pages: what it is called and when it is the right one."""

    key: str
    title: str
    about: str

    def shares(
        self, means: Sequence[float], errors: Sequence[float], *, seed: int, lower_is_better: bool = False
    ) -> list[float]:
        """The shares of variants, which sum to 1, from their means with standard errors; the same for the same seed."""
        raise NotImplementedError
