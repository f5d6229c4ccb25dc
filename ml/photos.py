"""Reads the labelled photos, finds the thing in each, and cuts the one view that a net judges."""

import csv
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageOps

from pictures import draw_pictures

LABELS = ["paper", "cardboard", "plastic", "metal", "glass", "food", "vegetation", "textile", "e_waste", "other"]
GROUPS = {
    "recyclable": ["paper", "cardboard", "plastic", "metal", "glass", "textile"],
    "food": ["food", "vegetation"],
    "hazardous": ["e_waste"],
    "other": ["other"],
}
# What both TrashNet and RealWaste show, and so what one can be judged on after learning from the other.
SHARED_LABELS = ["paper", "cardboard", "plastic", "metal", "glass", "other"]
VIEW = 224
# Judged larger than learned: random crops make things look larger while learning than they are in the whole photo.
LOOK = 256
CANVAS = 256


@dataclass(frozen=True)
class Photo:
    path: Path
    label: int
    source: str
    split: str


def read_manifest(folder: Path) -> list[Photo]:
    with open(folder / "manifest.csv", newline="") as file:
        return [
            Photo(folder / row["path"], LABELS.index(row["label"]), row["source"], row["split"])
            for row in csv.DictReader(file)
        ]


def open_upright(path) -> Image.Image:
    """The picture as a person sees it: turned as its EXIF says, transparency on white."""
    picture = ImageOps.exif_transpose(Image.open(path))
    if picture.has_transparency_data:
        pixels = np.asarray(picture.convert("RGBA")).astype(int)
        colours, cover = pixels[..., :3], pixels[..., 3:]
        # Rounded down, as the server's library does it.
        return Image.fromarray(((colours * cover + 255 * (255 - cover)) // 255).astype(np.uint8))
    return picture.convert("RGB")


def cut_view(picture: Image.Image) -> np.ndarray:
    """The middle square, as the server cuts it: the short side scaled to the view's, then what is over cut off."""
    if min(picture.size) > 2 * LOOK:
        picture = scale_to(picture, 2 * LOOK)
    scaled = scale_to(picture, LOOK)
    left, top = ((side - LOOK) // 2 for side in scaled.size)
    return np.asarray(scaled.crop((left, top, left + LOOK, top + LOOK)))


def opinion(session, view: np.ndarray) -> np.ndarray:
    """An exported model's probabilities: the mean of what it says of the view and of its mirror image."""
    both = [view, np.ascontiguousarray(view[:, ::-1])]
    return np.mean([session.run(None, {"image": side[None]})[0][0] for side in both], axis=0)


def scale_to(picture: Image.Image, short_side: int) -> Image.Image:
    scale = short_side / min(picture.size)
    size = tuple(max(short_side, int(side * scale + 0.5)) for side in picture.size)
    return picture.resize(size, Image.Resampling.BILINEAR)


def read_photos(photos: list[Photo], drawn: int) -> list[torch.Tensor]:
    """The canvases to learn from, the views to be judged on, and pictures that show no waste."""
    with ProcessPoolExecutor(initializer=torch.set_num_threads, initargs=(1,), mp_context=get_context("spawn")) as pool:
        pictures = [pool.submit(draw_pictures, 24, seed) for seed in range(drawn // 24)]
        pairs = list(pool.map(read_photo, [photo.path for photo in photos], chunksize=64))
        stacks = [*(np.stack(pixels) for pixels in zip(*pairs)), np.concatenate([part.result() for part in pictures])]
    return [torch.from_numpy(stack).permute(0, 3, 1, 2).contiguous() for stack in stacks]


def read_photo(path: Path) -> tuple[np.ndarray, np.ndarray]:
    return read_canvas(path), cut_view(open_upright(path))


def read_canvas(path: Path) -> np.ndarray:
    """The photo whole in the middle of a square, its edges mirrored outwards, with the mask of its thing as a fourth channel."""
    picture = open_upright(path)
    picture.thumbnail((CANVAS, CANVAS), Image.Resampling.BILINEAR)
    pixels = np.asarray(picture)
    across, down = CANVAS - pixels.shape[1], CANVAS - pixels.shape[0]
    margins = ((down // 2, down - down // 2), (across // 2, across - across // 2))
    mask = find_thing(torch.from_numpy(pixels.copy())).numpy()
    mask = np.pad(mask, margins, constant_values=255 if mask.min() == 255 else 0)
    return np.concatenate([np.pad(pixels, (*margins, (0, 0)), "reflect"), mask[:, :, None]], axis=2)


def find_thing(pixels: torch.Tensor) -> torch.Tensor:
    """The mask of what stands out from the ground, or all 255 where the ground is not plain enough to tell."""
    image = pixels.permute(2, 0, 1)[None].float()
    small = F.interpolate(image, (96, 96), mode="bilinear", antialias=True)[0].flatten(1).T
    y, x = torch.meshgrid(torch.linspace(-1, 1, 96), torch.linspace(-1, 1, 96), indexing="ij")
    x, y = x.flatten(), y.flatten()
    terms = torch.stack([torch.ones_like(x), x, y, x * x, x * y, y * y], 1)
    border = torch.maximum(x.abs(), y.abs()) > 0.86
    kept = border
    for _ in range(3):
        ground = terms @ torch.linalg.lstsq(terms[kept], small[kept]).solution
        distance = F.avg_pool2d((small - ground).norm(dim=1).view(1, 1, 96, 96), 3, 1, 1, count_include_pad=False).flatten()
        kept = border & (distance <= distance[border].quantile(0.75))
    spread = distance[kept].mean()
    limit = max(4 * spread.item(), 24.0)
    plain = (distance[border] < limit).float().mean()
    mask = (distance > limit).float().view(1, 1, 96, 96)
    # Specks go, then holes close.
    for size, sign in [(3, -1), (3, 1), (9, 1), (9, -1)]:
        mask = sign * F.max_pool2d(sign * mask, size, 1, padding=size // 2)
    if spread > 12 or plain < 0.72 or not 0.06 < mask.mean() < 0.8:
        return torch.full(pixels.shape[:2], 255, dtype=torch.uint8)
    mask = F.avg_pool2d(mask, 3, 1, padding=1)
    return (F.interpolate(mask, pixels.shape[:2], mode="bilinear")[0, 0] * 255).byte()
