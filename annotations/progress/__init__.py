"""How far tasks and people are: the list of tasks, the overview of one, and who does how much.

`actions.completion` is the one rule of what complete, decided, labelled, contested and waiting mean; Home, lists,
filters, the API and exports use it.
Entry points: `actions.completion.counts_of`, `at`; `actions.truth_steps.of_task` (the funnel of ground truth);
`actions.item_states.of_task` (each item in exactly one state), `actions.workload.workers` (what each
annotator answered, how fast, how near to the others),
`actions.own_work` (what one annotator has to do and has done).
`actions.forecasts` (when a task is done); `views.overview.sources`, where later apps add to the overview of a task.
Pages: `/annotate/` (My work), `/tasks/`, and of a task: overview, agreement with its CSV, one item, questions,
guideline, people.
API: `/v1/annotations/tasks/{id}/progress`.
Everything is counted from rows or read from the newest agreement snapshots.
Tables: none of its own; reads those of tasks, queue, agreement and consensus.
"""
