"""The static site that `make site` writes, handed out as any host does: files, and no server behind them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.routing import Mount

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.client_files import ASSETS, INDEX, CompressedFiles
from elbowroom.server.http.http_cache import CACHE_FOR_EVER, REVALIDATE
from elbowroom.server.http.offline_list import OFFLINE_LIST

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Scope

SITE_FOLDER: Final = Path(__file__).parents[4] / "dist" / "site"
"""Where `make site` puts it in a clone."""
ENGINE: Final = "engine/"


class SiteFiles(CompressedFiles):
    """Files of a static site; those whose address changes with them are cached for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, the page of a folder, or the page that says that there is nothing."""
        response = await super().get_response(path, scope)
        is_lasting = response.status_code != 404 and path.startswith((ASSETS, ENGINE))
        response.headers["cache-control"] = CACHE_FOR_EVER if is_lasting else REVALIDATE
        return response


def make_site_app(folder: Path) -> Starlette:
    """An application that hands out a site; refused if there is none in the folder."""
    if not ((folder / INDEX).is_file() and (folder / OFFLINE_LIST).is_file()):
        raise Refused("no_site", folder=str(folder))
    return Starlette(routes=[Mount("/", SiteFiles(directory=folder, html=True))])
