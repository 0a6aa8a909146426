"""Postgres beneath the ORM: prepared statements, joined reads, guards of rows, and errors as answers."""
