"""Evaluates an exported model on the test photos and writes its metadata, figures and tables.

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

from photos import GROUPS, LABELS, Photo, classify, crop_image, open_upright, read_manifest

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ANSWERED_SHARE = 0.79  # of the validation photos, which are harder than most
GROUP_INDICES = np.array([next(i for i, group in enumerate(GROUPS.values()) if label in group) for label in LABELS])


def classify_all(session, photos: list[Photo]) -> np.ndarray:
    return np.stack([classify(session, crop_image(open_upright(photo.path))) for photo in photos])


def choose_labels(probabilities: np.ndarray) -> np.ndarray:
    """The best label of the most probable group: the right bin matters more than the right word."""
    sums = np.stack([probabilities[:, GROUP_INDICES == group].sum(1) for group in range(len(GROUPS))], 1)
    return np.where(GROUP_INDICES == sums.argmax(1)[:, None], probabilities, -1).argmax(1)


def get_confidence(probabilities: np.ndarray) -> np.ndarray:
    return np.take_along_axis(probabilities, choose_labels(probabilities)[:, None], 1)[:, 0]


def wilson_interval(correct: int, total: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share."""
    z, share = 1.96, correct / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return 100 * (middle - half), 100 * (middle + half)


def format_row(name: str, correct: np.ndarray) -> str:
    low, high = wilson_interval(int(correct.sum()), len(correct))
    return f"| {name} | {len(correct)} | {100 * correct.mean():.1f} | {low:.1f} to {high:.1f} |"


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


def draw_coverage(confidence: np.ndarray, correct: np.ndarray, threshold: float, path: Path):
    order = np.argsort(-confidence)
    share = np.arange(1, len(confidence) + 1) / len(confidence)
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(100 * share, 100 * np.cumsum(correct[order]) / np.arange(1, len(confidence) + 1), color="seagreen")
    axes.axvline(100 * (confidence >= threshold).mean(), color="grey", linestyle="--", label=f"threshold {threshold:.2f}")
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
    parser.add_argument("--labels", type=Path, help="file for the predicted label of each test photo, to compare with the server")
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    session = onnxruntime.InferenceSession(str(args.model))
    manifest = read_manifest(args.photos)
    val, test = ([photo for photo in manifest if photo.split == split] for split in ["val", "test"])
    threshold = round(float(np.quantile(get_confidence(classify_all(session, val)), 1 - ANSWERED_SHARE)), 3)
    probabilities = classify_all(session, test)
    labels = np.array([photo.label for photo in test])
    best, confidence = choose_labels(probabilities), get_confidence(probabilities)
    correct, answered = best == labels, confidence >= threshold
    name = args.model.stem
    table = ["| | photos | right, % | 95 % interval |", "|---|---|---|---|", format_row("all ten materials", correct)]
    table.append(format_row("four groups", GROUP_INDICES[best] == GROUP_INDICES[labels]))
    table += [format_row(label, correct[labels == index]) for index, label in enumerate(LABELS)]
    for source in ["trashnet", "realwaste", "ewaste_rf"]:
        table.append(format_row(f"from {source}", correct[[photo.source == source for photo in test]]))
    table.append(format_row(f"answered ({100 * answered.mean():.1f} % of all)", correct[answered]))
    (args.out / f"{name}.md").write_text("\n".join(table) + "\n")
    draw_confusion(labels, best, args.out / f"{name}-confusion.png")
    draw_coverage(confidence, correct, threshold, args.out / f"{name}-coverage.png")
    if args.labels:
        predictions = {str(photo.path.relative_to(args.photos)): LABELS[i] for photo, i in zip(test, best)}
        args.labels.write_text(json.dumps(predictions, indent=0) + "\n")
    digest = hashlib.sha256(args.model.read_bytes()).hexdigest()
    metadata = {"sha256": digest, "threshold": threshold, "labels": LABELS}
    args.model.with_suffix(".json").write_text(json.dumps(metadata, indent=2) + "\n")
    print("\n".join(table))


if __name__ == "__main__":
    main()
