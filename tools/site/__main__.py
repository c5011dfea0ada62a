"""Writes the static site: the whole client with the engine, for any host of plain files.

    python -m tools.site                            into dist/site
    python -m tools.site --out FOLDER               into another folder
    python -m tools.site --server https://host      the pages point there for what needs a server

`make site` builds the client and the engine first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.client_files import CLIENT_FOLDER
from elbowroom.server.http.engine_files import read_engine
from elbowroom.server.http.site_files import SITE_FOLDER
from tools.site.build import SiteError, build_site
from tools.wasm.bundle import OUT


def main(words: list[str]) -> int:
    """Write the site, and say how large it is."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.site", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--out", type=Path, default=SITE_FOLDER, help="the folder to write")
    parser.add_argument("--server", default="", help="the address of a server to point to")
    given = parser.parse_args(words)
    try:
        made = build_site(given.out, CLIENT_FOLDER, read_engine(OUT), given.server)
    except (SiteError, Refused) as error:
        print(error, file=sys.stderr)
        return 1
    whole = sum(file.bytes for file in made.files) / 1e6
    sent = made.download_bytes / 1e6
    print(f"{given.out}: {len(made.files)} files to play offline, {whole:.1f} MB, with brotli {sent:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
