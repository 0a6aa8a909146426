"""Pages of benchmark suites, their runs and the leaderboard."""
