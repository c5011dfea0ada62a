"""Icons and screenshots of the installed app: as large as the manifest says, and made from their drawings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PIL import Image

from tools.icons import ICONS, PUBLIC, SOURCE, digest_of

MANIFEST: dict[str, Any] = json.loads((PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))
PICTURES = [each for each in MANIFEST["icons"] + MANIFEST["screenshots"] if each["sizes"] != "any"]
MAX_SCREENSHOT_RATIO = 2.3
"""Browsers leave out pictures that are longer than that."""


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_was_made_from_its_drawing_as_it_is_now(name: str) -> None:
    """If this fails: `make icons`."""
    drawing, width = ICONS[name]
    with Image.open(PUBLIC / name) as image:
        assert image.size == (width, width)
        assert image.info[SOURCE] == digest_of(drawing)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture["src"])
def test_a_picture_has_the_size_and_the_type_that_the_manifest_says(picture: dict[str, str]) -> None:
    with Image.open(PUBLIC / picture["src"]) as image:
        assert "{}x{}".format(*image.size) == picture["sizes"]
        assert Image.MIME[image.format or ""] == picture["type"]


def test_the_icon_of_a_home_screen_is_nowhere_transparent() -> None:
    with Image.open(PUBLIC / "apple-touch-icon.png") as image:
        assert image.convert("RGBA").getchannel("A").getextrema() == (255, 255)


def test_there_is_an_icon_of_each_size_for_each_purpose() -> None:
    found = {(icon["purpose"], icon["sizes"]) for icon in MANIFEST["icons"]}
    assert {(purpose, size) for purpose in ("any", "maskable") for size in ("192x192", "512x512")} <= found


def test_there_is_a_screenshot_for_wide_and_for_narrow_screens() -> None:
    assert {picture["form_factor"] for picture in MANIFEST["screenshots"]} == {"wide", "narrow"}
    for picture in MANIFEST["screenshots"]:
        width, height = map(int, picture["sizes"].split("x"))
        assert max(width, height) / min(width, height) <= MAX_SCREENSHOT_RATIO


def test_all_addresses_are_relative_so_that_the_site_may_lie_below_any_path() -> None:
    addresses = [each["src"] for each in PICTURES]
    addresses += [MANIFEST["start_url"], MANIFEST["scope"], *(each["url"] for each in MANIFEST["shortcuts"])]
    assert [address for address in addresses if address.startswith("/") or "://" in address] == []
    assert "id" not in MANIFEST, "it would be taken from the root of the host, whatever it says"
