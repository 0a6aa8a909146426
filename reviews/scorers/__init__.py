"""How machines score items of a task: annotators, prompts, judges, critics and parsers.

`judges` write a prompt for a form and read the answer; `parsers` read a stage's answer exactly or refuse it with a
reason; `prompts` holds the YAML files. `stages` puts them to work: score_gen (also in both orders), critic_answer,
score_critic. A judge, a prompt or a parser is one file that registers itself and never sees the database.
`actions.annotators.create` makes a machine annotator, `actions.run_estimates.estimate` tells what its run will
take, `actions.task_runs.start` starts it.
Pages: the Models tab of a task. API: /v1/annotators, /v1/annotations/tasks/{id}/annotators.
`library` keeps every prompt that models are asked by, with an organization's own versions.
Tables: Critique, Prompt, PromptLabel; scores are Judgement rows of annotations.
"""
