"""Asks language models: runs of stages, requests and their attempts, direct calls and provider batches.

`stages` says what one kind of question is and holds the registry of all kinds. `runs.actions.supervisor` brings
runs forward and makes requests, `requests.actions.dispatcher` sends them one by one, `batches.actions.steps` as
provider batches; `client` writes and reads what goes over the wire. `limits` keeps rates, provider health and
budgets. `runs.actions.controls` pauses, stops, cancels and retries.
Pages: runs, ledger, providers, rate limits, operations. API: /v1/runs, /v1/requests.
Tables: EvaluationRun, RunStage, LLMRequest, LLMAttempt, LLMMessage, LLMPrompt, LLMPrice, LLMBatch, LLMBatchItem,
RateLimitProfile, ProviderState, Budget, Spending (all in `models`).
"""
