"""Tables of evidence sets and rubric studies; `experiments.models` exports them."""
