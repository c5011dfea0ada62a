"""A person's page: how they play, what they published, and the tips they wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.server.community.creations import CreationCard
from elbowroom.server.community.gallery import creations_by
from elbowroom.server.community.tips import Tip, tips_of
from elbowroom.server.people.profiles import PlayerProfile, player_profile

if TYPE_CHECKING:
    from elbowroom.server.storage.people_db import PeopleDb


class Profile(PlayerProfile, frozen=True):
    """What everybody may know of somebody who has an account."""

    creations: list[CreationCard]
    """Those that are listed, best first; to themselves also those that wait, are withdrawn or hidden."""
    tips: list[Tip]
    """Newest first; to themselves also those that a moderator removed."""


async def profile_of(people_db: PeopleDb, name: str, reader: str | None, now: float) -> Profile:
    """The page of the account with this name, for somebody who reads it."""
    person, player = await player_profile(people_db, name)
    async with people_db.read() as connection:
        creations = await creations_by(connection, person, reader, now)
        tips = await tips_of(connection, person, reader)
    return Profile(**msgspec.structs.asdict(player), creations=creations, tips=tips)
