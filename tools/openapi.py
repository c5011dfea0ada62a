"""Prints the OpenAPI document of the server, from which the types of the browser client are made.

The messages of a desk are added to it: the client runs one on the device.
"""

from __future__ import annotations

import json

from elbowroom.server.app import Settings, make_app
from elbowroom.server.desk.messages import AnyDeskRequest, DeskReply
from elbowroom.server.http.openapi import document
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb

UNUSED_DATABASE = "sqlite:///nowhere.db"


def main() -> None:
    """Print the document of an application that is never started."""
    app = make_app(store_for(UNUSED_DATABASE), PeopleDb(UNUSED_DATABASE), Settings(keys=["00" * 32]))
    print(json.dumps(document(app.routes, AnyDeskRequest, DeskReply), indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
