"""Augments a batch of photos on the GPU with the variation of photos taken by children with a phone."""

import math

import torch
import torch.nn.functional as F

from photos import CANVAS_SIZE, TRAIN_SIZE


def uniform(count: int, low: float, high: float, device) -> torch.Tensor:
    return torch.empty(count, device=device).uniform_(low, high)


def bernoulli(count: int, probability: float, device) -> torch.Tensor:
    return (torch.rand(count, device=device) < probability).view(-1, 1, 1, 1)


def crop_and_rotate(canvases: torch.Tensor, min_area: float, zoom_out: torch.Tensor) -> torch.Tensor:
    """Crops (at least `min_area` of the area), rotates, mirrors and stretches each photo in one resampling.

    Photos marked `zoom_out` may also be shrunk; their mask is empty outside the photo.
    """
    count, device = len(canvases), canvases.device
    if min_area < 0.3:
        side = uniform(count, math.log(min_area) / 2, 0, device).exp()
    else:
        side = uniform(count, min_area, 1, device).sqrt()
    side = torch.where(zoom_out, side * uniform(count, 0, 1, device).mul(math.log(2)).exp(), side) * 192 / CANVAS_SIZE
    stretch = uniform(count, -1, 1, device).mul(math.log(4 / 3) / 2).exp()
    angle = torch.randint(4, (count,), device=device) * (math.pi / 2) * (torch.rand(count, device=device) < 0.5)
    angle = angle + uniform(count, -25, 25, device) * math.pi / 180
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    shift = (0.85 - side).abs()
    across, down = side * stretch, side / stretch
    theta = torch.stack(
        [
            torch.stack([angle.cos() * across * mirror, -angle.sin() * down, uniform(count, -1, 1, device) * shift], 1),
            torch.stack([angle.sin() * across * mirror, angle.cos() * down, uniform(count, -1, 1, device) * shift], 1),
        ],
        1,
    )
    grid = F.affine_grid(theta, (count, 4, TRAIN_SIZE, TRAIN_SIZE), align_corners=False)
    photos = F.grid_sample(canvases.float(), grid, mode="bilinear", padding_mode="reflection", align_corners=False)
    outside = (grid.abs() > 1).any(3) & zoom_out.view(-1, 1, 1)
    photos[:, 3].masked_fill_(outside, 0)
    return photos


def swap_background(
    photos: torch.Tensor, others: torch.Tensor, synthetic: torch.Tensor, swapped: torch.Tensor
) -> torch.Tensor:
    """Puts the objects of the `swapped` photos on another photo, a synthetic image or a plain colour."""
    count, device = len(photos), photos.device
    mask = photos[:, 3:] / 255
    plain = torch.rand(count, 3, 1, 1, device=device) * 255
    kind = torch.rand(count, 1, 1, 1, device=device)
    background = torch.where(kind < 0.4, others, torch.where(kind < 0.85, synthetic, plain.expand_as(others)))
    return torch.where(swapped.view(-1, 1, 1, 1), mask * photos[:, :3] + (1 - mask) * background, photos[:, :3])


def mix_spectrum(photos: torch.Tensor, others: torch.Tensor, probability: float) -> torch.Tensor:
    """Blends in the amplitudes of another photo and keeps the phases: other light and texture, same shapes."""
    count, device = len(photos), photos.device
    own, other = torch.fft.rfft2(photos), torch.fft.rfft2(others)
    share = uniform(count, 0, 0.8, device).view(-1, 1, 1, 1)
    amplitude = (1 - share) * own.abs() + share * other.abs()
    mixed = torch.fft.irfft2(torch.polar(amplitude, own.angle()), s=photos.shape[-2:])
    return torch.where(bernoulli(count, probability, device), mixed, photos)


def change_light(photos: torch.Tensor, strength: float) -> torch.Tensor:
    count, device = len(photos), photos.device

    def factor(width):
        return uniform(count, 1 - width * strength, 1 + width * strength, device).view(-1, 1, 1, 1)

    x = photos / 255 * factor(0.4)
    average = x.mean((1, 2, 3), keepdim=True)
    x = average + (x - average) * factor(0.4)
    grey = (x * torch.tensor([0.299, 0.587, 0.114], device=device).view(1, 3, 1, 1)).sum(1, keepdim=True)
    colour = factor(0.5) * (~bernoulli(count, 0.08 * strength, device))
    x = grey + (x - grey) * colour
    # The colour of the light, and a rotation of the hue about the grey axis.
    x = x * uniform(count * 3, 1 - 0.12 * strength, 1 + 0.12 * strength, device).view(-1, 3, 1, 1)
    rotation = uniform(count, -0.08, 0.08, device) * strength * 2 * math.pi
    third, side = torch.cos(rotation), torch.sin(rotation) / math.sqrt(3)
    a, b, c = third + (1 - third) / 3, (1 - third) / 3 - side, (1 - third) / 3 + side
    matrix = torch.stack([a, b, c, c, a, b, b, c, a], 1).view(-1, 3, 3)
    x = torch.einsum("nij,njhw->nihw", matrix, x)
    return x.clamp(1e-4, 1) ** uniform(count, -0.35, 0.35, device).mul(strength).exp().view(-1, 1, 1, 1) * 255


