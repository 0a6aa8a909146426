"""The frame of all background work: one row after the other, so that no row stops another's.

`sweep.Sweep` takes the rows that are due and works on each with a net of its own; `sweep.LeasedSweep` does the same
with rows that are leased work (`evalhub.lib.leases`), which take longer than a transaction. A row that fails is kept
as a WorkFailure: why, how often, when it is tried again, and whether it was given up. Organizations take turns.
`sweep.in_parts` writes a block of results, and finds the rows that cannot be written.
A task names its sweeps: `@shared_task(sweeps=[GATES])`. `health.problems` says what operators should look at.
Tables: WorkFailure.
"""
