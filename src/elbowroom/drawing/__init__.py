"""What it looks like: the board as a person sees it.

No rule of the game lives here; callers say what stands in a region and how it is coloured.
"""
