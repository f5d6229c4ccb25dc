"""Compares recipes by what counts outside: learn without one source, be judged on it, over the six labels both have.

python choose.py --photos photos --imagenet resnet50-imagenet.npz --without trashnet --recipes recipes.txt

A line of the recipes file is a name, a colon and options of train.py; or a name, an equals sign and the names of lines
before it, for the mean of their weights.
"""

import argparse
import time
from pathlib import Path

import torch

from photos import LABELS, SHARED_LABELS
from train import Data, Training, options, predict

SHARED = [LABELS.index(label) for label in SHARED_LABELS]


def right(outputs: torch.Tensor, labels: torch.Tensor) -> float:
    columns = torch.tensor(SHARED, device=outputs.device)
    return 100 * (columns[outputs[:, columns].argmax(1)] == labels).float().mean().item()


def main():
    parser = argparse.ArgumentParser()
    for name in ["--photos", "--imagenet", "--without", "--recipes"]:
        parser.add_argument(name, required=True)
    parser.add_argument("--cache", default="")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--net", default="resnet50")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Data(Path(given.photos), device, given.limit, given.cache)
    outside = data.where(lambda photo: photo.source == given.without and photo.label in SHARED)
    inside = data.where(lambda photo: photo.source != given.without and photo.split == "val")
    views, labels = data.views[outside], data.labels[outside]
    common = f"--net {given.net} --photos {given.photos} --imagenet {given.imagenet} --out none --without {given.without}"
    nets = {}
    for line in Path(given.recipes).read_text().splitlines():
        began = time.time()
        if "=" in line:
            name, _, members = line.partition("=")
            net = training.mean_of([nets[member] for member in members.split()])
        else:
            name, _, recipe = line.partition(":")
            training = Training(data, options().parse_args([*common.split(), *recipe.split()]))
            net = training.run()
        nets[name.strip()] = net
        one, mirrored = predict(net, views), predict(net, views.flip(3))
        val = (predict(net, data.views[inside]).argmax(1) == data.labels[inside]).float().mean().item() * 100
        recall = " ".join(f"{LABELS[i]} {right(one[labels == i], labels[labels == i]):.0f}" for i in SHARED)
        print(
            f"RESULT {given.without} {name} one {right(one, labels):.1f} "
            f"mirrored too {right(one.softmax(1) + mirrored.softmax(1), labels):.1f} "
            f"val {val:.1f} "
            f"({recall}) {time.time() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
