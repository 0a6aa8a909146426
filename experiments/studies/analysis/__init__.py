"""What the scores of a rubric study come to: numbers out of plain rows, no database."""
