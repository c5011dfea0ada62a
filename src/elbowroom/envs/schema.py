"""The old name of `observation_schema`, kept because it was published."""

from __future__ import annotations

from elbowroom.envs.observation_schema import Block, board_of, schema_of
from elbowroom.envs.observation_schema import ObservationSchema as Schema

__all__ = ["Block", "Schema", "board_of", "schema_of"]
