"""Trains a net on the waste photos.

python train.py --net resnet50 --photos photos --imagenet resnet50-imagenet.npz --out large.pt
python train.py --net mobilenet --photos photos --imagenet mobilenet-v1-imagenet.npz --teachers a.pt,b.pt --out small.pt
"""

import argparse
import copy
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from augment import augment, erase, mix_batch
from nets import build
from photos import LABELS, SHARED_LABELS, Photo, read_manifest, read_photos
from synthetic_images import GENERATORS, surface

PHOTOS_PER_SYNTHETIC_IMAGE = 16


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--net", choices=["resnet50", "mobilenet"], default="resnet50")
    parser.add_argument("--photos", type=Path, required=True, help="folder with manifest.csv")
    parser.add_argument("--imagenet", required=True, help="ImageNet weights to start from")
    parser.add_argument("--out", required=True)
    parser.add_argument("--without", default="", help="sources or kinds to leave out, e.g. realwaste for weights free of CC BY-NC-SA")
    parser.add_argument("--teachers", default="", help="trained ResNet-50s to distil from, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=float, default=36, help="0 stops after the linear probe")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--decay", type=float, default=1e-4)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--swap", type=float, default=0.4, help="probability of swapping the background")
    parser.add_argument("--surfaces", type=float, default=0.0, help="share of the drawn backgrounds that are rough surfaces")
    parser.add_argument("--area", type=float, default=0.35, help="smallest share of a photo that a crop shows")
    parser.add_argument("--spectrum", type=float, default=0.0, help="probability of mixing amplitude spectra")
    parser.add_argument("--light", type=float, default=1.0, help="strength of light and colour changes")
    parser.add_argument("--calm", type=float, default=0.3, help="final share of the training, with weaker augmentation and no mixing")
    parser.add_argument("--style", type=float, default=0.0, help="probability of mixing the styles of photos inside the net")
    parser.add_argument("--balance", type=float, default=1.0, help="1 samples all materials equally, 0 as often as they occur")
    parser.add_argument("--extra", type=float, default=0.5, help="how often household and hands photos are sampled, relative to the others")
    parser.add_argument("--start", default="", help="a trained net to start from instead of the linear probe")
    parser.add_argument("--mean", default="", help="average the weights of these trained nets, separated by commas, instead of training")
    parser.add_argument("--adam", action="store_true", help="use AdamW instead of SGD")
    parser.add_argument("--cache", default="", help="file that caches the decoded photos between runs")
    parser.add_argument("--limit", type=int, default=0, help="use only about this many photos, for a trial")
    return parser


