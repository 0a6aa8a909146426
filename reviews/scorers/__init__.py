"""How machines score items of a task: annotators, prompts, judges, critics and parsers.

`registry` has all scorers, one file each, which never see the database: `judges` answer a form, `critics` say what
speaks against an answer, `metrics` compute a score of one; `parsers` read a text exactly or refuse it with a reason;
`prompts` holds the YAML files.
`stages` fetch rows, put them to a scorer and store what it reads: score_gen (also in both orders), critic_answer,
score_critic.
`criteria.yaml` has the criteria that are ready for judges and people; `actions.library_metrics.ready` puts one, or a
programmatic metric, into a library. `actions.programs.program` makes the annotator of a programmatic metric.
`actions.annotators.create` makes a machine annotator, `actions.run_estimates.estimate` tells what its run will
take, `actions.task_runs.start` starts it.
Pages: the Models tab of a task. API: /v1/annotators, /v1/annotations/tasks/{id}/annotators.
`library` keeps every prompt that models are asked by, with an organization's own versions.
Tables: Critique, Prompt, PromptLabel; scores are Judgement rows of annotations.
"""
