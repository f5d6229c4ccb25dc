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

from outputs import GROUP_INDICES, choose_labels, read_outputs
from photos import LABELS, SHARED_LABELS

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ANSWERED_SHARE = 0.79  # of the validation photos, which are harder than most
# Electronics were a group of their own until 2026.
FORMER_GROUP_INDICES = np.where(np.array(LABELS) == "e_waste", GROUP_INDICES.max() + 1, GROUP_INDICES)
SHARED_INDICES = np.array([LABELS.index(label) for label in SHARED_LABELS])


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


def measure_calibration(confidence: np.ndarray, correct: np.ndarray) -> float:
    """The expected calibration error over ten bins of confidence, in points."""
    bins = np.minimum((confidence * 10).astype(int), 9)
    return 100 * sum(abs((confidence - correct)[bins == i].sum()) for i in range(10)) / len(correct)


def measure_coverage(confidence: np.ndarray, correct: np.ndarray, right: float = 0.9) -> float:
    """The largest share of the photos, the surest first, of whose answers this share is right, in percent."""
    order = np.argsort(-confidence)
    shares = np.cumsum(correct[order]) / np.arange(1, len(order) + 1)
    return 100 * (np.flatnonzero(shares >= right).max(initial=-1) + 1) / len(order)


def describe_confidence(name: str, confidence: np.ndarray, correct: np.ndarray) -> str:
    error, coverage = measure_calibration(confidence, correct), measure_coverage(confidence, correct)
    return f"| {name} | {len(correct)} | {error:.1f} | {100 * (confidence.mean() - correct.mean()):+.1f} | {coverage:.1f} |"


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
    parser.add_argument("--cache", type=Path, help="file that keeps the model's outputs between runs")
    parser.add_argument("--labels", type=Path, help="file for the predicted label of each test photo, to compare with the server")
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    outputs = read_outputs(args.model, args.photos, args.cache)
    val, tested = (outputs.select(lambda photo: photo.split == split) for split in ["val", "test"])
    threshold = round(float(np.quantile(get_confidence(val.probabilities), 1 - ANSWERED_SHARE)), 3)
    test, probabilities, labels = tested.photos, tested.probabilities, tested.labels
    best, confidence = choose_labels(probabilities), get_confidence(probabilities)
    correct, answered = best == labels, confidence >= threshold
    name = args.model.stem
    table = ["| | photos | right, % | 95 % interval |", "|---|---|---|---|", format_row("all ten materials", correct)]
    table.append(format_row("groups", GROUP_INDICES[best] == GROUP_INDICES[labels]))
    former = choose_labels(probabilities, FORMER_GROUP_INDICES)
    table.append(format_row("with e_waste as a group: materials", former == labels))
    table.append(format_row("with e_waste as a group: groups", FORMER_GROUP_INDICES[former] == FORMER_GROUP_INDICES[labels]))
    table += [format_row(label, correct[labels == index]) for index, label in enumerate(LABELS)]
    for source in ["trashnet", "realwaste", "ewaste_rf"]:
        table.append(format_row(f"from {source}", correct[[photo.source == source for photo in test]]))
    table.append(format_row(f"answered ({100 * answered.mean():.1f} % of all)", correct[answered]))
    outside = outputs.select(lambda photo: photo.split == "extra" and photo.label >= 0)
    right = choose_labels(outside.probabilities) == outside.labels
    for source, kind in sorted({(photo.source, photo.kind) for photo in outside.photos}):
        table.append(format_row(f"{kind} of {source}", right[[(photo.source, photo.kind) == (source, kind) for photo in outside.photos]]))
    household = outside.select(lambda photo: photo.source == "household")
    shared = household.select(lambda photo: photo.label in SHARED_INDICES)
    six = SHARED_INDICES[shared.probabilities[:, SHARED_INDICES].argmax(1)]
    table.append(format_row("household, six shared labels", six == shared.labels))
    table += ["", "| | photos | calibration error | confidence less share right | answered if 90 % shall be right, % |", "|---|---|---|---|---|"]
    table.append(describe_confidence("test photos", confidence, correct))
    right = choose_labels(household.probabilities) == household.labels
    table.append(describe_confidence("household", get_confidence(household.probabilities), right))
    sure = get_confidence(household.probabilities) >= threshold
    table += ["", f"Household at the threshold {threshold}: {100 * sure.mean():.1f} % answered, {100 * right[sure].mean():.1f} % of them right."]
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
