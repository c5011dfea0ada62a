"""What people make and say: creations, test games, comments, votes, tips, and what their games show."""
