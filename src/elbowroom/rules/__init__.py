"""What the words mean: terms, traits, combos, boards, and the loader that reads them from content."""