class Data:
    """All photos on the GPU, shared by the trainings of one process."""

    def __init__(self, folder: Path, device: str, limit: int = 0, cache: str = ""):
        photos = read_manifest(folder)
        if limit:
            photos = photos[:: max(1, len(photos) // limit)]
        self.photos, self.device = photos, device
        if cache and Path(cache).exists():
            pixels = torch.load(cache, weights_only=True)
        else:
            pixels = read_photos(photos, 48 if limit else 2400)
            if cache:
                torch.save(pixels, cache)
        self.canvases, self.crops, self.wholes, self.synthetic = (part.to(device) for part in pixels)
        self.labels = torch.tensor([photo.label for photo in photos], device=device)

    def find_indices(self, matches) -> torch.Tensor:
        return torch.tensor([i for i, photo in enumerate(self.photos) if matches(photo)], device=self.device)


def is_trained(photo: Photo, without: str) -> bool:
    left_out = without.split(",")
    return photo.split in ("train", "extra") and photo.label >= 0 and photo.source not in left_out and photo.kind not in left_out


def autocast(device: str):
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


@torch.no_grad()
def predict(net: nn.Module, crops: torch.Tensor, batch: int = 512) -> torch.Tensor:
    net.eval()
    parts = []
    for part in crops.split(batch):
        with autocast(str(crops.device.type)):
            parts.append(net(part.float().to(memory_format=torch.channels_last)).float())
    return torch.cat(parts)


@torch.no_grad()
def extract_features(net: nn.Module, crops: torch.Tensor) -> torch.Tensor:
    net.eval()
    return torch.cat([net.features(part.float()) for part in crops.split(256)])


def fit_linear_probe(net: nn.Module, x: torch.Tensor, labels: torch.Tensor):
    """Initialises the head as a linear classifier on the ImageNet features."""
    spread = x.std(0) + 1e-3
    head = nn.Linear(x.shape[1], len(LABELS)).to(x.device)
    weight = 1 / torch.bincount(labels, minlength=len(LABELS)).clamp_min(1).float()
    optimiser = torch.optim.LBFGS(head.parameters(), max_iter=60, history_size=10, line_search_fn="strong_wolfe")
    scaled = (x - x.mean(0)) / spread

    def closure():
        optimiser.zero_grad()
        loss = F.cross_entropy(head(scaled), labels, weight, label_smoothing=0.1) + 2e-3 * head.weight.square().sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    with torch.no_grad():
        net.head.weight.copy_(head.weight / spread)
        net.head.bias.copy_(head.bias - (head.weight / spread * x.mean(0)).sum(1))


class Training:
    def __init__(self, data: Data, settings: argparse.Namespace, teachers: list[nn.Module] = []):
        torch.manual_seed(settings.seed)
        self.data, self.settings, self.teachers = data, settings, teachers
        self.train_indices = data.find_indices(lambda photo: is_trained(photo, settings.without))
        self.labels = data.labels[self.train_indices]
        extra = torch.tensor([photo.split == "extra" for photo in data.photos], device=data.device)[self.train_indices]
        weights = torch.where(extra, settings.extra, 1.0)
        counts = torch.bincount(self.labels, weights, minlength=len(LABELS)).float()
        self.sampling_weights = weights * counts.clamp_min(1).pow(-settings.balance)[self.labels]
        if settings.start:
            self.net = load(settings.net, settings.start, data.device).requires_grad_(True)
        else:
            self.net = self.build_probed_net()
        self.net.style = settings.style

    def build_probed_net(self) -> nn.Module:
        data, settings = self.data, self.settings
        net = build(settings.net, len(LABELS))
        net.load_imagenet(settings.imagenet)
        net = net.to(data.device).to(memory_format=torch.channels_last)
        crops = data.crops[self.train_indices]
        if settings.net == "mobilenet":
            net.restore_normalisation(crops[torch.randperm(len(crops))[:512].to(data.device)].float())
        fit_linear_probe(net, extract_features(net, crops), self.labels)
        return net

    def batch(self, count: int, calm: bool):
        picked = torch.multinomial(self.sampling_weights, count, replacement=True)
        pool, s = self.data.synthetic, self.settings
        drawn = torch.randint(len(pool), (count,), device=pool.device)
        rough = torch.rand(count, device=pool.device) < s.surfaces
        drawn = torch.where(rough, drawn - drawn % len(GENERATORS) + GENERATORS.index(surface), drawn)
        canvases = self.data.canvases[self.train_indices[picked]]
        photos = augment(canvases, pool[drawn].float(), s.swap, s.spectrum, s.light, s.area, calm)
        targets = F.one_hot(self.labels[picked], len(LABELS)).float()
        targets = targets * 0.9 + 0.1 / len(LABELS)
        if not calm:
            photos, targets = mix_batch(photos, targets)
        synthetic = pool[torch.randint(len(pool), (max(1, count // PHOTOS_PER_SYNTHETIC_IMAGE),), device=pool.device)].float()
        synthetic = erase(synthetic.flip(3) if torch.rand(()) < 0.5 else synthetic, 0.1)
        uniform_targets = torch.full((len(synthetic), len(LABELS)), 1 / len(LABELS), device=pool.device)
        return torch.cat([photos, synthetic]).contiguous(memory_format=torch.channels_last), torch.cat([targets, uniform_targets])

    @torch.no_grad()
    def compute_teacher_targets(self, photos: torch.Tensor, targets: torch.Tensor):
        """The mean of the teachers' predictions at temperature 2; synthetic images keep their own targets."""
        count = self.settings.batch
        teacher_targets = sum(F.softmax(teacher(photos[:count]).float() / 2, 1) for teacher in self.teachers) / len(self.teachers)
        return torch.cat([teacher_targets, targets[count:]])

    def run(self) -> nn.Module:
        s, net = self.settings, self.net
        if s.epochs == 0:
            return net.eval()
        steps = max(2, int(s.epochs * len(self.train_indices) / s.batch))
        decayed = [p for p in net.parameters() if p.ndim > 1]
        plain = [p for p in net.parameters() if p.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": s.decay}, {"params": plain, "weight_decay": 0}]
        if s.adam:
            optimiser = torch.optim.AdamW(groups, lr=s.rate)
        else:
            optimiser = torch.optim.SGD(groups, lr=s.rate, momentum=0.9, nesterov=True)
        warm_up = min(200, steps // 5 + 1)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimiser,
            lambda step: min(1, (step + 1) / warm_up) * (1 + math.cos(math.pi * max(0, step - warm_up) / (steps - warm_up + 1))) / 2,
        )
        mean = copy.deepcopy(net).requires_grad_(False)
        pairs = [(a, b) for a, b in zip(mean.state_dict().values(), net.state_dict().values()) if a.is_floating_point()]
        means, values = [a for a, _ in pairs], [b for _, b in pairs]
        started = time.time()
        for step in range(steps):
            photos, targets = self.batch(s.batch, calm=step > steps * (1 - s.calm))
            net.train()
            with autocast(self.data.device):
                outputs = net(photos).float()
                loss = F.cross_entropy(outputs, targets)
                if self.teachers:
                    teacher_targets = self.compute_teacher_targets(photos, targets)
                    loss = 0.1 * loss + 0.9 * 4 * F.cross_entropy(outputs / 2, teacher_targets) / 2
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                keep = min(0.998, (1 + step) / (10 + step))
                torch._foreach_lerp_(means, values, 1 - keep)
            if step % 200 == 0 or step == steps - 1:
                print(f"  step {step}/{steps} loss {loss.item():.3f} {time.time() - started:.0f} s", flush=True)
        return mean.eval()

    @torch.no_grad()
    def average_weights(self, nets: list[nn.Module]) -> nn.Module:
        """Averages the nets' weights; the batch statistics cannot be averaged, so they are measured again."""
        net = copy.deepcopy(nets[0]).requires_grad_(False)
        for value, *values in zip(net.parameters(), *(other.parameters() for other in nets)):
            value.copy_(torch.stack([other.float() for other in values]).mean(0))
        for layer in net.modules():
            if isinstance(layer, nn.BatchNorm2d):
                layer.reset_running_stats()
                layer.momentum = None
        net.train()
        for _ in range(60):
            photos, _ = self.batch(self.settings.batch, calm=True)
            with autocast(self.data.device):
                net(photos)
        return net.eval()


def accuracy(net: nn.Module, data: Data, matches, labels=LABELS) -> float:
    indices = data.find_indices(matches)
    columns = torch.tensor([LABELS.index(label) for label in labels], device=data.device)
    best = columns[predict(net, data.crops[indices])[:, columns].argmax(1)]
    return 100 * (best == data.labels[indices]).float().mean().item()


def save(net: nn.Module, path: str):
    """Stores kernels in half precision, which the variances of the batch normalisation would overflow."""
    torch.save({name: value.half() if value.ndim > 1 else value for name, value in net.state_dict().items()}, path)


def load(name: str, path: str, device: str) -> nn.Module:
    net = build(name, len(LABELS))
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    return net.to(device).to(memory_format=torch.channels_last).eval().requires_grad_(False)


def main():
    settings = build_parser().parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    data = Data(settings.photos, device, settings.limit, settings.cache)
    teachers = [load("resnet50", path, device) for path in filter(None, settings.teachers.split(","))]
    training = Training(data, settings, teachers)
    if settings.mean:
        net = training.average_weights([load(settings.net, path, device) for path in settings.mean.split(",")])
    else:
        net = training.run()
    save(net, settings.out)
    print(f"val {accuracy(net, data, lambda photo: photo.split == 'val'):.2f}")
    if settings.without:
        shared = [LABELS.index(label) for label in SHARED_LABELS]
        for source in {photo.source for photo in data.photos} & set(settings.without.split(",")):
            outside = accuracy(net, data, lambda photo: photo.source == source and photo.label in shared, SHARED_LABELS)
            print(f"outside {source} {outside:.2f}")


if __name__ == "__main__":
    main()
