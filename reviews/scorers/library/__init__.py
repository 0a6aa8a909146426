"""The prompt library: every prompt that models are asked by, as it ships and as an organization has written it.

One draft per prompt, published versions that never change, labels that point at one of them (`production` is in use).
What a prompt is and how it is tried is for its kind to say (`reviews/scorers/stages/prompt_kinds`, and the same of
other features). `actions.prompts` writes, `actions.versions` reads, `actions.usage` finds who was asked by a version,
`actions.trials` asks a model about three items.
Pages: /prompts/. API: /v1/prompts, and /v1/reviews/methods for the texts of methods.
Tables: Prompt, PromptLabel.
"""
