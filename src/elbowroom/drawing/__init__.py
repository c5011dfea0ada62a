"""What it looks like. No rule of the game lives here; a position is drawn from what a player may see.

`svg`: the board as SVG. `layout` says where everything stands on a map, `board` draws the empty map,
`picture` a position, `card` the preview of a link with its players; `pixels` turns SVG into a PNG or an
array; `symbol_sheet` holds the pieces.
`text`: the board for a terminal. `map_text` draws, `cells` fits the map to a width, `label_boxes` finds room
for labels.
`outlines`: which region covers which cell of a grid.
"""
