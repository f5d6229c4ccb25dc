"""Compares recipes on unseen sources: trains without one source and evaluates on it, over the six shared labels.

python choose.py --photos photos --imagenet resnet50-imagenet.npz --without trashnet --recipes recipes.txt

A line of the recipes file is `name: options of train.py`, whose teachers are earlier lines, `name = names of earlier
lines` for the mean of their weights, or `name & names of earlier lines` for the mean of their predictions.
"""

import argparse
import functools
import re
import time
from pathlib import Path

import torch

from photos import LABELS, SHARED_LABELS
from train import Data, Training, build_parser, load, predict, save

SHARED_INDICES = [LABELS.index(label) for label in SHARED_LABELS]


def accuracy(outputs: torch.Tensor, labels: torch.Tensor) -> float:
    columns = torch.tensor(SHARED_INDICES, device=outputs.device)
    return 100 * (columns[outputs[:, columns].argmax(1)] == labels).float().mean().item()


def main():
    parser = argparse.ArgumentParser()
    for name in ["--photos", "--imagenet", "--without", "--recipes"]:
        parser.add_argument(name, required=True)
    parser.add_argument("--cache", default="")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--net", default="resnet50")
    parser.add_argument("--save", default="", help="folder of the trained nets, where those of earlier runs are found again")
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    data = Data(Path(args.photos), device, args.limit, args.cache)
    outside = data.find_indices(lambda photo: photo.source == args.without and photo.label in SHARED_INDICES)
    inside = data.find_indices(lambda photo: photo.source != args.without and photo.split == "val")
    labels = data.labels[outside]
    common = f"--net {args.net} --photos {args.photos} --imagenet {args.imagenet} --out none"
    nets = {path.stem: load(args.net, str(path), device) for path in Path(args.save).glob("*.pt")} if args.save else {}
    training = None

    @functools.cache
    def predict_both(name):
        net = nets[name]
        return [
            predict(net, data.crops[indices]).softmax(1) + predict(net, data.wholes[indices]).softmax(1)
            for indices in [outside, inside]
        ]

    def start(recipe):
        settings = build_parser().parse_args([*common.split(), *recipe.split()])
        settings.without = f"{args.without},{settings.without}"
        return Training(data, settings, [nets[teacher] for teacher in filter(None, settings.teachers.split(","))])

    for line in filter(None, Path(args.recipes).read_text().splitlines()):
        started = time.time()
        name, mark, rest = re.match(r"(\w+) *([:=&])(.*)", line).groups()
        if mark == "=":
            training = training or start("")
            nets[name] = training.average_weights([nets[member] for member in rest.split()])
        elif mark == ":":
            training = start(rest)
            nets[name] = training.run()
        if mark != "&" and args.save:
            save(nets[name], f"{args.save}/{name}.pt")
        members = rest.split() if mark == "&" else [name]
        outputs, inner = (sum(parts) for parts in zip(*map(predict_both, members)))
        val = 100 * (inner.argmax(1) == data.labels[inside]).float().mean().item()
        recall = " ".join(
            f"{LABELS[i]} {accuracy(outputs[labels == i], labels[labels == i]):.0f}" for i in SHARED_INDICES if (labels == i).any()
        )
        print(
            f"RESULT {args.without} {name} outside {accuracy(outputs, labels):.1f} of {len(labels)} val {val:.1f} "
            f"({recall}) {time.time() - started:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
