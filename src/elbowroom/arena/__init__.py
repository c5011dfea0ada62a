"""Who plays whom: matches, tournaments, ratings, statistics over records, and training."""
