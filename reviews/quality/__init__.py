"""How good models and judges are, and which model gets a task.

`actions.gradings.create` compares candidates with a baseline; each pair becomes an observation of the quality
ledger (`actions.ledger`). `actions.grading_calibrations` and `actions.judge_tests` measure a judge against
people or a judge that is no model. `actions.routing.choose` takes the cheapest model that is good enough,
`actions.routed_prompts.ask` sends a prompt there, `actions.shadows` grades a share of them against the baseline.
Judges of pairs: `judges/<key>.py`. The rest of the top is pure; `reviews.grading` exports it for seed 004.
Pages and API: /quality/, /v1/quality/…
Tables: GradingRun, GradingCandidate, QualityObservation, JudgeTest, RoutingPolicy, RoutedPrompt, RoutedPromptSet.
"""
