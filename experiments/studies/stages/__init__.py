"""The stages of rubric studies: views of evidence, rubrics, what a critic says of them, and scores."""
