"""Result reviews: job directories of a measurement pipeline, scored by method reviewers and audited by people.

`actions.intake` takes a directory in (path, archive or inbox), `actions.review_runs` has its panel of models review
it, `actions.sign_off` closes it; result files are written back beside the manifest. `methods/<name>/` is one method
reviewer with its prompt and knowledge; `documents` are an organization's own versions of these texts.
The modules at the top are pure: manifest, archives, artifact, results, errors. `reviews.evaluate` is the same flow
from Python and the command line.
Pages: jobs, methods. API: /v1/reviews/jobs, /v1/reviews/methods.
Tables: Job, MethodTask.
"""
