"""Compares recipes on unseen sources: trains without one source and evaluates on it, over the six shared labels.

python choose.py --photos photos --imagenet resnet50-imagenet.npz --without trashnet --recipes recipes.txt

A line of the recipes file is `name: options of train.py`, or `name = names of earlier lines` for the mean of their
weights.
"""

import argparse
import time
from pathlib import Path

import torch

from photos import LABELS, SHARED_LABELS
from train import Data, Training, build_parser, predict

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
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Data(Path(args.photos), device, args.limit, args.cache)
    outside = data.find_indices(lambda photo: photo.source == args.without and photo.label in SHARED_INDICES)
    inside = data.find_indices(lambda photo: photo.source != args.without and photo.split == "val")
    crops, labels = data.crops[outside], data.labels[outside]
    common = f"--net {args.net} --photos {args.photos} --imagenet {args.imagenet} --out none --without {args.without}"
    nets = {}
    for line in Path(args.recipes).read_text().splitlines():
        started = time.time()
        if "=" in line:
            name, _, members = line.partition("=")
            net = training.average_weights([nets[member] for member in members.split()])
        else:
            name, _, recipe = line.partition(":")
            training = Training(data, build_parser().parse_args([*common.split(), *recipe.split()]))
            net = training.run()
        nets[name.strip()] = net
        plain, mirrored = predict(net, crops), predict(net, crops.flip(3))
        val = (predict(net, data.crops[inside]).argmax(1) == data.labels[inside]).float().mean().item() * 100
        recall = " ".join(f"{LABELS[i]} {accuracy(plain[labels == i], labels[labels == i]):.0f}" for i in SHARED_INDICES)
        print(
            f"RESULT {args.without} {name} plain {accuracy(plain, labels):.1f} "
            f"with mirror image {accuracy(plain.softmax(1) + mirrored.softmax(1), labels):.1f} "
            f"val {val:.1f} "
            f"({recall}) {time.time() - started:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
