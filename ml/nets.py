"""The two nets, and loading of their ImageNet weights.

Both take a batch of RGB photos as floats from 0 to 255 and normalise it themselves.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class ConvNorm(nn.Sequential):
    """A convolution with batch normalisation."""

    def __init__(self, inputs: int, outputs: int, size: int, stride: int = 1, eps: float = 1e-3, groups: int = 1):
        super().__init__(
            nn.Conv2d(inputs, outputs, size, stride, padding=size // 2, groups=groups, bias=False),
            nn.BatchNorm2d(outputs, eps=eps),
        )


class Bottleneck(nn.Module):
    """Strides in the first 1×1 and the shortcut, as in Keras, where the weights come from; torchvision strides in the 3×3."""

    def __init__(self, inputs: int, width: int, stride: int, shortcut: bool):
        super().__init__()
        self.a = ConvNorm(inputs, width, 1, stride)
        self.b = ConvNorm(width, width, 3)
        self.c = ConvNorm(width, 4 * width, 1)
        self.shortcut = ConvNorm(inputs, 4 * width, 1, stride) if shortcut else nn.Identity()

    def forward(self, x):
        return F.relu(self.c(F.relu(self.b(F.relu(self.a(x))))) + self.shortcut(x))


def mix_style(x: torch.Tensor) -> torch.Tensor:
    """MixStyle: blends the feature statistics of each photo with those of another, like another background or camera."""
    mean, spread = x.mean((2, 3), keepdim=True).detach(), (x.var((2, 3), keepdim=True) + 1e-5).sqrt().detach()
    order = torch.randperm(len(x), device=x.device)
    share = torch.distributions.Beta(0.2, 0.2).sample((len(x), 1, 1, 1)).to(x.device, x.dtype)
    mixed_mean = share * mean + (1 - share) * mean[order]
    mixed_spread = share * spread + (1 - share) * spread[order]
    return (x - mean) / spread * mixed_spread + mixed_mean


class ResNet50(nn.Module):
    features_size = 2048
    style = 0.0  # probability of mixing styles during training

    def __init__(self, classes: int):
        super().__init__()
        self.register_buffer("mean", torch.tensor([123.68, 116.779, 103.939]).view(1, 3, 1, 1), persistent=False)
        self.stem = ConvNorm(3, 64, 7, 2)
        blocks, inputs = [], 64
        for stage, (width, depth) in enumerate([(64, 3), (128, 4), (256, 6), (512, 3)]):
            for index in range(depth):
                blocks.append(Bottleneck(inputs, width, 2 if stage > 0 and index == 0 else 1, index == 0))
                inputs = 4 * width
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(self.features_size, classes)

    def features(self, x):
        x = F.max_pool2d(F.relu(self.stem(x - self.mean)), 3, 2, padding=1)
        for index, block in enumerate(self.blocks):
            x = block(x)
            if self.training and index in (2, 6) and torch.rand(()) < self.style:
                x = mix_style(x)
        return x.mean((2, 3))

    def forward(self, x):
        return self.head(F.dropout(self.features(x), 0.2, self.training))

    def load_imagenet(self, path: str):
        stored = np.load(path)
        load_conv_norm(self.stem, stored, "conv1", "bn_conv1", flip_input=True)
        names = [f"{stage}{letter}" for stage, letters in zip("2345", ["abc", "abcd", "abcdef", "abc"]) for letter in letters]
        for block, name in zip(self.blocks, names):
            for unit, branch in [(block.a, "branch2a"), (block.b, "branch2b"), (block.c, "branch2c")]:
                load_conv_norm(unit, stored, f"res{name}_{branch}", f"bn{name}_{branch}")
            if isinstance(block.shortcut, ConvNorm):
                load_conv_norm(block.shortcut, stored, f"res{name}_branch1", f"bn{name}_branch1")


def load_conv_norm(unit: ConvNorm, stored, conv: str, norm: str, flip_input: bool = False):
    kernel = torch.from_numpy(stored[f"{conv}/kernel"].astype(np.float32)).permute(3, 2, 0, 1)
    # The stored net reads BGR; flipping the first kernel makes it read RGB.
    unit[0].weight.data.copy_(kernel.flip(1) if flip_input else kernel)
    unit[1].weight.data.copy_(torch.from_numpy(stored[f"{norm}/gamma"]))
    unit[1].bias.data.copy_(torch.from_numpy(stored[f"{norm}/beta"]))
    # A bias before batch normalisation only shifts the mean.
    unit[1].running_mean.copy_(torch.from_numpy(stored[f"{norm}/moving_mean"] - stored[f"{conv}/bias"]))
    unit[1].running_var.copy_(torch.from_numpy(stored[f"{norm}/moving_variance"]))


class SamePaddingConvNorm(ConvNorm):
    """TensorFlow's SAME padding: at stride 2, it pads only right and bottom."""

    def __init__(self, inputs: int, outputs: int, size: int, stride: int = 1, groups: int = 1):
        super().__init__(inputs, outputs, size, stride, groups=groups)
        if stride == 2:
            self[0].padding = (0, 0)

    def forward(self, x):
        if self[0].stride == (2, 2):
            x = F.pad(x, (0, 1, 0, 1))
        return F.relu6(super().forward(x))


class MobileNetV1(nn.Module):
    features_size = 1024

    def __init__(self, classes: int):
        super().__init__()
        units = [SamePaddingConvNorm(3, 32, 3, 2)]
        plan = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
        inputs = 32
        for outputs, stride in plan:
            units += [SamePaddingConvNorm(inputs, inputs, 3, stride, groups=inputs), SamePaddingConvNorm(inputs, outputs, 1)]
            inputs = outputs
        self.units = nn.Sequential(*units)
        self.head = nn.Linear(self.features_size, classes)

    def features(self, x):
        return self.units(x / 127.5 - 1).mean((2, 3))

    def forward(self, x):
        return self.head(F.dropout(self.features(x), 0.1, self.training))

    def load_imagenet(self, path: str):
        stored = np.load(path)
        for index, unit in enumerate(self.units):
            kind = "d" if unit[0].groups > 1 else "c"
            kernel = torch.from_numpy(stored[f"{index:02}_{kind}_w"].astype(np.float32))
            unit[0].weight.data.copy_(kernel.permute(3, 0, 1, 2) if kind == "d" else kernel.permute(0, 3, 1, 2))
            # The normalisation is folded into the stored bias; `restore_normalisation` unfolds it.
            unit[1].weight.data.fill_((1 + unit[1].eps) ** 0.5)
            unit[1].bias.data.copy_(torch.from_numpy(stored[f"{index:02}_{kind}_b"]))

    @torch.no_grad()
    def restore_normalisation(self, photos: torch.Tensor):
        """Sets the batch statistics measured on these photos, without changing the output."""
        x = photos / 127.5 - 1
        for unit in self.units:
            if unit[0].stride == (2, 2):
                x = F.pad(x, (0, 1, 0, 1))
            x, norm = unit[0](x), unit[1]
            mean, variance = x.mean((0, 2, 3)), x.var((0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.bias.data.add_(mean)
            norm.weight.data.copy_((variance + norm.eps).sqrt())
            x = F.relu6(x + (norm.bias.data - mean).view(1, -1, 1, 1))


def build(name: str, classes: int) -> nn.Module:
    return {"resnet50": ResNet50, "mobilenet": MobileNetV1}[name](classes)
