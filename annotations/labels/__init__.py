"""Label types, and the form that asks them: how a question is asked, checked, shown and compared.

A form is a list of questions as JSON: `schema` reads, writes and checks it, `conditions` say when a question is asked,
`justifications` which reasons and quotes go with an answer. `reading` refuses bad JSON with path, value and remedy.
Entry points: `types.registry[key]` (a LabelType), `schema.parse`, `schema.validate_answers`, `widgets.widget`,
`measures.measured` (the level of measurement of a question).
A new label type is one file in `types/` and one template `annotations/labels/<key>.html`.
A type whose answers are settled part by part (spans, turns) has a file in `disputes/` too.
Tables: none; questions are stored by `annotations.tasks`. Nothing here reads a database or a request.
"""
