"""The outputs of an exported model, as the app computes them: the mean over the centre square and the mirrored whole photo."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

from photos import GROUPS, LABELS, Photo, crop_image, open_upright, read_manifest, squeeze_image

GROUP_INDICES = np.array([next(i for i, group in enumerate(GROUPS.values()) if label in group) for label in LABELS])


@dataclass
class Outputs:
    photos: list[Photo]
    probabilities: np.ndarray

    def select(self, matches) -> "Outputs":
        kept = np.flatnonzero([matches(photo) for photo in self.photos])
        return Outputs([self.photos[i] for i in kept], self.probabilities[kept])

    @property
    def labels(self) -> np.ndarray:
        return np.array([photo.label for photo in self.photos])


def choose_labels(probabilities: np.ndarray, group_indices=GROUP_INDICES) -> np.ndarray:
    """The best label of the most probable group: the right bin matters more than the right word."""
    sums = np.stack([probabilities[:, group_indices == group].sum(1) for group in range(group_indices.max() + 1)], 1)
    return np.where(group_indices == sums.argmax(1)[:, None], probabilities, -1).argmax(1)


def classify(session, image: Image.Image) -> np.ndarray:
    views = [crop_image(image), squeeze_image(image)]
    return np.mean([session.run(["probabilities"], {"image": view[None]})[0][0] for view in views], axis=0)


def read_outputs(model: Path, folder: Path, cache: Path | None) -> Outputs:
    """The outputs for all photos but those of training; the cache keeps them between runs."""
    photos = [photo for photo in read_manifest(folder) if photo.split != "train"]
    if cache and cache.exists():
        return Outputs(photos, np.load(cache)["probabilities"])
    with ProcessPoolExecutor(initializer=start_session, initargs=(model,), mp_context=get_context("spawn")) as pool:
        rows = list(pool.map(classify_photo, [photo.path for photo in photos], chunksize=16))
    probabilities = np.stack(rows).astype(np.float32)
    if cache:
        np.savez(cache, probabilities=probabilities)
    return Outputs(photos, probabilities)


def start_session(model: Path):
    global session
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model), options)


def classify_photo(path: Path) -> np.ndarray:
    return classify(session, open_upright(path))
