"""Draws the images for the server's tests, and writes the probabilities that the server must reproduce.

python fixtures.py --model weights/large.onnx --out ../server/src/features/scan/fixtures
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

from outputs import classify
from photos import open_upright
from synthetic_images import GENERATORS

SIZES = [(224, 224), (192, 256), (160, 120), (97, 131), (300, 90), (64, 64), (455, 460), (33, 47)]
EXIF_ORIENTATION = 0x0112


def draw_fixtures(folder: Path) -> list[Path]:
    rng = np.random.default_rng(2026)
    paths = []
    for index in range(48):
        image = GENERATORS[index % len(GENERATORS)](rng).resize(SIZES[index % len(SIZES)], Image.Resampling.BICUBIC)
        extension = ["jpeg", "png", "webp", "jpeg"][index % 4]
        if extension == "png":
            image = image.resize((image.width // 2, image.height // 2)).quantize(24)
        path = folder / f"{index:02}.{extension}"
        options = {"quality": 60} if extension != "png" else {"optimize": True}
        if extension == "jpeg":
            exif = Image.Exif()
            exif[EXIF_ORIENTATION] = 1 + index // 4 % 8
            options["exif"] = exif
        if index % 12 == 1:
            image = image.convert("RGBA")
            fade = np.linspace(0, 255, image.width, dtype=np.uint8)
            image.putalpha(Image.fromarray(np.tile(fade, (image.height, 1))))
        if index % 16 == 7:
            image = image.convert("L")
        image.save(path, **options)
        paths.append(path)
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    session = onnxruntime.InferenceSession(args.model)
    probabilities = {}
    for path in draw_fixtures(args.out):
        probabilities[path.name] = [round(float(p), 5) for p in classify(session, open_upright(path))]
    (args.out / "probabilities.json").write_text(json.dumps(probabilities, indent=1) + "\n")


if __name__ == "__main__":
    main()
