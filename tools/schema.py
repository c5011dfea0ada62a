"""Prints what the server takes and gives, as OpenAPI, for the types of the browser client."""

from __future__ import annotations

import json

from elbowroom.server.app import Settings, make_app
from elbowroom.server.doors.openapi import document
from elbowroom.server.storage.databases import store_for
from elbowroom.server.storage.registry import Registry

NOWHERE = "sqlite:///nowhere.db"


def main() -> None:
    """Describe an application that never starts."""
    app = make_app(store_for(NOWHERE), Registry(NOWHERE), Settings(keys=["00" * 32]))
    print(json.dumps(document(app), indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
