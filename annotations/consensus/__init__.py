"""From several labels of an item to one value, by rule or by an adjudicator, kept as versioned ground truth.

People decide alone where they can, else together with the one vote of all machines; else there is a reason why not.
Entry points: `decision.decide` (pure, over all items), `actions.ground_truth.refresh_part` (keeps decisions stored),
`actions.adjudication` (request, publish, ask_another, send_back), `adjudication_undo`, `adjudication_queue` and
`adjudication_sheet`.
Pages: the adjudication tab and the screen of one item. API: `/v1/annotations/tasks/{id}/adjudication`.
A consensus method is one file in `methods/` with `tally` and `panel`.
An adjudicated value is never replaced by a computed one; a new version retires the current row.
Methods read no database, file, clock or random state.
Tables: GroundTruth, AdjudicationRequest.
"""
