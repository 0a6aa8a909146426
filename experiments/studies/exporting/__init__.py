"""Files of a study for analysis: five tables whose columns are fixed, each as JSON lines, CSV and Parquet."""
