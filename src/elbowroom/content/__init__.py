"""What is in the box, as data: races, special powers, maps and the words shown to people.

No code lives here; the rules layer loads these files.
"""
