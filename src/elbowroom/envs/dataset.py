"""Data sets: each decision of a recorded game becomes a row of a Parquet file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from elbowroom.engine import decisions
from elbowroom.engine.record import read_record
from elbowroom.envs.action_space import action_space
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.observation_schema import schema_of
from elbowroom.envs.returns import returns

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from elbowroom.engine.game import Game
    from elbowroom.rules.content import Content
    from elbowroom.rules.setup import Setup

METADATA_KEY: Final = b"elbowroom"
"""The key of a file's metadata that says what its observations and actions mean."""


def arrow_schema(setup: Setup) -> pa.Schema:
    """The columns of a data set; the metadata say what observations and actions mean."""
    schema, space = schema_of(setup), action_space(setup)
    meaning = {"observation": schema.as_json(), "actions": list(space.labels), "action_ids": list(space.ids)}
    return pa.schema(
        [
            pa.field("game", pa.int32()),
            pa.field("decision", pa.int32()),
            pa.field("player", pa.int8()),
            pa.field("game_turn", pa.int8()),
            pa.field("phase", pa.dictionary(pa.int8(), pa.string())),
            pa.field("observation", pa.list_(pa.uint8(), schema.size)),
            pa.field("mask", pa.list_(pa.uint8(), space.size)),
            pa.field("action", pa.int16()),
            pa.field("action_id", pa.int16()),
            pa.field("reward", pa.float32()),
            pa.field("coins", pa.int16()),
        ],
        metadata={METADATA_KEY: json.dumps(meaning).encode()},
    )


def decision_rows(game: Game, number: int) -> pa.RecordBatch:
    """The decisions of a finished game: what the player saw, could do and did, and how the game ended."""
    replay = game.reopened()
    setup, observer = replay.setup, ArrayObserver(replay.setup)
    space, final = action_space(setup), returns(game.state)
    columns: dict[str, list[Any]] = {name: [] for name in ("player", "game_turn", "phase", "action")}
    observations, masks = [], []
    for action in game.history:
        seat = replay.to_move
        assert seat is not None
        if seat >= 0:
            observations.append(observer.observation(replay.state, seat))
            masks.append(observer.mask(replay.state))
            columns["player"].append(seat)
            columns["game_turn"].append(int(replay.state.game_turn))
            columns["phase"].append(int(replay.state.phase))
            columns["action"].append(space.index_of[action])
        replay.apply(action)
    count = len(observations)
    schema = arrow_schema(setup)
    coins = [int(coins) for coins in game.state.coins]
    names = pa.array(decisions.PHASE_NAMES)
    arrays = {
        "game": pa.array(np.full(count, number, np.int32)),
        "decision": pa.array(np.arange(count, dtype=np.int32)),
        "player": pa.array(columns["player"], pa.int8()),
        "game_turn": pa.array(columns["game_turn"], pa.int8()),
        "phase": pa.DictionaryArray.from_arrays(pa.array(columns["phase"], pa.int8()), names),
        "observation": _fixed_size_lists(observations, schema_of(setup).size),
        "mask": _fixed_size_lists(masks, space.size),
        "action": pa.array(columns["action"], pa.int16()),
        "action_id": pa.array([space.ids[index] for index in columns["action"]], pa.int16()),
        "reward": pa.array([final[seat] for seat in columns["player"]], pa.float32()),
        "coins": pa.array([coins[seat] for seat in columns["player"]], pa.int16()),
    }
    return pa.RecordBatch.from_arrays([arrays[name] for name in schema.names], schema=schema)


def _fixed_size_lists(rows: list[Any], size: int) -> pa.FixedSizeListArray:
    flat = np.concatenate(rows).view(np.uint8) if rows else np.zeros(0, np.uint8)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat), size)


def write_part(path: Path, records: Iterable[tuple[int, str]], content: Content | None = None) -> int:
    """Write the games of these numbered records into one file; it appears only when it is complete."""
    fresh = path.with_name(path.name + ".new")
    writer: pq.ParquetWriter | None = None
    count = 0
    for number, text in records:
        batch = decision_rows(read_record(text, content), number)
        if writer is None:
            writer = pq.ParquetWriter(fresh, batch.schema, compression="zstd")
        writer.write_batch(batch)
        count += batch.num_rows
    if writer is not None:
        writer.close()
        fresh.replace(path)
    return count
