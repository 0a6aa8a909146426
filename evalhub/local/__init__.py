"""EvalHub on one machine: its Python environment, its own Postgres and Valkey, and the processes behind `make up`."""