def blur_and_grain(photos: torch.Tensor) -> torch.Tensor:
    """Blurs a fifth of the batch, downsamples another tenth, and adds grain to a third."""
    count, device = len(photos), photos.device
    blurred, coarse = max(1, count // 5), max(1, count // 10)
    width = uniform(blurred, 0.3, 1.8, device).view(-1, 1)
    steps = torch.arange(-4, 5, device=device).view(1, -1)
    kernel = torch.exp(-((steps / width) ** 2) / 2)
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(3, 0)
    flat = photos[:blurred].reshape(1, blurred * 3, TRAIN_SIZE, TRAIN_SIZE)
    flat = F.conv2d(flat, kernel.view(-1, 1, 1, 9), padding=(0, 4), groups=blurred * 3)
    flat = F.conv2d(flat, kernel.view(-1, 1, 9, 1), padding=(4, 0), groups=blurred * 3)
    small = F.interpolate(photos[-coarse:], scale_factor=0.45, mode="bilinear")
    small = F.interpolate(small, (TRAIN_SIZE, TRAIN_SIZE), mode="bilinear")
    photos = torch.cat([flat.view(blurred, 3, TRAIN_SIZE, TRAIN_SIZE), photos[blurred : count - coarse], small])
    grain = torch.randn_like(photos) * uniform(count, 0, 14, device).view(-1, 1, 1, 1)
    return (photos + grain * bernoulli(count, 0.3, device)).clamp(0, 255)


def random_boxes(count: int, share: torch.Tensor, device) -> torch.Tensor:
    """A mask per image with a random rectangle that covers the given share of its area."""
    aspect = uniform(count, -0.5, 0.5, device).exp()
    half_width, half_height = (share.sqrt() * aspect / 2).view(-1, 1, 1), (share.sqrt() / aspect / 2).view(-1, 1, 1)
    x, y = torch.rand(2, count, 1, 1, device=device)
    line = (torch.arange(TRAIN_SIZE, device=device) + 0.5) / TRAIN_SIZE
    inside = ((line.view(1, 1, -1) - x).abs() < half_width) & ((line.view(1, -1, 1) - y).abs() < half_height)
    return inside.unsqueeze(1)


def erase(photos: torch.Tensor, probability: float) -> torch.Tensor:
    count, device = len(photos), photos.device
    box = random_boxes(count, uniform(count, 0.02, 0.2, device), device) & bernoulli(count, probability, device)
    return torch.where(box, torch.rand(count, 3, 1, 1, device=device) * 255, photos)


def mix_batch(photos: torch.Tensor, targets: torch.Tensor):
    """Applies CutMix to a third of the batches and MixUp to another third."""
    kind = torch.rand(()).item()
    if kind > 2 / 3:
        return photos, targets
    order = torch.randperm(len(photos), device=photos.device)
    share = torch.distributions.Beta(0.4, 0.4).sample().item() if kind > 1 / 3 else torch.rand(()).item()
    if kind > 1 / 3:
        return share * photos + (1 - share) * photos[order], share * targets + (1 - share) * targets[order]
    box = random_boxes(1, torch.tensor([share], device=photos.device), photos.device)
    kept = 1 - box.float().mean()
    return torch.where(box, photos[order], photos), kept * targets + (1 - kept) * targets[order]


def augment(
    canvases: torch.Tensor, synthetic: torch.Tensor, swap: float, spectrum: float, light: float, area: float, calm: bool
) -> torch.Tensor:
    has_mask = canvases[:, 3].float().mean((1, 2)) < 250
    swapped = has_mask & (torch.rand(len(canvases), device=canvases.device) < (swap / 2 if calm else swap))
    photos = crop_and_rotate(canvases, area + 0.15 if calm else area, swapped)
    others = photos[torch.randperm(len(photos), device=photos.device), :3]
    photos = swap_background(photos, others, synthetic, swapped)
    if spectrum > 0 and not calm:
        photos = mix_spectrum(photos, others, spectrum)
    photos = blur_and_grain(change_light(photos, light / 2 if calm else light))
    return photos if calm else erase(photos, 0.25)
