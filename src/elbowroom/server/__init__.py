"""Who hosts: tables that people and computers join, games that are played on them, and never a move lost."""
