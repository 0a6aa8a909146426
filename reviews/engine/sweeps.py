"""What later features do after the engine has brought runs forward; `request_due` calls it in order of registration."""

_sweeps, _slow = [], []


def register(sweep, *, may_be_slow=False):
    """Call `sweep()` at each turn; one that `may_be_slow` comes last, so that it holds up nothing else."""
    (_slow if may_be_slow else _sweeps).append(sweep)


def work():
    for sweep in _sweeps:
        sweep()


def work_slow():
    for sweep in _slow:
        sweep()
