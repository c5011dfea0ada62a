"""Storage: the logs of tables and everything about people, in one SQLite file or in PostgreSQL."""
