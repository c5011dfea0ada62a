"""The board and its pieces as SVG, and as pixels."""
