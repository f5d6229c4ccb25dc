"""Reads the labelled photos, finds the object in each, and takes the views that a net classifies."""

import csv
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageOps

from synthetic_images import draw_images

LABELS = ["paper", "cardboard", "plastic", "metal", "glass", "food", "vegetation", "textile", "e_waste", "other"]
# No material is hazardous by itself; batteries and bulbs are taught by a school.
GROUPS = {
    "recyclable": ["paper", "cardboard", "plastic", "metal", "glass", "textile", "e_waste"],
    "food": ["food", "vegetation"],
    "other": ["other"],
}
# What the kinds of the household and hands photos are made of; blister packs are none of our materials.
KIND_LABELS = {"can": "metal", "cable": "e_waste", "carton": "cardboard", "medical": None}
# The labels of both TrashNet and RealWaste, so that a net trained on one can be evaluated on the other.
SHARED_LABELS = ["paper", "cardboard", "plastic", "metal", "glass", "other"]
TRAIN_SIZE = 224
# Larger than in training, where random crops make objects look larger than in the whole photo.
INPUT_SIZE = 256
CANVAS_SIZE = 256


@dataclass(frozen=True)
class Photo:
    path: Path
    label: int  # -1 for none of our materials
    source: str
    split: str  # extra: of a source that is used whole or not at all
    kind: str


def read_manifest(folder: Path) -> list[Photo]:
    """The photos of the manifest, and those of the sources `household` and `hands` if they are in the folder too."""
    with open(folder / "manifest.csv", newline="") as file:
        photos = [
            Photo(folder / row["path"], LABELS.index(row["label"]), row["source"], row["split"], row["label"])
            for row in csv.DictReader(file)
        ]
    for source in ["household", "hands"]:
        if (folder / source).exists():
            photos += read_extra_manifest(folder / source)
    return photos


def read_extra_manifest(folder: Path) -> list[Photo]:
    with open(folder / "manifest.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    labels = [KIND_LABELS.get(row["kind"], row["kind"]) for row in rows]
    return [
        Photo(folder / row["path"], LABELS.index(label) if label else -1, folder.name, "extra", row["kind"])
        for row, label in zip(rows, labels)
    ]


def open_upright(path) -> Image.Image:
    """Applies the EXIF orientation and puts transparent images on white."""
    image = ImageOps.exif_transpose(Image.open(path))
    if image.has_transparency_data:
        pixels = np.asarray(image.convert("RGBA")).astype(int)
        colours, alpha = pixels[..., :3], pixels[..., 3:]
        # Rounded down, like the server's image library.
        return Image.fromarray(((colours * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8))
    return image.convert("RGB")


def crop_image(image: Image.Image) -> np.ndarray:
    """Scales the short side to the input size and crops the centre, exactly as the server does."""
    scaled = scale_to(limit_size(image), INPUT_SIZE)
    left, top = ((side - INPUT_SIZE) // 2 for side in scaled.size)
    return np.asarray(scaled.crop((left, top, left + INPUT_SIZE, top + INPUT_SIZE)))


def squeeze_image(image: Image.Image) -> np.ndarray:
    """Squeezes the whole photo into a square and mirrors it, exactly as the server does."""
    squeezed = limit_size(image).resize((INPUT_SIZE, INPUT_SIZE), Image.Resampling.BILINEAR)
    return np.ascontiguousarray(np.asarray(squeezed)[:, ::-1])


def limit_size(image: Image.Image) -> Image.Image:
    return scale_to(image, 2 * INPUT_SIZE) if min(image.size) > 2 * INPUT_SIZE else image


def scale_to(image: Image.Image, short_side: int) -> Image.Image:
    scale = short_side / min(image.size)
    size = tuple(max(short_side, int(side * scale + 0.5)) for side in image.size)
    return image.resize(size, Image.Resampling.BILINEAR)


def read_photos(photos: list[Photo], synthetic_count: int) -> list[torch.Tensor]:
    """Returns the canvases for training, both views for evaluation, and synthetic images that show no waste."""
    with ProcessPoolExecutor(initializer=torch.set_num_threads, initargs=(1,), mp_context=get_context("spawn")) as pool:
        synthetic = [pool.submit(draw_images, 24, seed) for seed in range(synthetic_count // 24)]
        parts = list(pool.map(read_photo, [photo.path for photo in photos], chunksize=64))
        stacks = [*(np.stack(pixels) for pixels in zip(*parts)), np.concatenate([part.result() for part in synthetic])]
    return [torch.from_numpy(stack).permute(0, 3, 1, 2).contiguous() for stack in stacks]


def read_photo(path: Path) -> tuple[np.ndarray, ...]:
    image = open_upright(path)
    return read_canvas(path), crop_image(image), squeeze_image(image)


def read_canvas(path: Path) -> np.ndarray:
    """The whole photo centred in a square with mirrored edges, and the mask of its object as a fourth channel."""
    image = open_upright(path)
    image.thumbnail((CANVAS_SIZE, CANVAS_SIZE), Image.Resampling.BILINEAR)
    pixels = np.asarray(image)
    across, down = CANVAS_SIZE - pixels.shape[1], CANVAS_SIZE - pixels.shape[0]
    margins = ((down // 2, down - down // 2), (across // 2, across - across // 2))
    mask = find_object(torch.from_numpy(pixels.copy())).numpy()
    mask = np.pad(mask, margins, constant_values=255 if mask.min() == 255 else 0)
    return np.concatenate([np.pad(pixels, (*margins, (0, 0)), "reflect"), mask[:, :, None]], axis=2)


def find_object(pixels: torch.Tensor) -> torch.Tensor:
    """The mask of what stands out from the background, or all 255 if the background is not plain enough."""
    batch = pixels.permute(2, 0, 1)[None].float()
    small = F.interpolate(batch, (96, 96), mode="bilinear", antialias=True)[0].flatten(1).T
    y, x = torch.meshgrid(torch.linspace(-1, 1, 96), torch.linspace(-1, 1, 96), indexing="ij")
    x, y = x.flatten(), y.flatten()
    terms = torch.stack([torch.ones_like(x), x, y, x * x, x * y, y * y], 1)
    border = torch.maximum(x.abs(), y.abs()) > 0.86
    kept = border
    for _ in range(3):
        background = terms @ torch.linalg.lstsq(terms[kept], small[kept]).solution
        distance = F.avg_pool2d((small - background).norm(dim=1).view(1, 1, 96, 96), 3, 1, 1, count_include_pad=False).flatten()
        kept = border & (distance <= distance[border].quantile(0.75))
    spread = distance[kept].mean()
    limit = max(4 * spread.item(), 24.0)
    plain = (distance[border] < limit).float().mean()
    mask = (distance > limit).float().view(1, 1, 96, 96)
    # Removes specks, then closes holes.
    for size, sign in [(3, -1), (3, 1), (9, 1), (9, -1)]:
        mask = sign * F.max_pool2d(sign * mask, size, 1, padding=size // 2)
    if spread > 12 or plain < 0.72 or not 0.06 < mask.mean() < 0.8:
        return torch.full(pixels.shape[:2], 255, dtype=torch.uint8)
    mask = F.avg_pool2d(mask, 3, 1, padding=1)
    return (F.interpolate(mask, pixels.shape[:2], mode="bilinear")[0, 0] * 255).byte()
