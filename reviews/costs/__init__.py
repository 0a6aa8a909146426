"""What models cost and how good their answers are, over time.

Figures are read from the ledger, from blind audits of the random sample and from snapshots of agreement, in a period,
in steps of a day or a week. Days that are over are counted once, the last ones at each reading.

Entry points: `actions.figures.read` gives the Figures of a Choice; `charts` draws them, a file each;
`actions.daily_totals` counts days. Pages: `/costs/`, and the trends of Home. API: `/v1/costs`.
Tables: DailyTotal, which can be counted anew from the ledger at any time, and its mark.
"""
