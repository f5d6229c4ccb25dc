"""Judges an exported model on the test photos and writes its notes, figures and tables.

python evaluate.py --model weights/large.onnx --photos photos --out figures
"""

import argparse
import hashlib
import json
import math
from pathlib import Path

import matplotlib
import numpy as np
import onnxruntime

from photos import GROUPS, LABELS, Photo, cut_view, open_upright, opinion, read_manifest

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ANSWERED = 0.79  # of the validation photos, which are harder than most
GROUP_OF = np.array([next(i for i, group in enumerate(GROUPS.values()) if label in group) for label in LABELS])


def judge(session, photos: list[Photo]) -> np.ndarray:
    return np.stack([opinion(session, cut_view(open_upright(photo.path))) for photo in photos])


def choose(probabilities: np.ndarray) -> np.ndarray:
    """The best label of the most probable group: the right bin matters more than the right word."""
    sums = np.stack([probabilities[:, GROUP_OF == group].sum(1) for group in range(len(GROUPS))], 1)
    return np.where(GROUP_OF == sums.argmax(1)[:, None], probabilities, -1).argmax(1)


def surety(probabilities: np.ndarray) -> np.ndarray:
    return np.take_along_axis(probabilities, choose(probabilities)[:, None], 1)[:, 0]


def interval(right: int, all_: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, right / all_
    middle = (share + z * z / (2 * all_)) / (1 + z * z / all_)
    half = z / (1 + z * z / all_) * math.sqrt(share * (1 - share) / all_ + z * z / (4 * all_ * all_))
    return 100 * (middle - half), 100 * (middle + half)


def line(name: str, right: np.ndarray) -> str:
    low, high = interval(int(right.sum()), len(right))
    return f"| {name} | {len(right)} | {100 * right.mean():.1f} | {low:.1f} to {high:.1f} |"


def draw_confusion(labels: np.ndarray, best: np.ndarray, path: Path):
    counts = np.zeros((len(LABELS), len(LABELS)), int)
    np.add.at(counts, (labels, best), 1)
    figure, axes = plt.subplots(figsize=(7, 6.4))
    axes.imshow(counts / counts.sum(1, keepdims=True), cmap="Greens", vmin=0, vmax=1)
    for row, column in np.argwhere(counts > 0):
        share = counts[row, column] / counts[row].sum()
        axes.text(column, row, counts[row, column], ha="center", va="center", color="white" if share > 0.6 else "black")
    axes.set_xticks(range(len(LABELS)), LABELS, rotation=45, ha="right")
    axes.set_yticks(range(len(LABELS)), LABELS)
    axes.set_xlabel("answered")
    axes.set_ylabel("true")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def draw_coverage(sure: np.ndarray, right: np.ndarray, threshold: float, path: Path):
    order = np.argsort(-sure)
    share = np.arange(1, len(sure) + 1) / len(sure)
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(100 * share, 100 * np.cumsum(right[order]) / np.arange(1, len(sure) + 1), color="seagreen")
    axes.axvline(100 * (sure >= threshold).mean(), color="grey", linestyle="--", label=f"threshold {threshold:.2f}")
    axes.set_xlabel("test photos answered, %")
    axes.set_ylabel("answers right, %")
    axes.set_ylim(80, 100.5)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--labels", type=Path, help="file for what was found of each test photo, which the server is compared with")
    given = parser.parse_args()
    given.out.mkdir(exist_ok=True)
    session = onnxruntime.InferenceSession(str(given.model))
    manifest = read_manifest(given.photos)
    val, test = ([photo for photo in manifest if photo.split == split] for split in ["val", "test"])
    threshold = round(float(np.quantile(surety(judge(session, val)), 1 - ANSWERED)), 3)
    probabilities = judge(session, test)
    labels = np.array([photo.label for photo in test])
    best, sure = choose(probabilities), surety(probabilities)
    right, answered = best == labels, sure >= threshold
    name = given.model.stem
    table = ["| | photos | right, % | 95 % interval |", "|---|---|---|---|", line("all ten materials", right)]
    table.append(line("four groups", GROUP_OF[best] == GROUP_OF[labels]))
    table += [line(label, right[labels == index]) for index, label in enumerate(LABELS)]
    for source in ["trashnet", "realwaste", "ewaste_rf"]:
        table.append(line(f"from {source}", right[[photo.source == source for photo in test]]))
    table.append(line(f"answered ({100 * answered.mean():.1f} % of all)", right[answered]))
    (given.out / f"{name}.md").write_text("\n".join(table) + "\n")
    draw_confusion(labels, best, given.out / f"{name}-confusion.png")
    draw_coverage(sure, right, threshold, given.out / f"{name}-coverage.png")
    if given.labels:
        found = {str(photo.path.relative_to(given.photos)): LABELS[i] for photo, i in zip(test, best)}
        given.labels.write_text(json.dumps(found, indent=0) + "\n")
    digest = hashlib.sha256(given.model.read_bytes()).hexdigest()
    notes = {"sha256": digest, "threshold": threshold, "labels": LABELS}
    given.model.with_suffix(".json").write_text(json.dumps(notes, indent=2) + "\n")
    print("\n".join(table))


if __name__ == "__main__":
    main()
