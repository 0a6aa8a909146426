"""Audits: people check what machines answered, and their decisions say how often machines are wrong.

`actions.sampling.draw` draws answers by chance, `actions.picks.refresh` keeps the stored queue with its reasons,
`actions.queue` lists it, `actions.decisions.decide` writes accept, override, evidence wrong, cannot judge or
guideline gap, `actions.bulk_accept` many at once. An override is the auditor's own annotation; the machine's row is
never edited. `actions.error_rates.keep` estimates error rates from the random sample alone.
Pages: audit list, audit desk, missing answers. API: /v1/annotations/{id}/audits and the audits of a task.
Tables: Audit, AuditLease, AuditOpening, AuditPick, AuditPickMark, AuditSample, AuditDraw.
"""
