"""Arrays of a training run on disk: safetensors that appear whole or not at all.

A learner with more state than JSON should hold writes it under names that end in the number of the step, and keeps only
those names in the checkpoint. Whatever the checkpoint no longer names is swept away at the next step.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load
from safetensors.numpy import save as to_bytes

from reineke.game import GameError

Tensors = dict[str, npt.NDArray[Any]]


def save(path: Path, tensors: Mapping[str, Any], metadata: dict[str, str] | None = None) -> bytes:
    """Writes arrays to a file and returns its bytes."""
    data = pack(tensors, metadata)
    write(path, data)
    return data


def pack(tensors: Mapping[str, Any], metadata: dict[str, str] | None = None) -> bytes:
    """Arrays as the bytes of a file, the same for the same arrays: safetensors itself shuffles the metadata."""
    data = bytes(to_bytes({name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}, metadata))
    size = int.from_bytes(data[:8], "little")
    header = json.dumps(json.loads(data[8 : 8 + size]), sort_keys=True, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    return len(header).to_bytes(8, "little") + header + data[8 + size :]


def write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all."""
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def read(path: Path) -> Tensors:
    """The arrays of a file."""
    try:
        return dict(load(path.read_bytes()))
    except OSError as error:
        raise GameError(f"{path}: {error.strerror}") from None
    except SafetensorError as error:
        raise GameError(f"{path}: not a safetensors file ({error})") from None


def sweep(folder: Path, pattern: str, keep: Collection[str]) -> None:
    """Removes the files of a pattern but for those to keep."""
    for path in folder.glob(pattern):
        if path.name not in keep:
            path.unlink()
