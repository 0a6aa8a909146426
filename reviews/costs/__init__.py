"""What models cost and how good their answers are, over time.

Figures are read from the ledger, from blind audits of the random sample and from snapshots of agreement, in a period,
in steps of a day or a week. Nothing is kept: each page and each answer of the API counts anew.

Entry points: `actions.figures.read` gives the Figures of a Choice; `charts` draws them, a file each.
Pages: `/costs/`, and the trends of Home. API: `/v1/costs`. Tables: none of its own.
"""
