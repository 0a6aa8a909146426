"""The scorers of rubric studies: they rewrite evidence, write and criticize rubrics, and place evidence on them."""
