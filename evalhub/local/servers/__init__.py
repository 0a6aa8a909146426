"""The embedded Postgres and Valkey, or the servers that the environment names."""
