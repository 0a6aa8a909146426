"""What is judged: datasets, their versions and test cases."""
