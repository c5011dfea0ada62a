"""Writing SVG: elements with their attributes, and numbers short enough to read.

What is drawn is the business of the other modules.
"""

from __future__ import annotations

from html import escape

NAMESPACE = "http://www.w3.org/2000/svg"


def short(value: float) -> str:
    """A number with two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, /, *children: str, **attributes: object) -> str:
    """An element; in the names of attributes `_` stands for `-`, and `class_` for `class`."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_shown(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def use_symbol(name: str, x: float, y: float, radius: float, **attributes: object) -> str:
    """A symbol of the sheet, with its middle at this point."""
    return tag(
        "use",
        href=f"#{name}",
        x=x - radius,
        y=y - radius,
        width=2 * radius,
        height=2 * radius,
        **attributes,
    )


def symbol(name: str, *drawn: str, box: str = "0 0 24 24", **attributes: object) -> str:
    """A symbol of the sheet."""
    return tag("symbol", *drawn, id=name, viewBox=box, overflow="visible", **attributes)


def _shown(value: object) -> str:
    return short(value) if isinstance(value, float) else escape(str(value))
