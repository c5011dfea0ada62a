"""What it looks like: the board as text for a terminal (`ansi`), as SVG (`board`, `picture`), as `pixels`.

No rule of the game lives here; a position is drawn from a view, and every map has one `layout`.
"""
