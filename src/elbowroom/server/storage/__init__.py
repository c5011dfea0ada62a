"""Where everything is kept: one file, or PostgreSQL."""
