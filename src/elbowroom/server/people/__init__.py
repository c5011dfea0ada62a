"""Who plays: guests, accounts, their sessions, ratings and notices."""
