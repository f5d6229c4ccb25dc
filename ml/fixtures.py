"""Draws the pictures on which the server must agree with us, and writes what our model says of them.

python fixtures.py --model weights/large.onnx --out ../server/src/features/scan/fixtures
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

from photos import cut_view, open_upright, opinion
from pictures import KINDS

SIZES = [(224, 224), (192, 256), (160, 120), (97, 131), (300, 90), (64, 64), (455, 460), (33, 47)]
TURN = 0x0112  # EXIF's orientation


def draw(folder: Path) -> list[Path]:
    rng = np.random.default_rng(2026)
    paths = []
    for index in range(48):
        picture = KINDS[index % len(KINDS)](rng).resize(SIZES[index % len(SIZES)], Image.Resampling.BICUBIC)
        kind = ["jpeg", "png", "webp", "jpeg"][index % 4]
        if kind == "png":
            picture = picture.resize((picture.width // 2, picture.height // 2)).quantize(24)
        path = folder / f"{index:02}.{kind}"
        options = {"quality": 60} if kind != "png" else {"optimize": True}
        if kind == "jpeg":
            exif = Image.Exif()
            exif[TURN] = 1 + index // 4 % 8
            options["exif"] = exif
        if index % 12 == 1:
            picture = picture.convert("RGBA")
            fade = np.linspace(0, 255, picture.width, dtype=np.uint8)
            picture.putalpha(Image.fromarray(np.tile(fade, (picture.height, 1))))
        if index % 16 == 7:
            picture = picture.convert("L")
        picture.save(path, **options)
        paths.append(path)
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(exist_ok=True)
    session = onnxruntime.InferenceSession(given.model)
    found = {}
    for path in draw(given.out):
        found[path.name] = [round(float(p), 5) for p in opinion(session, cut_view(open_upright(path)))]
    (given.out / "probabilities.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
